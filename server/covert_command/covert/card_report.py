"""The output of `covert-bots cards check`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from covert_engine.covert.cards.card_set import CardSet, Options
from covert_engine.covert.cards.check import COUNTS, TILES, TOKENS
from covert_engine.covert.cards.check_map import REGIONS
from covert_engine.covert.cards.problems import Problem

NOT_TOML = "not TOML"
CARDS = ("agency", "missions", "codes")


def report(
    console: Console,
    file: str,
    card_set: CardSet,
    problems: Sequence[Problem],
    repeated: Sequence[Problem],
) -> None:
    """Print the entries so far, the rest to do, every mistake with its line, and repeated cards."""
    to_do, mistakes = _sorted(problems)
    if to_do:
        _heading(console, "Entered so far")
        for section, there in _there(card_set):
            _line(console, f"  {section:<12} {there}")
        console.print()
        _heading(console, "To do")
        for problem in to_do:
            _line(console, located(file, problem.line, str(problem)))
        console.print()
    if to_do and mistakes:
        _heading(console, "Mistakes in what is entered")
    for problem in mistakes:
        _line(console, located(file, problem.line, str(problem)))
    if to_do and mistakes:
        console.print()
    if repeated:
        if mistakes and not to_do:
            console.print()
        _heading(console, "Listed twice, which is allowed; check them against your cards")
        for problem in repeated:
            _line(console, located(file, problem.line, str(problem)))
        console.print()
    if problems:
        _line(console, f"{file}: {_sum(to_do, mistakes)}")
    else:
        _line(
            console,
            f"{file}: {card_set.name!r} is a complete card set, digest {card_set.digest}",
        )


def document(
    file: str, card_set: CardSet, problems: Sequence[Problem], repeated: Sequence[Problem]
) -> dict[str, Any]:
    """Return the same as a JSON document."""
    to_do, mistakes = _sorted(problems)

    def entries(listed: Sequence[Problem]) -> Iterator[dict[str, Any]]:
        for problem in listed:
            label = problem.entry.label or problem.entry.section
            yield {"line": problem.line, "entry": label, "text": problem.text}

    return {
        "file": file,
        "digest": None if problems else card_set.digest,
        "there": None if _is_not_toml(mistakes) else dict(_there(card_set)),
        "to_do": [
            {**entry, "missing": problem.missing}
            for entry, problem in zip(entries(to_do), to_do, strict=True)
        ],
        "mistakes": list(entries(mistakes)),
        "repeated": list(entries(repeated)),
    }


def located(file: str, line: int | None, text: str) -> str:
    """Return a problem behind its place, in the form that editors understand."""
    return f"{file}: {text}" if line is None else f"{file}:{line}: {text}"


def _sorted(problems: Sequence[Problem]) -> tuple[list[Problem], list[Problem]]:
    to_do = [problem for problem in problems if problem.missing is not None]
    mistakes = [problem for problem in problems if problem.missing is None]
    return to_do, sorted(mistakes, key=lambda problem: problem.line or 0)


def _is_not_toml(mistakes: Sequence[Problem]) -> bool:
    return any(problem.entry.label == NOT_TOML for problem in mistakes)


def _there(card_set: CardSet) -> Iterator[tuple[str, str]]:
    """Yield each section's contents, in a few words."""
    yield "name", card_set.name or "none yet"
    yield "equipment", _several(len(card_set.equipment), "kind")
    cities = _several(len(card_set.cities), "city", "cities")
    yield "regions", f"{len(card_set.regions)} of {REGIONS}, {cities}"
    yield "connections", str(len(card_set.connections))
    for section in CARDS:
        yield section, f"{len(getattr(card_set, section))} of {COUNTS[section].start}"
    characters = COUNTS["characters"]
    yield "characters", f"{len(card_set.characters)} ({characters[0]} to {characters[-1]})"
    yield "tokens", f"{sum(card_set.tokens)} of {TOKENS}"
    yield "tiles", f"{sum(card_set.tiles)} ({TILES[0]} to {TILES[-1]}, an even number)"
    other = [name for name, on in vars(card_set.options).items() if on != getattr(Options(), name)]
    yield "options", f"{', '.join(other)} unlike the default" if other else "the defaults"


def _sum(to_do: Sequence[Problem], mistakes: Sequence[Problem]) -> str:
    text = _several(len(mistakes), "mistake")
    if _is_not_toml(mistakes):
        return f"{text}; nothing else can be checked until this is fixed"
    if not to_do:
        return f"{text}; nothing is missing"
    missing = sum(problem.missing or 0 for problem in to_do)
    entries = f", {_several(missing, 'entry', 'entries')} to go" if missing else ""
    return f"{text}; {_several(len(to_do), 'thing')} to do{entries}"


def _several(count: int, noun: str, plural: str = "") -> str:
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def _heading(console: Console, text: str) -> None:
    console.print(Text(text, style="bold"))


def _line(console: Console, text: str) -> None:
    """Print one line, however long, so that searches find a mistake whole."""
    console.print(Text("".join(c if c.isprintable() else " " for c in text)), soft_wrap=True)

"""The result of all mutants in readable lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from mutants.faults import HERE, entries
from mutants.patch import Mutant
from mutants.trial import KILLED, NOT_COMPILED, SURVIVED, TIMEOUT, Limits, Outcome

SURVIVORS = HERE / "survivors.toml"


def explanations() -> dict[str, str]:
    """Return the reasons why mutants survive that are no faults, by their names."""
    return {entry["id"]: entry["why"] for entry in entries(SURVIVORS, "survivor")}


def killers(results: Path) -> dict[str, str]:
    """Return the test that killed each mutant, by its name, as a report written before says."""
    if not results.exists():
        return {}
    text = results.read_text(encoding="utf-8")
    killed = re.finditer(r"^  (\S+)  .*\n    .*\n    killed by (tests/\S+)", text, re.MULTILINE)
    return {match[1]: match[2] for match in killed}


def report(
    hand: Sequence[Mutant],
    mechanical: Sequence[Mutant],
    outcomes: Mapping[str, Outcome],
    head: str,
    limits: Limits,
    checkout: Path,
) -> str:
    """Return the counts, then the survivors, then every mutant and what killed it."""
    seconds = sum(outcome.seconds for outcome in outcomes.values())
    lines = [
        "Mutants: deliberate faults, and whether the tests find them.",
        "",
        "    python tests/mutants/run.py",
        "",
        f"Commit {head}; {seconds / 3600:.1f} hours of building and testing.",
        f"A test that takes more than {limits.tests:g} s of CPU time is a hang, and so are the "
        f"tests of a mutant that take more than {limits.run:g} s in all.",
        "The tests of arena, service and command are left out; the others run in an order of "
        "likely killers first.",
        "",
        *_counts("Made by hand", hand, outcomes),
        *_counts(
            "Mechanical", [mutant for mutant in mechanical if mutant.id in outcomes], outcomes
        ),
        "",
    ]
    why = explanations()
    for title, mutants in (("made by hand", hand), ("mechanical", mechanical)):
        survivors = [mutant for mutant in mutants if _outcome(outcomes, mutant) == SURVIVED]
        lines += [f"Survivors, {title}: {len(survivors) or 'none'}"]
        for mutant in survivors:
            lines += ["", f"  {mutant.id}  {_at(mutant, checkout)}", f"    {mutant.wrong}"]
            lines += [f"    {why.get(mutant.id, 'NOT EXPLAINED')}"]
        lines.append("")
    lines += ["Every fault made by hand, what it breaks, and the first test that fails", ""]
    for mutant in hand:
        lines += [f"  {mutant.id}  [{' '.join(mutant.breaks)}]  {_at(mutant, checkout)}"]
        lines += [f"    {mutant.wrong}", f"    {_end(outcomes.get(mutant.id))}"]
    lines += ["", "Every mechanical mutant, and the first test that fails", ""]
    for mutant in mechanical:
        if mutant.id in outcomes:
            lines += [f"  {mutant.id}  {_at(mutant, checkout)}", f"    {mutant.wrong}"]
            lines += [f"    {_end(outcomes[mutant.id])}"]
    return "\n".join(lines) + "\n"


def _outcome(outcomes: Mapping[str, Outcome], mutant: Mutant) -> str:
    return outcomes[mutant.id].outcome if mutant.id in outcomes else "not tried"


def _counts(title: str, mutants: Sequence[Mutant], outcomes: Mapping[str, Outcome]) -> list[str]:
    counts = Counter(_outcome(outcomes, mutant) for mutant in mutants)
    tried = len(mutants) - counts[NOT_COMPILED] - counts["not tried"]
    line = (
        f"{title}: {tried} tried, {counts[KILLED]} killed by a test, "
        f"{counts[TIMEOUT]} by the time limit, {counts[SURVIVED]} survived"
    )
    rest = [f"{counts[what]} {what}" for what in (NOT_COMPILED, "not tried") if counts[what]]
    return [f"{line}{''.join(f'; {what}' for what in rest)}"]


def _at(mutant: Mutant, checkout: Path) -> str:
    return f"{mutant.file}:{mutant.line((checkout / mutant.file).read_text(encoding='utf-8'))}"


def _end(outcome: Outcome | None) -> str:
    if outcome is None:
        return "not tried"
    words = [outcome.outcome, "by" if outcome.outcome == KILLED else "", outcome.killer]
    return " ".join(filter(None, [*words, f"({outcome.how})" if outcome.how else ""]))

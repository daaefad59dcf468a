"""`--report` of `covert-bots arena`: what it takes, and which ledgers go into one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from covert_bots.arena.ledger_file import is_ledger
from covert_bots.arena.plan import Format, PlanSettings, setup_in_words
from covert_bots.arena.report import Tournament, need_matplotlib, write_reports
from covert_command.terminal.mistakes import Mistake, one_line
from covert_command.terminal.screen import messages

PAGE = b"<!DOCTYPE html>"  # how a report begins


def compare(tournaments: Sequence[Tournament], paths: Sequence[str]) -> None:
    """Raises Mistake unless game, format and bots are the same and the numbers of players differ.
    Says so if they were played with other cards or another setup."""
    seen: dict[int, str] = {}
    first = tournaments[0].plan.settings
    for one, path in zip(tournaments, paths, strict=True):
        settings, expected = one.plan.settings, first.bots
        if settings.game != first.game:
            raise Mistake(
                f"{path}: a ledger of {settings.game}; expected one of {first.game}, like "
                f"{paths[0]}"
            )
        if settings.format is not first.format:
            raise Mistake(
                f"{path}: its format is {settings.format.value}; expected that of {paths[0]}, "
                f"{first.format.value}"
            )
        if settings.card_set != first.card_set:
            messages().print(f"{path} has another card set than {paths[0]}.", soft_wrap=True)
        if settings.setup != first.setup:
            now, before = (setup_in_words(one.setup) for one in (settings, first))
            words = f"{path} has another setup than {paths[0]}: {now}, and not {before}."
            messages().print(one_line(words), soft_wrap=True)
        if set(settings.bots) != set(expected):
            raise Mistake(
                f"{path}: its bots are {', '.join(settings.bots)}; expected those of {paths[0]}, "
                f"{', '.join(expected)}"
            )
        if settings.players in seen:
            raise Mistake(
                f"{path}: has {settings.players} players, as {seen[settings.players]} has; "
                "expected another number"
            )
        seen[settings.players] = path


def ready_for_report(
    path: str, tournaments: Sequence[PlanSettings], ledger: str | None = None
) -> None:
    """Raises Mistake before the games, not after them, if no report can be written. `ledger` is the
    file that will keep the games; it need not be there yet."""
    if any(settings.format is Format.SELF_PLAY for settings in tournaments):
        raise Mistake(
            "--report: a report compares bots, and self-play has only one; expected another "
            "format (or use `covert-bots arena balance`)"
        )
    try:
        need_matplotlib()
    except ImportError as error:
        raise Mistake(f"--report: {error}") from None
    if ledger is not None and _same_file(Path(path), Path(ledger)):
        raise Mistake(
            f"--report: {path}; expected another file than that of --ledger, which keeps the games"
        )
    _check_no_ledger(path)
    _check_is_report(path)
    was_there = Path(path).exists()
    Path(path).open("a").close()
    folder = Path(path).resolve().parent
    if Path(path).is_file() and not os.access(folder, os.W_OK):
        raise Mistake(f"--report: {path}; expected a file in a folder that you may write to")
    if not was_there:
        Path(path).resolve().unlink()  # whatever else may be wrong, nothing is left behind


def _same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, which need not be there yet."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def _check_no_ledger(path: str) -> None:
    if Path(path).is_file() and is_ledger(path):
        raise Mistake(f"--report: {path} is a ledger; expected another file")


def _check_is_report(path: str) -> None:
    """Mistake for a file that something else has written, such as a bot or a record."""
    place = Path(path)
    if not place.is_file() or not os.access(place, os.R_OK):
        return
    with place.open("rb") as file:
        begins = file.read(len(PAGE))
    if begins and begins != PAGE:
        raise Mistake(f"--report: {path} is no report; expected another file")


def write(path: str, tournaments: Sequence[Tournament]) -> None:
    """Writes the report of a tournament, or of several that `compare` has accepted. Mistake if a
    ledger has come to be there meanwhile."""
    _check_no_ledger(path)
    try:
        write_reports(Path(path), tournaments)
    except ImportError as error:
        raise Mistake(f"--report: {error}") from None

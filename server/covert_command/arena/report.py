"""`--report` of `covert-bots arena`: its conditions, and the ledgers that go into one report."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from covert_bots.arena.ledger_file import is_ledger
from covert_bots.arena.plan import Format, PlanSettings, setup_in_words
from covert_bots.arena.report import Tournament, need_matplotlib, write_reports
from covert_command.terminal.mistakes import Mistake, one_line
from covert_command.terminal.screen import messages

PAGE = b"<!DOCTYPE html>"  # the start of a report


def check_comparable(tournaments: Sequence[Tournament], paths: Sequence[str]) -> None:
    """Raise Mistake unless game, format and bots are the same and the numbers of players differ.
    Report other cards or another setup."""
    path_of: dict[int, str] = {}
    first = tournaments[0].plan.settings
    for tournament, path in zip(tournaments, paths, strict=True):
        settings, expected = tournament.plan.settings, first.bots
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
            messages().print(f"{path} has a different card set from {paths[0]}.", soft_wrap=True)
        if settings.setup != first.setup:
            now, before = (setup_in_words(plan.setup) for plan in (settings, first))
            words = f"{path} has a different setup from {paths[0]}: {now} instead of {before}."
            messages().print(one_line(words), soft_wrap=True)
        if set(settings.bots) != set(expected):
            raise Mistake(
                f"{path}: its bots are {', '.join(settings.bots)}; expected those of {paths[0]}, "
                f"{', '.join(expected)}"
            )
        if settings.players in path_of:
            raise Mistake(
                f"{path_of[settings.players]} and {path} both have {settings.players} players; "
                "give one ledger for each number of players"
            )
        path_of[settings.players] = path


def check_can_report(
    path: str, tournaments: Sequence[PlanSettings], ledger: str | None = None
) -> None:
    """Raise Mistake before the games, not after them, if no report can be written. `ledger` is the
    file that will keep the games; it need not exist yet."""
    if any(settings.format is Format.SELF_PLAY for settings in tournaments):
        raise Mistake(
            "--report: a report compares bots, and self-play has only one; choose another "
            "format, or use `covert-bots arena balance`"
        )
    try:
        need_matplotlib()
    except ImportError as error:
        raise Mistake(f"--report: {error}") from None
    if ledger is not None and _same_file(Path(path), Path(ledger)):
        raise Mistake(f"--report: {path} is the --ledger file; give the report a different name")
    _check_not_ledger(path)
    _check_is_report(path)
    was_there = Path(path).exists()
    Path(path).open("a").close()
    folder = Path(path).resolve().parent
    if Path(path).is_file() and not os.access(folder, os.W_OK):
        raise Mistake(f"--report: {path}; expected a file in a folder that you may write to")
    if not was_there:
        Path(path).resolve().unlink()  # whatever fails later, nothing is left behind


def _same_file(path: Path, other: Path) -> bool:
    """Return True if two paths lead to one file, which need not exist yet."""
    if path.exists() and other.exists():
        return path.samefile(other)
    return path.resolve() == other.resolve()


def _check_not_ledger(path: str) -> None:
    if Path(path).is_file() and is_ledger(path):
        raise Mistake(f"--report: {path} is a ledger; choose another file")


def _check_is_report(path: str) -> None:
    """Raise Mistake for an existing file that is not a report, such as a bot or a record."""
    place = Path(path)
    if not place.is_file() or not os.access(place, os.R_OK):
        return
    with place.open("rb") as file:
        start = file.read(len(PAGE))
    if start and start != PAGE:
        raise Mistake(f"--report: {path} exists and is not a report; choose another file")


def write(path: str, tournaments: Sequence[Tournament]) -> None:
    """Write the report of a tournament, or of several that `check_comparable` has accepted.
    Mistake if a ledger has appeared there meanwhile."""
    _check_not_ledger(path)
    try:
        write_reports(Path(path), tournaments)
    except ImportError as error:
        raise Mistake(f"--report: {error}") from None

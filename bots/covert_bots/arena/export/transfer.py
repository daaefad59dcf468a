"""The games of a ledger written to a file, and a file read into a new ledger.

Both keep a game at a time, so memory depends on the number of games only by the ledger's index. The
checksum is the SHA-256 of the games as JSON lines, without the first line; it is the same for JSON
lines and Parquet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from covert_bots.arena.errors import LedgerError, PlanError
from covert_bots.arena.export.documents import Documents, tournament_of
from covert_bots.arena.export.fields import (
    GAME,
    OBJECT,
    TEXT,
    TEXTS,
    TOURNAMENT,
    VERSION,
    WHOLE,
    FieldError,
    Kind,
    check,
    in_order,
    shown,
)
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.ledger_lines import read_line, settings_line, settings_of, to_bytes
from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_bots.arena.statistics.sprt import Hypotheses
from covert_bots.players.game import Facts, Game

SETTINGS: dict[str, Kind] = {  # of a plan, as far as their kinds matter here
    "bots": TEXTS,
    "players": WHOLE,
    "blocks": WHOLE,
    "card_set": TEXT,
    "game": TEXT,
    "setup": OBJECT,
}
MOST_TABLES = 100_000  # of bots, in a plan that is read


class Sink(Protocol):
    """A writer of games in some format."""

    def begin(self, tournament: Facts) -> None:
        """Write the tournament."""

    def add(self, document: Facts, line: bytes) -> None:
        """Write a game, which is this line of JSON."""

    def end(self) -> None:
        """Write what is left."""


class Transferred(NamedTuple):
    """The games that were written or read."""

    games: int
    checksum: str


def write(
    ledger: Ledger, plan: Plan, game: Game, sink: Sink, *, only_repeatable: bool
) -> Transferred:
    """Write the games of a ledger. With `only_repeatable`, leave out what another run would not
    repeat: what was measured, and attempts without a result."""
    documents = Documents(plan, game)
    tournament = tournament_of(ledger, plan)
    sink.begin(in_order(tournament, TOURNAMENT, measured=not only_repeatable))
    games, digest = 0, sha256()
    for attempt in ledger.attempts(plan, final=only_repeatable):
        try:
            document = documents.document_of(attempt)
            check(document, GAME, "")
        except FieldError as error:
            raise LedgerError(f"{ledger.path}: game {attempt.fixture.key}: {error}") from None
        document = in_order(document, GAME, measured=not only_repeatable)
        line = to_bytes(document) + b"\n"
        digest.update(line)
        sink.add(document, line)
        games += 1
    sink.end()
    return Transferred(games, digest.hexdigest())


def read(
    lines: Iterable[tuple[str, Any]], path: Path, game_of: Callable[[PlanSettings], Game]
) -> Transferred:
    """Read the documents of games, each with its place in words, into a new ledger. Each game is
    replayed; LedgerError names the first line that is wrong, and then no ledger is left."""
    beside = path.with_name(f".{path.name}.new")
    if path.exists():
        raise LedgerError(f"{path}: exists already; expected a new file")
    with suppress(OSError):
        beside.unlink()  # of a process killed here
    try:
        with Ledger(beside) as ledger:
            transferred = _read(iter(lines), ledger, game_of)
        beside.rename(path)
    except LedgerError as error:
        beside.unlink(missing_ok=True)
        raise LedgerError(str(error).replace(str(beside), str(path))) from None
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return transferred


def _read(lines: Any, ledger: Ledger, game_of: Callable[[PlanSettings], Game]) -> Transferred:
    place, tournament = next(lines)
    plan = _plan_of(tournament, place)
    game = game_of(plan.settings)
    _check_table(plan.settings, game, place)
    ledger.begin(plan, tournament["test"], tournament["former_blocks"], tournament["code"] or {})
    documents = Documents(plan, game)
    games, digest = 0, sha256()
    for place, document in lines:
        try:
            attempt = documents.attempt_of(document)
        except (FieldError, RecursionError) as error:
            raise LedgerError(f"{place}: {error}") from None
        if ledger.has(attempt):
            raise LedgerError(
                f"{place}: attempt {attempt.number} at game {attempt.fixture.key} again; expected "
                "each only once"
            )
        ledger.add(attempt, plan.settings.bots)
        digest.update(to_bytes(in_order(document, GAME)) + b"\n")
        games += 1
    return Transferred(games, digest.hexdigest())


def _plan_of(tournament: Any, place: str) -> Plan:
    """Return the plan of a tournament's document; LedgerError if it is none."""
    try:
        check(tournament, TOURNAMENT, "")
        if tournament["version"] != VERSION:
            raise FieldError(f"version: {tournament['version']}; expected {VERSION}")
        settings = _settings_of(tournament["settings"])
        if tournament["test"] is not None:
            Hypotheses(**tournament["test"])
        for bot, digest in (tournament["code"] or {}).items():
            if not isinstance(digest, str):
                raise FieldError(f"code: {shown(digest)} of {bot}; expected a digest")
    except (FieldError, PlanError) as error:
        raise LedgerError(f"{place}: {error}") from None
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
        raise LedgerError(f"{place}: {error}; expected a tournament of the arena") from None
    return Plan(settings)


def _settings_of(tree: Facts) -> PlanSettings:
    """Return the settings of a plan; an error of many kinds if they are wrong."""
    for name, kind in SETTINGS.items():
        check(tree[name], kind, f"settings.{name}")
    if type(tree["seed"]) not in (int, str):
        raise FieldError(f"settings.seed: {shown(tree['seed'])}; expected a number, or a secret")
    settings = settings_of(tree)
    if read_line(to_bytes(settings_line(settings))) != tree:
        raise FieldError("settings: others than those the arena would write")
    return settings


def _check_table(settings: PlanSettings, game: Game, place: str) -> None:
    """LedgerError for a table that the game does not have, or more tables than memory holds."""
    if settings.players not in game.players:
        least, most = game.players[0], game.players[-1]
        raise LedgerError(
            f"{place}: settings.players: {settings.players}; expected {least} to {most}"
        )
    if settings.setup != game.setup:
        raise LedgerError(
            f"{place}: settings.setup: {shown(settings.setup)}; expected {game.setup}"
        )
    bots = len(settings.bots)
    if settings.format is Format.ROUND_ROBIN and comb(bots, settings.players) > MOST_TABLES:
        raise LedgerError(
            f"{place}: settings.bots: {bots} at tables of {settings.players}; expected at most "
            f"{MOST_TABLES} tables"
        )

"""Records of games: as files (docs/notation.md, section 6) and as messages of `Referee`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from covert_bots.arena.attempt import Attempt, Failure, Thoughts
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_bots.covert.wire import fields_from_message, message_from_fields
from covert_command.game_setup import played_in
from covert_command.hosting import HostedGame
from covert_command.mistakes import Mistake, in_file, one_line
from covert_command.screen import SEAT_NAMES
from covert_engine.covert import Record, format_action, parse_action
from covert_engine.covert.cards.card_set import CardSet, Options
from covertbots.v1 import action_pb2, referee_pb2
from covertbots.v1.covert_card_set_pb2 import CovertOptions
from covertbots.v1.covert_pb2 import CovertSetup

__all__ = [
    "Forfeit",
    "LedgerGame",
    "game_of_ledger",
    "game_or_record",
    "is_ledger",
    "kept_in",
    "read_record",
    "record_to_message",
    "recorded",
    "who_sits_where",
]

FAILED = {
    Failure.BOT_ERROR: "failed with an error",
    Failure.ILLEGAL_ACTION: "chose an illegal action",
    Failure.DEADLINE: "did not answer in time",
    Failure.CRASH: "ended its process for the second time in this game",
}


@dataclass(frozen=True)
class Forfeit:
    """Why a game in a ledger was not played to its end."""

    seat: int
    bot: str
    failure: str  # as it stands in the ledger
    detail: str

    @property
    def sentence(self) -> str:
        """In a sentence."""
        what = FAILED[Failure(self.failure)]
        why = f": {self.detail}" if self.detail else ""
        return one_line(f"Forfeit: {SEAT_NAMES[self.seat]}, {self.bot}, {what}{why}")


def read_record(path: str, cards: CardSet) -> Record:
    """The record in a file."""
    with in_file(path):
        return Record.parse(Path(path).read_text(encoding="utf-8-sig"), cards)


def record_to_message(record: Record, cards: CardSet) -> referee_pb2.Record:
    """The record as a server takes it."""
    return referee_pb2.Record(
        players=record.players,
        seed=record.seed,
        covert=CovertSetup(
            card_set=record.card_set,
            options=message_from_fields(CovertOptions, vars(record.options)),
            characters=[number + 1 for number in record.characters or ()],
            first_player=record.first_player,
        ),
        actions=[action_pb2.Action(text=format_action(action, cards)) for action in record.actions],
    )


@dataclass(frozen=True)
class LedgerGame:
    """A game of an arena ledger, by its final attempt."""

    record: Record
    thoughts: Thoughts  # by action; none where the process died
    forfeit: Forfeit | None  # that ended it, if one did
    seats: tuple[str, ...]  # the bot in each


def game_of_ledger(path: str, key: str, cards: CardSet) -> LedgerGame:
    """The game `key`, such as `12.1`."""
    if not Path(path).exists():
        raise Mistake(f"{path}: no such file; expected a ledger of `covert-bots arena`")
    with Ledger(path) as ledger:
        settings = ledger.settings()
        if settings is None:
            raise Mistake(f"{path}: an empty ledger; expected one with games")
        found = [
            one for one in ledger.attempts(Plan(settings), final=True) if one.fixture.key == key
        ]
    if not found:
        plan = Plan(settings)
        raise Mistake(
            f"{key}: no such game in {path}; expected BLOCK.ROTATION, one that has been played of "
            f"0.0 to {len(plan) - 1}.{plan.rotations - 1}"
        )
    game = played_in(settings, cards, path)
    record = Record(
        game.card_set,
        settings.players,
        found[0].fixture.seed,
        game.cards.options,
        found[0].actions,
        game.characters,
        game.first_player,
    )
    seats = tuple(settings.bots[bot] for bot in found[0].fixture.seats)
    return LedgerGame(record, found[0].thoughts, _forfeit(found[0], settings.bots), seats)


def _forfeit(attempt: Attempt, bots: tuple[str, ...]) -> Forfeit | None:
    seat, failure = attempt.culprit, attempt.failure
    if failure is None:
        return None
    assert seat is not None
    return Forfeit(seat, bots[attempt.fixture.seats[seat]], failure.value, attempt.detail)


def game_or_record(path: str, game: str | None, cards: CardSet) -> tuple[Record, LedgerGame | None]:
    """The record in a file, or that of a game of a ledger, which must be named."""
    if game is not None:
        found = game_of_ledger(path, game, cards)
        return found.record, found
    if is_ledger(path):
        raise Mistake(f"{path}: a ledger; expected one of its games too, such as 0.1")
    return read_record(path, cards), None


def who_sits_where(seats: Sequence[str]) -> str:
    """The seats and who sits in each, in a line."""
    return ", ".join(f"{name}: {who}" for name, who in zip(SEAT_NAMES, seats, strict=False))


def is_ledger(path: str) -> bool:
    """Whether a file is an SQLite one, as a ledger is."""
    with open(path, "rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def recorded(
    path: str | Path | None,
    game: HostedGame,
    cards: CardSet,
    *,
    overwrite: bool,
    seats: Sequence[str] | None = None,
    comment: Callable[[], str] = str,
) -> AbstractContextManager[Callable[[], None]]:
    """Keeps a game of Covert in a file, as `kept_in` does.

    `seats` says who sits where, `comment` what stands below the game, in lines that begin with #.
    """

    def written() -> str:
        return _record(game.record, cards, seats).format(cards) + comment()

    return kept_in(path, written, overwrite=overwrite)


@contextmanager
def kept_in(
    path: str | Path | None, written: Callable[[], str], *, overwrite: bool
) -> Iterator[Callable[[], None]]:
    """Keeps a record in a file: whenever what it yields is called, and at the end, finished or not.

    `written` is its text as it is then. It replaces a file only to `overwrite`.
    """
    if path is None:
        yield lambda: None
        return
    place = Path(path).resolve()
    if place.is_file() and not overwrite:
        raise Mistake(f"{path}: the file exists; expected another name, or --overwrite")
    special = place.exists() and not place.is_file()  # such as a pipe: it is written once

    def keep() -> None:
        """Writes the game beside the file first: it is whole whatever happens meanwhile."""
        beside = place if special else place.with_name(f".{place.name}.new")
        text = written()
        try:
            beside.write_text(text, encoding="utf-8")
            if not special:
                beside.replace(place)
        except OSError as error:
            raise Mistake(f"{path}: {error.strerror or error}") from error

    if special:
        try:
            yield lambda: None
        finally:
            keep()
        return
    keep()  # whether it can be written is known before the game
    try:
        yield keep
    finally:
        keep()


def _record(
    message: referee_pb2.Record, cards: CardSet, seats: Sequence[str] | None = None
) -> Record:
    setup = message.covert
    return Record(
        setup.card_set,
        message.players,
        message.seed,
        Options(**fields_from_message(setup.options)),
        tuple(parse_action(action.text, cards) for action in message.actions),
        tuple(number - 1 for number in setup.characters) or None,
        setup.first_player if setup.HasField("first_player") else None,
        None if seats is None else tuple(seats),
    )

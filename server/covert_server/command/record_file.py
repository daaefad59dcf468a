"""Records of games: as files (docs/notation.md, section 6) and as messages of `Referee`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from covert_bots.wire import fields_from_message, message_from_fields
from covert_engine.covert import Record, format_action, parse_action
from covert_engine.covert.card_set import CardSet, Options
from covert_server.command.hosting import HostedGame
from covert_server.command.mistakes import in_file
from covertbots.v1 import referee_pb2, suggestion_pb2, view_pb2

__all__ = ["read_record", "record_to_message", "recorded"]


def read_record(path: str, cards: CardSet) -> Record:
    """The record in a file."""
    with in_file(path):
        return Record.parse(Path(path).read_text(encoding="utf-8"), cards)


def record_to_message(record: Record, cards: CardSet) -> referee_pb2.Record:
    """The record as a server takes it."""
    return referee_pb2.Record(
        card_set=record.card_set,
        players=record.players,
        seed=record.seed,
        options=message_from_fields(view_pb2.Options, vars(record.options)),
        actions=[
            suggestion_pb2.Action(text=format_action(action, cards)) for action in record.actions
        ],
    )


@contextmanager
def recorded(path: str | None, game: HostedGame, cards: CardSet) -> Iterator[None]:
    """Writes the game to a file in the end, finished or not."""
    if path is not None:
        _write(path, game.record, cards)  # whether it can be written is known before the game
    try:
        yield
    finally:
        if path is not None:
            _write(path, game.record, cards)


def _write(path: str, message: referee_pb2.Record, cards: CardSet) -> None:
    record = Record(
        message.card_set,
        message.players,
        message.seed,
        Options(**fields_from_message(message.options)),
        tuple(parse_action(action.text, cards) for action in message.actions),
    )
    Path(path).write_text(record.format(cards), encoding="utf-8")

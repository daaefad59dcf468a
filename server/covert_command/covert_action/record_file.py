"""Records of Covert Action: in files, in ledgers, and as messages of `Referee`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.setup_message import settings_of_setup, setup_of_settings
from covert_command.games.ledger_game import LedgerGame, named_game
from covert_command.terminal.mistakes import Mistake, in_file
from covert_engine.covert_action import Record, SettingsError, State, format_action
from covertbots.v1 import action_pb2, referee_pb2


def read_record(path: str) -> Record:
    """Return the record in a file."""
    with in_file(path):
        return Record.parse(Path(path).read_text(encoding="utf-8-sig"))


def game_or_record(path: str, game: str | None) -> tuple[Record, LedgerGame | None]:
    """Return the record in a file, or of a named game of a ledger."""
    ledger_game = named_game(path, game)
    if ledger_game is None:
        return read_record(path), None
    try:
        played = CovertAction.with_setup(ledger_game.settings.setup, ledger_game.settings.players)
    except SettingsError as error:
        raise Mistake(f"{path}: setup.{error}") from None
    settings = played.settings(ledger_game.settings.players)
    return Record(settings, ledger_game.seed, ledger_game.actions, ledger_game.seats), ledger_game


class Turn(NamedTuple):
    """A decision, or all the decisions of a window."""

    start: int
    """Actions before it."""
    deciders: list[int]
    """Its seats in ascending order, which is the order of their actions in a record."""


def turns_of(record: Record) -> list[Turn]:
    """Return the turns of a game; the last one may be unfinished, or not begun. RecordError names
    an illegal action."""
    record.replay()
    state = State.deal(record.settings, record.seed)
    turns = []
    played = 0
    while not state.over:
        turn = Turn(played, state.deciders)
        turns.append(turn)
        for _ in turn.deciders:
            if played == len(record.actions):
                return turns
            state.play(record.actions[played])
            played += 1
    return turns


def record_to_message(record: Record) -> referee_pb2.Record:
    """Return the record as a message for a server."""
    return referee_pb2.Record(
        players=record.settings.players,
        seed=record.seed,
        covert_action=setup_of_settings(record.settings),
        actions=[action_pb2.Action(text=format_action(action)) for action in record.actions],
    )


def written(message: referee_pb2.Record, seats: Sequence[str] | None = None) -> str:
    """Return a message's record as the text of a file; `seats` are its players."""
    deal = Record(
        settings_of_setup(message.covert_action, message.players),
        message.seed,
        (),
        None if seats is None else tuple(seats),
    )
    return deal.format() + "".join(f"{action.text}\n" for action in message.actions)

"""Records of Leduc poker: in files, in ledgers, and as messages."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from covert_command.games.ledger_game import LedgerGame, named_game
from covert_command.terminal.mistakes import in_file
from covert_engine.input import record_text
from covertbots.v1 import action_pb2, referee_pb2
from leduc.game import Leduc, State, parse_action
from leduc.rules import ACTIONS

HEAD = "leduc-record 1"
PLAYERS = 2


class Record(NamedTuple):
    """A deal and what was played."""

    seed: int
    actions: tuple[int, ...]
    seats: tuple[str, ...] | None

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read the text of a record; RecordError names the wrong line."""

        def check(key: str, value: str) -> None:
            if key == "seed":
                record_text.check_number(key, value)

        header, actions = record_text.read_record(text, HEAD, ("seed",), (), check, parse_action)
        seats = record_text.seats_of(header)
        record_text.check_seats(seats, PLAYERS)
        record_text.check_seed(int(header["seed"]))
        return cls(int(header["seed"]), tuple(actions), seats)

    def replay(self) -> State:
        """Return the position reached; RecordError names the first illegal action."""
        state = Leduc().deal(PLAYERS, self.seed)
        record_text.play_all(state, self.actions)
        return state

    @property
    def message(self) -> referee_pb2.Record:
        """The record as a message for a server."""
        message = Leduc().deal_to_message(PLAYERS, self.seed)
        message.actions.extend(action_pb2.Action(text=ACTIONS[action]) for action in self.actions)
        return message


def written(message: referee_pb2.Record, seats: tuple[str, ...]) -> str:
    """Return a message's record as the text of a file."""
    head = f"{HEAD}\nseed: {message.seed}\n{record_text.SEATS}: {'; '.join(seats)}\n\n"
    return head + "".join(f"{action.text}\n" for action in message.actions)


def read_record(path: str) -> Record:
    """Return the record in a file, whose actions are legal."""
    with in_file(path):
        record = Record.parse(Path(path).read_text(encoding="utf-8-sig"))
        record.replay()
        return record


def game_or_record(path: str, game: str | None) -> tuple[Record, LedgerGame | None]:
    """Return the record in a file, or of a named game of a ledger."""
    ledger_game = named_game(path, game)
    if ledger_game is None:
        return read_record(path), None
    return Record(ledger_game.seed, ledger_game.actions, ledger_game.seats), ledger_game

"""A game hosted through the RPCs of a server: the host keeps the record, bots play seats."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType

from covert_command.options.server import ServerAddress
from covert_command.terminal.interrupt import wait_for
from covertbots.client import Client, Seat
from covertbots.v1 import action_pb2, referee_pb2, view_pb2


class HostedGame:
    """The record of a game and how it stands, by the calls of `Referee`."""

    def __init__(self, client: Client, record: referee_pb2.Record) -> None:
        self._client = client
        self.calls = 0
        """Calls made so far."""
        self.views: list[view_pb2.View] = []
        """What each seat knows now, by seat."""
        self.resume(record)

    def go_back(self, decisions: int) -> None:
        """Takes back all but the first `decisions` actions."""
        record = referee_pb2.Record()
        record.CopyFrom(self.record)
        del record.actions[decisions:]
        self.resume(record)

    def resume(self, record: referee_pb2.Record) -> None:
        """Goes to where `record` ends."""
        self.now = wait_for(self._client.advance, record)
        self.calls += 1
        self.views = [news.moments[-1].view for news in self.now.news]

    def play(self, *actions: str | action_pb2.Action) -> referee_pb2.AdvanceResponse:
        """Plays an action of the seat to decide, or one of each where several are; returns what
        happened."""
        self.now = wait_for(self._client.advance, self.now.record, *actions)
        self.calls += 1
        for news in self.now.news:
            if news.moments:
                self.views[news.seat] = news.moments[-1].view
        return self.now

    @property
    def record(self) -> referee_pb2.Record:
        """The game so far."""
        return self.now.record

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.now.HasField("result")

    @property
    def seat(self) -> int:
        """The seat to decide."""
        return self.now.to_decide[0].seat

    @property
    def deciders(self) -> list[int]:
        """All seats that are to decide: the host's truth."""
        return [one.seat for one in self.now.to_decide]

    @property
    def legal(self) -> list[str]:
        """What the seat to decide may do."""
        return [action.text for one in self.now.to_decide for action in one.legal_actions]

    @property
    def decisions(self) -> int:
        """Actions played so far."""
        return len(self.record.actions)


class BotSeats:
    """Seats in the hands of bots: a client and a call of `PlaySeat` for each."""

    def __init__(
        self, server: ServerAddress, bots: Sequence[str | None], seed: int, game: str = ""
    ) -> None:
        """`bots` has a spec for each seat, None for a seat that is not a bot's."""
        self._stack = ExitStack()
        self._seats: dict[int, Seat] = {}
        self.calls = 0
        """Calls made so far."""
        for seat, bot in enumerate(bots):
            if bot is None:
                continue
            client = self._stack.enter_context(server.client())
            call = wait_for(client.play_seat, bot, seed=_seat_seed(seed, seat), game=game)
            self._seats[seat] = self._stack.enter_context(call)
            self.calls += 1

    def __enter__(self) -> BotSeats:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stack.close()

    def decide(self, seat: int, view: view_pb2.View) -> str:
        """What the bot of this seat does."""
        return wait_for(self._seats[seat].decide, view).action.text

    def show(self, seat: int, view: view_pb2.View) -> None:
        """Tells the bot of this seat, if it has one, what it knows now, whether it is to decide or
        not."""
        if seat in self._seats:
            self._seats[seat].show(view)

    def answer(self, seat: int) -> action_pb2.Action:
        """What the bot does in the view that it was shown last, in which it is to decide."""
        return wait_for(self._seats[seat].answer).action


def _seat_seed(seed: int, seat: int) -> int:
    """The seed a bot gets. It does not reveal `seed`, which determines the game's chance."""
    digest = hashlib.sha256(f"covert-bots seat {seat} of game {seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big")

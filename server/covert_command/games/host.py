"""A game hosted through the RPCs of a server: the host keeps the record, bots play seats."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType

from covert_bots.players.other_messages import game_of
from covert_command.options.server import ServerAddress
from covert_command.terminal.interrupt import wait_for
from covertbots.client import Client, Seat
from covertbots.v1 import action_pb2, referee_pb2, suggestion_pb2, view_pb2


def beginning(record: referee_pb2.Record, decisions: int) -> referee_pb2.Record:
    """Return a record with only the first actions of this one."""
    part = referee_pb2.Record()
    part.CopyFrom(record)
    del part.actions[decisions:]
    return part


class HostedGame:
    """The record of a game and its position, through the calls of `Referee`."""

    def __init__(self, client: Client, record: referee_pb2.Record) -> None:
        self._client = client
        self.bots: Sequence[str | None] = ()
        """The bots by seat, None for people, where hints are to say the chance against them."""
        self.calls = 0
        """Calls made so far."""
        self.views: list[view_pb2.View] = []
        """The seats' present views, by seat."""
        self.resume(record)

    def take_back(self, decisions: int) -> str:
        """Take back all but the first `decisions` actions, and return the first of those."""
        taken = self.record.actions[decisions].text
        self.resume(beginning(self.record, decisions))
        return taken

    def since(self, decisions: int) -> list[referee_pb2.AdvanceResponse]:
        """Return what each action after the first `decisions` led to."""
        past = HostedGame(self._client, beginning(self.record, decisions))
        return [past.play(action.text) for action in self.record.actions[decisions:]]

    def whole(self) -> list[referee_pb2.AdvanceResponse]:
        """Return what each action of the game led to."""
        return self.since(0)

    def view_at(self, decisions: int, seat: int) -> view_pb2.View:
        """Return the view that a seat had after so many actions."""
        return HostedGame(self._client, beginning(self.record, decisions)).views[seat]

    def hint(
        self, view: view_pb2.View, bot: str, only: Sequence[str] = (), *, reasons: bool = False
    ) -> suggestion_pb2.Suggestion:
        """Ask a bot what the seat of a view should do."""
        asked = wait_for(
            self._client.suggest_move,
            view,
            bot,
            only=only,
            reasons=reasons,
            opponents=[opponent or "" for opponent in self.bots],
        )
        return asked.suggestion

    def resume(self, record: referee_pb2.Record) -> None:
        """Go to the end of `record`."""
        self.now = wait_for(self._client.advance, record)
        self.calls += 1
        self.views = [news.moments[-1].view for news in self.now.news]

    def play(self, *actions: str | action_pb2.Action) -> referee_pb2.AdvanceResponse:
        """Play an action of the seat to decide, or an action of each where several are, and return
        the result."""
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
        """True if the game has ended."""
        return self.now.HasField("result")

    @property
    def seat(self) -> int:
        """The seat to decide."""
        return self.now.to_decide[0].seat

    @property
    def deciders(self) -> list[int]:
        """All seats that are to decide: the host's truth."""
        return [choice.seat for choice in self.now.to_decide]

    @property
    def legal(self) -> list[str]:
        """The legal actions of the seat to decide."""
        return [action.text for choice in self.now.to_decide for action in choice.legal_actions]

    @property
    def decisions(self) -> int:
        """Actions played so far."""
        return len(self.record.actions)


class BotSeats:
    """Seats played by bots: a client and a call of `PlaySeat` for each."""

    def __init__(
        self, server: ServerAddress, bots: Sequence[str | None], record: referee_pb2.Record
    ) -> None:
        """`bots` has a spec for each seat, None for a seat that is not a bot's."""
        game, seed = game_of(record, "setup") or "", record.seed
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
        """Return the action of a seat's bot."""
        return wait_for(self._seats[seat].decide, view).action.text

    def show(self, seat: int, view: view_pb2.View) -> None:
        """Show a seat's bot, if it has one, its present view, whether it is to decide or not."""
        if seat in self._seats:
            self._seats[seat].show(view)

    def answer(self, seat: int) -> action_pb2.Action:
        """Return the bot's action in the view that it was last shown, where it is to decide."""
        return wait_for(self._seats[seat].answer).action


def _seat_seed(seed: int, seat: int) -> int:
    """Return a bot's seed, which does not reveal `seed`, because that determines the game's
    chance."""
    digest = hashlib.sha256(f"covert-bots seat {seat} of game {seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big")

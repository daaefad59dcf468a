"""The material of a check: the server, its lists, and positions made by this program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from google.protobuf.message import Message

from covert_bots.covert.wire import view_to_message
from covert_command.servers.called import OPPONENT, RefusedError, Server
from covert_engine.covert import CompiledSet, State, format_action
from covertbots.v1 import opponent_pb2, suggestion_pb2, view_pb2

SEED = 2026
APART = 25  # decisions between two positions
EACH = 3  # positions of each number of players
LEAST_MOVES = 4


class BrokenError(Exception):
    """The server breaks the protocol; the message tells how."""


class AbsentError(Exception):
    """The server lacks the subject of the check."""


def expect(holds: bool, what: str) -> None:
    """Raise `BrokenError` with the message `what` unless it holds."""
    if not holds:
        raise BrokenError(what)


@dataclass(frozen=True)
class Position:
    """A view whose seat is to decide, and its legal actions."""

    view: view_pb2.View
    legal: tuple[str, ...]


@dataclass
class Trial:
    """A server on trial."""

    server: Server
    again: Callable[[], Server]
    """Opens another connection to it."""
    cards: CompiledSet
    seats: Any = None
    """The table that the checks of tables have made."""

    @cached_property
    def listed(self) -> opponent_pb2.ListBotsResponse:
        """The server's lists."""
        request = opponent_pb2.ListBotsRequest()
        return self.server.call(f"{OPPONENT}/ListBots", request, opponent_pb2.ListBotsResponse)

    @cached_property
    def positions(self) -> list[Position]:
        """Positions of random games for 2, 3 and 4 players, dealt by this program."""
        return [position for players in (2, 3, 4) for position in self._game(players)]

    def _game(self, players: int) -> Iterator[Position]:
        chance = Random(SEED)
        state = State.deal(self.cards, players, SEED)
        wanted = APART
        for decisions in range(APART * (EACH + 2)):
            actions = state.legal_actions()
            seat = state.actor
            if decisions >= wanted and len(actions) >= LEAST_MOVES and seat is not None:
                legal = tuple(format_action(action, self.cards) for action in actions)
                yield Position(view_to_message(state.view(seat)), legal)
                wanted = decisions + APART
            state.play(chance.choice(actions))

    @cached_property
    def searcher(self) -> str:
        """A bot that counts iterations; `AbsentError` if none does."""
        for bot in self.listed.bots:
            if any(parameter.name == "iterations" for parameter in bot.parameters):
                return bot.name
        raise AbsentError("no bot has the parameter iterations")

    def question(
        self,
        position: Position,
        bot: str,
        limits: suggestion_pb2.Limits | None = None,
        seed: int = 1,
        **more: list[str],
    ) -> opponent_pb2.SuggestMoveRequest:
        """Return the request for a position; `more` is `only` or `avoid`, as texts."""
        request = opponent_pb2.SuggestMoveRequest(
            view=position.view, bot=bot, limits=limits, seed=seed
        )
        for name, texts in more.items():
            for text in texts:
                getattr(request, name).add(text=text)
        return request

    def suggest(
        self, request: Message | bytes, server: Server | None = None, seconds: float | None = None
    ) -> opponent_pb2.SuggestMoveResponse:
        """Return the answer of SuggestMove."""
        asked = server or self.server
        method, kind = f"{OPPONENT}/SuggestMove", opponent_pb2.SuggestMoveResponse
        if seconds is None:
            return asked.call(method, request, kind)
        return asked.call(method, request, kind, seconds)

    def refusal(
        self, request: Message | bytes, method: str = f"{OPPONENT}/SuggestMove"
    ) -> RefusedError:
        """Return the error of a call that must be refused."""
        try:
            self.server.call(method, request, opponent_pb2.SuggestMoveResponse)
        except RefusedError as error:
            return error
        raise BrokenError(f"{method.rpartition('/')[2]} accepts an invalid request")

"""The service `Referee`: the rules for hosts that have no rules engine of their own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import sha256
from threading import Lock
from typing import Any, TypeVar

from covert_server.calls import Call, Handler, Method, methods_of
from covert_server.fair_queue import Claim
from covert_server.games import Games, Problems, RefereedGame
from covert_server.status import FieldError
from covert_server.worker_pool import Due, WorkerPool
from covertbots.v1 import referee_pb2 as v1

__all__ = ["REFEREE", "Referee"]

M = TypeVar("M")

REFEREE = "covertbots.v1.Referee"

MOST_ACTIONS = 64  # in one Advance: its answer holds the views of all seats after each
LONGEST_NAME = 40  # characters in what a seat is called
# Positions remembered by the digest of their record, so that a game played action by action is not
# replayed from the deal each time. Nothing depends on one being there.
REMEMBERED = 512


class Referee:
    """The handlers of the service; the rules are applied in worker threads."""

    def __init__(self, games: Sequence[RefereedGame], workers: WorkerPool) -> None:
        self._games = Games(games)
        self._workers = workers
        self._positions = Positions()

    def methods(self) -> list[Method]:
        """The methods of the service."""
        handlers: dict[str, Handler] = {
            "GetCardSet": self.get_card_set,
            "Deal": self.deal,
            "Advance": self.advance,
        }
        return methods_of(v1.DESCRIPTOR.services_by_name["Referee"], handlers)

    async def get_card_set(self, call: Call) -> v1.GetCardSetResponse:
        """Everything printed."""
        request = call.parse(v1.GetCardSetRequest)
        game = self._games.chosen(request.game, "game")
        return game.card_set(request.card_set)

    async def _run(self, call: Call, work: Callable[[Call], M]) -> M:
        claim = Claim(call.client, call.batch, self._workers.mean)
        return await self._workers.run(lambda _: work(call), claim=claim, due=Due(call.deadline))

    async def deal(self, call: Call) -> v1.DealResponse:
        """The record of a new game, all of its options written out."""
        return await self._run(call, self._deal)

    def _deal(self, call: Call) -> v1.DealResponse:
        request = call.parse(v1.DealRequest)
        game = self._games.chosen(request.WhichOneof("setup") or "", "setup")
        return v1.DealResponse(record=game.deal(request))

    async def advance(self, call: Call) -> v1.AdvanceResponse:
        """The game after some more actions."""
        return await self._run(call, self._advance)

    def _advance(self, call: Call) -> v1.AdvanceResponse:
        request = call.parse(v1.AdvanceRequest)
        if not request.HasField("record"):
            raise FieldError([("record", "is missing")])
        if len(request.actions) > MOST_ACTIONS:
            wrong = f"holds {len(request.actions)} actions; expected {MOST_ACTIONS} at most"
            raise FieldError([("actions", wrong)])
        record = request.record
        problems: Problems = []
        game = self._games.of_field(record, "setup", "record", problems)
        if game is None:
            raise FieldError(problems)
        state = self._positions.find(record)
        if state is None:
            state, record = game.replay(record)
        response = v1.AdvanceResponse(record=record)
        names = _names(request.names, game.seat_names(state))
        game.play(state, request.actions, names, response)
        self._positions.remember(response.record, state)
        return response


def _names(names: Sequence[str], usual: Sequence[str]) -> Sequence[str]:
    """What the words of events call the seats."""
    if not names:
        return usual
    if len(names) != len(usual):
        wrong = f"holds {len(names)} names; expected {len(usual)}, one for each seat, or none"
        raise FieldError([("names", wrong)])
    problems = []
    for seat, name in enumerate(names):
        if not name or len(name) > LONGEST_NAME or not name.isprintable() or name != name.strip():
            wrong = f"is {name!r}; expected 1 to {LONGEST_NAME} printable characters"
            problems.append((f"names[{seat}]", wrong))
    if problems:
        raise FieldError(problems)
    return names


class Positions:
    """The latest positions by the digest of their record."""

    def __init__(self) -> None:
        self._states: OrderedDict[bytes, Any] = OrderedDict()
        self._lock = Lock()

    def find(self, record: v1.Record) -> Any | None:
        """A copy of the position that `record` leads to, if it is remembered."""
        with self._lock:
            state = self._states.get(_digest(record))
        return None if state is None else state.copy()

    def remember(self, record: v1.Record, state: Any) -> None:
        """Keeps the position, and forgets the oldest one if there are too many."""
        with self._lock:
            self._states[_digest(record)] = state
            self._states.move_to_end(_digest(record))
            if len(self._states) > REMEMBERED:
                self._states.popitem(last=False)


def _digest(record: v1.Record) -> bytes:
    return sha256(record.SerializeToString(deterministic=True)).digest()

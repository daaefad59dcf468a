"""The service `Arena`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

import grpc
from google.protobuf.message import Message

from covert_bots.arena.errors import LedgerError
from covert_bots.arena.plan import place_of
from covert_bots.arena.report.text import printable
from covert_server.arena.figures import game_message
from covert_server.arena.watched_ledger import OFTEN, Look, WatchedLedger
from covert_server.calls.call import Call
from covert_server.calls.calls import Calls, Handler, Method, methods_of
from covert_server.calls.status import DrainingError, FieldError, RefusedError
from covert_server.checks import read_request
from covert_server.ledger_source import LedgerSource
from covertbots.v1 import action_pb2
from covertbots.v1 import arena_pb2 as v1

M = TypeVar("M", bound=Message)
T = TypeVar("T")

SIGN_OF_LIFE = 15.0  # seconds between two responses of a stream, at most
USUAL, MOST = 50, 200  # games of a list


class Arena:
    """The handlers of the service. The ledger is read in a thread, for one call at a time."""

    def __init__(self, source: LedgerSource, calls: Calls) -> None:
        self._source = source
        self._ledger = WatchedLedger(source)
        self._draining = calls.draining
        self._turn = asyncio.Lock()

    def methods(self) -> list[Method]:
        """Return the methods of the service."""
        handlers: dict[str, Handler] = {
            "GetTournament": self.get_tournament,
            "WatchTournament": self.watch_tournament,
            "ListGames": self.list_games,
            "GetGame": self.get_game,
        }
        return methods_of(v1.DESCRIPTOR.services_by_name["Arena"], handlers)

    async def get_tournament(self, call: Call) -> v1.GetTournamentResponse:
        """Return how the tournament stands."""
        request_of(call, v1.GetTournamentRequest)
        look = await self._look()
        return v1.GetTournamentResponse(tournament=look.tournament)

    async def watch_tournament(self, call: Call) -> None:
        """Send how the tournament stands, after each change."""
        request_of(call, v1.WatchTournamentRequest)
        sent, at = 0, time.monotonic()
        while True:
            look = await self._look()
            ended = look.tournament is not None and look.tournament.ended
            ended = ended and self._source.league is None  # which goes on with the next bot
            if look.number != sent:
                await call.send(v1.WatchTournamentResponse(tournament=look.tournament, ended=ended))
                sent, at = look.number, time.monotonic()
            elif time.monotonic() - at > SIGN_OF_LIFE:
                await call.send(v1.WatchTournamentResponse())
                at = time.monotonic()
            if ended:
                return
            await self._pause()

    async def list_games(self, call: Call) -> v1.ListGamesResponse:
        """List games that have ended."""
        request = request_of(call, v1.ListGamesRequest)
        if request.most > MOST:
            raise FieldError([("most", f"is {request.most}; expected {MOST} at most")])
        look = await self._look()
        listed = look.ended[request.skip : request.skip + (request.most or USUAL)]
        games = [game_message(attempt, look.bots) for attempt in listed]
        return v1.ListGamesResponse(games=games, all=len(look.ended))

    async def get_game(self, call: Call) -> v1.GetGameResponse:
        """Return a game that has ended."""
        key = request_of(call, v1.GetGameRequest).key
        place = place_of(key)
        if place is None:
            wrong = f"is {key[:40]!r}; expected BLOCK.ROTATION, such as 12.1"
            raise FieldError([("key", wrong)])

        def read() -> v1.GetGameResponse | None:
            attempt = self._ledger.game(*place)
            if attempt is None:
                return None
            bots = self._ledger.look().bots
            fixture = attempt.fixture
            game = self._source.game
            record = game.deal_to_message(len(fixture.seats), fixture.seed)
            record.actions.extend(
                action_pb2.Action(text=game.action_to_message(action).text)
                for action in attempt.actions
            )
            names = [printable(bots[bot]) for bot in fixture.seats]
            return v1.GetGameResponse(game=game_message(attempt, bots), record=record, bots=names)

        response = await self._in_turn(read)
        if response is None:
            wrong = f"key: no game {key} has ended"
            raise RefusedError(grpc.StatusCode.NOT_FOUND, wrong, "NO_GAME")
        return response

    async def _look(self) -> Look:
        return await self._in_turn(self._ledger.look)

    async def _in_turn(self, work: Callable[[], T]) -> T:
        """Do a part of the work in a thread. RefusedError if the ledger cannot be read."""
        async with self._turn:
            try:
                return await asyncio.to_thread(work)
            except LedgerError as error:
                code = grpc.StatusCode.FAILED_PRECONDITION
                raise RefusedError(code, str(error), "LEDGER_NOT_READ") from None

    async def _pause(self) -> None:
        """Wait until it is worth another look; DrainingError when the server shuts down."""
        try:
            await asyncio.wait_for(self._draining.wait(), OFTEN)
        except TimeoutError:
            return
        raise DrainingError


def request_of(call: Call, kind: type[M]) -> M:
    """Return the request of a call; FieldError if it cannot be read."""
    request, problems, _ = read_request(call, kind)
    if problems:
        raise FieldError(problems)
    return request

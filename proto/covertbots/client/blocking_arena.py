# Made by proto/unasync.py of aio_arena.py: change it there.
"""The calls of a tournament and a league: a part of the client."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Any

from covertbots.client.blocking_caller import Caller
from covertbots.client.blocking_streams import TournamentWatch
from covertbots.client.requests import made
from covertbots.client.resumption import TournamentMemory
from covertbots.v1 import arena_pb2, league_pb2
from covertbots.v1.arena_pb2_grpc import ArenaStub
from covertbots.v1.league_pb2_grpc import LeagueStub


class Arena(Caller):
    """The calls of a tournament and a league."""

    _arena: ArenaStub
    _league: LeagueStub

    def get_tournament(
        self, *, timeout: float | None = None, patience: float | None = None
    ) -> arena_pb2.Tournament:
        """Return how the tournament stands."""
        request = arena_pb2.GetTournamentRequest()
        response = self._call(self._arena.GetTournament, request, timeout, patience)
        return response.tournament

    def watch_tournament(
        self, *, timeout: float | None = None, patience: float | None = None
    ) -> TournamentWatch:
        """Return the standings of the tournament, now and after each change, until no game is left:
        an iterator. If the server is lost, it goes on with the standings then."""
        request = arena_pb2.WatchTournamentRequest()

        def method(*_: Any, timeout: float | None) -> Any:  # its request goes out with the call
            return self._arena.WatchTournament(request, timeout=timeout)

        memory = TournamentMemory(self._patience.attempts(timeout, patience))
        return self._keep(TournamentWatch, method, memory)

    def list_games(
        self,
        *,
        skip: int = 0,
        most: int = 0,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> arena_pb2.ListGamesResponse:
        """Return games that have ended, the latest first: at most so many, 50 if that is 0, after
        the first `skip`."""
        request = made(arena_pb2.ListGamesRequest, skip=skip, most=most)
        return self._call(self._arena.ListGames, request, timeout, patience)

    def get_game(
        self, key: str, *, timeout: float | None = None, patience: float | None = None
    ) -> arena_pb2.GetGameResponse:
        """Return the game of a name such as `12.1`, which has ended, with its record."""
        request = made(arena_pb2.GetGameRequest, key=key)
        return self._call(self._arena.GetGame, request, timeout, patience)

    def submit_bot(
        self,
        name: str,
        bot: str,
        *,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> league_pb2.Entrant:
        """Hand in a bot, `grpc://host:port/spec` or `engine:command`, to the league of the server,
        or let it play on if it was stopped or withdrawn. The server tries it first."""
        request = made(league_pb2.SubmitBotRequest, name=name, bot=bot)
        response = self._call(self._league.SubmitBot, request, timeout, patience)
        return response.entrant

    def withdraw_bot(
        self, name: str, *, timeout: float | None = None, patience: float | None = None
    ) -> league_pb2.Entrant:
        """Withdraw a bot of yours from the league: it begins no other game."""
        request = made(league_pb2.WithdrawBotRequest, name=name)
        response = self._call(self._league.WithdrawBot, request, timeout, patience)
        return response.entrant

    def list_entrants(
        self, *, timeout: float | None = None, patience: float | None = None
    ) -> list[league_pb2.Entrant]:
        """Return the bots of the league, the first that was handed in first."""
        request = league_pb2.ListEntrantsRequest()
        response = self._call(self._league.ListEntrants, request, timeout, patience)
        return list(response.entrants)

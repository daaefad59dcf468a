"""The service `Opponent`: bots that answer views.

Every handler does the same: read the request, in a thread if it is large; let a bot search in a
worker; return the answer. `calls.py` turns its exceptions into a status.
"""

from __future__ import annotations

from collections.abc import Sequence

from covert_bots.players.spec import Value
from covert_server.analysis import analyze, watch
from covert_server.bot_requests import BotRequests
from covert_server.build import build
from covert_server.calls.call import Call
from covert_server.calls.calls import Calls, Handler, Incoming, Method, methods_of
from covert_server.checks import BotRequest, bot_request_of, read_request
from covert_server.games import Games, ServedGame
from covert_server.info import ceilings_message, info_message
from covert_server.seat import SeatPlay
from covert_server.settings import Settings
from covertbots.v1 import opponent_pb2 as v1

OPPONENT = "covertbots.v1.Opponent"


class Opponent:
    """The handlers of the service."""

    def __init__(
        self,
        settings: Settings,
        games: Sequence[ServedGame],
        bots: BotRequests,
        calls: Calls,
    ) -> None:
        self._settings = settings
        self._games = Games(games)
        self._calls = calls
        self._bots = bots

    def methods(self) -> list[Method]:
        """Return the methods of the service."""
        handlers: dict[str, Handler] = {
            "ListBots": self.list_bots,
            "GetInfo": self.get_info,
            "SuggestMove": self.suggest_move,
            "Watch": self.watch,
            "Analyze": self.analyze,
            "PlaySeat": self.play_seat,
        }
        return methods_of(v1.DESCRIPTOR.services_by_name["Opponent"], handlers)

    async def list_bots(self, call: Call) -> v1.ListBotsResponse:
        """Return the bots and card sets of a game, and the server's ceilings."""
        request = call.parse(v1.ListBotsRequest)
        game = self._games.chosen(request.game, "game")
        response = v1.ListBotsResponse(
            card_sets=game.digests,
            build=build(),
            ceilings=ceilings_message(self._settings),
            games=self._games.names,
        )
        for bot in game.catalogue.describe():
            message = response.bots.add(name=bot.name, description=bot.description)
            for parameter in bot.parameters:
                message.parameters.add(
                    name=parameter.name,
                    type=parameter.type,
                    default_value=_text(parameter.default),
                    low=_text(parameter.low),
                    high=_text(parameter.high),
                    description=parameter.description,
                    choices=parameter.choices,
                )
            for level in bot.levels:
                two_players = level.ratings.get(2)
                message.levels.add(
                    name=level.name,
                    spec=level.spec,
                    rating=two_players and two_players.elo,
                    rating_margin=two_players and two_players.margin,
                    ratings=[
                        v1.LevelRating(players=players, elo=rating.elo, margin=rating.margin)
                        for players, rating in level.ratings.items()
                    ],
                    description=level.description,
                )
        return response

    async def get_info(self, call: Call) -> v1.GetInfoResponse:
        """Return the server's build, games and limits, and the limits of the caller."""
        call.parse(v1.GetInfoRequest)
        return info_message(self._settings, self._games, call)

    async def suggest_move(self, call: Call) -> bytes:
        """Return the moves, ranked."""

        def read() -> BotRequest:
            request, problems, unread = read_request(call, v1.SuggestMoveRequest)
            return bot_request_of(request, self._games, problems=problems, unread=unread)

        return await self._bots.answer(read, call)

    async def watch(self, call: Call) -> None:
        """Send the same answer while it improves."""
        await watch(call, self._bots, self._games)

    async def analyze(self, call: Call, requests: Incoming) -> None:
        """Send the same answer while it improves, until the client says stop."""
        await analyze(call, requests, self._bots, self._games)

    async def play_seat(self, call: Call, requests: Incoming) -> None:
        """Play a seat for as long as the call lasts."""
        seat = SeatPlay(call, requests, self._bots, self._games)
        await seat.play(self._calls.draining)


def _text(value: Value | None) -> str:
    """Return a value as a spec writes it; empty for None."""
    return "" if value is None else str(value).lower()

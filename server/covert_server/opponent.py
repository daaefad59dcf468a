"""The service `Opponent`: bots that answer views.

Every handler has the same strokes: read the request, in a thread if it is large; let a bot search
in a worker; return the answer. What it raises becomes a status in `calls.py`.
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
        """The methods of the service."""
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
        """What this server has and allows."""
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
                of_two = level.ratings.get(2)
                message.levels.add(
                    name=level.name,
                    spec=level.spec,
                    rating=of_two and of_two.elo,
                    rating_margin=of_two and of_two.margin,
                    ratings=[
                        v1.LevelRating(players=players, elo=one.elo, margin=one.margin)
                        for players, one in level.ratings.items()
                    ],
                )
        return response

    async def get_info(self, call: Call) -> v1.GetInfoResponse:
        """What this server is and allows, and what the caller is allowed."""
        call.parse(v1.GetInfoRequest)
        return info_message(self._settings, self._games, call)

    async def suggest_move(self, call: Call) -> bytes:
        """The moves, ranked."""

        def read() -> BotRequest:
            request, problems, unread = read_request(call, v1.SuggestMoveRequest)
            return bot_request_of(request, self._games, problems=problems, unread=unread)

        return await self._bots.answer(read, call)

    async def watch(self, call: Call) -> None:
        """The same answer, improving."""
        await watch(call, self._bots, self._games)

    async def analyze(self, call: Call, requests: Incoming) -> None:
        """The same answer, improving until the client says stop."""
        await analyze(call, requests, self._bots, self._games)

    async def play_seat(self, call: Call, requests: Incoming) -> None:
        """A seat handed over."""
        seat = SeatPlay(call, requests, self._bots, self._games)
        await seat.play(self._calls.draining)


def _text(value: Value | None) -> str:
    """A value as it is written in a spec; empty for none."""
    return "" if value is None else str(value).lower()

"""What a server is asked under load."""

from __future__ import annotations

from typing import Any

from covert_bots.players.game import Game
from covertbots.v1 import opponent_pb2, suggestion_pb2

SEED = 7  # of the game whose positions are asked about
PLAYED_BY = "greedy"
STAGES = 8  # the view in the middle of each is asked about


def suggest_requests(game: Game, players: int, bot: str, think_ms: int | None) -> list[bytes]:
    """Requests of SuggestMove, one for each of some positions from a game's beginning to its end.

    `think_ms` is the time of a search in milliseconds; without it the bot's own limits hold."""
    limits = suggestion_pb2.Limits()
    if think_ms is not None:
        limits.time.FromMilliseconds(think_ms)
    views = _views(game, players)
    places = sorted({len(views) * (2 * stage + 1) // (2 * STAGES) for stage in range(STAGES)})
    return [
        opponent_pb2.SuggestMoveRequest(
            view=game.view_to_message(views[place]), bot=bot, limits=limits
        ).SerializeToString()
        for place in places
    ]


def _views(game: Game, players: int) -> list[Any]:
    """At each decision of a game that is played by a rule, what its seat knows."""
    state = game.deal(players, SEED)
    bot = game.catalogue.make(PLAYED_BY)
    views = []
    while (seat := state.actor) is not None:
        views.append(state.view(seat))
        state.play(bot.choose(views[-1], SEED))
    return views

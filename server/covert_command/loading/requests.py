"""What a server is asked under load."""

from __future__ import annotations

from covert_bots.covert.wire import view_to_message
from covert_command.measures import greedy_game, views_of
from covert_engine.covert import CompiledSet
from covert_engine.covert.cards.card_set import CardSet
from covertbots.v1 import opponent_pb2, suggestion_pb2

__all__ = ["suggest_requests"]

GAME = 7  # the seed of the game whose positions are asked about


def suggest_requests(cards: CardSet, players: int, bot: str, think_ms: int | None) -> list[bytes]:
    """Requests of SuggestMove, one for each of some positions from a game's beginning to its end.

    `think_ms` is the time of a search in milliseconds; without it the bot's own limits hold."""
    compiled = CompiledSet(cards)
    limits = suggestion_pb2.Limits()
    if think_ms is not None:
        limits.time.FromMilliseconds(think_ms)
    return [
        opponent_pb2.SuggestMoveRequest(
            view=view_to_message(view), bot=bot, limits=limits
        ).SerializeToString()
        for view in views_of(compiled, greedy_game(compiled, players, GAME))
    ]

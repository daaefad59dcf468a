"""The players of Covert. They see views, never a state."""

from covert_bots.players.bot import Bot
from covert_bots.players.catalogue import BotDescription, BotSpecError, Parameter, describe, make
from covert_bots.players.match import GameResult, SeatResult, play_game
from covert_bots.players.suggestion import RankedMove, Suggestion

__all__ = [
    "Bot",
    "BotDescription",
    "BotSpecError",
    "GameResult",
    "Parameter",
    "RankedMove",
    "SeatResult",
    "Suggestion",
    "describe",
    "make",
    "play_game",
]

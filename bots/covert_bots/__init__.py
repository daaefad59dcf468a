"""The players of Covert and Covert Action. They see views, never a state."""

from covert_bots.covert.catalogue import describe, make
from covert_bots.covert.game import Covert
from covert_bots.covert_action.game import CovertAction
from covert_bots.players.bot import Bot
from covert_bots.players.catalogue import BotDescription
from covert_bots.players.decision import Decision, DecisionError
from covert_bots.players.match import GameResult, SeatResult, play_game
from covert_bots.players.spec import BotSpecError, Parameter
from covert_bots.players.suggestion import Suggestion
from covert_engine.search import ActionResult

__all__ = [
    "ActionResult",
    "Bot",
    "BotDescription",
    "BotSpecError",
    "Covert",
    "CovertAction",
    "Decision",
    "DecisionError",
    "GameResult",
    "Parameter",
    "SeatResult",
    "Suggestion",
    "describe",
    "make",
    "play_game",
]

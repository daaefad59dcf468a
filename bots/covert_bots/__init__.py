"""Bots for Covert and Covert Action, and the arena. Bots see views, never a state.

Names are imported lazily, so using one game does not load the other.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_MODULES = {
    "ActionResult": "covert_engine.search",
    "Bot": "covert_bots.players.bot",
    "BotDescription": "covert_bots.players.catalogue",
    "BotSpecError": "covert_bots.players.spec",
    "Covert": "covert_bots.covert.game",
    "CovertAction": "covert_bots.covert_action.game",
    "Decision": "covert_bots.players.decision",
    "DecisionError": "covert_bots.players.decision",
    "GameResult": "covert_bots.players.match",
    "Parameter": "covert_bots.players.spec",
    "SeatResult": "covert_bots.players.match",
    "Suggestion": "covert_bots.players.suggestion",
    "describe": "covert_bots.covert.catalogue",
    "make": "covert_bots.covert.catalogue",
    "play_game": "covert_bots.players.match",
}


if not TYPE_CHECKING:  # hidden from type checkers, which would take any name as existing

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_MODULES[name]), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

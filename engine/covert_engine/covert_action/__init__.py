"""The game of Covert Action: its rules, views of a seat, and worlds that agree with a view.

`State` is a legal position that knows everything, `View` the knowledge of one seat. Bots get views.
"""

from covert_engine.covert_action._game import State
from covert_engine.covert_action._seat_view import View
from covert_engine.covert_action.evaluation._plain import Plain
from covert_engine.covert_action.evaluation._posterior import Belief, Beliefs
from covert_engine.covert_action.evaluation._reasoned import Reasoned
from covert_engine.covert_action.record import Record
from covert_engine.covert_action.rules._settings import Settings, SettingsError
from covert_engine.covert_action.rules.actions import Action, Kind, Role, pack, unpack
from covert_engine.covert_action.rules.notation import format_action, parse_action
from covert_engine.input.errors import (
    CovertError,
    IllegalActionError,
    NotationError,
    RecordError,
    StateError,
    ViewError,
)

__all__ = [
    "Action",
    "Belief",
    "Beliefs",
    "CovertError",
    "IllegalActionError",
    "Kind",
    "NotationError",
    "Plain",
    "Reasoned",
    "Record",
    "RecordError",
    "Role",
    "Settings",
    "SettingsError",
    "State",
    "StateError",
    "View",
    "ViewError",
    "format_action",
    "pack",
    "parse_action",
    "unpack",
]

"""The game of Covert: its rules, views of a seat, and worlds that agree with a view.

`State` is a legal position that knows everything, `View` the knowledge of one seat. Bots get views.
"""

from covert_engine.covert._belief import Belief
from covert_engine.covert._game import State
from covert_engine.covert._seat_view import View
from covert_engine.covert.cards import compile, house_set, load_card_set
from covert_engine.covert.cards._compiled import CompiledSet
from covert_engine.covert.cards.card_set import CardSet, Options
from covert_engine.covert.cards.errors import CardSetError
from covert_engine.covert.evaluation._hand_made import HandMade
from covert_engine.covert.evaluation._learned import Learned
from covert_engine.covert.notation import format_action, parse_action
from covert_engine.covert.record import Record
from covert_engine.covert.rules.actions import Action, Kind, pack, unpack
from covert_engine.input.errors import (
    CovertError,
    FieldsError,
    IllegalActionError,
    NotationError,
    RecordError,
    StateError,
    ViewError,
)

__all__ = [
    "Action",
    "Belief",
    "CardSet",
    "CardSetError",
    "CompiledSet",
    "CovertError",
    "FieldsError",
    "HandMade",
    "IllegalActionError",
    "Kind",
    "Learned",
    "NotationError",
    "Options",
    "Record",
    "RecordError",
    "State",
    "StateError",
    "View",
    "ViewError",
    "compile",
    "format_action",
    "house_set",
    "load_card_set",
    "pack",
    "parse_action",
    "unpack",
]

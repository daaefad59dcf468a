"""An action seen from Python: its kinds, the words of its operands, packing and unpacking.

The numbers are those of `_actions.pxd`, where each kind's operands are described.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """What is done."""

    NO_ACTION = 0
    RETURN_MISSION = 1
    PLACE = 2
    PASS = 3
    STOP = 4
    END = 5
    REROLL = 6
    ROLL = 7
    USE = 8
    DIE = 9
    FLY = 10
    AGENT = 11
    STEP = 12
    SWAP = 13
    CLAIM = 14
    DRAW_CODE = 15
    COMPLETE = 16
    PAY = 17
    RETURN_CODE = 18
    TAKE_MISSION = 19
    TAKE_AGENCY = 20
    MOVE = 21
    FORFEIT = 22
    REWARD = 23
    DISCARD = 24
    DISCARD_MISSION = 25
    KEEP = 26
    BOTTOM = 27
    SPY = 28
    REFUSE = 29
    TILE = 30


class Target(IntEnum):
    """Where a die can be placed."""

    COMPLETE_CIRCLE = 0
    MISSION_CIRCLE = 1
    AGENCY_CIRCLE = 2
    MOVEMENT_CIRCLE = 3
    FOLDER = 4
    DECODER = 5


class Source(IntEnum):
    """What pays for a use; a number below 48 is that Agency Card of the hand."""

    BY_CHARACTER = 254
    BY_TOKEN = 255


class Payment(IntEnum):
    """What pays for a symbol of a mission."""

    PAY_FOOT = 0
    PAY_CODE = 1
    PAY_CARD = 2


class Ability(IntEnum):
    """The special abilities."""

    PLUS_ONE = 0
    MINUS_ONE = 1
    MOVE_THREE = 2
    ESPIONAGE = 3
    SNEAK_ATTACK = 4
    FIRST = 5
    SEARCH = 6
    CODE_BREAKER = 7


class CharacterPlay(IntEnum):
    """What a character can do that no ability does; numbered on from Ability."""

    TOKEN_PLAY = 8
    AGENCY_PLAY = 9


class Deck(IntEnum):
    """A deck a Search can name."""

    AGENCY_DECK = 0
    MISSION_DECK = 1


class Action(NamedTuple):
    """The fields of an action. What they mean for each kind is in docs/notation.md, section 3."""

    kind: int
    """What is done, a `Kind`."""
    first: int = 0
    """Such as a die's face, or a card from 0."""
    second: int = 0
    third: int = 0


_KINDS = {int(kind): kind for kind in Kind}


def pack(kind: int, first: int = 0, second: int = 0, third: int = 0) -> int:
    """The action as one number; the bit table is in `_actions.pxd`."""
    return kind | first << 6 | second << 14 | third << 22


def unpack(action: int) -> Action:
    """The fields of a packed action, such as `legal_actions` lists.

    >>> unpack(pack(Kind.PLACE, 3, Target.MOVEMENT_CIRCLE))
    Action(kind=<Kind.PLACE: 2>, first=3, second=3, third=0)
    """
    kind = action & 63
    return Action(_KINDS.get(kind, kind), action >> 6 & 255, action >> 14 & 255, action >> 22 & 255)

"""Actions in Python's hands: kinds, roles, packing. The bit table is in `_actions.pxd`."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """What is done."""

    PASS = 1
    AM = 2
    IS = 3
    URGE = 4
    HOLD = 5
    SHOOT = 6


class Role(IntEnum):
    """What a Spy card shows on its face."""

    SNIPER = 0
    CLEANER = 1
    MOLE = 2
    BODYGUARD = 3
    SABOTEUR = 4


class Action(NamedTuple):
    """The fields of an action."""

    kind: int
    """What is done, a `Kind`."""
    first: int = 0
    """A seat from 0, or the `Role` of `am`."""
    second: int = 0
    """The `Role` of `is`."""


_KINDS = {int(kind): kind for kind in Kind}


def pack(kind: int, first: int = 0, second: int = 0) -> int:
    """The action as one number."""
    return kind | first << 6 | second << 14


def unpack(action: int) -> Action:
    """The fields of a packed action, such as `legal_actions` lists.

    >>> unpack(pack(Kind.IS, 2, Role.SNIPER))
    Action(kind=<Kind.IS: 3>, first=2, second=0)
    """
    kind = action & 63
    return Action(_KINDS.get(kind, kind), action >> 6 & 255, action >> 14)

"""Views and events as plain data, fit for JSON: names and types.

Seats count from 0 here as in memory, but from 1 in the text of an action.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from covert_engine.covert_action.rules.names import OutcomeName, PhaseName, RoleName, TeamName

VERSION = 1
"""Version of the bytes of views and states; grows with every change of the fields."""


class PlayerFields(TypedDict):
    """A seat (4.1, 4.2)."""

    team: TeamName
    is_in: bool
    role: RoleName | None
    """Its Spy card; null where it is hidden."""
    held: int
    """Plan cards."""
    drawn: int
    """Plan cards drawn this round."""
    types: list[int] | None
    """Number of each type of `PLAN` that it holds; null where they are hidden."""


class CardFields(TypedDict):
    """A Spy card in the centre."""

    team: TeamName
    role: RoleName | None
    """Null until the game is over."""


class StatementFields(TypedDict):
    """A statement of this round."""

    t: int
    """The beat of the round, from 1."""
    seat: int
    text: str
    """Its notation, such as `is 3 sniper`."""


class ShotFields(TypedDict):
    """A shot of this round. The last one can have ended it only if the game is over."""

    t: int
    shooter: int
    target: int
    outcome: OutcomeName
    ordered: bool
    """True if it was at the deadline."""


class ViewFields(TypedDict):
    """Everything one seat may know (4.1, 4.2)."""

    settings: dict[str, Any]
    seat: int
    round: int
    opener: int
    t: int
    beat: int
    phase: PhaseName
    speaker: int | None
    actor: int | None
    """The seat to decide, as far as this seat knows."""
    choice: str | None
    """Its own choice in the open window: `hold`, or such as `shoot 3`."""
    players: list[PlayerFields]
    centre: list[CardFields]
    deck: int
    statements: list[StatementFields]
    """Statements in the order in which they were made. Those missing from outside count as
    `pass`."""
    shots: list[ShotFields]


class StateFields(TypedDict):
    """A state: the fields of a view, but with everything shown. Not for players."""

    settings: dict[str, Any]
    seed: int
    round: int
    opener: int
    t: int
    beat: int
    phase: PhaseName
    speaker: int | None
    ordered: int | None
    """The seat that is ordered to shoot, at the deadline."""
    first: int | None
    """In a world dealt in a window, the seat whose choice is taken first; else null."""
    choices: list[str | None]
    """Choices in the open window, by seat."""
    players: list[PlayerFields]
    centre: list[CardFields]
    deck: str
    """The Plan cards to come, a letter of `PLAN` each, the next one first."""
    statements: list[StatementFields]
    shots: list[ShotFields]


class HiddenFields(TypedDict):
    """Everything in a state beyond all views; not for players."""

    roles: list[RoleName]
    centre: list[RoleName]
    types: list[list[int]]
    deck: str
    """The Plan cards to come, the next one first."""
    choices: list[str | None]
    """Choices in the open window, by seat."""
    act_as_sniper: list[int]
    """The seats that act as Sniper now (2.6)."""


class EventFields(TypedDict, total=False):
    """A public event. Its fields depend on its kind. The kind `ordered`, which one seat alone
    observes, is added by `event_message.py` of the bots."""

    kind: Literal[
        "said",
        "window_opens",
        "window_closes",
        "deadline_comes",
        "shot",
        "out",
        "draw",
        "round_ends",
        "dealt",
        "game_ends",
    ]
    seat: int
    """The seat that spoke, shot, is out or drew a Plan card."""
    text: str
    """The statement, in the notation."""
    t: int
    """The beat whose window opens."""
    target: int
    outcome: OutcomeName
    ordered: bool
    role: RoleName
    """The card of a seat that is out."""
    void: bool
    """True if the round ends without winners (3.12)."""
    roles: list[RoleName]
    """The cards of all seats, shown at the end of a round."""
    centre: list[RoleName]
    """The cards set aside, shown with them."""
    round: int
    """The round that is dealt."""

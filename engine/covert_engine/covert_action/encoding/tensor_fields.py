"""The fields of the tensor of a view, in order; `_tensor.pyx` writes them.

Seats stand clockwise from the view's own, which comes first, and teams in their order from its own
one, which comes first too. A field that does not apply is all zeros. Shares are cut off at 1.
"""

from __future__ import annotations

from covert_engine.covert_action.rules._settings import Settings
from covert_engine.covert_action.rules.names import OUTCOMES, PHASES, PLAN_TYPES, ROLES
from covert_engine.encoding.field import Field

MOST_SHOTS = 5  # of a round, and of stretches of beats
SORTS = ("pass", "am", "is", "urge")


def tensor_fields(settings: Settings) -> tuple[Field, ...]:
    """Return the fields of the tensor of a view with these settings."""
    seats, teams = settings.players, settings.teams
    beats = settings.beats * MOST_SHOTS if settings.talk else 0
    shot = seats + seats + len(OUTCOMES) + 2
    said = len(SORTS) + len(ROLES) + seats
    return (
        Field("phase", (len(PHASES),), "the stage of the beat"),
        Field("actor", (seats,), "the seat to decide, if this seat knows it"),
        Field("opener", (seats,), "the seat that speaks first in the first beat"),
        Field("speaker", (seats,), "the seat to speak"),
        Field("round", (1,), "of 60"),
        Field("t", (1,), "beats of the round, of 30"),
        Field("beat", (1,), "beats of the stretch, of 6"),
        Field("deck", (1,), "Plan cards in the deck, of 40"),
        Field("in", (seats,), "seats that are in"),
        Field("team", (seats, teams), "the team of each seat"),
        Field("aside", (teams,), "Spy cards of each team set aside, of 3"),
        Field("role", (seats, len(ROLES)), "roles that this seat knows"),
        Field("held", (seats,), "Plan cards of each seat, of 10"),
        Field("drawn", (seats,), "those drawn this round, of 5"),
        Field("plan", (seats, len(PLAN_TYPES)), "Plan cards this seat knows by type, of 10"),
        Field("hold", (1,), "1 if the own choice in the open window is to hold"),
        Field("shoot", (seats,), "the target of the own choice in the open window"),
        Field("shots", (MOST_SHOTS, shot), "shooter, target, outcome, ordered, beat of 30"),
        Field("said", (beats, seats, said), "each statement by beat: its sort, role, seat named"),
    )

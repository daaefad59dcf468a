"""The positions in which the player of a real table may be to decide, with what they suppose."""

from __future__ import annotations

from copy import deepcopy
from typing import NamedTuple

from covert_bots.covert_action.real_table.standing import Standing

SILENT_BEFORE = "If those who speak before you say nothing:"
SILENT_AFTER = "If the window opens now, and the others say nothing more:"
SPEAKS_NOW = "If you speak now:"


class Decision(NamedTuple):
    """A position in which the player is to decide."""

    standing: Standing
    supposed: str
    """The assumption, in words; empty if this is the standing itself."""


def decisions(standing: Standing) -> list[Decision]:
    """Return the positions in which the player is to decide in this beat: the standing itself, or
    those to which it leads if the others are silent. Where seats speak as they like there may be
    two, a statement and a shot; elsewhere there is one at most."""
    seat = standing.seat
    if standing.need != "nothing" or seat is None or seat in standing.out:
        return []
    if standing.no_order and standing.phase != "deadline":
        speech = [_speaks_now(standing, seat)] if (standing.t, seat) not in standing.said else []
        return speech if standing.role == "mole" else [*speech, _window(standing)]
    if standing.actor() == seat:
        return [Decision(standing, "")]
    if standing.phase != "talk":
        return []
    later = standing.speakers(standing.t)[standing.place :]
    if seat in later:
        copy = deepcopy(standing)
        copy.place += later.index(seat)
        return [Decision(copy, SILENT_BEFORE)]
    return [] if standing.role == "mole" else [_window(standing)]


def _window(standing: Standing) -> Decision:
    if standing.phase == "window":
        return Decision(standing, "")
    copy = deepcopy(standing)
    copy.phase = "window"
    return Decision(copy, SILENT_AFTER)


def _speaks_now(standing: Standing, seat: int) -> Decision:
    """Return the position in which the player speaks last in this beat: all that was said comes
    before."""
    copy = deepcopy(standing)
    copy.opener = (seat + 2 - standing.t) % standing.settings.players
    copy.phase = "talk"
    copy.place = copy.speakers(copy.t).index(seat)
    return Decision(copy, SPEAKS_NOW)

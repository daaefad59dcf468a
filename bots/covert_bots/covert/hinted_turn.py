"""A turn of a seat played by hints: it is searched again at each of its decisions.

So it equals hints that are taken one by one, and takes into account all that has come up since the
last one: a card, a die, a tile, or what another seat has done.
"""

from __future__ import annotations

from collections.abc import Sequence

from covert_bots.covert.wire import view_from_message, view_to_message
from covert_bots.covert.words.turn_story import turn_of
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert import View
from covertbots.v1 import view_pb2

STEP = "step"


class HintedTurn:
    """A turn as far as hints have played it."""

    def __init__(self, view: View) -> None:
        """Begin at a decision of the view's seat."""
        self._place = _place(view)
        self._over = False
        self._foreseen: list[int] | None = None  # the rest of the turn by the latest hint

    def goes_on(self, view: View) -> bool:
        """Return True if this decision of the seat belongs to the turn."""
        return not self._over and _place(view) == self._place

    def step(self, view: View, hint: Suggestion) -> tuple[int, bool]:
        """Return the action to play by the hint for a view, and True if the turn goes on otherwise
        than the hint before has said."""
        turn = turn_of(view, hint.principal_variation)
        is_new = turn.decided != self._foreseen
        first, *self._foreseen = turn.decided
        self._over = turn.complete and not self._foreseen
        return first, is_new


def _place(view: View) -> Sequence[object]:
    fields = view.fields()
    return view.round, view.phase, fields.get("on_turn")


def in_any_order(view: View) -> View:
    """Return a view for a search that has seen nothing of a movement: the agents that have not
    stepped yet may do so before and after each other.

    A search lets agents step in the order of their numbers, so in the middle of a movement that
    another has begun it would leave out agents that it had to move before.
    """
    if view.decision != STEP:
        return view
    message = moving_in_any_order(view_to_message(view))
    return view_from_message(message.covert, view.cards)


def moving_in_any_order(message: view_pb2.View) -> view_pb2.View:
    """Return the message of such a view."""
    if not message.covert.movement.last_agent:
        return message
    free = view_pb2.View()
    free.CopyFrom(message)
    free.covert.movement.last_agent = 0
    return free

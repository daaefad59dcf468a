"""A view of Covert as plain text, for people and language models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from covert_bots.covert.position.write import mission_face, position_text
from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.covert.words.clauses import sentence
from covert_bots.covert.words.events import PHASES
from covert_bots.covert.words.narration import mission_words
from covert_bots.players.plain_text import plain_text
from covert_engine.covert import View, format_action


def view_text(view: View, events: Sequence[str] = ()) -> str:
    """Return the view, the events in words that its seat has just observed, and its legal actions.

    The lines of the table are those of a position (docs/positions.md), broken to fit. The text is a
    function of the view and the events.
    """
    cards, situation = view.cards.source, view.situation()
    legal = view.legal_actions() if view.actor == view.seat else []
    actions = [
        (format_action(action, view.cards), sentence([action], cards, situation))
        for action in legal
    ]
    return plain_text(_heading(view), _table(view), actions, events)


def _heading(view: View) -> str:
    fields = view.fields()
    where = f"Covert, {view.players} players. You are {SEAT_NAMES[view.seat]}"
    if fields["phase"] == "over":
        return f"{where}. The game is over."
    if view.actor is None:
        return f"{where}. Another seat decides."
    decides = "You decide" if view.actor == view.seat else f"{SEAT_NAMES[view.actor]} decides"
    return f"{where}. Round {fields['round']}, {PHASES[fields['phase']]}. {decides}."


def _table(view: View) -> Iterator[str]:
    """Yield the position, and the titles of the missions in sight: actions name them by these."""
    yield "The table:"
    yield from position_text(view).splitlines()
    cards, fields = view.cards.source, view.fields()
    own = [place["card"] for place in fields["players"][view.seat]["missions"]]
    # Empty places of the row, and missions that the seat does not know, are 0.
    seen = dict.fromkeys(card - 1 for card in (*own, *fields["missions_face_up"]) if card)
    if seen:
        yield ""
        yield "Titles of missions:"
    for mission in seen:
        yield f"- {mission_words(mission, cards)}: {mission_face(cards.missions[mission])}"

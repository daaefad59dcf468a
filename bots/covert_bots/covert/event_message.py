"""Events as messages: a seat's observations of an action, in words and as data."""

from __future__ import annotations

from collections.abc import Sequence

from covert_bots.covert.words.change import Event, open_deeds
from covert_bots.covert.words.events import events_between
from covert_bots.players.message_fields import message_from_fields
from covert_engine.covert import State
from covertbots.v1 import referee_pb2
from covertbots.v1.covert_pb2 import CovertEvent


def event_message(event: Event) -> referee_pb2.Event:
    """Return an event as a message."""
    details = message_from_fields(CovertEvent, event.details())
    return referee_pb2.Event(words=event.words, seat=event.seat, covert=details)


def play_observed(state: State, action: int, seats: Sequence[int]) -> list[list[referee_pb2.Event]]:
    """Play an action, and return the events that each of these seats observes."""
    known = [state.view(seat).fields() for seat in seats]
    by_seat, _ = state.play_witnessed(action)
    cards, rolls = state.cards.source, state.first_rolls()
    observed = []
    for place, seat in enumerate(seats):
        events: list[referee_pb2.Event] = []
        for view, deeds in by_seat[seat]:
            fields = view.fields()
            happened = events_between(known[place], fields, cards, open_deeds(deeds), rolls)
            events.extend(map(event_message, happened))
            known[place] = fields
        observed.append(events)
    return observed

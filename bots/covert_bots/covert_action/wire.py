"""Conversion between Covert Action's views and suggestions and the messages of `covertbots.v1`."""

from __future__ import annotations

from covert_bots.covert_action.action_message import action_message, action_message_of
from covert_bots.covert_action.hint import hint_of
from covert_bots.covert_action.words.actions import advice
from covert_bots.covert_action.words.names import seat_names
from covert_bots.players import suggestion_message
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert_action import View, parse_action
from covertbots.v1 import suggestion_pb2


def suggestion_to_message(suggestion: Suggestion, view: View) -> suggestion_pb2.Suggestion:
    """Return a suggestion for a view as a message, with beliefs about the cards."""
    if not suggestion.turn_in_words:
        words = advice(suggestion.moves[0].action, seat_names(view.players))
        suggestion = suggestion._replace(turn_in_words=f"{words}.")

    def now(action: int) -> bytes:
        return action_message_of(action, view.seat).SerializeToString()

    def later(action: int) -> bytes:
        return action_message(action).SerializeToString()

    written = suggestion_message.written_suggestion(suggestion, now, later)
    message = suggestion_pb2.Suggestion.FromString(written)
    message.covert_action.CopyFrom(hint_of(suggestion, view))
    return message


def suggestion_from_message(message: suggestion_pb2.Suggestion) -> Suggestion:
    """Return the suggestion in a server's answer."""
    return suggestion_message.suggestion_from_message(message, parse_action)

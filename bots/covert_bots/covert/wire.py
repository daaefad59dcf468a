"""Conversion between Covert's views and suggestions and the messages of `covertbots.v1`.

`View.fields()` mirrors the `CovertView` message name by name (`players/message_fields.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from covert_bots.covert.action_message import action_messages
from covert_bots.covert.hint import hint_of, played_on_from_message
from covert_bots.covert.words.reasons import Answer
from covert_bots.covert.words.turn_story import turn_in_words
from covert_bots.players import suggestion_message
from covert_bots.players.message_fields import as_in_messages, message_from_fields
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert import CompiledSet, View, ViewError, parse_action
from covertbots.v1 import suggestion_pb2, view_pb2
from covertbots.v1.covert_view_pb2 import CovertView


def view_to_message(view: View) -> view_pb2.View:
    """Return a view as a message."""
    return view_pb2.View(covert=message_from_fields(CovertView, view.fields()))


def view_from_message(message: CovertView, cards: CompiledSet) -> View:
    """Return the view of a message; `ViewError` if no game with `cards` could show it."""
    try:
        return View.from_message(cards, message.SerializeToString())
    except ViewError as error:
        raise ViewError(as_in_messages(error.violations)) from None


def mistakes_of_message(
    message: CovertView, cards: CompiledSet, unread: Collection[str]
) -> list[tuple[str, str]]:
    """Return the mistakes of a message. The fields `unread`, by their paths, could not be read and
    are missing in it."""
    return as_in_messages(View.mistakes(cards, message.SerializeToString(), unread))


def suggestion_to_message(suggestion: Suggestion, view: View) -> suggestion_pb2.Suggestion:
    """Return a suggestion for a view as a message."""
    return suggestion_pb2.Suggestion.FromString(written_suggestion(suggestion, view))


def written_suggestion(suggestion: Suggestion, view: View, build: str = "") -> bytes:
    """Return a suggestion for a view as a serialised message, with the build that answered."""
    if not suggestion.turn_in_words:  # of a bot that knows no game, such as an engine
        words = turn_in_words(view, suggestion.principal_variation)
        suggestion = suggestion._replace(turn_in_words=words)
    actions = action_messages(view.cards)
    now = partial(actions.written_of, seat=view.seat, fields=view.situation())
    written = suggestion_message.written_suggestion(suggestion, now, actions.written, build)
    hint = hint_of(suggestion, view)
    if hint is None:
        return written
    # The field with the highest number comes last in a serialised message.
    return written + suggestion_pb2.Suggestion(covert=hint).SerializeToString()


def suggestion_from_message(message: suggestion_pb2.Suggestion, cards: CompiledSet) -> Suggestion:
    """Return the suggestion in a server's answer."""
    return suggestion_message.suggestion_from_message(message, partial(parse_action, cards=cards))


def answer_from_message(message: suggestion_pb2.Suggestion, cards: CompiledSet) -> Answer:
    """Return the suggestion in a server's answer, with its first two moves played on, and the
    chance against the bots at the table."""
    played_on = played_on_from_message(message.covert.reasons)
    suggestion = suggestion_from_message(message, cards)
    return Answer(suggestion, played_on, message.covert.against.text)

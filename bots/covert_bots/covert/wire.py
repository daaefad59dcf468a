"""The one conversion between what the engine knows of Covert and the messages of `covertbots.v1`.

`View.fields()` mirrors the `CovertView` message name by name (`players/message_fields.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from covert_bots.covert.action_message import action_messages
from covert_bots.covert.hint import hint_of
from covert_bots.players import suggestion_message
from covert_bots.players.message_fields import (
    as_in_messages,
    fields_from_message,
    message_from_fields,
)
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert import CompiledSet, View, ViewError, parse_action
from covertbots.v1 import suggestion_pb2, view_pb2
from covertbots.v1.covert_view_pb2 import CovertView


def view_to_message(view: View) -> view_pb2.View:
    """The message that says what `view` says."""
    return view_pb2.View(covert=message_from_fields(CovertView, view.fields()))


def view_from_message(message: CovertView, cards: CompiledSet) -> View:
    """The view that `message` describes; `ViewError` if no game with `cards` could show it."""
    view = View.from_message(cards, message.SerializeToString())
    if view is not None:
        return view
    try:
        return View.from_fields(cards, fields_from_message(message))
    except ViewError as error:
        raise ViewError(as_in_messages(error.violations)) from None


def mistakes_of_message(
    message: CovertView, cards: CompiledSet, unread: Collection[str]
) -> list[tuple[str, str]]:
    """Return what is wrong with a message of which the fields `unread`, by their paths, could not
    be read and are missing."""
    return as_in_messages(View.mistakes(cards, fields_from_message(message), unread))


def suggestion_to_message(suggestion: Suggestion, view: View) -> suggestion_pb2.Suggestion:
    """What a bot answered to a view."""
    return suggestion_pb2.Suggestion.FromString(written_suggestion(suggestion, view))


def written_suggestion(suggestion: Suggestion, view: View, build: str = "") -> bytes:
    """The same as its message writes itself, with the build that answered."""
    actions = action_messages(view.cards)
    now = partial(actions.written_of, seat=view.seat, fields=view.situation())
    written = suggestion_message.written_suggestion(suggestion, now, actions.written, build)
    hint = hint_of(suggestion, view)
    if hint is None:
        return written
    # The field with the highest number, so it stands where its message would write it.
    return written + suggestion_pb2.Suggestion(covert=hint).SerializeToString()


def suggestion_from_message(message: suggestion_pb2.Suggestion, cards: CompiledSet) -> Suggestion:
    """The same answer for a bot that asks a server."""
    return suggestion_message.suggestion_from_message(message, partial(parse_action, cards=cards))

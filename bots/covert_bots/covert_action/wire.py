"""Conversion between Covert Action's views and suggestions and the messages of `covertbots.v1`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from covert_bots.covert_action.action_message import action_message, action_message_of, operands_of
from covert_bots.covert_action.hint import hint_of
from covert_bots.covert_action.setup_message import settings_of_view
from covert_bots.covert_action.words.actions import advice
from covert_bots.covert_action.words.names import seat_names
from covert_bots.players import suggestion_message
from covert_bots.players.message_fields import as_in_messages, message_from_fields
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert_action import View, ViewError, parse_action
from covertbots.v1 import suggestion_pb2, view_pb2
from covertbots.v1.covert_action_pb2 import CovertActionView


def view_to_message(view: View) -> view_pb2.View:
    """Return a view as a message."""
    fields: dict[str, Any] = dict(view.fields())
    choice = fields.pop("choice")
    fields["to_decide"] = fields.pop("actor")
    for card in (*fields["players"], *fields["centre"]):
        card["role"] = card["role"] or "unspecified"
    for player in fields["players"]:
        player["types"] = player["types"] or ()
    message = message_from_fields(CovertActionView, fields)
    if choice is not None:
        message.choice.text = choice
        message.choice.operands.CopyFrom(operands_of(parse_action(choice)))
    for statement in message.statements:
        statement.operands.CopyFrom(operands_of(parse_action(statement.text)))
    return view_pb2.View(covert_action=message)


def view_from_message(message: CovertActionView) -> View:
    """Return the view of a message; `ViewError` names, by their paths in it, all fields that no
    game could show."""
    settings = settings_of_view(message)
    try:
        return View.from_message(settings, message.SerializeToString())
    except ViewError as error:
        raise ViewError(as_in_messages(error.violations)) from None


def mistakes_of_message(
    message: CovertActionView, unread: Collection[str]
) -> list[tuple[str, str]]:
    """Return the mistakes of a message. The fields `unread`, by their paths, could not be read and
    are missing in it; without settings nothing is checked."""
    if any(path.partition(".")[0] == "settings" for path in unread):
        return []
    settings = settings_of_view(message)
    return as_in_messages(View.mistakes(settings, message.SerializeToString(), unread))


def suggestion_to_message(suggestion: Suggestion, view: View) -> suggestion_pb2.Suggestion:
    """Return a suggestion for a view as a message, with beliefs about the cards."""
    return suggestion_pb2.Suggestion.FromString(written_suggestion(suggestion, view))


def written_suggestion(suggestion: Suggestion, view: View, build: str = "") -> bytes:
    """Return a suggestion for a view as a serialised message, with the build that answered."""
    if not suggestion.turn_in_words:
        words = advice(suggestion.moves[0].action, seat_names(view.players))
        suggestion = suggestion._replace(turn_in_words=f"{words}.")

    def now(action: int) -> bytes:
        return action_message_of(action, view.seat).SerializeToString()

    def later(action: int) -> bytes:
        return action_message(action).SerializeToString()

    hint = suggestion_pb2.Suggestion(covert_action=hint_of(suggestion, view))
    # The field with the highest number comes last in a serialised message.
    return suggestion_message.written_suggestion(
        suggestion, now, later, build
    ) + hint.SerializeToString(deterministic=True)


def suggestion_from_message(message: suggestion_pb2.Suggestion) -> Suggestion:
    """Return the suggestion in a server's answer."""
    return suggestion_message.suggestion_from_message(message, parse_action)

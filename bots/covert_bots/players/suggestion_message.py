"""Conversion between a bot's answer and its message, for any game."""

from __future__ import annotations

from collections.abc import Callable

from covert_bots.players._message_bytes import suggestion_bytes
from covert_bots.players.message_fields import enum_names
from covert_bots.players.suggestion import Suggestion
from covert_engine.search import ActionResult
from covertbots.v1 import suggestion_pb2

FIGURES = ("visits", "availability", "prior", "value", "standard_error", "lower_bound")


def written_suggestion(
    suggestion: Suggestion,
    now: Callable[[int], bytes],
    later: Callable[[int], bytes],
    build: str = "",
) -> bytes:
    """Return a suggestion as a serialised message. `now` writes an action of the seat to decide,
    `later` an action further on in a line, whose seat may be unknown."""
    return suggestion_bytes(
        suggestion,
        enum_names(suggestion_pb2.StopReason.DESCRIPTOR)[1][suggestion.stop_reason],
        [now(move.action) for move in suggestion.moves],
        [later(action) for action in suggestion.principal_variation[1:]],
        build,
    )


def suggestion_from_message(
    message: suggestion_pb2.Suggestion, parse: Callable[[str], int]
) -> Suggestion:
    """Return the suggestion in a server's answer; `parse` reads the notation of an action. Paired
    errors are not in a message."""
    reasons = enum_names(suggestion_pb2.StopReason.DESCRIPTOR)[0]
    return Suggestion(
        moves=[
            ActionResult(
                action=parse(move.action.text),
                expected_score=tuple(move.expected_score),
                win_probability=tuple(move.win_probability),
                **{name: getattr(move, name) for name in FIGURES},
            )
            for move in message.moves
        ],
        principal_variation=tuple(
            parse(action.text) for action in message.moves[0].principal_variation
        ),
        turn_in_words=message.turn_in_words,
        iterations=message.iterations,
        worlds=message.worlds,
        distinct_worlds=message.distinct_worlds,
        stop_reason=reasons.get(message.stop_reason, "unspecified"),
        seed=message.seed,
    )

"""A bot's answer as a message, and back, whichever game it is of."""

from __future__ import annotations

from collections.abc import Callable

from covert_bots.players._suggestion_bytes import suggestion_bytes
from covert_bots.players.message_fields import enum_names
from covert_bots.players.suggestion import Suggestion
from covert_engine.search import ActionResult
from covertbots.v1 import suggestion_pb2


def written_suggestion(
    suggestion: Suggestion,
    now: Callable[[int], bytes],
    later: Callable[[int], bytes],
    build: str = "",
) -> bytes:
    """What a bot answered, as its message writes itself. `now` writes an action of the seat that is
    to decide, `later` one of nobody knows whom, further on in a line."""
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
    """The answer for a bot that asks a server; `parse` reads an action's text. Paired errors are
    not in a message."""
    reasons = enum_names(suggestion_pb2.StopReason.DESCRIPTOR)[0]
    return Suggestion(
        moves=[
            ActionResult(
                action=parse(move.action.text),
                visits=move.visits,
                availability=move.availability,
                prior=move.prior,
                value=move.value,
                standard_error=move.standard_error,
                lower_bound=move.lower_bound,
                expected_score=tuple(move.expected_score),
                win_probability=tuple(move.win_probability),
            )
            for move in message.moves
        ],
        principal_variation=tuple(parse(one.text) for one in message.moves[0].principal_variation),
        turn_in_words=message.turn_in_words,
        iterations=message.iterations,
        worlds=message.worlds,
        distinct_worlds=message.distinct_worlds,
        stop_reason=reasons.get(message.stop_reason, "unspecified"),
        seed=message.seed,
    )

"""An answer assembled from its parts has the bytes that Protobuf would write."""

from __future__ import annotations

from views.games import collection

from covert_bots import make
from covert_bots.covert.action_message import action_messages
from covert_bots.covert.wire import written_suggestion
from covert_bots.players._message_bytes import joined
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert import View
from covertbots.v1 import opponent_pb2, suggestion_pb2

BOTS = [make(spec) for spec in ("random", "greedy", "ismcts:iterations=12")]
BUILD = "1.2.3+abc"


def by_fields(suggestion: Suggestion, view: View) -> suggestion_pb2.Suggestion:
    """Return the message, made field by field."""
    actions, fields = action_messages(view.cards), view.fields()
    message = suggestion_pb2.Suggestion(
        turn_in_words=suggestion.turn_in_words,
        iterations=suggestion.iterations,
        worlds=suggestion.worlds,
        distinct_worlds=suggestion.distinct_worlds,
        stop_reason=f"STOP_REASON_{suggestion.stop_reason.upper()}",
        seed=suggestion.seed,
        build=BUILD,
    )
    for move in suggestion.moves:
        action = actions.action_of(move.action, view.seat, fields)
        message.moves.add(
            action=action,
            visits=move.visits,
            availability=move.availability,
            prior=move.prior,
            value=move.value,
            standard_error=move.standard_error,
            lower_bound=move.lower_bound,
            win_probability=move.win_probability,
            expected_score=move.expected_score,
            principal_variation=[
                action,
                *(actions.action(later) for later in suggestion.line_of(move)[1:]),
            ],
        )
    return message


def test_an_answer_is_written_as_its_message_writes_itself() -> None:
    deciding = [view for view in collection() if view.actor == view.seat]
    for number, view in enumerate(deciding[::5]):
        suggestion = BOTS[number % len(BOTS)].suggest(view, seed=(1 << 64) - 1 - number)
        expected = by_fields(suggestion, view)
        written = written_suggestion(suggestion, view, BUILD)
        assert written == expected.SerializeToString(deterministic=True)
        measured = suggestion_pb2.Measured(replica="one")
        measured.elapsed.FromMicroseconds(1500)
        response = opponent_pb2.SuggestMoveResponse(suggestion=expected, measured=measured)
        assert joined(written, measured.SerializeToString()) == response.SerializeToString()


def test_an_action_is_written_anew_where_the_position_adds_something_else() -> None:
    """Words made from the situation alone are those made from all fields of the view."""
    for view in collection():
        if view.actor == view.seat:
            messages, fields = action_messages(view.cards), view.fields()
            for action in view.legal_actions():
                expected = messages.action_of(action, view.seat, fields).SerializeToString()
                assert messages.written_of(action, view.seat, view.situation()) == expected


def test_a_value_of_minus_zero_is_written() -> None:
    (view, *_) = (view for view in collection() if view.actor == view.seat)
    suggestion = BOTS[0].suggest(view)
    moves = [suggestion.moves[0]._replace(value=-0.0), *suggestion.moves[1:]]
    suggestion = suggestion._replace(moves=moves)
    expected = by_fields(suggestion, view).SerializeToString(deterministic=True)
    assert written_suggestion(suggestion, view, BUILD) == expected


def test_a_longer_answer_than_there_is_room_for_at_first_is_written_whole() -> None:
    (view, *_) = (view for view in collection() if view.actor == view.seat)
    suggestion = BOTS[0].suggest(view)._replace(turn_in_words="word " * 10_000)
    message = suggestion_pb2.Suggestion.FromString(written_suggestion(suggestion, view, BUILD))
    assert message == by_fields(suggestion, view)

"""Laws of every refusal, for any game."""

from __future__ import annotations

import grpc
from service.mutations import resolves

from covert_engine.input.errors import FieldsError
from covert_server.calls.status import FieldError, refusal_of
from covert_server.games import Problems
from covertbots.v1 import opponent_pb2

__all__ = ["check_problems", "check_refusal"]

LONGEST_LINE = 1000  # characters of what is said about one field


def check_refusal(error: FieldsError) -> None:
    """Check that an error says what is wrong, in lines that can be printed and read."""
    assert error.violations
    for field, said in error.violations:
        assert field
        assert said
        assert f"{field}: {said}".isprintable()
        assert len(field) + len(said) <= LONGEST_LINE
    assert str(error)


def check_problems(problems: Problems) -> None:
    """Check that the problems of a request name its fields and become a status."""
    assert problems
    for field, said in problems:
        assert said
        assert resolves(field, opponent_pb2.SuggestMoveRequest), field
    refusal = refusal_of(FieldError(problems))
    assert refusal.code == grpc.StatusCode.INVALID_ARGUMENT
    assert refusal.status().details

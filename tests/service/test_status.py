"""The one table from exception to status."""

from __future__ import annotations

import logging
from base64 import b64encode
from urllib.parse import quote

import grpc
import pytest

from covert_bots.engines.failure import Fault
from covert_server.access.quotas import QuotaError
from covert_server.access.tokens import TokenError
from covert_server.calls.status import (
    TABLE,
    BusyError,
    CrowdedError,
    DeadlineError,
    DrainingError,
    EngineFailedError,
    FieldError,
    IdleError,
    LateError,
    NotTakenError,
    Refusal,
    RefusedError,
    RepeatedError,
    UnknownCardSetError,
    refusal_of,
)

CASES: list[tuple[Exception, grpc.StatusCode, str]] = [
    (
        FieldError([("view.seat", "is 9")]),
        grpc.StatusCode.INVALID_ARGUMENT,
        "view.seat: is 9",
    ),
    (UnknownCardSetError("abc", ["def"]), grpc.StatusCode.FAILED_PRECONDITION, "def"),
    (BusyError(2.0), grpc.StatusCode.UNAVAILABLE, "busy"),
    (DeadlineError(), grpc.StatusCode.DEADLINE_EXCEEDED, "no time"),
    (LateError(0.5), grpc.StatusCode.UNAVAILABLE, "waited for its turn"),
    (DrainingError(), grpc.StatusCode.UNAVAILABLE, "shutting down"),
    (CrowdedError(), grpc.StatusCode.UNAVAILABLE, "too large for the server"),
    (IdleError(3.0), grpc.StatusCode.ABORTED, "nothing came for 3 seconds"),
    (NotTakenError(3.0), grpc.StatusCode.ABORTED, "no answer was taken for 3 seconds"),
    (TokenError(given=False), grpc.StatusCode.UNAUTHENTICATED, "the call has no token"),
    (TokenError(given=True), grpc.StatusCode.UNAUTHENTICATED, "this token is not known"),
    (
        QuotaError("lobby", "2 calls", 3.0),
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "lobby is limited to 2",
    ),
    (
        EngineFailedError("bold", Fault.DEAD, "it ended"),
        grpc.StatusCode.UNAVAILABLE,
        "the engine bold failed: it ended",
    ),
    (EngineFailedError("bold", Fault.LATE, ""), grpc.StatusCode.DEADLINE_EXCEEDED, "bold"),
    (EngineFailedError("bold", Fault.ERROR, ""), grpc.StatusCode.INTERNAL, "bold"),
    (EngineFailedError("bold", Fault.ILLEGAL, ""), grpc.StatusCode.INTERNAL, "bold"),
    (RepeatedError(refusal_of(BusyError(2.0))), grpc.StatusCode.UNAVAILABLE, "busy"),
    (RefusedError(grpc.StatusCode.NOT_FOUND, "gone", "GONE"), grpc.StatusCode.NOT_FOUND, "gone"),
]


@pytest.mark.parametrize(("error", "code", "says"), CASES)
def test_each_error_has_its_status(error: Exception, code: grpc.StatusCode, says: str) -> None:
    refusal = refusal_of(error)
    assert refusal.code is code
    assert says in refusal.message


def test_every_error_of_the_table_is_tried_here() -> None:
    assert {type(error) for error, _, _ in CASES} == set(TABLE)


def test_any_other_error_is_internal_and_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        refusal = refusal_of(ZeroDivisionError("the seed is secret"))
    assert refusal.code is grpc.StatusCode.INTERNAL
    assert "secret" not in refusal.message
    assert "secret" not in str(refusal.status())
    incident = refusal.message.split()[3]
    assert incident in caplog.text
    assert "ZeroDivisionError" in caplog.text


def size_in_headers(refusal: Refusal) -> int:
    return len(quote(refusal.message)) + len(b64encode(refusal.status().SerializeToString()))


@pytest.mark.parametrize("letter", ["y", "ß", "界", "🂡"])
def test_a_status_fits_into_the_headers_clients_accept(letter: str) -> None:
    violations = [("view." + letter * 500, letter * 5000)] * 1000
    refusal = refusal_of(FieldError(violations))
    size = size_in_headers(refusal)
    assert 4096 < size < 8192


@pytest.mark.parametrize(
    ("fields", "said"),
    [(1, "a: is 0"), (2, "a: is 0; and 1 more problem"), (20, "a: is 0; and 19 more problems")],
)
def test_the_message_says_how_many_more_mistakes_there_are(fields: int, said: str) -> None:
    message = refusal_of(FieldError([("a", "is 0")] * fields)).message
    assert message.endswith(said)


def test_many_card_sets_fit_too() -> None:
    refusal = refusal_of(UnknownCardSetError("x" * 5000, [f"{n:064d}" for n in range(1000)]))
    size = size_in_headers(refusal)
    assert size < 8192
    assert f"{23:064d} and 976 more" in refusal.message

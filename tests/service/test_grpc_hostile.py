"""Every message over gRPC gets a right answer or a documented status, and the server goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2
from proofs import hostile
from service.hostile_grpc import Made, judge

from covertbots.v1 import opponent_pb2

Code = grpc.StatusCode
WATCH = Made("/covertbots.v1.Opponent/Watch", [b""])


def test_calls_gone_wrong_at_every_level() -> None:
    """A short form of the proof, which over HTTP is in `test_http_hostile.py`."""
    answers = hostile.measure("gRPC", 300, seed=2026)
    expected = {"ok", "left", "INVALID_ARGUMENT INVALID_REQUEST", "UNIMPLEMENTED"}
    assert set(answers) >= expected | {"UNAUTHENTICATED TOKEN_UNKNOWN", "DEADLINE_EXCEEDED"}


def details(code: grpc.StatusCode, reason: str) -> Any:
    status = status_pb2.Status(code=code.value[0])
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason=reason, domain="covertbots"))
    return (("grpc-status-details-bin", status.SerializeToString()),)


def test_a_wrong_end_would_be_noticed() -> None:
    final, other = (
        opponent_pb2.WatchResponse(final=last, suggestion={"iterations": 1}).SerializeToString()
        for last in (True, False)
    )
    assert judge(WATCH, Code.OK, (), [other, final]) == "ok"
    assert judge(replace(WATCH, leaves=True), Code.CANCELLED, (), []) == "left"
    queue_full = details(Code.UNAVAILABLE, "QUEUE_FULL")
    assert judge(WATCH, Code.UNAVAILABLE, queue_full, []) == "UNAVAILABLE QUEUE_FULL"
    for code, metadata, answers in (
        (Code.OK, (), [final, other]),
        (Code.OK, (), [other]),
        (Code.OK, (), [b""]),
        (Code.UNKNOWN, (), []),
        (Code.INTERNAL, details(Code.INTERNAL, "INTERNAL"), []),
        (Code.CANCELLED, (), []),
        (Code.UNAVAILABLE, (), []),
        (Code.INVALID_ARGUMENT, (), []),
        (Code.UNAVAILABLE, details(Code.UNAVAILABLE, "SHUTTING_DOWN"), []),
        (Code.UNAVAILABLE, details(Code.ABORTED, "QUEUE_FULL"), []),
    ):
        with pytest.raises(AssertionError):
            judge(WATCH, code, metadata, answers)
    with pytest.raises(KeyError):  # names no field
        judge(WATCH, Code.INVALID_ARGUMENT, details(Code.INVALID_ARGUMENT, "INVALID_REQUEST"), [])

"""A refusal as the Connect protocol writes it."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

import grpc
from google.protobuf import json_format
from google.protobuf.message import Message

from covert_server.calls.status import RefusalError

HTTP_STATUS = {
    grpc.StatusCode.CANCELLED: 499,
    grpc.StatusCode.UNKNOWN: 500,
    grpc.StatusCode.INVALID_ARGUMENT: 400,
    grpc.StatusCode.DEADLINE_EXCEEDED: 504,
    grpc.StatusCode.NOT_FOUND: 404,
    grpc.StatusCode.ALREADY_EXISTS: 409,
    grpc.StatusCode.PERMISSION_DENIED: 403,
    grpc.StatusCode.RESOURCE_EXHAUSTED: 429,
    grpc.StatusCode.FAILED_PRECONDITION: 400,
    grpc.StatusCode.ABORTED: 409,
    grpc.StatusCode.OUT_OF_RANGE: 400,
    grpc.StatusCode.UNIMPLEMENTED: 501,
    grpc.StatusCode.INTERNAL: 500,
    grpc.StatusCode.UNAVAILABLE: 503,
    grpc.StatusCode.DATA_LOSS: 500,
    grpc.StatusCode.UNAUTHENTICATED: 401,
}
"""The protocol's table."""


def error_json(refusal: RefusalError) -> dict[str, Any]:
    """Return the refusal as JSON, with each detail as bytes and, in `debug`, readable."""
    cancelled = refusal.code is grpc.StatusCode.CANCELLED
    error: dict[str, Any] = {
        "code": "canceled" if cancelled else refusal.code.name.lower(),
        "message": refusal.message,
    }
    if refusal.details:
        error["details"] = [_detail(detail) for detail in refusal.details]
    return error


def _detail(message: Message) -> dict[str, Any]:
    return {
        "type": message.DESCRIPTOR.full_name,
        "value": b64encode(message.SerializeToString(deterministic=True)).decode().rstrip("="),
        "debug": json_format.MessageToDict(message),
    }


def end_of_stream(refusal: RefusalError | None) -> bytes:
    """Return the last message of a stream."""
    end = {} if refusal is None else {"error": error_json(refusal)}
    return json.dumps(end, separators=(",", ":")).encode()

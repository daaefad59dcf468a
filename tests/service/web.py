"""A client over HTTP that writes requests byte by byte, and reads what comes back."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator
from types import TracebackType
from typing import Any, TypeVar

import httpx
from google.protobuf import descriptor_pool, json_format
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from service.server import Serving

M = TypeVar("M", bound=Message)

JSON, PROTO = "application/json", "application/proto"
STREAM = "application/connect+json"
END = 2
# Statuses that a caller can do something about, by the code that stands in the body.
CODES = {
    "invalid_argument": 400,
    "unauthenticated": 401,
    "failed_precondition": 400,
    "not_found": 404,
    "resource_exhausted": 429,
    "unimplemented": 501,
    "unavailable": 503,
    "deadline_exceeded": 504,
}


class Web:
    """A client of a server on this machine."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self.http = httpx.Client(base_url=serving.url, timeout=60)

    def __enter__(self) -> Web:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.http.close()

    def post(
        self, method: str, data: bytes | str = b"{}", kind: str = JSON, **headers: str
    ) -> httpx.Response:
        """Send bytes to a method such as `Opponent/ListBots`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.post(
            f"/covertbots.v1.{method}", content=data, headers={"content-type": kind, **named}
        )

    def ask(self, method: str, fields: dict[str, Any], **headers: str) -> Any:
        """Return the answer of a method, both in JSON; it must answer."""
        response = self.post(method, json.dumps(fields), **headers)
        assert response.status_code == 200, response.text
        return response.json()

    def ask_in_bytes(self, method: str, request: Message, kind: type[M]) -> M:
        """Return the answer of a method, both in Protobuf's binary form; it must answer."""
        response = self.post(method, request.SerializeToString(), PROTO)
        assert response.status_code == 200, response.text
        assert response.headers["content-type"] == PROTO
        return kind.FromString(response.content)

    def stream(self, method: str, fields: dict[str, Any], **headers: str) -> list[Any]:
        """Return the messages of a stream, its end last, all read."""
        response = self.post(method, enveloped(json.dumps(fields).encode()), STREAM, **headers)
        assert response.status_code == 200, response.text
        assert response.headers["content-type"] == STREAM
        return [json.loads(data) for _, data in envelopes(response.content)]


def enveloped(data: bytes, flags: int = 0) -> bytes:
    """Return a message of a stream."""
    return bytes([flags]) + len(data).to_bytes(4, "big") + data


def envelopes(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the flags and the bytes of each message of a stream, of which the last is its end."""
    flags = 0
    while data:
        assert flags != END, "goes on after its end"
        flags, length = data[0], int.from_bytes(data[1:5], "big")
        assert len(data) >= 5 + length, "breaks off"
        yield flags, data[5 : 5 + length]
        data = data[5 + length :]
    assert flags == END, "has no end"


def check_error(error: Any) -> tuple[str, dict[str, Any]]:
    """Return the code and the readable details, by type, of an error; its bytes say the same."""
    assert set(error) <= {"code", "message", "details"}
    assert error["code"] in CODES, error
    assert error["message"]
    assert "Traceback" not in error["message"]
    details = {}
    for detail in error.get("details", ()):
        data = b64decode(detail["value"] + "=" * (-len(detail["value"]) % 4))
        descriptor = descriptor_pool.Default().FindMessageTypeByName(detail["type"])
        message = GetMessageClass(descriptor).FromString(data)
        assert json_format.MessageToDict(message) == detail["debug"]
        details[detail["type"].removeprefix("google.rpc.")] = detail["debug"]
    return error["code"], details


def error_of(response: httpx.Response) -> tuple[str, dict[str, Any]]:
    """Return the same for a response that is one; its status is that of the code."""
    assert response.headers["content-type"] == JSON
    checked = check_error(response.json())
    assert response.status_code == CODES[checked[0]]
    return checked


def violations_of(response: httpx.Response) -> dict[str, str]:
    """Return the violations, by field, for which a request was refused."""
    code, details = error_of(response)
    assert code == "invalid_argument"
    assert details["ErrorInfo"] == {"reason": "INVALID_REQUEST", "domain": "covertbots"}
    violations = details["BadRequest"]["fieldViolations"]
    return {violation["field"]: violation["description"] for violation in violations}

"""The errors of a client."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import grpc
from google.protobuf.any_pb2 import Any as Detail
from google.protobuf.message import DecodeError, Message
from google.rpc import error_details_pb2, status_pb2

__all__ = ["RequestError", "ServiceError"]

DETAILS_KEY = "grpc-status-details-bin"


RUNNING = "; is `covert-bots serve` running there?"
OTHERWISE = (
    ("HTTP/2", "; is that its port for gRPC?"),
    ("ALPN", "; is that its port for gRPC?"),
    ("CERTIFICATE_VERIFY_FAILED", "; is its CA in the credentials?"),
    ("handshake", "; is TLS spoken there?"),
    ("Socket closed", "; is it still running, and does it require TLS or a client certificate?"),
)
"""Where somebody answers, though in another way: words of gRPC's, and what to ask."""
LONGEST_SHOWN = 80  # characters of a value that does not fit


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."


class _CopiedError(Exception):
    """An error that can be copied and pickled, though it is not made of the words it says."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[_CopiedError], said: tuple[Any, ...]) -> _CopiedError:
    return kind.__new__(kind, *said)


class RequestError(_CopiedError, ValueError):
    """A request that cannot be made of the values given; nothing has been sent."""

    field: str
    """The argument that does not fit."""

    def __init__(self, field: str, value: Any, expected: str) -> None:
        shown = f"{type(value).__name__} message" if isinstance(value, Message) else _shown(value)
        super().__init__(f"{field}: {shown}; expected {expected}")
        self.field = field


class ServiceError(_CopiedError):
    """A call that was not answered."""

    code: grpc.StatusCode
    """What kind of failure; UNAVAILABLE, and what has a `retry_after`, is worth trying again."""
    message: str
    """What the server says, for people."""
    reason: str
    """What the server says, for programs, such as `QUEUE_FULL`; empty if it says nothing."""
    violations: tuple[tuple[str, str], ...]
    """Fields of the request that are wrong, each with what is wrong."""
    retry_after: float | None
    """Seconds after which to try again, if the server says."""

    def __init__(self, code: grpc.StatusCode, message: str, details: bytes = b"") -> None:
        self.code = code
        self.message = message
        self.reason = ""
        self.violations = ()
        self.retry_after = None
        with suppress(DecodeError):  # what cannot be read is left out
            for detail in status_pb2.Status.FromString(details).details:
                with suppress(DecodeError):
                    self._read(detail)
        asked = ""
        if code is grpc.StatusCode.UNAVAILABLE and not self.reason:
            asked = next((words for sign, words in OTHERWISE if sign in message), RUNNING)
        super().__init__(f"{code.name}: {message}{asked}")

    def _read(self, detail: Detail) -> None:
        info = error_details_pb2.ErrorInfo()
        bad = error_details_pb2.BadRequest()
        retry = error_details_pb2.RetryInfo()
        if detail.Unpack(info):
            self.reason = info.reason
        elif detail.Unpack(bad):
            self.violations = tuple((v.field, v.description) for v in bad.field_violations)
        elif detail.Unpack(retry):
            self.retry_after = retry.retry_delay.ToMilliseconds() / 1000

    @classmethod
    def of(cls, error: grpc.RpcError) -> ServiceError:
        """What a failed call says, sync or asyncio."""
        call: grpc.Call = error  # type: ignore[assignment]  # what every raised RpcError also is
        metadata: Iterable[tuple[str, str | bytes]] = call.trailing_metadata() or ()
        details = next((value for key, value in metadata if key == DETAILS_KEY), b"")
        return cls(call.code(), call.details() or "", bytes(details))  # type: ignore[arg-type]

    @classmethod
    def of_closed_client(cls) -> ServiceError:
        """What a call says that is begun on a closed client."""
        return cls(grpc.StatusCode.CANCELLED, "the client is closed")

    @classmethod
    def of_closed_call(cls) -> ServiceError:
        """What a call says that was closed here, or its client."""
        return cls(grpc.StatusCode.CANCELLED, "the call was closed")

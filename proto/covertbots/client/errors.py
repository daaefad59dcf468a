"""The errors of a client."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import grpc
from google.protobuf.any_pb2 import Any as Detail
from google.protobuf.message import DecodeError, Message
from google.rpc import error_details_pb2, status_pb2

DETAILS_KEY = "grpc-status-details-bin"
STATUS_CODES = {code.value[0]: code for code in grpc.StatusCode if code is not grpc.StatusCode.OK}
UNWRITTEN = (grpc.StatusCode.INTERNAL, "Internal error from Core")
"""The details with which grpc.aio ends a call whose connection is lost while it writes."""

RUNNING = "; is `covert-bots serve` running there?"
ANOTHER_PORT = "; is that its port for gRPC?"
OTHER_PROTOCOLS = (
    ("HTTP/2", ANOTHER_PORT),
    ("ALPN", ANOTHER_PORT),
    ("CERTIFICATE_VERIFY_FAILED", "; is its CA in the credentials?"),
)
"""Hints for answers that are not gRPC: words of gRPC's, and what to look at."""
OTHERWISE = (
    *OTHER_PROTOCOLS,
    ("handshake", "; is TLS spoken there?"),
    ("Socket closed", "; is it still running, and does it require TLS or a client certificate?"),
)
"""The same, and where somebody may understand us later."""
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
    """The kind of failure; try again after UNAVAILABLE, and if there is a `retry_after`."""
    message: str
    """The server's message, for people."""
    reason: str
    """The server's reason, for programs, such as `QUEUE_FULL`; empty without one."""
    violations: tuple[tuple[str, str], ...]
    """Fields of the request that are wrong, each with what is wrong."""
    retry_after: float | None
    """Seconds after which to try again, if the server says."""
    hint: str
    """A hint for people, where the error does not come from a server."""
    history: str
    """The number of attempts, for people, if there was more than one."""
    was_closed: bool
    """True if this program ended the call."""

    def __init__(self, code: grpc.StatusCode, message: str, details: bytes = b"") -> None:
        self.reason = ""
        self.violations = ()
        self.retry_after = None
        self.hint = self.history = ""
        self.was_closed = False
        with suppress(DecodeError):  # what cannot be read is left out
            status = status_pb2.Status.FromString(details)
            if code is grpc.StatusCode.CANCELLED and status.code in STATUS_CODES:
                # HAProxy 2.6 makes that of a stream that the server ends first; the rest arrives.
                code, message = STATUS_CODES[status.code], status.message
            for detail in status.details:
                with suppress(DecodeError):
                    self._read(detail)
        self.code, self.message = code, message
        if code is grpc.StatusCode.UNAVAILABLE and not self.reason:
            self.hint = next((words for sign, words in OTHERWISE if sign in message), RUNNING)
        super().__init__(f"{code.name}: {message}")

    def __str__(self) -> str:
        return f"{self.args[0]}{self.hint}{self.history}"

    @property
    def is_of_another_protocol(self) -> bool:
        """True if the answer came from something that does not speak gRPC."""
        from_grpc = self.code is grpc.StatusCode.UNAVAILABLE and not self.reason
        return from_grpc and any(sign in self.message for sign, _ in OTHER_PROTOCOLS)

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
        """Return the error of a failed call, sync or asyncio."""
        call: grpc.Call = error  # type: ignore[assignment]  # what every raised RpcError also is
        if (call.code(), call.details()) == UNWRITTEN:
            return cls(grpc.StatusCode.UNAVAILABLE, "the connection was lost")
        metadata: Iterable[tuple[str, str | bytes]] = call.trailing_metadata() or ()
        details = next((value for key, value in metadata if key == DETAILS_KEY), b"")
        return cls(call.code(), call.details() or "", bytes(details))  # type: ignore[arg-type]

    @classmethod
    def of_closed_client(cls) -> ServiceError:
        """Return the error of a call begun on a closed client."""
        return cls._of_closed("the client is closed")

    @classmethod
    def of_closed_call(cls) -> ServiceError:
        """Return the error of a call that this program closed, or whose client it closed."""
        return cls._of_closed("the call was closed")

    @classmethod
    def of_unused_call(cls) -> ServiceError:
        """Return the error of a call closed before anything was sent."""
        return cls._of_closed("the call was closed before its use")

    @classmethod
    def _of_closed(cls, message: str) -> ServiceError:
        error = cls(grpc.StatusCode.CANCELLED, message)
        error.was_closed = True
        return error

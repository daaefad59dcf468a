"""A server that is called over gRPC, or over HTTP by the Connect protocol.

Each call is made once, and errors come as they were sent, without a client library's help.
"""

from __future__ import annotations

import json
import ssl
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from http.client import (
    BadStatusLine,
    HTTPConnection,
    HTTPException,
    HTTPResponse,
    HTTPSConnection,
)
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

import grpc
from google.protobuf.message import DecodeError, Message
from google.rpc import error_details_pb2, status_pb2

from covertbots.client.channel import direct_options
from covertbots.client.proxies import UNREACHED, proxied

M = TypeVar("M", bound=Message)

OPPONENT = "covertbots.v1.Opponent"
REFEREE = "covertbots.v1.Referee"
CALL_SECONDS = 30.0
TABLES = "covertbots.v1.Tables"
ONE_REQUEST = ("/Watch", "/ReviewGame", "/WatchTable", "/WatchHint")
"""Methods with one request and a stream of answers."""
ON_ITS_WAY = 2.0  # seconds for an answer that a server sends at the deadline
DETAILS_KEY = "grpc-status-details-bin"
MAX_RESPONSE_BYTES = 32 << 20
ENVELOPE = 5  # bytes before each message of a stream
# Meaning of a status without a Connect error, such as a proxy's, by the specification.
OF_STATUS = {
    400: "INTERNAL",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "UNIMPLEMENTED",
    429: "UNAVAILABLE",
    502: "UNAVAILABLE",
    503: "UNAVAILABLE",
    504: "UNAVAILABLE",
}
END = 2  # flag of the last message
# Exceptions when JSON that is not a Connect error is read.
NOT_CONNECT = (ValueError, AttributeError, KeyError, TypeError, DecodeError)


class RefusedError(Exception):
    """A call that ended with a status other than OK, with its messages of `google.rpc`."""

    def __init__(self, code: str, message: str, details: Iterable[tuple[str, bytes]]) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.info = error_details_pb2.ErrorInfo()
        self.bad = error_details_pb2.BadRequest()
        self.unmet = error_details_pb2.PreconditionFailure()
        kinds = {
            message.DESCRIPTOR.full_name: message for message in (self.info, self.bad, self.unmet)
        }
        for name, data in details:
            if name in kinds:
                kinds[name].ParseFromString(data)

    @property
    def fields(self) -> list[str]:
        """The wrong fields."""
        return [violation.field for violation in self.bad.field_violations]


class Server(Protocol):
    """A server's methods. Requests may be messages, or bytes that are none."""

    two_way: bool
    """True if it has streams both ways."""

    def call(
        self, method: str, request: Message | bytes, kind: type[M], seconds: float = CALL_SECONDS
    ) -> M:
        """Return the only answer of a method such as `covertbots.v1.Opponent/ListBots`."""
        ...

    def stream(self, method: str, requests: Iterable[Message], kind: type[M]) -> Iterator[M]:
        """Yield the answers of a stream, each as it comes."""
        ...

    def close(self) -> None:
        """End its connections."""
        ...


def _bytes(request: Message | bytes) -> bytes:
    return request if isinstance(request, bytes) else request.SerializeToString()


def _authorization(token: str | None) -> dict[str, str]:
    return {} if token is None else {"authorization": f"Bearer {token}"}


class GrpcServer(Server):
    """A server over gRPC."""

    two_way = True

    def __init__(
        self,
        target: str,
        credentials: grpc.ChannelCredentials | None = None,
        token: str | None = None,
    ) -> None:
        """`credentials` is None for clear text."""
        options = [
            ("grpc.enable_retries", 0),
            ("grpc.max_receive_message_length", MAX_RESPONSE_BYTES),
            *direct_options(target),
        ]
        self._proxied = proxied(target)
        if credentials is None:
            self._channel = grpc.insecure_channel(target, options)
        else:
            self._channel = grpc.secure_channel(target, credentials, options)
        self._metadata = tuple(_authorization(token).items())

    def call(
        self, method: str, request: Message | bytes, kind: type[M], seconds: float = CALL_SECONDS
    ) -> M:
        ask = self._channel.unary_unary(f"/{method}", _bytes, kind.FromString)
        try:
            answer: M = ask(request, timeout=seconds, metadata=self._metadata)
        except grpc.RpcError as error:
            raise _of_grpc(error, self._proxied) from None
        return answer

    def stream(self, method: str, requests: Iterable[Message], kind: type[M]) -> Iterator[M]:
        kinds = (f"/{method}", _bytes, kind.FromString)
        answers: Any
        options: dict[str, Any] = {"timeout": CALL_SECONDS, "metadata": self._metadata}
        if method.endswith(ONE_REQUEST):
            (request,) = requests
            answers = self._channel.unary_stream(*kinds)(request, **options)
        else:
            answers = self._channel.stream_stream(*kinds)(iter(requests), **options)
        try:
            yield from answers
        except grpc.RpcError as error:
            raise _of_grpc(error, self._proxied) from None
        finally:
            answers.cancel()

    def close(self) -> None:
        self._channel.close()


def _of_grpc(error: Any, proxied: str) -> RefusedError:
    """Convert an error of gRPC; `proxied` names the proxy in use, if any."""
    trailing = dict(error.trailing_metadata() or ())
    status = status_pb2.Status.FromString(trailing.get(DETAILS_KEY, b""))
    details = [(detail.type_url.rpartition("/")[2], detail.value) for detail in status.details]
    hint = f"; {proxied}" if proxied and error.code() in UNREACHED else ""
    return RefusedError(error.code().name, f"{error.details()}{hint}", details)


class HttpServer(Server):
    """A server over HTTP/1.1, by the Connect protocol in its binary form; each call has a
    connection.

    The path of the address goes before the name of each method: a proxy may serve others beside
    this server.
    """

    two_way = False

    def __init__(
        self, url: str, context: ssl.SSLContext | None = None, token: str | None = None
    ) -> None:
        """`context` is for an address that begins with https."""
        parts = urlsplit(url)
        assert parts.hostname is not None
        self._connect: Callable[..., HTTPConnection] = (
            partial(HTTPSConnection, parts.hostname, parts.port, context=context)
            if parts.scheme == "https"
            else partial(HTTPConnection, parts.hostname, parts.port)
        )
        self._path = parts.path.rstrip("/")
        self._authorization = _authorization(token)

    def call(
        self, method: str, request: Message | bytes, kind: type[M], seconds: float = CALL_SECONDS
    ) -> M:
        with closing(self._connect(timeout=seconds + ON_ITS_WAY)) as connection:
            response = self._post(connection, method, _bytes(request), "application/proto", seconds)
            return kind.FromString(_read(response))

    def stream(self, method: str, requests: Iterable[Message], kind: type[M]) -> Iterator[M]:
        (request,) = requests
        data = _bytes(request)
        body = b"\0" + len(data).to_bytes(4, "big") + data
        with closing(self._connect(timeout=CALL_SECONDS)) as connection:
            form = "application/connect+proto"
            response = self._post(connection, method, body, form, CALL_SECONDS)
            while True:
                head = _read(response, ENVELOPE)
                size = int.from_bytes(head[1:], "big")
                data = _read(response, size)
                if len(head) < ENVELOPE or len(data) < size:
                    raise RefusedError("UNAVAILABLE", "the stream broke off", ())
                if head[0] & END:
                    _check_end(data)
                    return
                yield kind.FromString(data)

    def close(self) -> None:
        """Do nothing: no connection outlives its call."""

    def _post(
        self, connection: HTTPConnection, method: str, body: bytes, form: str, seconds: float
    ) -> HTTPResponse:
        headers = {
            "content-type": form,
            "connect-protocol-version": "1",
            "connect-timeout-ms": str(round(seconds * 1000)),
            **self._authorization,
        }
        try:
            connection.request("POST", f"{self._path}/{method}", body, headers)
            response = connection.getresponse()
        except TimeoutError:
            raise RefusedError("DEADLINE_EXCEEDED", "no answer in time", ()) from None
        except BadStatusLine:
            wrong = "what answers there does not speak HTTP; is it the port for gRPC?"
            raise RefusedError("UNAVAILABLE", wrong, ()) from None
        except (OSError, HTTPException) as error:
            raise RefusedError("UNAVAILABLE", f"no answer: {error}", ()) from None
        if response.status != 200:
            raise _refused(response)
        return response


def _read(response: HTTPResponse, most: int | None = None) -> bytes:
    """Return the whole answer, or at most its next bytes."""
    try:
        return response.read(most)
    except TimeoutError:
        raise RefusedError("DEADLINE_EXCEEDED", "the answer did not end in time", ()) from None
    except (OSError, HTTPException) as error:
        raise RefusedError("UNAVAILABLE", f"the answer broke off: {error}", ()) from None


def _refused(response: HTTPResponse) -> RefusedError:
    try:
        return _of_json(json.loads(_read(response)))
    except NOT_CONNECT:
        code = OF_STATUS.get(response.status, "UNKNOWN")
        return RefusedError(code, f"status {response.status}, without a Connect error", ())


def _check_end(data: bytes) -> None:
    """Raise RefusedError if the last message of a stream has an error."""
    try:
        error = json.loads(data).get("error")
        refused = None if error is None else _of_json(error)
    except NOT_CONNECT:
        refused = RefusedError(
            "UNKNOWN", f"a stream ends with {data!r}, not a Connect end of stream", ()
        )
    if refused is not None:
        raise refused


def _of_json(error: dict[str, Any]) -> RefusedError:
    """Convert a Connect error; one of NOT_CONNECT is raised if it is not one."""
    details = [
        (detail["type"], b64decode(detail["value"] + "=" * (-len(detail["value"]) % 4)))
        for detail in error.get("details", ())
    ]
    return RefusedError(error["code"].upper(), error.get("message", ""), details)

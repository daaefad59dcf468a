"""Calls of gRPC as the client that blocks needs them; `aio_calls.py` has the same names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from queue import SimpleQueue
from threading import Event as Event
from threading import Lock as Lock
from typing import Any, Generic, TypeVar

import grpc
from google.protobuf.message import Message

from covertbots.client.errors import ServiceError

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)

ENDING = 1.0  # seconds that a call may take to end after its final answer


def ask(method: Callable[..., Any], request: Any, timeout: float | None) -> Any:
    """Return the answer of a call that has one; ServiceError if there is none."""
    try:
        return method(request, timeout=timeout)
    except grpc.RpcError as error:
        failure = ServiceError.of(error)
    except ValueError:
        failure = ServiceError.of_closed_client()
    raise failure


def until_closed(closed: Event, seconds: float) -> None:
    """Wait `seconds`; ServiceError if the call, or its client, is closed meanwhile."""
    if closed.wait(seconds):
        raise ServiceError.of_closed_call()


class Readiness:
    """The wait for a server that can be reached."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._channel = channel
        self._over = Event()
        self._closed = False
        channel.subscribe(self._hear, try_to_connect=True)

    def _hear(self, connectivity: grpc.ChannelConnectivity) -> None:
        if connectivity is grpc.ChannelConnectivity.READY:
            self._over.set()

    def wait(self, seconds: float | None) -> bool:
        """Wait until there is such a server; False after `seconds`, ServiceError if the
        client is closed."""
        try:
            reached = self._over.wait(seconds)
        finally:
            self._channel.unsubscribe(self._hear)
        if self._closed:
            raise ServiceError.of_closed_client()
        return reached

    def close(self) -> None:
        """End the wait."""
        self._closed = True
        self._over.set()


def _stop(requests: SimpleQueue[Any], over: Event) -> None:
    requests.put(None)
    over.set()


class Stream(Generic[Request, Response]):
    """A call with messages both ways."""

    def __init__(
        self, method: Callable[..., Any], opening: Iterable[Request], timeout: float | None
    ) -> None:
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        for message in opening:
            self._requests.put(message)
        try:
            self._call: Any = method(iter(self._requests.get, None), timeout=timeout)
        except ValueError:  # also after a fork, if gRPC closed its channels there
            raise ServiceError.of_closed_client() from None
        # gRPC has a thread that waits for messages to send. It shall end with the call, whoever
        # ends that: the server, `close`, the client, or gRPC once nobody has the call any more.
        self._over = Event()
        stop = partial(_stop, self._requests, self._over)
        if not self._call.add_callback(stop):
            stop()  # the call has ended already
        self._closed = False
        self.ended = False
        """True once the call is over: `receive` came to its end, or raised why."""

    def put(self, message: Request) -> None:
        """Send a message; if the server has ended the call, `receive` tells why."""
        self._requests.put(message)

    def flush(self) -> None:
        """Do nothing: gRPC sends what was put in."""

    def finish(self) -> None:
        """Tell the server that no more messages will come."""
        self._requests.put(None)

    def receive(self) -> Response | None:
        """Return the next message from the server; None at the end."""
        try:
            message: Response = next(self._call)
            return message
        except StopIteration:
            self.ended = True
            return None
        except grpc.RpcError as error:
            self.ended = True
            error.with_traceback(None)  # it is the call itself, and would keep what made it
            if self._closed:
                raise ServiceError.of_closed_call() from None
            raise ServiceError.of(error) from None

    def wait_end(self) -> None:
        """Wait for the call to end, but not long: one that is dropped before is cancelled."""
        self._over.wait(ENDING)

    def close(self) -> None:
        """End the call; a search that is running stops."""
        self._closed = True
        self._call.cancel()

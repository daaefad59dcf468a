# Made by proto/unasync.py of aio_caller.py: change it there.
"""Calls that are made again when no server could answer them, and end with their
client: the base of its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakSet

import grpc

from covertbots.client.blocking_calls import Event, Lock, ask, until_closed
from covertbots.client.errors import ServiceError
from covertbots.client.patience import Patience
from covertbots.client.requests import checked_timeout

Kept = TypeVar("Kept")


class Caller:
    """Makes calls, and knows those in progress."""

    def __init__(
        self, target: str, timeout: float | None, patience: float, attempts: int | None
    ) -> None:
        self.timeout = checked_timeout(timeout)
        self._patience = Patience(target, patience, attempts)
        self._closing = Lock()  # guards against other threads
        self._closed = Event()
        self._kept: WeakSet[Any] = WeakSet()

    def _call(
        self,
        method: Callable[..., Any],
        request: Any,
        timeout: float | None,
        patience: float | None,
    ) -> Any:
        attempts = self._patience.attempts(self.timeout if timeout is None else timeout, patience)
        while True:
            try:
                answer = ask(method, request, attempts.seconds_left)
            except ServiceError as error:
                pause = attempts.pause(self._failure(error))
            else:
                attempts.answered()
                return answer
            if pause is None:
                raise attempts.final()
            until_closed(self._closed, pause)

    def _failure(self, error: ServiceError) -> ServiceError:
        """Return the error of a failed call, or the one of a client closed meanwhile."""
        cancelled = error.code is grpc.StatusCode.CANCELLED and not error.was_closed
        if cancelled and self._closed.is_set():
            return ServiceError.of_closed_call()
        return error.with_traceback(None)

    def _keep(self, kind: Callable[..., Kept], *given: Any) -> Kept:
        """Begin a call that the client closes with itself."""
        with self._closing:
            if self._closed.is_set():
                raise ServiceError.of_closed_client()
            call = kind(*given)
            self._kept.add(call)
        return call

    def _close_calls(self) -> None:
        """End every call that is kept, and let none begin."""
        with self._closing:
            self._closed.set()
            kept = tuple(self._kept)
        for call in kept:
            call.close()

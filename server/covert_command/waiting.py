"""Waiting for a call so that Ctrl-C ends only the waiting."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import ParamSpec, TypeVar

__all__ = ["wait_for"]

P = ParamSpec("P")
T = TypeVar("T")


def wait_for(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What `call` returns or raises.

    It runs in a separate thread. An interrupt in the middle of a gRPC call would leave its locks
    held, and closing the call would then block forever.
    """
    answers: SimpleQueue[tuple[T, None] | tuple[None, BaseException]] = SimpleQueue()

    def run() -> None:
        try:
            answers.put((call(*args, **kwargs), None))
        except BaseException as error:
            answers.put((None, error))

    threading.Thread(target=run, name="call", daemon=True).start()
    answer, error = answers.get()
    if error is not None:
        raise error
    return answer  # type: ignore[return-value]  # there is one where there is no error

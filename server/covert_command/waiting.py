"""Waiting for a call such that Ctrl-C ends the waiting and nothing else."""

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

    It runs in a thread of its own. An interrupt in the midst of a gRPC call would leave locks of
    that call held, and whoever then closes it would wait for ever.
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

"""Waiting for a call so that Ctrl-C ends only the waiting."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LOOK_SECONDS = 0.1  # how often there is a look for an interrupt that was missed


def wait_for(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What `call` returns or raises.

    It runs in a separate thread. An interrupt in the middle of a gRPC call would leave its locks
    held, and closing the call would then block forever.
    """
    try:
        caller = _IDLE.pop()
    except IndexError:
        caller = _Caller()
    try:
        answer, error = caller.answer(partial(call, *args, **kwargs))
    except BaseException:
        caller.give_up()
        raise
    _IDLE.append(caller)
    if error is not None:
        raise error
    return answer  # type: ignore[no-any-return]  # what it returned


class _Caller:
    """A thread that makes one call after the other; to start one for each takes longer."""

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        threading.Thread(target=self._run, name="call", daemon=True).start()

    def answer(self, call: Callable[[], Any]) -> tuple[Any, BaseException | None]:
        """What it returns, and what it raises."""
        self._calls.put(call)
        while True:
            # An interrupt that comes as the waiting begins is noticed when it ends.
            with suppress(Empty):
                return self._answers.get(timeout=LOOK_SECONDS)

    def give_up(self) -> None:
        """Lets the thread end after its call, whose answer nobody waits for."""
        self._calls.put(None)

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            try:
                self._answers.put((call(), None))
            except BaseException as error:
                self._answers.put((None, error))
            del call  # and what it holds, while nothing is to do


_IDLE: list[_Caller] = []

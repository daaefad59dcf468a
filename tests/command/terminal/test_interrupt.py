"""A call is waited for in a thread that is used again, unless the waiting was interrupted."""

from __future__ import annotations

import signal
from threading import Event, current_thread, main_thread

import pytest
from command.shell import LONGEST

from covert_command.terminal.interrupt import wait_for


def test_calls_are_made_one_after_the_other_by_a_thread_that_is_not_this_one() -> None:
    first, second = wait_for(current_thread), wait_for(current_thread)
    assert first is second
    assert first is not main_thread()


def test_what_a_call_returns_or_raises_comes_back() -> None:
    assert wait_for(divmod, 17, 5) == (3, 2)
    with pytest.raises(ZeroDivisionError):
        wait_for(divmod, 17, 0)
    assert wait_for(sorted, "cab", reverse=True) == ["c", "b", "a"]


def test_an_interrupt_ends_the_waiting_and_not_the_call() -> None:
    """The next call gets its own answer, and the thread that nobody waits for ends."""
    go_on = Event()
    abandoned = []

    def interrupted() -> str:
        abandoned.append(current_thread())
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
        go_on.wait()
        return "too late"

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            wait_for(interrupted)
    finally:
        signal.signal(signal.SIGINT, before)
    go_on.set()
    assert wait_for(str, "in time") == "in time"
    (thread,) = abandoned
    thread.join(LONGEST)
    assert not thread.is_alive()

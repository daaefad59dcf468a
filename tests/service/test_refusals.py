"""Refusals that are delayed, or repeated."""

from __future__ import annotations

import asyncio
import time

import pytest

from covert_server.calls import refusals
from covert_server.calls.refusals import (
    BEFORE_DEADLINE,
    EARLIEST,
    MANY_CALLS,
    MANY_REFUSALS,
    SLOT,
    HeldRefusals,
)
from covert_server.calls.status import LEAST_RETRY, BusyError


def held(error: BusyError, deadline: float | None, release: bool = False) -> None:
    async def hold() -> None:
        waiting = HeldRefusals()
        if release:
            asyncio.get_running_loop().call_soon(waiting.release)
        await waiting.hold(error, "a client", MANY_CALLS + 1, deadline)

    asyncio.run(hold())


def test_the_least_time_of_waiting_is_taken_from_that_after_which_to_try_again() -> None:
    error, since = BusyError(10.0), time.monotonic()
    held(error, since + 0.2)
    least = EARLIEST * (0.2 - BEFORE_DEADLINE)
    assert time.monotonic() - since >= least
    assert error.retry_after == pytest.approx(10.0 - least, abs=0.01)


def test_a_refusal_goes_as_late_as_its_deadline_lets_it() -> None:
    since = time.monotonic()
    held(BusyError(10.0), since + 0.2)
    assert time.monotonic() - since >= 0.2 - BEFORE_DEADLINE - SLOT


def test_calls_that_came_together_do_not_go_together() -> None:
    async def hold_many() -> None:
        waiting = HeldRefusals()
        holding = [
            asyncio.ensure_future(waiting.hold(BusyError(10.0), "a client", MANY_CALLS + 1, None))
            for _ in range(150)
        ]
        await asyncio.sleep(0)
        slots = waiting._slots
        assert sum(slots.values()) == len(holding)
        assert max(slots.values()) <= 3  # of some 75 slots
        await asyncio.gather(*holding)
        assert not slots

    asyncio.run(hold_many())


def test_a_call_whose_deadline_is_near_ends_by_that() -> None:
    error, since = BusyError(10.0), time.monotonic()
    held(error, since + BEFORE_DEADLINE)
    assert time.monotonic() > since + BEFORE_DEADLINE


def test_a_server_that_stops_lets_all_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusals, "LONGEST", 600.0)
    error = BusyError(LEAST_RETRY)
    held(error, None, release=True)
    assert error.retry_after == LEAST_RETRY


def test_a_client_with_few_calls_hears_at_once() -> None:
    error = BusyError(10.0)
    asyncio.run(HeldRefusals().hold(error, "a client", MANY_CALLS, None))
    assert error.retry_after == 10.0


def test_a_client_refused_often_that_does_not_wait_is_refused_unread() -> None:
    refused = HeldRefusals()
    for _ in range(MANY_REFUSALS + 1):
        refused.repeat("greedy")  # not yet
        refused.note(BusyError(10.0), "greedy")
    with pytest.raises(BusyError) as caught:
        refused.repeat("greedy")
    assert LEAST_RETRY <= caught.value.retry_after <= refusals.LONGEST
    refused.repeat("polite")


def test_a_client_that_waits_as_long_as_told_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    refused = HeldRefusals()
    for _ in range(MANY_REFUSALS + 1):
        refused.note(BusyError(0.5), "a client")
    now += 0.5
    refused.repeat("a client")

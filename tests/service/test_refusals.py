"""Refusals that are held back."""

from __future__ import annotations

import asyncio
import time

import pytest

from covert_server import refusals
from covert_server.refusals import BEFORE_DEADLINE, HeldRefusals
from covert_server.status import LEAST_RETRY, BusyError


def held(error: BusyError, deadline: float | None, release: bool = False) -> None:
    async def hold() -> None:
        waiting = HeldRefusals()
        if release:
            asyncio.get_running_loop().call_soon(waiting.release)
        await waiting.hold(error, deadline)

    asyncio.run(hold())


def test_the_time_waited_is_taken_from_that_after_which_to_try_again() -> None:
    error, since = BusyError(10.0), time.monotonic()
    held(error, since + 0.2)
    waited = time.monotonic() - since
    assert waited >= (0.2 - BEFORE_DEADLINE) / 2 - 0.01
    assert 10.0 - waited <= error.retry_after < 10.0


@pytest.mark.parametrize("left", [-1.0, 0.0, BEFORE_DEADLINE])
def test_nothing_is_held_whose_deadline_is_near(left: float) -> None:
    error = BusyError(10.0)
    held(error, time.monotonic() + left)
    assert error.retry_after == 10.0


def test_a_server_that_stops_lets_all_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusals, "LONGEST", 600.0)
    error = BusyError(LEAST_RETRY)
    held(error, None, release=True)
    assert error.retry_after == LEAST_RETRY

"""Who is served when there are more calls than workers: real clients of a real server."""

from __future__ import annotations

import asyncio

import pytest
from service.serving import Serving

from covert_bots.covert.game import Covert
from covert_command.loading.requests import suggest_requests
from covert_command.loading.traffic import Outcomes, Traffic, closed_loop, open_loop
from covert_engine.covert import house_set
from covert_server.settings import Settings

ONE_WORKER = Settings(address="127.0.0.1:0", workers=1)
REQUESTS = suggest_requests(Covert(house_set()), 2, "ismcts", think_ms=40)
SECONDS = 3.0


def beside(target: str, greedy: Traffic, polite: Traffic) -> tuple[Outcomes, Outcomes]:
    """Twenty callers at once, and one alone."""

    async def both() -> tuple[Outcomes, Outcomes]:
        return await asyncio.gather(
            closed_loop(target, greedy, 20, SECONDS), closed_loop(target, polite, 1, SECONDS)
        )

    return asyncio.run(both())


def test_beside_a_client_with_many_calls_another_has_its_share() -> None:
    """Half of the worker, less what it does not ask for between its calls; by turns of calls it
    would be one of 21."""
    with Serving(ONE_WORKER) as serving:
        greedy, polite = beside(
            serving.target, Traffic(REQUESTS, deadline=20), Traffic(REQUESTS, deadline=20)
        )
    assert polite.answered > greedy.answered / 3
    assert greedy.answered > polite.answered / 3


def test_batch_calls_wait_for_all_others() -> None:
    with Serving(ONE_WORKER) as serving:
        interactive, batch = beside(
            serving.target,
            Traffic(REQUESTS, deadline=20),
            Traffic(REQUESTS, deadline=20, batch=True),
        )
    assert interactive.answered > 20
    assert batch.answered <= 2


@pytest.mark.parametrize("think_ms", [40, None])
def test_under_overload_calls_are_refused_and_not_late(think_ms: int | None) -> None:
    requests = suggest_requests(Covert(house_set()), 3, "ismcts:iterations=3000", think_ms)
    traffic = Traffic(requests, deadline=0.6)
    with Serving(ONE_WORKER) as serving:
        found = asyncio.run(open_loop(serving.target, traffic, 100, SECONDS))
        assert (serving.running, serving.waiting) == (0, 0)
    assert found.errors == {}
    assert found.answered > 10
    assert found.refused > found.answered
    assert found.deadline_misses < found.calls / 20

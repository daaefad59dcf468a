"""The order in which waiting jobs are started, and which gives way when the queue is full."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covert_server.fair_queue import Claim, FairQueue


def taken(queue: FairQueue[str]) -> list[str]:
    found = []
    while (job := queue.take()) is not None:
        found.append(job)
    return found


def test_jobs_of_one_client_are_started_as_they_came() -> None:
    queue: FairQueue[str] = FairQueue(9)
    for job in "abc":
        queue.add(job, Claim("one"))
    assert taken(queue) == ["a", "b", "c"]
    assert len(queue) == 0


def test_a_newcomer_waits_for_one_job_of_a_busy_client_not_for_all() -> None:
    queue: FairQueue[str] = FairQueue(99)
    for number in range(20):
        queue.add(f"busy {number}", Claim("busy"))
    assert queue.take() == "busy 0"
    queue.add("polite", Claim("polite"))
    assert taken(queue).index("polite") <= 1


def test_clients_share_the_time_and_not_the_number_of_jobs() -> None:
    queue: FairQueue[str] = FairQueue(99)
    for _ in range(30):
        queue.add("long", Claim("long", seconds=3.0))
        queue.add("short", Claim("short", seconds=1.0))
    first = Counter(taken(queue)[:20])
    assert first["short"] == pytest.approx(15, abs=1)


def test_what_a_job_really_took_counts() -> None:
    """A client whose jobs take longer than expected waits longer for the next."""
    queue: FairQueue[str] = FairQueue(99)
    queue.add("slow", Claim("slow"))
    assert queue.take() == "slow"
    for _ in range(5):
        queue.add("slow", Claim("slow"))
        queue.add("quick", Claim("quick"))
    queue.correct(Claim("slow"), 4.0)
    assert taken(queue)[:5] == ["quick"] * 5


def test_a_job_that_takes_longer_than_expected_is_charged_once() -> None:
    """While it ran others had as much: its client has the next turn, and not that much later."""
    queue: FairQueue[str] = FairQueue(99)
    queue.add("long", Claim("long"))
    assert queue.take() == "long"
    for _ in range(40):
        queue.add("short", Claim("short"))
    for _ in range(20):
        assert queue.take() == "short"
        queue.correct(Claim("short"), 0.0)
    queue.correct(Claim("long"), 19.0)
    queue.add("long", Claim("long"))
    assert taken(queue).index("long") <= 1


def test_batch_jobs_wait_for_all_others() -> None:
    queue: FairQueue[str] = FairQueue(9)
    queue.add("batch", Claim("one", batch=True))
    queue.add("interactive", Claim("two"))
    assert queue.ahead(Claim("three", batch=True)) == 2.0
    assert taken(queue) == ["interactive", "batch"]


def test_what_is_ahead_is_what_would_be_started_before() -> None:
    queue: FairQueue[str] = FairQueue(99)
    for _ in range(10):
        queue.add("busy", Claim("busy", seconds=2.0))
    assert queue.ahead(Claim("busy")) == 20.0
    assert queue.ahead(Claim("polite")) == 2.0


def test_the_client_with_most_jobs_gives_way() -> None:
    queue: FairQueue[str] = FairQueue(4)
    for job in ("busy 1", "busy 2", "busy 3"):
        queue.add(job, Claim("busy"))
    queue.add("polite 1", Claim("polite"))
    assert queue.to_make_room(Claim("polite")) == "busy 3"
    assert queue.to_make_room(Claim("busy")) is None
    assert queue.to_make_room(Claim("busy", batch=True)) is None


def test_where_nothing_waits_nothing_gives_way() -> None:
    queue: FairQueue[str] = FairQueue(0)
    assert queue.to_make_room(Claim("one")) is None


def test_batch_jobs_give_way_to_others() -> None:
    queue: FairQueue[str] = FairQueue(2)
    queue.add("batch", Claim("one", batch=True))
    queue.add("interactive", Claim("two"))
    assert queue.to_make_room(Claim("two")) == "batch"


def test_a_job_that_leaves_has_never_been() -> None:
    queue: FairQueue[str] = FairQueue(9)
    queue.add("gone", Claim("one", seconds=50.0))
    assert queue.remove("gone")
    assert not queue.remove("gone")
    assert queue._classes[False].ends == {}  # nothing is kept of clients that have gone
    queue.add("a", Claim("one"))
    queue.add("b", Claim("two"))
    assert taken(queue) == ["a", "b"]


def test_a_job_that_leaves_moves_none_that_stood_before_it() -> None:
    queue: FairQueue[str] = FairQueue(9)
    for job in ("one 1", "one 2"):
        queue.add(job, Claim("one", seconds=2.0))
    queue.add("two", Claim("two"))
    for _ in range(3):
        queue.add("gone", Claim("one", seconds=10.0))
        queue.remove("gone")
    queue.add("one 3", Claim("one"))
    assert taken(queue) == ["one 1", "two", "one 2", "one 3"]


def test_a_job_that_leaves_makes_room_for_those_behind_it() -> None:
    queue: FairQueue[str] = FairQueue(9)
    queue.add("gone", Claim("one", seconds=50.0))
    queue.add("one", Claim("one"))
    queue.add("two 1", Claim("two"))
    queue.add("two 2", Claim("two"))
    queue.remove("gone")
    assert taken(queue) == ["one", "two 1", "two 2"]


CLAIMS = st.builds(
    Claim,
    client=st.sampled_from(["one", "two", "three"]),
    batch=st.booleans(),
    seconds=st.floats(0.01, 10),
)
STEPS = st.lists(st.one_of(CLAIMS, st.just("take"), st.integers(0, 50)), max_size=80)


@given(STEPS)
def test_every_job_leaves_exactly_once(steps: list[Claim | str | int]) -> None:
    """However they come and go: a number removes the job that came at that place."""
    queue: FairQueue[int] = FairQueue(10**6)
    waiting: list[int] = []
    for number, step in enumerate(steps):
        if isinstance(step, Claim):
            queue.add(number, step)
            waiting.append(number)
        elif step == "take":
            job = queue.take()
            assert (job is None) == (not waiting)
            if job is not None:
                waiting.remove(job)
        else:
            assert queue.remove(int(step)) == (step in waiting)
            if step in waiting:
                waiting.remove(int(step))
        assert sorted(queue.jobs()) == waiting
        assert len(queue) == len(waiting)

"""The queue of jobs: the order of turns, the jobs dropped when it is full, and the end of a
turn."""

from __future__ import annotations

from collections import Counter
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covert_server.workers.fair_queue import Claim, FairQueue


class Jobs:
    """A queue, and the claims of its jobs."""

    def __init__(self, limit: int = 99, room: int = 1 << 30, slice_: float = inf) -> None:
        self.queue: FairQueue[str] = FairQueue(limit, room, slice_)
        self.claims: dict[str, Claim] = {}

    def add(self, job: str, claim: Claim) -> None:
        self.claims[job] = claim
        self.queue.add(job, claim)

    def take(self) -> str | None:
        job = self.queue.first()
        if job is not None:
            self.queue.take(job, self.claims[job])
        return job

    def taken(self) -> list[str]:
        jobs = []
        while (job := self.take()) is not None:
            jobs.append(job)
        return jobs

    def lasts(self, **seconds: float) -> None:
        self.queue.lasts((job, self.claims[job], had) for job, had in seconds.items())

    def rest(self, job: str, seconds: float, paused: bool = False) -> None:
        self.queue.rest(job, self.claims[job], seconds, paused)

    def remove(self, job: str) -> bool:
        return self.queue.remove(job, self.claims[job])

    def lead(self, waiting: str, running: str) -> float:
        return self.queue.lead(self.claims[waiting], self.claims[running])


def test_jobs_of_one_client_are_started_as_they_came() -> None:
    jobs = Jobs()
    for job in "abc":
        jobs.add(job, Claim("one"))
    assert jobs.taken() == ["a", "b", "c"]
    assert len(jobs.queue) == 0


def test_a_newcomer_waits_for_one_job_of_a_busy_client_not_for_all() -> None:
    jobs = Jobs()
    for number in range(20):
        jobs.add(f"busy {number}", Claim("busy"))
    assert jobs.take() == "busy 0"
    jobs.add("polite", Claim("polite"))
    assert jobs.taken().index("polite") <= 1


def test_clients_share_the_time_and_not_the_number_of_jobs() -> None:
    jobs = Jobs()
    for number in range(30):
        jobs.add(f"long {number}", Claim("long", seconds=3.0))
        jobs.add(f"short {number}", Claim("short", seconds=1.0))
    first = Counter(job.split()[0] for job in jobs.taken()[:20])
    assert first["short"] == pytest.approx(15, abs=1)


def test_what_a_job_really_took_counts() -> None:
    """A client whose jobs take longer than expected waits longer for the next."""
    jobs = Jobs()
    jobs.add("slow", Claim("slow"))
    assert jobs.take() == "slow"
    for number in range(5):
        jobs.add(f"slow {number}", Claim("slow"))
        jobs.add(f"quick {number}", Claim("quick"))
    jobs.rest("slow", 7.0)
    assert jobs.taken()[:5] == [f"quick {number}" for number in range(5)]


def test_a_job_that_takes_longer_than_expected_is_charged_once() -> None:
    """While it ran others had as much: its client has the next turn, and not one that much
    later."""
    jobs = Jobs()
    jobs.add("long", Claim("long"))
    assert jobs.take() == "long"
    for number in range(40):
        jobs.add(f"short {number}", Claim("short"))
    for number in range(20):
        assert jobs.take() == f"short {number}"
        jobs.rest(f"short {number}", 1.0)
        jobs.lasts(long=number + 1.0)
    jobs.rest("long", 20.0)
    jobs.add("long again", Claim("long"))
    assert jobs.taken().index("long again") <= 1


def test_batch_jobs_wait_for_all_others() -> None:
    jobs = Jobs()
    jobs.add("batch", Claim("one", batch=True))
    jobs.add("interactive", Claim("two"))
    assert jobs.queue.ahead(Claim("three", batch=True)) == 2.0
    assert jobs.taken() == ["interactive", "batch"]


def test_what_is_ahead_is_what_would_be_started_before() -> None:
    jobs = Jobs()
    for number in range(10):
        jobs.add(f"busy {number}", Claim("busy", seconds=2.0))
    assert jobs.queue.ahead(Claim("busy")) == 20.0
    assert jobs.queue.ahead(Claim("polite")) == 2.0


def test_in_slices_a_slice_of_others_is_ahead_and_all_of_ones_own() -> None:
    jobs = Jobs(slice_=0.5)
    for name in ("a", "b"):
        jobs.add(f"{name} runs", Claim(name, seconds=60.0))
        jobs.take()
        jobs.add(f"{name} waits", Claim(name, seconds=60.0))
    running = [(f"{name} runs", Claim(name, seconds=60.0), 59.0) for name in ("a", "b")]
    assert jobs.queue.ahead(Claim("polite"), running) <= 2 * 0.5
    assert jobs.queue.ahead(Claim("a"), running) >= 59.0 + 60.0
    assert jobs.queue.ahead(Claim("polite", batch=True), running) == 2 * (59.0 + 60.0)


def test_the_client_with_most_jobs_gives_way() -> None:
    jobs = Jobs(4)
    for job in ("busy 1", "busy 2", "busy 3"):
        jobs.add(job, Claim("busy"))
    jobs.add("polite 1", Claim("polite"))
    assert jobs.queue.is_full(Claim("polite"))
    assert jobs.queue.to_make_room(Claim("polite")) == "busy 3"
    assert jobs.queue.to_make_room(Claim("busy")) is None
    assert jobs.queue.to_make_room(Claim("busy", batch=True)) is None


def test_the_client_with_most_memory_gives_way_if_there_is_no_more() -> None:
    jobs = Jobs(room=1000)
    jobs.add("large 1", Claim("large", bytes=400))
    jobs.add("large 2", Claim("large", bytes=400))
    for number in range(10):
        assert not jobs.queue.is_full(Claim("small", bytes=10))
        jobs.add(f"small {number}", Claim("small", bytes=10))
    assert jobs.queue.is_full(Claim("new", bytes=200))
    assert jobs.queue.to_make_room(Claim("new", bytes=200)) == "large 2"
    assert jobs.queue.to_make_room(Claim("large", bytes=200)) is None
    assert jobs.remove("large 2")
    assert not jobs.queue.is_full(Claim("new", bytes=200))


def test_where_nothing_waits_nothing_gives_way() -> None:
    assert Jobs(0).queue.to_make_room(Claim("one")) is None


def test_batch_jobs_give_way_to_others() -> None:
    jobs = Jobs(2)
    jobs.add("batch", Claim("one", batch=True))
    jobs.add("interactive", Claim("two"))
    assert jobs.queue.to_make_room(Claim("two")) == "batch"


def test_a_job_that_leaves_has_never_been() -> None:
    jobs = Jobs(9)
    jobs.add("gone", Claim("one", seconds=50.0))
    assert jobs.remove("gone")
    assert not jobs.remove("gone")
    assert jobs.queue._classes[False].clients == {}  # nothing is kept of clients that have gone
    jobs.add("a", Claim("one"))
    jobs.add("b", Claim("two"))
    assert jobs.taken() == ["a", "b"]


def test_a_job_that_leaves_moves_none_that_stood_before_it() -> None:
    jobs = Jobs(9)
    for job in ("one 1", "one 2"):
        jobs.add(job, Claim("one", seconds=2.0))
    jobs.add("two", Claim("two"))
    for number in range(3):
        jobs.add(f"gone {number}", Claim("one", seconds=10.0))
        jobs.remove(f"gone {number}")
    jobs.add("one 3", Claim("one"))
    assert jobs.taken() == ["one 1", "two", "one 2", "one 3"]


def test_the_turn_of_a_long_job_is_over_once_its_client_has_had_as_much_as_another() -> None:
    jobs = Jobs(slice_=1.0)
    for job in ("long", "other"):
        jobs.add(job, Claim(job, seconds=100.0))
    assert jobs.take() == "long"
    assert jobs.lead("other", "long") == 0.0
    jobs.rest("long", 1.0, paused=True)
    assert jobs.take() == "other"
    jobs.rest("other", 0.25, paused=True)
    assert jobs.take() == "other"  # a quarter and no more
    assert jobs.lead("long", "other") == 0.0
    jobs.rest("other", 1.0, paused=True)
    assert jobs.take() == "long"


def test_a_client_that_comes_late_has_a_turn_and_no_more_than_its_share() -> None:
    """The other has had a minute while nobody waited: that is not taken from it."""
    jobs = Jobs(slice_=1.0)
    jobs.add("long", Claim("long", seconds=100.0))
    jobs.take()
    jobs.lasts(long=60.0)
    jobs.add("late", Claim("late", seconds=100.0))
    assert jobs.lead("late", "long") == 0.0
    spent: dict[str, float] = {"long": 60.0, "late": 0.0}
    jobs.rest("long", 60.0, paused=True)
    for _ in range(20):
        job = jobs.take()
        assert job is not None
        spent[job] += 1.0
        jobs.rest(job, 1.0, paused=True)
    assert spent == {"long": 70.0, "late": 10.0}


def test_a_client_that_could_not_use_its_share_has_no_credit_for_it() -> None:
    """One job at a time had one of four workers; its next hundred have a turn like others."""
    jobs = Jobs(slice_=1.0)
    jobs.add("single", Claim("single", seconds=100.0))
    jobs.take()
    for number in range(6):
        jobs.add(f"many {number}", Claim("many", seconds=100.0))
    for number in range(3):
        assert jobs.take() == f"many {number}"
    for second in range(1, 31):
        had = float(second)
        jobs.lasts(**{"single": had, "many 0": had, "many 1": had, "many 2": had})
    for number in range(100):
        jobs.add(f"single {number}", Claim("single", seconds=100.0))
    jobs.rest("single", 30.0)
    jobs.rest("many 0", 30.0, paused=True)
    order = [jobs.take(), jobs.take()]
    assert any(job is not None and job.startswith("many") for job in order)


def test_a_client_with_a_job_that_was_paused_goes_on_with_that_one() -> None:
    jobs = Jobs(slice_=1.0)
    jobs.add("a 1", Claim("a", seconds=9.0))
    jobs.add("a 2", Claim("a", seconds=9.0))
    assert jobs.take() == "a 1"
    jobs.rest("a 1", 1.0, paused=True)
    assert jobs.queue.first() == "a 1"


def test_if_no_job_may_begin_one_that_has_begun_is_next() -> None:
    jobs = Jobs(slice_=1.0)
    jobs.add("old", Claim("old", seconds=9.0))
    jobs.take()
    jobs.rest("old", 5.0, paused=True)
    jobs.add("new", Claim("new"))
    assert jobs.queue.first() == "new"
    assert jobs.queue.first(begin=False) == "old"
    assert jobs.remove("old")
    assert jobs.queue.first(begin=False) is None


def test_jobs_of_one_client_do_not_end_the_turn_of_one_another() -> None:
    jobs = Jobs(slice_=1.0)
    jobs.add("first", Claim("one"))
    jobs.add("second", Claim("one"))
    jobs.take()
    jobs.lasts(first=99.0)
    assert jobs.lead("second", "first") == inf


def test_the_turn_of_a_batch_job_is_over_when_another_waits_and_never_the_other_way() -> None:
    jobs = Jobs(slice_=1.0)
    jobs.add("batch", Claim("one", batch=True))
    jobs.add("interactive", Claim("one"))
    assert jobs.lead("interactive", "batch") == 0.0
    assert jobs.lead("batch", "interactive") == inf


CLAIMS = st.builds(
    Claim,
    client=st.sampled_from(["one", "two", "three"]),
    batch=st.booleans(),
    seconds=st.floats(0.01, 10),
    bytes=st.integers(0, 9),
)
STEPS = st.lists(
    st.one_of(CLAIMS, st.sampled_from(["take", "pause", "end"]), st.integers(0, 50)), max_size=80
)


@given(STEPS)
def test_every_job_leaves_exactly_once(steps: list[Claim | str | int]) -> None:
    """A number removes the job that came at that place, in whatever order jobs come and go."""
    jobs = Jobs(slice_=1.0)
    waiting: set[str] = set()
    running: list[str] = []
    for number, step in enumerate(steps):
        if isinstance(step, Claim):
            jobs.add(str(number), step)
            waiting.add(str(number))
        elif step == "take":
            job = jobs.take()
            assert (job is None) == (not waiting)
            if job is not None:
                waiting.remove(job)
                running.append(job)
        elif isinstance(step, str):
            if running:
                job = running.pop(0)
                jobs.rest(job, 0.5, paused=step == "pause")
                waiting.update([job] if step == "pause" else [])
        elif str(step) in jobs.claims:
            assert jobs.remove(str(step)) == (str(step) in waiting)
            waiting.discard(str(step))
        assert set(jobs.queue.jobs()) == waiting
        assert len(jobs.queue) == len(waiting)
    for job in running:
        jobs.rest(job, 1.0)
    jobs.taken()

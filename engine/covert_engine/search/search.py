"""The tree search for callers: takes a view and a limit, ranks the actions."""

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial

from covert_engine.search._game import SearchView
from covert_engine.search._ismcts import Lane
from covert_engine.search._root import Root
from covert_engine.search._stop import Ending, StopFlag, clock
from covert_engine.search.errors import SearchError
from covert_engine.search.parameters import (
    DEFAULT_NODES,
    MAX_ITERATIONS,
    MAX_NODES,
    Limit,
    SearchParams,
)
from covert_engine.search.result import (
    SearchResult,
    Step,
    StopReason,
    Tally,
    choose,
    deviation_of,
    mean_values,
)

_SLICE = 256
"""Iterations of one lane before the next one's turn, if one thread runs several."""

_LONE_SLICE = 4096
"""Iterations of a lane that has a thread to itself; after each slice Python notices Ctrl-C."""

_FIRST_MEETING = 16
"""Iterations of each lane before they meet for the first time."""

_VARIATION = 24
"""Steps of the principal variation, at most."""

_COUNTED_WORLDS = 32768
"""Distinct worlds are not counted beyond this."""


class Search:
    """A search that can be examined while it grows.

    `run` may be called again; several runs by iterations give the same result as one run of their
    total, byte for byte. The result is a function of the view's bytes, the seed, the parameters,
    `only` and `avoid`, the ceiling of nodes and the number of iterations. `run` holds no lock and
    needs no GIL, but two threads must not run the same search at once.
    """

    def __init__(
        self,
        view: SearchView,
        seed: int,
        params: SearchParams | None = None,
        *,
        only: Collection[int] | None = None,
        avoid: Collection[int] | None = None,
        nodes: int | None = None,
    ) -> None:
        self._params = params or SearchParams()
        self._root = Root(view, seed, only, avoid, self._params.belief)
        nodes = DEFAULT_NODES if nodes is None else nodes
        if not self._params.lanes <= nodes <= MAX_NODES:
            expected = f"an integer in {self._params.lanes} (the lanes)..{MAX_NODES}"
            raise SearchError("limit.nodes", nodes, expected)
        self._lanes = [
            Lane(self._root, self._params, number, nodes // self._params.lanes)
            for number in range(self._params.lanes)
        ]
        self._meeting = MAX_ITERATIONS
        if self._params.lanes > 1 and self._params.lanes_meet:
            self._meeting = _FIRST_MEETING
        self._ending = Ending.BY_ITERATIONS

    @property
    def iterations(self) -> int:
        """Iterations done so far."""
        return sum(lane.iterations for lane in self._lanes)

    @property
    def decisions(self) -> int:
        """Decisions simulated so far: in the tree and below it, by all seats."""
        return sum(lane.decisions for lane in self._lanes)

    @property
    def cpu_seconds(self) -> float:
        """CPU time so far, of all threads together."""
        return sum(lane.cpu for lane in self._lanes) / 1e9

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        *,
        cpu_seconds: float | None = None,
        stop: StopFlag | None = None,
        threads: int = 1,
    ) -> StopReason:
        """Search for `iterations` more, or for that time, or until `stop` is raised. Lanes that are
        behind, as after a run by time, catch up to their part of the total.

        Blocks, without the GIL. The result does not depend on the number of threads; each lane
        gets an equal part of `cpu_seconds`.
        """
        if threads < 1:
            raise SearchError("threads", threads, "an integer from 1")
        started = clock()
        limit = Limit(iterations, seconds, cpu_seconds)
        stop = stop or StopFlag()
        deadline = 0 if limit.seconds is None else started + int(limit.seconds * 1e9)
        total = MAX_ITERATIONS if iterations is None else self.iterations + iterations
        # Iteration number n belongs to lane n modulo the lanes, however runs cut the sequence.
        lanes = len(self._lanes)
        targets = [
            min((total + lanes - 1 - number) // lanes, MAX_ITERATIONS) for number in range(lanes)
        ]
        share = math.ceil(limit.cpu_nanoseconds / lanes)
        cpus = [lane.cpu + share if share else 0 for lane in self._lanes]
        threads = min(threads, lanes)
        groups = [range(first, lanes, threads) for first in range(threads)]
        turns = partial(self._take_turns, cpus, deadline, stop)
        with ThreadPoolExecutor(threads) if threads > 1 else nullcontext() as pool:
            several = map if pool is None else pool.map
            self._ending = self._grow(
                targets, lambda nearer: several(partial(turns, nearer), groups)
            )
        return self.stop_reason

    def _grow(
        self, targets: Sequence[int], take_turns: Callable[[Sequence[int]], Iterable[int]]
    ) -> Ending:
        """Run all lanes to their targets, from meeting to meeting; return the Ending."""
        while True:
            if all(lane.iterations == self._meeting for lane in self._lanes):
                for lane in self._lanes:
                    lane.meet(self._lanes)
                self._meeting += self._meeting // 2
            nearer = [min(target, self._meeting) for target in targets]
            ending = Ending(max(take_turns(nearer)))
            if ending != Ending.BY_ITERATIONS or nearer == targets:
                return ending

    def _take_turns(
        self,
        cpus: Sequence[int],
        deadline: int,
        stop: StopFlag,
        targets: Sequence[int],
        numbers: Sequence[int],
    ) -> int:
        """Run the lanes of these numbers in this thread, slice by slice, so that a time limit cuts
        them alike; return the Ending."""
        slice_ = _SLICE if len(numbers) > 1 else _LONE_SLICE
        ending: int = Ending.BY_ITERATIONS
        unfinished = True
        while unfinished and ending == Ending.BY_ITERATIONS:
            for number in numbers:
                lane = self._lanes[number]
                target = min(lane.iterations + slice_, targets[number])
                ending = max(ending, lane.run(target, deadline, stop, cpus[number]))
            unfinished = any(self._lanes[number].iterations < targets[number] for number in numbers)
        return ending

    @property
    def stop_reason(self) -> StopReason:
        """Reason for the end of the last run."""
        if self._ending == Ending.BY_STOP:
            return StopReason.STOPPED
        if any(lane.full for lane in self._lanes):
            return StopReason.MEMORY
        return {
            Ending.BY_TIME: StopReason.TIME,
            Ending.BY_CPU_TIME: StopReason.CPU_TIME,
        }.get(self._ending, StopReason.ITERATIONS)

    def result(self) -> SearchResult:
        """Return the result so far, after at least one iteration."""
        iterations = self.iterations
        if not iterations:
            raise SearchError("iterations", 0, "a search that has run")
        params = self._params
        tallies = self._tallies(iterations)
        deviation = deviation_of(
            tallies, self._root.seat, params.deviation, params.deviation_weight
        )
        effective = params.effective_visits * params.lanes
        actions = tuple(
            tally.result(self._root.seat, deviation, params.bound_width, effective_visits=effective)
            for tally in tallies
        )
        best = choose(actions, self._root, params)
        return SearchResult(
            action=best.action,
            actions=actions,
            values=mean_values(tallies),
            iterations=iterations,
            worlds=iterations,
            distinct_worlds=self._distinct_worlds(),
            nodes=sum(lane.nodes for lane in self._lanes),
            stop_reason=self.stop_reason,
            variation=self._variation(actions.index(best)),
            hands=self._hands(),
        )

    def _tallies(self, iterations: int) -> list[Tally]:
        """Add up the lanes at the root, in their order."""
        tallies = [
            Tally(action, 0, 0, 0.0, [0.0] * self._root.players, 0.0, [])
            for action in self._root.actions
        ]
        for lane in self._lanes:
            for tally, (visits, availability, prior, sums, square, estimates) in zip(
                tallies, lane.root_actions(), strict=True
            ):
                tally.visits += visits
                tally.availability += availability
                tally.prior += prior / iterations
                tally.sums = [have + more for have, more in zip(tally.sums, sums, strict=True)]
                tally.square += square
                before = tally.estimates or [0.0] * len(estimates)
                tally.estimates = [
                    have + more for have, more in zip(before, estimates, strict=True)
                ]
        return tallies

    def _hands(self) -> tuple[tuple[int, ...], ...]:
        """Count, over all lanes, the worlds in which each card was in each hand."""
        lanes = [lane.hands() for lane in self._lanes]
        return tuple(
            tuple(sum(column) for column in zip(*of_lanes, strict=True))
            for of_lanes in zip(*lanes, strict=True)
        )

    def _distinct_worlds(self) -> int:
        if len(self._lanes) == 1:
            return self._lanes[0].distinct_worlds
        hashes: set[int] = set()
        for lane in self._lanes:
            hashes |= lane.worlds()
            if len(hashes) >= _COUNTED_WORLDS:
                return _COUNTED_WORLDS
        return len(hashes)

    def _variation(self, place: int) -> tuple[Step, ...]:
        """Return the line of the lane that visited the root's action of that place most."""
        variations = [lane.variation(place, _VARIATION) for lane in self._lanes]
        longest = max(variations, key=lambda steps: steps[0][2] if steps else 0)
        return tuple(Step(*step) for step in longest)


def search(
    view: SearchView,
    limit: Limit,
    seed: int,
    params: SearchParams | None = None,
    *,
    stop: StopFlag | None = None,
    only: Collection[int] | None = None,
    avoid: Collection[int] | None = None,
    threads: int = 1,
) -> SearchResult:
    """Search a view until the first limit is reached."""
    growing = Search(view, seed, params, only=only, avoid=avoid, nodes=limit.nodes)
    growing.run(
        limit.iterations,
        limit.seconds,
        cpu_seconds=limit.cpu_seconds,
        stop=stop,
        threads=threads,
    )
    return growing.result()

"""Results of a search."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from math import sqrt
from operator import add
from typing import NamedTuple

from covert_engine.search._root import Root
from covert_engine.search._trials import Trials
from covert_engine.search.parameters import SearchParams


class StopReason(Enum):
    """Limit that ended a search, or stopped its growth first."""

    ITERATIONS = "iterations"
    """All requested iterations were done: the result is a function of the request."""

    TIME = "time"
    """The time was up."""

    CPU_TIME = "cpu_time"
    """The CPU time was spent."""

    MEMORY = "memory"
    """The trees were full before the end; the search continued without growth. Iterations or time
    ended it."""

    STOPPED = "stopped"
    """The stop flag was raised."""


class ActionResult(NamedTuple):
    """Results for one action of the root."""

    action: int
    """The action."""

    visits: int = 0
    """Times that it was tried."""

    availability: int = 0
    """Times that it was available."""

    prior: float = 0.0
    """Its policy's prior, 0..1; in a tree averaged over the worlds, with its even share of
    `SearchParams.prior_uniform`."""

    values: tuple[float, ...] = ()
    """Mean utility of each seat after it, 0..1; empty without visits."""

    standard_error: float = 0.0
    """Standard error of the searching seat's mean, over many such searches."""

    lower_bound: float = 0.0
    """The mean less the width of the final choice in errors of `bound_error`; 0 without visits."""

    value: float = 0.0
    """The searching seat's mean utility, 0..1; 0 without visits."""

    expected_score: tuple[float, ...] = ()
    """Mean final score of each seat; empty if the evaluator estimates none, or if not requested."""

    win_probability: tuple[float, ...] = ()
    """Mean chance of each seat to win; empty if not requested."""

    paired_error: float | None = None
    """Standard error of the difference to the action taken, over the worlds in which both were
    tried, where worlds are common to all actions."""

    bound_error: float = 0.0
    """The standard error if the values of a tree were independent."""


@dataclass(frozen=True)
class Step:
    """One step of the principal variation."""

    seat: int
    """Its seat."""

    action: int
    """The action; of another seat, one of those that look alike to the searching seat."""

    visits: int
    """Times that the search took it there."""


class SearchResult(NamedTuple):
    """Results of a search."""

    action: int
    """The action to take."""

    actions: tuple[ActionResult, ...]
    """All actions that were searched, in the game's order."""

    values: tuple[float, ...]
    """Mean utility of each seat over the whole search."""

    iterations: int
    """Iterations (of `flat` and `greedy`: simulations) done."""

    worlds: int
    """Worlds dealt."""

    distinct_worlds: int
    """Worlds among them with different hidden parts; 32768 means at least that many."""

    nodes: int
    """Nodes of all trees."""

    stop_reason: StopReason
    """Reason for the end of the search."""

    variation: tuple[Step, ...]
    """The principal variation: the action to take, then the most visited replies."""

    hands: tuple[tuple[int, ...], ...] = ()
    """For each hand, the number of worlds in which each card was in it; empty if not requested."""

    @property
    def best(self) -> ActionResult:
        """Entry of the action to take."""
        return next(entry for entry in self.actions if entry.action == self.action)


@dataclass
class Tally:
    """Sums over all visits of one action, the basis of its `ActionResult`."""

    action: int
    """The action."""

    visits: int
    """Times it was tried."""

    availability: int
    """Times it was available."""

    prior: float
    """Its mean prior."""

    sums: list[float]
    """Utilities of each seat, added up."""

    square: float
    """Squares of the searching seat's utilities, added up."""

    estimates: list[float]
    """The evaluator's own figures, added up: final scores where it has any, then chances to win."""

    def result(
        self,
        seat: int,
        deviation: float,
        width: float,
        effective_visits: float = 0.0,
    ) -> ActionResult:
        """Return the means and their errors. However many the visits are, they tell no more than
        `effective_visits` independent values; 0: they are independent."""
        if not self.visits:
            return ActionResult(
                self.action,
                0,
                self.availability,
                self.prior,
                (),
                standard_error=deviation,
                bound_error=deviation,
            )
        total = self.sums[seat]
        means = tuple(figure / self.visits for figure in self.estimates)
        scores = max(0, len(means) - len(self.sums))
        # One more value at the root's deviation keeps the error of a single visit from being 0.
        squares = max(0.0, self.square - total * total / self.visits) + deviation * deviation
        error = sqrt(squares) / self.visits
        return ActionResult(
            action=self.action,
            visits=self.visits,
            availability=self.availability,
            prior=self.prior,
            values=tuple(value / self.visits for value in self.sums),
            standard_error=error * repeated(self.visits, effective_visits),
            bound_error=error,
            lower_bound=total / self.visits - width * error,
            value=total / self.visits,
            expected_score=means[:scores],
            win_probability=means[scores:],
        )


def repeated(visits: int, effective_visits: float) -> float:
    """Return the ratio of the error of repeated searches to that of independent values.

    A search commits itself to lines that another search might not find. So the variance s^2 / n of
    n visits becomes s^2 (1 / n + 1 / effective): it never falls below that of `effective_visits`
    values.
    """
    return sqrt(1 + visits / effective_visits) if effective_visits else 1.0


def _added(values: Iterable[float]) -> float:
    """Add up from left to right; `sum` does not, from Python 3.12 on."""
    return reduce(add, values, 0.0)


def deviation_of(tallies: Sequence[Tally], seat: int, guess: float, weight: float) -> float:
    """Return the standard deviation of all utilities of a seat, smoothed by a guess of that
    weight."""
    visits = sum(tally.visits for tally in tallies)
    total = _added(tally.sums[seat] for tally in tallies)
    square = _added(tally.square for tally in tallies)
    squares = max(0.0, square - total * total / visits) if visits else 0.0
    return sqrt((guess * guess * weight + squares) / (weight + visits))


def mean_values(tallies: Sequence[Tally]) -> tuple[float, ...]:
    """Return the mean utility of each seat over all visits of all actions."""
    visits = sum(tally.visits for tally in tallies)
    return tuple(
        _added(column) / visits for column in zip(*(tally.sums for tally in tallies), strict=True)
    )


def choose(actions: Sequence[ActionResult], root: Root, params: SearchParams) -> ActionResult:
    """Choose the action with the highest lower bound among those with enough visits, of equal ones
    the first; or draw among them by that bound."""
    enough = _visited_enough(actions, params.bound_share)
    if params.temperature:
        return enough[root.draw([entry.lower_bound for entry in enough], params.temperature)]
    return max(enough, key=lambda entry: entry.lower_bound)


def _visited_enough(actions: Sequence[ActionResult], share: float) -> list[ActionResult]:
    """Return the actions with at least this share of the visits of the most visited one."""
    floor = max(1.0, share * max(entry.visits for entry in actions))
    return [entry for entry in actions if entry.visits >= floor]


def compared(
    root: Root,
    trials: Trials,
    params: SearchParams,
    best: int,
    priors: Sequence[float],
    reason: StopReason,
) -> SearchResult:
    """Return the result of trials in common worlds: the best action, or one drawn by mean among
    those with enough visits."""
    tallies = [
        Tally(action, visits, trials.worlds, prior, sums, square, estimates)
        for action, prior, (visits, sums, square, estimates) in zip(
            root.actions, priors, trials.actions(), strict=True
        )
    ]
    deviation = deviation_of(tallies, root.seat, params.deviation, params.deviation_weight)
    actions = [tally.result(root.seat, deviation, params.bound_width) for tally in tallies]
    taken = actions[best]
    if params.temperature:
        enough = _visited_enough(actions, params.bound_share)
        taken = enough[root.draw([entry.value for entry in enough], params.temperature)]
    first = actions.index(taken)
    actions = [
        entry if place == first else entry._replace(paired_error=trials.paired_error(place, first))
        for place, entry in enumerate(actions)
    ]
    return SearchResult(
        action=taken.action,
        actions=tuple(actions),
        values=mean_values(tallies),
        iterations=sum(tally.visits for tally in tallies),
        worlds=trials.worlds,
        distinct_worlds=trials.distinct_worlds,
        nodes=0,
        stop_reason=reason,
        variation=(Step(root.seat, taken.action, taken.visits),),
        hands=tuple(map(tuple, trials.hands())),
    )

"""The accuracy of the value of a leaf.

    python benchmarks/accuracy/value.py --positions 180

Positions are beginnings of rounds in games of two, where simulations are valued. From each, a bot
plays on to the end again and again with other chance. The mean of how that ends is what the
position is worth, to that bot; how far single games lie from it is luck. Prints which share of the
variance of results the positions explain at all, and how values correlate with what positions are
worth, corrected for the noise of a mean of so few games. Besides the values themselves, there are
their means after simulations of some rounds by the policy, as below the tree of a search, and those
that a search with the true hands sees.
"""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import Pool
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from covert_bots.covert.bots import LEARNED
from covert_bots.covert.catalogue import make
from covert_bots.players.bots import Searching
from covert_bots.players.cores import cores
from covert_bots.players.match import seed_of
from covert_command.options.game_choice import SpecOfGame
from covert_engine.covert import CompiledSet, State, house_set
from covert_engine.covert._oracle import Oracle
from covert_engine.search import Limit, search

ROUNDS = range(2, 8)  # in which a position may lie
SIMULATIONS = 100  # of each length
TO_THE_END = 0  # rounds
FIRST_KEY = 1 << 32  # of simulations: their chance is not that of the games


class Task(NamedTuple):
    """A game, of which one position is taken."""

    number: int
    bot: str
    games: int
    iterations: int


class Sample(NamedTuple):
    """A position: how games from it ended for seat 0, and what was forecast."""

    utilities: list[float]
    forecasts: dict[str, float]


def at_the_end(state: State) -> float:
    """Return the utility of a finished game, to seat 0."""
    return state.value()[0]


def position(task: Task) -> State | None:
    """Return the beginning of a round; none if the game does not last so long."""
    seed = seed_of(1, "value", task.number)
    state = State.deal(CompiledSet(house_set()), 2, seed)
    bot, wanted = make(task.bot), ROUNDS[task.number % len(ROUNDS)]
    while state.actor is not None and state.round < wanted:
        state.play(bot.choose(state.view(state.actor), seed))
    return None if state.over else state


def look(task: Task) -> Sample | None:
    """Play on from the position, and make every forecast of it."""
    state = position(task)
    if state is None:
        return None
    bot = make(task.bot)
    utilities = []
    for number in range(task.games):
        game = state.redrawn(number, dice=True)
        while game.actor is not None:
            game.play(bot.choose(game.view(game.actor), seed_of(task.number, number)))
        utilities.append(at_the_end(game))
    forecasts = {name: forecast(state, task.iterations) for name, forecast in FORECASTS.items()}
    return Sample(utilities, forecasts)


def hand_made(state: State, _: int) -> float:
    return state.value()[0]


def learned(state: State, _: int) -> float:
    return state.value(LEARNED["learned"])[0]


def simulated(rounds: int) -> Callable[[State, int], float]:
    """Return a forecast: the mean of the hand-made values after so many rounds by the policy."""

    def forecast(state: State, _: int) -> float:
        total = 0.0
        for number in range(SIMULATIONS):
            game = state.redrawn(FIRST_KEY + number, dice=True)
            game.simulate(number, rounds)
            total += game.value()[0]
        return total / SIMULATIONS

    return forecast


def searched(spec: str) -> Callable[[State, int], float]:
    """Return a forecast: the mean of the values that a search with the true hands sees."""

    def forecast(state: State, iterations: int) -> float:
        bot, limit = make(spec).with_settings(belief=Oracle(state)), Limit(iterations)
        seat = state.actor
        assert isinstance(bot, Searching)
        assert seat is not None
        view = state.view(seat)
        return search(view, limit, 1, bot.settings_for(view, limit)).values[0]

    return forecast


FORECASTS = {
    "the hand-made value": hand_made,
    "the network": learned,
    "after 1 round": simulated(1),
    "after 2 rounds": simulated(2),
    "after 3 rounds": simulated(3),
    "at the end": simulated(TO_THE_END),
    "a search": searched("ismcts:horizon=1"),
    "a search with the network": searched("ismcts:horizon=1,evaluator=learned"),
    "a search over two rounds": searched("ismcts:horizon=2"),
}


def report(rows: list[Sample]) -> None:
    """Print the shares and the correlations."""
    ends = np.array([row.utilities for row in rows])
    luck = ends.var(axis=1, ddof=1).mean()
    worth = ends.mean(axis=1)
    explained = worth.var(ddof=1) - luck / ends.shape[1]
    print(f"{len(rows)} positions, {ends.shape[1]} games from each")
    print(f"the position explains {explained / (explained + luck):.1%} of the variance of results")
    for name in FORECASTS:
        forecast = np.array([row.forecasts[name] for row in rows])
        low, high = interval(forecast, ends)
        error = ((forecast - worth) ** 2).mean() - luck / ends.shape[1]
        print(
            f"{name:<28} correlation {correlation(forecast, ends):.3f} ({low:.3f} to {high:.3f})"
            f"  error {error:.4f} of {explained:.4f}"
        )


def correlation(forecast: NDArray[np.float64], ends: NDArray[np.float64]) -> float:
    """Return the correlation with what positions are worth, as if from endless games."""
    worth = ends.mean(axis=1)
    explained = worth.var(ddof=1) - ends.var(axis=1, ddof=1).mean() / ends.shape[1]
    return float(np.cov(forecast, worth)[0, 1] / np.sqrt(forecast.var(ddof=1) * explained))


def interval(forecast: NDArray[np.float64], ends: NDArray[np.float64]) -> tuple[float, float]:
    """Return the 95 % interval, by a bootstrap of positions."""
    chance = np.random.default_rng(1)
    again = []
    for _ in range(1000):
        drawn = chance.integers(len(forecast), size=len(forecast))
        again.append(correlation(forecast[drawn], ends[drawn]))
    low, high = np.quantile(again, (0.025, 0.975))
    return float(low), float(high)


@click.command(help="How much the value of a leaf knows of what a position is worth.")
@click.option(
    "--bot", type=SpecOfGame(), default="ismcts:iterations=60", show_default=True, help="Who plays."
)
@click.option("--positions", type=click.IntRange(10), default=180, show_default=True)
@click.option("--games", type=click.IntRange(2), default=32, show_default=True, help="From each.")
@click.option("--iterations", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=cores)
def main(bot: str, positions: int, games: int, iterations: int, workers: int) -> None:
    tasks = [Task(number, bot, games, iterations) for number in range(positions)]
    with Pool(workers) as pool:
        report([row for row in pool.imap(look, tasks) if row is not None])


if __name__ == "__main__":
    main()

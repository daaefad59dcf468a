"""Our playouts and search beside OpenSpiel's C++, measured in one run: its game of Hearts.

    pip install '.[openspiel]'
    python benchmarks/speed/against_openspiel.py --rounds 15

Hearts is a card game with hidden hands, and one of the cheapest OpenSpiel games to simulate. Its
playouts and its IS-MCTS run wholly in C++, within one call from Python: a rollout evaluator called
by a tree search of two simulations, and `ISMCTSBot` with one rollout per iteration.

A ratio is our time divided by theirs, round by round: below 1 we are faster. Our decisions have at
least two legal actions, because the engine takes forced steps itself. A fifth of Hearts' decisions
have only one: a `decision` of Hearts is any of them, as usual in measurements of OpenSpiel; a
`choice` has at least two. `ismcts` is the search of our bot, whose simulations follow a policy;
`ismcts_random` is the same search with random simulations, as in OpenSpiel.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from statistics import mean
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from covert_command.measures.engine import greedy_game, iterations, playouts, spread, views_of
from covert_command.terminal.screen import plain_table
from covert_engine.covert import CompiledSet, compile, house_set
from covert_engine.input.hints import not_installed
from covert_engine.search import UNIFORM, SearchParams

ROUNDS = 7
PLAYOUTS = 400  # our random games in a round
ROLLOUTS = 1000  # of Hearts, from each deal and from the position after it
DEALS = 8
SEARCHES = 3  # games searched after each of these shares of their decisions
SHARES = (0.0, 0.25, 0.5, 0.75)
SEARCHED = 1000  # iterations in each position, as many as ours
EXPLORATION = 2.0  # for both searches of OpenSpiel, as in its examples
LENGTHS = 40  # playouts that measure the mean length from a position
RANDOM = SearchParams(evaluator=UNIFORM)
SEED = 1

NANO = 1e9


@dataclass(frozen=True)
class Position:
    """The start of playouts, and their mean length."""

    state: Any
    decisions: float
    choices: float  # decisions with at least two legal actions


@dataclass(frozen=True)
class Cost:
    """Nanoseconds of a decision, and of a decision with at least two legal actions."""

    decision: float
    choice: float


class Hearts:
    """Hearts as OpenSpiel plays it; SystemExit if OpenSpiel is not installed."""

    def __init__(self) -> None:
        try:
            self.pyspiel: Any = import_module("pyspiel")
        except ModuleNotFoundError:
            raise SystemExit(not_installed("OpenSpiel", "openspiel")) from None
        self.game = self.pyspiel.load_game("hearts")
        self._draw = random.Random(SEED)
        self._deals = [self._position(0.0) for _ in range(DEALS)]
        self._searched = [self._position(share) for _ in range(SEARCHES) for share in SHARES]

    def playouts(self) -> Cost:
        """Measure random playouts."""
        spent = decisions = choices = 0.0
        for position in self._deals:
            evaluator = self.pyspiel.RandomRolloutEvaluator(ROLLOUTS, SEED)
            # The first simulation evaluates the deal, the second the position a decision later.
            bot = self.pyspiel.MCTSBot(self.game, evaluator, EXPLORATION, 2, 1, False, SEED, False)
            spent += _seconds_of_step(bot, position)
            decisions += ROLLOUTS * (2 * position.decisions - 1)
            choices += ROLLOUTS * (2 * position.choices - 1)
        return Cost(spent / decisions * NANO, spent / choices * NANO)

    def searches(self) -> Cost:
        """Measure complete iterations of its IS-MCTS, by the mean length of playouts."""
        spent = decisions = choices = 0.0
        for position in self._searched:
            bot = self.pyspiel.ISMCTSBot(
                SEED,
                self.pyspiel.RandomRolloutEvaluator(1, SEED),
                EXPLORATION,
                SEARCHED,
                -1,  # a new world for each iteration
                self.pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            )
            spent += _seconds_of_step(bot, position)
            decisions += SEARCHED * position.decisions
            choices += SEARCHED * position.choices
        return Cost(spent / decisions * NANO, spent / choices * NANO)

    def _position(self, share: float) -> Position:
        """Return the state after that share of the decisions of a random game."""
        states, _ = self._playout(self._dealt())
        state = states[int(share * len(states))]
        playouts = [self._playout(state) for _ in range(LENGTHS)]
        return Position(
            state,
            decisions=mean(len(states) for states, _ in playouts),
            choices=mean(choices for _, choices in playouts),
        )

    def _dealt(self) -> Any:
        state = self.game.new_initial_state()
        while state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(self._draw.choices(actions, chances)[0])
        return state

    def _playout(self, start: Any) -> tuple[list[Any], int]:
        """Return the states of a random game from `start`, and how many of them had a choice."""
        state = start.clone()
        states = []
        choices = 0
        while not state.is_terminal():
            states.append(state.clone())
            legal = state.legal_actions()
            choices += len(legal) > 1
            state.apply_action(self._draw.choice(legal))
        return states, choices


def side_by_side(cards: CompiledSet, hearts: Hearts, rounds: int = ROUNDS) -> dict[str, Any]:
    """Measure ours and theirs in turns, with the same positions and games in every round."""
    views = [view for players in (2, 4) for view in views_of(cards, greedy_game(cards, players, 1))]
    played: list[tuple[float, Cost]] = []
    searched: list[tuple[float, Cost]] = []
    searched_at_random: list[tuple[float, Cost]] = []
    for _ in range(rounds):
        played.append((playouts(cards, PLAYOUTS)["ns_per_decision"], hearts.playouts()))
        ours = iterations(views)["ns_per_decision"]
        theirs = hearts.searches()
        searched.append((ours, theirs))
        searched_at_random.append((iterations(views, RANDOM)["ns_per_decision"], theirs))
    return {
        "version": version("open_spiel"),
        "rounds": rounds,
        "playout": _compared(played),
        "ismcts": _compared(searched),
        "ismcts_random": _compared(searched_at_random),
    }


def _seconds_of_step(bot: Any, position: Position) -> float:
    started = time.thread_time()
    bot.step(position.state)
    return time.thread_time() - started


def _compared(rounds: Sequence[tuple[float, Cost]]) -> dict[str, Any]:
    return {
        "covert_ns_per_decision": spread([ours for ours, _ in rounds], 1),
        "hearts_ns_per_decision": spread([theirs.decision for _, theirs in rounds], 1),
        "hearts_ns_per_choice": spread([theirs.choice for _, theirs in rounds], 1),
        "ratio_to_decision": spread([ours / theirs.decision for ours, theirs in rounds], 3),
        "ratio_to_choice": spread([ours / theirs.choice for ours, theirs in rounds], 3),
    }


def table_of(comparison: dict[str, Any]) -> Table:
    """Return the comparison as a table."""
    numbers = ("median", "lowest", "highest")
    table = plain_table("", *numbers, numbers=numbers)
    for what, name in (
        ("playout", "playout"),
        ("search", "ismcts"),
        ("random search", "ismcts_random"),
    ):
        for who, key in (
            ("Covert, ns per decision", "covert_ns_per_decision"),
            ("Hearts, ns per decision", "hearts_ns_per_decision"),
            ("Hearts, ns per choice", "hearts_ns_per_choice"),
            ("Covert / Hearts decision", "ratio_to_decision"),
            ("Covert / Hearts choice", "ratio_to_choice"),
        ):
            spread = comparison[name][key]
            table.add_row(
                f"{what}: {who}",
                *(f"{spread[name_of_figure]:,}" for name_of_figure in ("median", "min", "max")),
            )
    table.caption = (
        f"Hearts in C++: OpenSpiel {comparison['version']}, {comparison['rounds']} rounds"
    )
    return table


@click.command(help="Our playouts and search beside OpenSpiel's C++ of Hearts, in one run.")
@click.option("--rounds", type=click.IntRange(1), default=ROUNDS, show_default=True, help="Each.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def main(rounds: int, as_json: bool) -> None:
    comparison = side_by_side(compile(house_set()), Hearts(), rounds)
    if as_json:
        click.echo(json.dumps(comparison, indent=2))
    else:
        Console().print(table_of(comparison))


if __name__ == "__main__":
    main()

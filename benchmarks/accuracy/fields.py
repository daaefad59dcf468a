"""How close balanced tables of many bots come to ratings that are known, in simulated games.

    python benchmarks/accuracy/fields.py --tournaments 200

Twelve bots play at tables of four. Their strengths are drawn anew for each tournament, around a
mean of 0. In a block each bot has each seat of a deal once; some seats of a deal are luckier than
others. The plan, the ratings and their intervals are the arena's own. The table shows, by the
number of games:

- how much of all combinations, with one deal for each table, these games are
- the typical error of a rating, and how often it is within 50 Elo of the truth
- how often the 95% interval of a rating holds the truth, and how wide half of it is
- how often all intervals of a tournament do so together, if each is for itself, and simultaneous

What is true is the rating that endless games would give: the luck of deals makes a table fairer.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import combinations

import click
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_bots.arena.statistics.elo import ELO_A_NAT
from covert_bots.arena.statistics.pairings import confidence_of_independent
from covert_bots.arena.statistics.plackett_luce import Choice, Table, fit

BOTS, SEATS = 12, 4
SPREADS = (100.0, 200.0)  # standard deviation of the strengths, in Elo
DEALS = (0.0, 0.8)  # standard deviation of the luck of a seat, in units of log odds
BLOCKS = (16, 33, 66, 165)  # of each bot
CLOSE = 50.0  # Elo
ALL_GAMES = 495 * SEATS  # of all combinations
DRAWS = 400  # of the luck at a table, for true ratings
STEPS = 500  # of their fit


def played(
    plan: Plan, strengths: NDArray[np.float64], deal: float, rng: np.random.Generator
) -> list[Choice]:
    """Play the games of a plan."""
    choices = []
    for block in plan:
        luck = rng.normal(size=SEATS) * deal
        for game in block.games:
            weights = np.exp(strengths[list(game.seats)] + luck)
            winner = int(np.searchsorted(np.cumsum(weights), rng.random() * weights.sum()))
            choices.append(Choice(block.number, game.seats, (min(winner, SEATS - 1),)))
    return choices


def expected(
    strengths: NDArray[np.float64], deal: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return the ratings after endless games of all combinations equally often: those of the same
    strengths without luck, or a fit to chances."""
    if deal == 0:
        centred: NDArray[np.float64] = (strengths - strengths.mean()) * ELO_A_NAT
        return centred
    tables = np.array(list(combinations(range(BOTS), SEATS)))
    luck = rng.normal(size=(DRAWS, 1, SEATS)) * deal
    odds = np.exp(strengths[tables][None] + luck)
    shares = (odds / odds.sum(axis=2, keepdims=True)).mean(axis=0)
    return _fitted(tables, shares) * ELO_A_NAT


def _fitted(tables: NDArray[np.intp], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the ratings that explain shares at tables best (D. R. Hunter's iteration, 2004)."""
    won = np.bincount(tables.ravel(), shares.ravel(), minlength=BOTS)
    weights = np.ones(BOTS)
    for _ in range(STEPS):
        parts = np.repeat(1 / weights[tables].sum(axis=1)[:, None], SEATS, axis=1)
        weights = won / np.bincount(tables.ravel(), parts.ravel(), minlength=BOTS)
        weights /= np.exp(np.log(weights).mean())
    ratings: NDArray[np.float64] = np.log(weights)
    return ratings


class Tally:
    """The errors of many tournaments."""

    def __init__(self) -> None:
        self.errors: list[float] = []
        self.halves: list[float] = []
        self.held: list[bool] = []
        self.all_held: list[bool] = []
        self.all_held_together: list[bool] = []

    def add(self, each: Table, together: Table, truth: Sequence[float]) -> None:
        pairs = list(zip(each.elo, truth, strict=True))
        self.errors += [rating.mean - true for rating, true in pairs]
        self.halves += [(rating.high - rating.low) / 2 for rating, _ in pairs]
        held = [rating.low <= true <= rating.high for rating, true in pairs]
        self.held += held
        self.all_held.append(all(held))
        self.all_held_together.append(
            all(
                rating.low <= true <= rating.high
                for rating, true in zip(together.elo, truth, strict=True)
            )
        )

    def cells(self) -> list[str]:
        errors = np.array(self.errors)
        return [
            f"{np.sqrt((errors**2).mean()):.0f}",
            f"{(np.abs(errors) <= CLOSE).mean():.0%}",
            f"{np.mean(self.held):.1%}",
            f"±{np.mean(self.halves):.0f}",
            f"{np.mean(self.all_held):.0%}",
            f"{np.mean(self.all_held_together):.1%}",
        ]


@click.command()
@click.option("--tournaments", default=200, show_default=True, help="Tournaments of each kind.")
@click.option("--blocks", multiple=True, type=int, default=BLOCKS, help="Blocks of each bot.")
@click.option("--seed", default=1, show_default=True, help="Seed of the games.")
def main(tournaments: int, blocks: tuple[int, ...], seed: int) -> None:
    """Print the table."""
    head = ("spread", "luck", "games", "of all", "error", "within 50", "95% holds", "its half",
            "all hold", "all hold, simultaneous")  # fmt: skip
    print("|", " | ".join(head), "|")
    print("|---" * len(head), "|", sep="")
    names = tuple(f"greedy:worlds={number}" for number in range(1, BOTS + 1))
    confidence = confidence_of_independent(BOTS + SEATS)
    cases = [(spread, deal) for spread in SPREADS for deal in DEALS]
    for spread, deal in track(cases, disable=not sys.stderr.isatty()):
        tallies = {many: Tally() for many in sorted(blocks)}
        for number in range(tournaments):
            rng = np.random.default_rng((seed, number))
            strengths = rng.normal(size=BOTS) * spread / ELO_A_NAT
            truth = expected(strengths, deal, rng).tolist()
            settings = PlanSettings(names, SEATS, max(blocks), number, Format.BALANCED)
            choices = played(Plan(settings), strengths, deal, rng)
            for many, tally in tallies.items():
                some = choices[: _games(many)]
                each = fit(some, BOTS, SEATS)
                tally.add(each, fit(some, BOTS, SEATS, confidence), truth)
        for many, tally in tallies.items():
            games = _games(many)
            row = (f"{spread:g}", f"{deal:g}", str(games), f"{games / ALL_GAMES:.0%}")
            print("|", " | ".join((*row, *tally.cells())), "|", flush=True)


def _games(blocks: int) -> int:
    """Return the games after so many blocks of each bot."""
    return -(-BOTS * blocks // SEATS) * SEATS


if __name__ == "__main__":
    main()

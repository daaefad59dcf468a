"""How often the sequential test errs where the truth is known, in simulated blocks of games.

    python benchmarks/accuracy/sequential.py --tests 4000

A bot plays against copies of another at tables of two and four. In a block it has each seat of a
deal once; some seats of a deal are luckier than others. Its strength is exactly `elo0`, or exactly
`elo1`. The table shows how often the test accepts the wrong hypothesis, and its blocks on average.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product

import click
import numpy as np
from numpy.typing import NDArray
from rich.progress import track
from scipy import optimize

from covert_bots.arena.statistics.elo import TWO_SIDED_95, share_of_elo
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt, Verdict

PAIRS = ((0.0, 20.0), (200.0, 300.0), (400.0, 500.0), (500.0, 700.0))  # Elo
SEATS = (2, 4)
DEALS = (0.0, 0.8)  # standard deviation of the luck of a seat, in units of log odds
CLOSE = 20.0  # Elo between hypotheses so close that a test takes hundreds of blocks ...
FEWER = 4  # ... and is simulated so many times less often
DRAWS = 20_000  # of deals, for a mean share
LONGEST = 20_000  # blocks of a test
AT_ONCE = 64  # blocks drawn at a time


def chances(strength: float, luck: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the chances to win of a bot in each seat of each deal, shape (deals, seats)."""
    odds = np.exp(luck)
    own = np.exp(strength) * odds
    shares: NDArray[np.float64] = own / (own + odds.sum(axis=1, keepdims=True) - odds)
    return shares


def strength_of(elo: float, seats: int, deal: float) -> float:
    """Return the strength, in log odds, of which the share in the long run has this Elo."""
    luck = np.random.default_rng(0).normal(size=(DRAWS, seats)) * deal

    def excess(strength: float) -> float:
        return float(chances(strength, luck).mean()) - share_of_elo(elo, seats)

    return float(optimize.brentq(excess, -20, 20))


def shares(strength: float, seats: int, deal: float, rng: np.random.Generator) -> Iterator[float]:
    """Yield the bot's share of block after block."""
    while True:
        luck = rng.normal(size=(AT_ONCE, seats)) * deal
        won = rng.random((AT_ONCE, seats)) < chances(strength, luck)
        yield from won.mean(axis=1).tolist()


def errors(
    hypotheses: Hypotheses, wrong: Verdict, strength: float, deal: float, tests: int, seed: int
) -> tuple[float, float]:
    """Return how often tests end with a wrong verdict, and their blocks on average."""
    erred = blocks = 0
    for number in range(tests):
        rng = np.random.default_rng((seed, number))
        test = Sprt(hypotheses)
        for share in shares(strength, hypotheses.seats, deal, rng):
            if test.add(share) is not Verdict.RUNNING or len(test.path) == LONGEST:
                break
        erred += test.verdict is wrong
        blocks += len(test.path)
    return erred / tests, blocks / tests


@click.command()
@click.option("--tests", default=4000, show_default=True, help="Tests of each kind.")
@click.option("--seed", default=1, show_default=True, help="Seed of the games.")
def main(tests: int, seed: int) -> None:
    """Print the table."""
    print("| elo0, elo1 | seats | luck | accepted at elo0 | rejected at elo1 | blocks |")
    print("|---|---|---|---|---|---|")
    cases = list(product(PAIRS, SEATS, DEALS))
    for (elo0, elo1), seats, deal in track(cases, disable=not sys.stderr.isatty()):
        hypotheses = Hypotheses(elo0, elo1, seats=seats)
        repeated = tests // FEWER if elo1 - elo0 <= CLOSE else tests
        cells, lengths = [], []
        for elo, wrong in ((elo0, Verdict.ACCEPTED), (elo1, Verdict.REJECTED)):
            strength = strength_of(elo, seats, deal)
            rate, length = errors(hypotheses, wrong, strength, deal, repeated, seed)
            margin = TWO_SIDED_95 * (rate * (1 - rate) / repeated) ** 0.5
            cells.append(f"{rate:.1%} ± {margin:.1%}")
            lengths.append(f"{length:.0f}")
        row = (f"{elo0:g}, {elo1:g}", seats, deal, *cells, ", ".join(lengths))
        print("|", " | ".join(map(str, row)), "|", flush=True)


if __name__ == "__main__":
    main()

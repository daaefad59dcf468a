"""By how much one of two bots wins, and how often it would lose if margins were normal.

    covert-bots arena run --bots FIRST,SECOND --blocks 25 --seed 761 --ledger piece.ledger
    python benchmarks/margins.py piece.ledger

Between bots of very different strength nearly every game ends the same way, so the share of the
wins tells little; margins, in points, tell more from as many games. Ledgers of the same two bots
are taken together. Those of others show by how much the margins differ where both played a deal.
Only deals that were played in both rotations count.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from pathlib import Path
from statistics import NormalDist
from typing import Any, TypeAlias

import click
import numpy as np
from numpy.typing import NDArray
from pooled import games_of, match_of

from by_games import mean_by_games
from covert_bots.arena.attempt import Outcome
from covert_bots.arena.errors import LedgerError

Margins: TypeAlias = "dict[tuple[int, int], list[int]]"
"""By the seed of a plan and the number of a block in it: the margins of the first bot."""


def add_margins(margins: dict[str, Margins], ledger: Path) -> dict[str, Any]:
    """Add the margins in a ledger to those of the same two bots; return what was played."""
    try:
        settings, attempts = games_of(ledger)
    except LedgerError as wrong:
        raise click.UsageError(str(wrong)) from None
    match = match_of(settings)  # refuses what is no match of two
    if settings.players != 2:
        raise click.UsageError(f"{ledger}: {settings.players} players; expected 2")
    first, second = match.pop("bots")
    kept = margins.setdefault(f"{first} - {second}", defaultdict(list))
    if any(seed == settings.seed for seed, _ in kept):
        raise click.UsageError(f"{ledger}: seed {settings.seed} again; expected each seed once")
    for attempt in attempts:
        if attempt.outcome is Outcome.FINISHED:
            seat = attempt.fixture.seats.index(0)
            margin = attempt.scores[seat] - attempt.scores[1 - seat]
            kept[settings.seed, attempt.fixture.block].append(margin)
    return match


def pairs_in(kept: Margins) -> dict[tuple[int, int], NDArray[np.float64]]:
    """Return the deals that were played in both rotations."""
    return {deal: np.array(both, float) for deal, both in kept.items() if len(both) == 2}


def mean_of(pairs: list[NDArray[np.float64]]) -> tuple[float, float]:
    """Return the mean of all games, and half of its interval by pairs."""
    return mean_by_games(np.concatenate(pairs), np.repeat(np.arange(len(pairs)), 2))


@click.command(help="By how much one of two bots wins.")
@click.argument(
    "ledgers",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
def main(ledgers: tuple[Path, ...]) -> None:
    margins: dict[str, Margins] = {}
    played = [add_margins(margins, ledger) for ledger in ledgers]
    for ledger, match in zip(ledgers, played, strict=True):
        for name, expected in played[0].items():
            if match[name] != expected:
                wrong = f"{ledger}: {name} is {match[name]!r}; expected {expected!r}"
                raise click.UsageError(f"{wrong}, as in {ledgers[0]}")
    matches = {bots: pairs_in(kept) for bots, kept in margins.items()}
    for bots, pairs in matches.items():
        if not pairs:
            raise click.UsageError(f"{bots}: no deal was played in both rotations")
        margin = np.concatenate(list(pairs.values()))
        mean, error = mean_of(list(pairs.values()))
        spread = float(margin.std(ddof=1))
        below = NormalDist(mean, spread).cdf(0) if spread else float(mean < 0)
        print(
            f"{bots}: {len(pairs)} pairs, margin {mean:+.1f} +-{error:.1f} points, standard "
            f"deviation {spread:.1f}; of {len(margin)} games {int((margin < 0).sum())} with a "
            f"margin below 0, {below:.1%} by a normal distribution"
        )
    for (first, others), (second, pairs) in combinations(matches.items(), 2):
        common = sorted(others.keys() & pairs.keys())
        if common:
            mean, error = mean_of([pairs[deal] - others[deal] for deal in common])
            print(
                f"{second} less {first}: {mean:+.1f} +-{error:.1f} points in the {len(common)} "
                "pairs that both played"
            )


if __name__ == "__main__":
    main()

"""By how much one of two bots wins, and how often it would lose if margins were normal.

    covert-bots arena run --bots FIRST,SECOND --blocks 25 --seed 761 --ledger piece.ledger
    python benchmarks/margins.py piece.ledger

Between bots of very different strength nearly every game ends the same way, so the share of the
wins tells little; margins, in points, tell more from as many games. Ledgers of the same two bots
are taken together.
"""

from __future__ import annotations

from pathlib import Path
from statistics import NormalDist

import click
import numpy as np
from pooled import games_of, match_of

from by_games import mean_by_games
from covert_bots.arena.attempt import Outcome
from covert_bots.arena.errors import LedgerError


def margins(ledger: Path) -> tuple[tuple[str, ...], list[tuple[int, int]]]:
    """The two bots, and of each finished game its block and the margin of the first bot."""
    try:
        settings, attempts = games_of(ledger)
    except LedgerError as wrong:
        raise click.UsageError(str(wrong)) from None
    match_of(settings)  # refuses what is no match of two
    if settings.players != 2:
        raise click.UsageError(f"{ledger}: {settings.players} players; expected 2")
    found = []
    for one in attempts:
        if one.outcome is Outcome.FINISHED:
            seat = one.fixture.seats.index(0)
            found.append((one.fixture.block, one.scores[seat] - one.scores[1 - seat]))
    return settings.bots, found


@click.command(help="By how much one of two bots wins.")
@click.argument(
    "ledgers",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
def main(ledgers: tuple[Path, ...]) -> None:
    games: dict[tuple[str, ...], list[tuple[int, int, int]]] = {}
    for number, ledger in enumerate(ledgers):
        bots, found = margins(ledger)
        games.setdefault(bots, []).extend((number, block, margin) for block, margin in found)
    for (first, second), rows in games.items():
        if len(rows) < 2:
            raise click.UsageError(f"{first} - {second}: {len(rows)} games; expected at least two")
        number, block, margin = np.array(rows).T
        mean, error = mean_by_games(margin, number * (block.max() + 1) + block)
        spread = float(margin.std(ddof=1))
        below = NormalDist(mean, spread).cdf(0) if spread else float(mean < 0)
        print(
            f"{first} - {second}: {len(rows)} games, margin {mean:+.1f} +-{error:.1f} points, "
            f"standard deviation {spread:.1f}; {int((margin < 0).sum())} with a margin below 0, "
            f"{below:.1%} by a normal distribution"
        )


if __name__ == "__main__":
    main()

"""Chances against the bots at a table, and those against equals: which come true?

    python benchmarks/accuracy/against.py beginner easy medium --deals 20

In each game one seat is played by the level `LIKE`, which `against` assumes where no rated bot
sits, the others by the level to be judged; each deal is played once from every seat. Where that
seat first decides in a round, both chances of its recommended move are noted. When the game is
over, both are compared with the result, by the mean squared error (the Brier score).
Each game counts alike, however many rounds it has.
"""

from __future__ import annotations

from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from covert_bots.covert.against import LIKE, against
from covert_bots.covert.catalogue import make
from covert_bots.covert.game import Covert
from covert_bots.players.match import seed_of

RESAMPLES = 2000
PARTS = ((0, 3, "first three rounds"), (3, 99, "later"), (0, 99, "whole games"))


class Game(NamedTuple):
    """The chances said in a game, by round, and its result."""

    equals: list[float]
    against: list[float]
    share: float  # of the victory


def played(level: str, players: int, deal: int, seat: int, seed: int) -> Game:
    """Play a game against a level."""
    game = Covert()
    bots = [make(LIKE if place == seat else level) for place in range(players)]
    opponents = ["" if place == seat else level for place in range(players)]
    state = game.deal(players, seed_of(seed, "against", deal))
    equals: list[float] = []
    against_them: list[float] = []
    last = 0
    while not state.over:
        actor = state.actor
        assert actor is not None
        view, own = state.view(actor), seed_of(seed, deal, level, seat, actor)
        if actor != seat or state.round == last:
            state.play(bots[actor].choose(view, own))
            continue
        last = state.round
        best = bots[seat].suggest(view, seed=own).moves[0]
        result = against(view, best.win_probability, opponents)
        assert result is not None
        equals.append(best.win_probability[seat])
        against_them.append(result.chances[seat])
        state.play(best.action)
    winners = state.winners()
    return Game(equals, against_them, (seat in winners) / len(winners))


def row(games: list[Game], first: int, end: int) -> str:
    """Return figures of some rounds of all games as cells of a table."""
    some = [game for game in games if game.equals[first:end]]
    shares = np.array([game.share for game in some])
    cells = [f"{len(some)}", f"{shares.mean():.2f}"]
    scores: list[NDArray[np.float64]] = []
    for said in (
        [game.equals[first:end] for game in some],
        [game.against[first:end] for game in some],
    ):
        cells.append(f"{np.mean([np.mean(each) for each in said]):.2f}")
        pairs = zip(said, shares, strict=True)
        scores.append(np.array([np.mean((np.array(each) - share) ** 2) for each, share in pairs]))
    gain = scores[0] - scores[1]
    drawn = np.random.default_rng(1).integers(len(gain), size=(RESAMPLES, len(gain)))
    low, high = np.quantile(gain[drawn].mean(axis=1), (0.025, 0.975))
    cells += [f"{score.mean():.3f}" for score in scores]
    return " | ".join([*cells, f"{gain.mean():.3f} ({low:.3f} to {high:.3f})"])


@click.command()
@click.argument("levels", nargs=-1, required=True)
@click.option("--players", default=2, show_default=True)
@click.option("--deals", default=20, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(levels: tuple[str, ...], players: int, deals: int, seed: int) -> None:
    """Print a table of each level."""
    heads = (
        "against | rounds | games | won | equals | against it | Brier, equals | against it | less"
    )
    click.echo(f"| {heads} |\n|{' --- |' * len(heads.split('|'))}")
    for level in levels:
        games = [
            played(level, players, deal, seat, seed)
            for deal in range(deals)
            for seat in range(players)
        ]
        for first, end, name in PARTS:
            click.echo(f"| `{level}` | {name} | {row(games, first, end)} |")


if __name__ == "__main__":
    main()

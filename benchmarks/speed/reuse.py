"""The part of a tree that the next search could use again.

    python benchmarks/speed/reuse.py --bot ismcts:iterations=1000 --games 20

Games of a bot against itself. Counts how many of its searches follow directly on another of the
same seat, with nobody else's decision in between, and which part of the iterations of that other
one tried the action that was then played: what it found below that action is all that a tree could
keep.
"""

from __future__ import annotations

from multiprocessing import Pool
from typing import NamedTuple

import click

from covert_bots.covert.catalogue import make
from covert_bots.covert.game import Covert
from covert_bots.players.bots import Searching
from covert_bots.players.cores import cores
from covert_bots.players.match import seed_of
from covert_command.options.game_choice import SpecOfGame


class Task(NamedTuple):
    """A game."""

    bot: str
    players: int
    number: int


class GameFigures(NamedTuple):
    """The figures of a game."""

    searches: int
    kept: list[float]  # of each that follows on another of its seat, the part of that one's visits


def played(task: Task) -> GameFigures:
    """Return the searches of a game."""
    bot, seed = make(task.bot), seed_of(1, "reuse", task.players, task.number)
    state = Covert().deal(task.players, seed)
    searches, before, share, kept = 0, None, 0.0, []
    while state.actor is not None:
        seat = state.actor
        suggestion = bot.suggest(state.view(seat), seed=seed)
        best = suggestion.moves[0]
        if seat != before:
            share = 0.0  # others have decided since its last search
        if suggestion.iterations:
            searches += 1
            if share:
                kept.append(share)
            share = best.visits / suggestion.iterations
        before = seat
        state.play(best.action)
    return GameFigures(searches, kept)


@click.command(help="How much of a tree the next search could use again.")
@click.option("--bot", type=SpecOfGame(), default="ismcts:iterations=1000", show_default=True)
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--games", type=click.IntRange(1), default=20, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=cores)
def main(bot: str, players: int, games: int, workers: int) -> None:
    if not isinstance(make(bot), Searching):
        raise click.UsageError(f"--bot: {bot} does not search; expected flat or ismcts")
    with Pool(workers) as pool:
        results = pool.map(played, [Task(bot, players, number) for number in range(games)])
    searches = sum(result.searches for result in results)
    kept = [share for result in results for share in result.kept]
    print(f"{bot}, {players} players, {games} games: {searches / games:.1f} searches a game")
    if kept:
        print(
            f"{len(kept) / searches:.1%} of them directly after one of the same seat, which had "
            f"given {sum(kept) / len(kept):.1%} of its iterations to the action played"
        )


if __name__ == "__main__":
    main()

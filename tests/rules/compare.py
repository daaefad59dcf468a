"""Long runs of engine and model side by side, and which rules they met.

    PYTHONPATH=tests python -m rules.compare --decisions 5000000 --workers 2
    PYTHONPATH=tests python -m rules.compare --kind owner --games 200     an owner's set, by bots
    PYTHONPATH=tests python -m rules.compare --game drawn-1025    one game, with its last decisions

On a build in place PYTHONPATH has `engine` too. Exits with 1 if they disagree anywhere.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count, islice

import click
from rich.progress import Progress

from rules.model.noted import NOTES
from rules.pairings import KINDS, scenario
from rules.side_by_side import DisagreementError, SideBySide, Tally, play_both

RECENT = 20  # decisions before the disagreement


@click.command()
@click.option("--decisions", default=1_000_000, show_default=True, help="How many to compare.")
@click.option("--games", type=int, help="How many games to compare, in place of decisions.")
@click.option("--kind", type=click.Choice(list(KINDS)), default="drawn", show_default=True)
@click.option("--workers", default=1, show_default=True, help="Processes.")
@click.option("--first-seed", default=0, show_default=True, help="Seed of the first game.")
@click.option("--views-every", default=5, show_default=True, help="Views at every n-th decision.")
@click.option("--most", default=10, show_default=True, help="Disagreements before giving up.")
@click.option("--game", help="Only this game, with views at all decisions.")
def main(
    decisions: int,
    games: int | None,
    kind: str,
    workers: int,
    first_seed: int,
    views_every: int,
    most: int,
    game: str | None,
) -> None:
    """Play games in the engine and in the model until so many have been compared."""
    if game is not None:
        sys.exit(_tell(game))
    start = time.monotonic()
    tally, disagreements = Tally(), 0
    names = (f"{kind}-{seed}" for seed in islice(count(first_seed), games))
    with ProcessPoolExecutor(workers) as pool, Progress() as progress:
        bar = progress.add_task("compared", total=games or decisions)
        for result in _in_flight(pool, names, 2 * workers, views_every):
            if isinstance(result, str):
                disagreements += 1
                progress.console.print(result, markup=False, highlight=False)
            else:
                tally.add(result)
                progress.update(bar, completed=tally.games if games else tally.decisions)
            if (not games and tally.decisions >= decisions) or disagreements >= most:
                break
    _report(tally, disagreements, time.monotonic() - start)
    sys.exit(disagreements > 0)


def _play(name: str, views_every: int) -> Tally | str:
    """Play a game; return its tally, or the disagreement."""
    try:
        return play_both(scenario(name), views_every)
    except DisagreementError as disagreement:
        return str(disagreement)


def _in_flight(
    pool: ProcessPoolExecutor, names: Iterator[str], most: int, views_every: int
) -> Iterator[Tally | str]:
    """Yield results as they come, while at most so many games are being played."""
    futures: set[Future[Tally | str]] = set()
    try:
        while True:
            for name in islice(names, most - len(futures)):
                futures.add(pool.submit(_play, name, views_every))
            if not futures:
                return
            done, futures = wait(futures, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        for future in futures:
            future.cancel()


def _tell(game: str) -> int:
    """Play one game and, if they disagree, tell how it came to that."""
    both = SideBySide(scenario(game))
    recent: deque[str] = deque(maxlen=RECENT)
    print(both.scenario)
    try:
        while both.game.decision and both.steps != both.scenario.limit:
            recent.append(f"round {both.game.table.round}, {both.game.decision.name}: ")
            both.step(views=True)
            recent[-1] += both.last
        both.compare(views=True)
    except DisagreementError as disagreement:
        print(*recent, disagreement, sep="\n")
        return 1
    print(f"{both.steps} decisions, no disagreement; scores {both.game.scores()}")
    return 0


def _report(tally: Tally, disagreements: int, seconds: float) -> None:
    for moment in sorted(NOTES, key=_by_rule):
        print(f"{tally.notes[moment]:>10}  {moment}")
    print(
        f"{tally.games} games, {tally.ended_by_mission} ended by a sixth mission; "
        f"{tally.decisions} decisions and {tally.views} views compared in {seconds:.0f} s; "
        f"{disagreements} disagreements; "
        f"{sum(moment not in tally.notes for moment in NOTES)} of {len(NOTES)} moments not met"
    )


def _by_rule(moment: str) -> tuple[list[int], str]:
    number, text = moment.split(" ", 1)
    return [int(part) for part in number.split(".")], text


if __name__ == "__main__":
    main()

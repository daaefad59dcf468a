"""Long runs of engine and model of Covert Action side by side.

    PYTHONPATH=tests python -m covert_action.compare --decisions 1000000
    PYTHONPATH=tests python -m covert_action.compare --game 1025     one game, views at all

On a build in place PYTHONPATH has `engine` too. A game follows from its number; 1,632 in a row have
all combinations of players and settings. Ctrl-C ends a run with what has been compared so far, and
`--first-game` goes on where it stopped. Exits with 1 if they disagree anywhere.
"""

from __future__ import annotations

import sys
import time
from itertools import count

import click
from rich.progress import Progress

from covert_action.side_by_side import DisagreementError, Tally, combinations, play_both


@click.command()
@click.option("--decisions", default=1_000_000, show_default=True, help="How many to compare.")
@click.option("--first-game", default=0, show_default=True, help="Number of the first game.")
@click.option("--views-every", default=5, show_default=True, help="Views at every n-th decision.")
@click.option("--most", default=10, show_default=True, help="Disagreements before giving up.")
@click.option("--game", type=int, help="Only this game, with views at all decisions.")
def main(decisions: int, first_game: int, views_every: int, most: int, game: int | None) -> None:
    """Play games in the engine and in the model until so many decisions have been compared."""
    tally, disagreements = Tally(), 0
    start, cpu = time.monotonic(), time.process_time()
    games = [game] if game is not None else count(first_game)
    views_every = 1 if game is not None else views_every
    with Progress() as progress:
        bar = progress.add_task("compared", total=decisions)
        try:
            for number in games:
                try:
                    tally.add(play_both(number, views_every))
                except DisagreementError as disagreement:
                    disagreements += 1
                    progress.console.print(str(disagreement), markup=False, highlight=False)
                progress.update(bar, completed=tally.decisions)
                if tally.decisions >= decisions or disagreements >= most:
                    break
        except KeyboardInterrupt:
            progress.console.print(f"stopped in game {number}")
    _report(tally, disagreements)
    print(f"{time.monotonic() - start:.0f} s, {time.process_time() - cpu:.0f} s of CPU")
    sys.exit(disagreements > 0)


def _report(tally: Tally, disagreements: int) -> None:
    for name, counted in sorted(tally.outcomes.items()):
        print(f"{counted:>10}  {'void rounds' if name == 'void' else f'shots: {name}'}")
    for name, counted in sorted(tally.ends.items()):
        print(f"{counted:>10}  games ended by: {name}")
    print(f"{tally.out_of_order:>10}  windows in which the engine took choices in any order")
    print(f"{tally.counted:>10}  views whose arrangements of roles were counted by both")
    print(
        f"{tally.games} games of {len(tally.combinations)} of {len(combinations())} combinations; "
        f"{tally.decisions} decisions and {tally.views} views compared; "
        f"{disagreements} disagreements"
    )


if __name__ == "__main__":
    main()

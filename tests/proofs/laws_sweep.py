"""A sweep of games through the laws of who may know what, at every event and for every seat.

    PYTHONPATH=tests python tests/proofs/laws_sweep.py --games 300

Games of 2, 3 and 4 players, of three styles and two card sets, by turns. The view of a world
sampled from a view is that view; states and worlds are in order; the seat to decide has the same
legal actions in its view, in the state and in a world, and nobody else has any; and games that
differ in unseen refusals alone look the same to every observer (`views.twins`, on the house set).
On a build in place PYTHONPATH has `engine` too. Exits with 1 if a law is broken anywhere.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

import click
from rich.progress import track
from views.games import PLAYERS, STYLES, choose, house, second
from views.twins import WINDOWS, some_twins

from covert_engine.covert import Belief, CompiledSet, State, View

WORLDS = 2  # of each view, and as many by the learned belief
BELIEF = Belief()
PAIRS = 25  # twins of each number of players and window for a hundred games


def broken_by_view(view: View, keys: random.Random) -> Iterator[str]:
    for _ in range(WORLDS):
        yield from broken_by_world(view, view.sample(keys.getrandbits(64)))
        yield from broken_by_world(view, view.sample(keys.getrandbits(64), BELIEF))


def broken_by_world(view: View, world: State) -> Iterator[str]:
    if world.view(view.seat) != view:
        yield "the view of a world is another"
    if world.check():
        yield f"a world is out of order: {world.check()[0]}"
    if view.actor == view.seat and world.legal_actions() != view.legal_actions():
        yield "a world has other legal actions"


def broken_by_state(state: State) -> Iterator[str]:
    if state.check():
        yield f"the state is out of order: {state.check()[0]}"
    for seat in range(state.players):
        legal = state.legal_actions() if seat == state.actor else []
        if state.view(seat).legal_actions() != legal:
            yield f"seat {seat} has other legal actions in its view"


def sweep_game(
    cards: CompiledSet, players: int, style: str, seed: int, counts: Counter[str]
) -> Iterator[str]:
    """Play one game; yield the laws broken in it."""
    rng = random.Random(f"{players} {style} {seed}")
    state = State.deal(cards, players, seed)
    views = [state.view(seat) for seat in range(players)]
    while True:
        counts["decisions"] += 1
        counts["views"] += len(views)
        for fault in [*broken_by_state(state), *(f for v in views for f in broken_by_view(v, rng))]:
            yield f"{players} players, {style}, seed {seed}, round {state.round}: {fault}"
        if state.over:
            return
        seen, _ = state.play_watched(choose(rng, state.legal_actions(), style))
        views = [view for news in seen for view in news]


def sweep_twins(count: int, counts: Counter[str]) -> Iterator[str]:
    for players in PLAYERS:
        for ability in WINDOWS:
            for number, pair in enumerate(some_twins(players, ability, count)):
                counts["pairs of games"] += 1
                for seat in pair.observers:
                    first, second = ([bytes(v) for v in game.seen[seat]] for game in pair.games)
                    counts["views of pairs"] += len(first)
                    if first != second:
                        yield f"{players} players, {ability}, pair {number}: seat {seat} can tell"


@click.command()
@click.option("--games", default=90, show_default=True, help="How many to play.")
@click.option("--first-seed", default=1_000, show_default=True, help="Seed of the first game.")
def main(games: int, first_seed: int) -> None:
    """Play games and look for a law that does not hold."""
    start = time.monotonic()
    counts = Counter[str]()
    faults: list[str] = []
    sorts = [(c, n, s) for c in (house(), second()) for n in PLAYERS for s in STYLES]
    for number in track(range(games), description="games"):
        cards, players, style = sorts[number % len(sorts)]
        faults += sweep_game(cards, players, style, first_seed + number, counts)
    faults += sweep_twins(max(1, games * PAIRS // 100), counts)
    for fault in faults[:20]:
        print(fault)
    totals = ", ".join(f"{count} {what}" for what, count in counts.items())
    print(f"{games} games, {totals} in {time.monotonic() - start:.0f} s: {len(faults)} faults")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()

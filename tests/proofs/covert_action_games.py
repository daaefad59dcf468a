"""Games of Covert Action, under all sorts of settings, with every state read from its fields.

    COVERT_DEBUG=1 pip install . && PYTHONPATH=tests python tests/proofs/covert_action_games.py

What is read is checked as a position from outside would be, and so is the view of the seat to
decide. Exits with 1 if anything is wrong.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from covert_action.engine.tables import COMBINATIONS
from covert_bots.covert_action.catalogue import make
from covert_engine.covert_action import Settings, State, View
from covert_engine.input.errors import FieldsError

CHECKED = 5  # of so many states one is checked


def faults_of(state: State) -> list[str]:
    """Return what is wrong with a position."""
    try:
        if State.from_fields(state.fields()) != state:
            return ["the state reads back as another"]
        if state.actor is not None:
            view = state.view(state.actor)
            if View.from_fields(view.fields()) != view:
                return ["the view reads back as another"]
    except FieldsError as error:
        return [str(error)]
    return []


@click.command(help="Plays games of all bots and puts their states through the validator.")
@click.option("--random", "random_games", default=400, show_default=True, help="Random games.")
@click.option("--greedy", "greedy_games", default=400, show_default=True, help="Greedy games.")
@click.option("--search", "search_games", default=40, show_default=True, help="Search games.")
@click.option("--iterations", default=20, show_default=True, help="Of the search, a decision.")
def main(random_games: int, greedy_games: int, search_games: int, iterations: int) -> None:
    started = time.monotonic()
    results, faults = [], []
    for spec, games in (
        ("random", random_games),
        ("greedy", greedy_games),
        (f"ismcts:iterations={iterations}", search_games),
    ):
        bot, chance = make(spec), random.Random(spec)
        sizes: Counter[int] = Counter()
        decisions = rounds = 0
        for seed in range(games):
            settings = Settings(**chance.choice(COMBINATIONS), beats=chance.randint(1, 4))
            state = State.deal(settings, seed)
            while (seat := state.actor) is not None:
                if decisions % CHECKED == 0:
                    faults += [f"{spec}, seed {seed}: {fault}" for fault in faults_of(state)]
                state.play(bot.choose(state.view(seat), seed=decisions))
                decisions += 1
            faults += [f"{spec}, seed {seed}, at the end: {fault}" for fault in faults_of(state)]
            sizes[settings.players] += 1
            rounds += state.round
        results.append(
            {
                "bot": spec,
                "games": games,
                "by_players": dict(sorted(sizes.items())),
                "decisions": decisions,
                "rounds": rounds,
            }
        )
    seconds = round(time.monotonic() - started)
    click.echo(json.dumps({"seconds": seconds, "bots": results, "faults": faults[:20]}, indent=2))
    raise SystemExit(1 if faults else 0)


if __name__ == "__main__":
    main()

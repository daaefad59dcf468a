"""Games of Covert Action in which the sentences of hints are checked."""

from __future__ import annotations

import random

from covert_bots.covert_action.catalogue import make
from covert_bots.covert_action.hint import hint_of
from covert_engine.covert_action import Settings, State
from truth.covert_action.reasons import faults
from truth.explanations import Sweep

BOTS = ("random", "greedy", "greedy:style=bluffing", "flat:iterations=40")
ADVISERS = (
    "ismcts:iterations=200,style=steady",
    "ismcts:iterations=100",
    "flat:iterations=200,style=steady",
    "greedy",
)
TABLES = (4, 6, 6, 9, 14)
SHARE = 0.3  # of the decisions of a game
ROUNDS = 3


def game(seed: int) -> Sweep:
    """Play rounds of a game, and check what hints say in it."""
    rng, sweep = random.Random(seed), Sweep()
    players = rng.choice(TABLES)
    settings = Settings(players, saboteurs=players > 5 and rng.random() < 0.3)
    state = State.deal(settings, seed)
    bots = [make(rng.choice(BOTS)) for _ in range(players)]
    adviser = make(rng.choice(ADVISERS))
    number = 0
    while not state.over and state.round <= ROUNDS:
        seat = state.actor
        assert seat is not None
        view = state.view(seat)
        if rng.random() < SHARE:
            suggestion = adviser.suggest(view, seed=seed)
            reason = hint_of(suggestion, view).reason
            sweep.counts["hint"] += 1
            sweep.faults += [
                f"seed {seed}: {state.phase}: {fault}" for fault in faults(view, suggestion, reason)
            ]
        state.play(bots[seat].choose(view, seed + number))
        number += 1
    sweep.counts["games"] += 1
    return sweep

"""Plays a game of random moves and prints its record: `record_a_game.py [players] [seed]`."""

from __future__ import annotations

import argparse
import random

from covert_engine.covert import Record, State, compile, house_set


def play(players: int, seed: int) -> Record:
    cards = compile(house_set())
    choice = random.Random(seed)
    state = State.deal(cards, players, seed)
    actions: list[int] = []
    while not state.over:
        actions.append(choice.choice(state.legal_actions()))
        state.play(actions[-1])
    return Record(cards.source.digest, players, seed, cards.options, tuple(actions))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="?", default=3, choices=(2, 3, 4))
    parser.add_argument("seed", type=int, nargs="?", default=2026)
    asked = parser.parse_args()
    print(play(asked.players, asked.seed).format(house_set()), end="")

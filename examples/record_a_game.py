"""Plays a game of random moves and prints its record: `record_a_game.py [players] [seed]`."""

from __future__ import annotations

import random
import sys

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
    numbers = [int(argument) for argument in sys.argv[1:]]
    record = play(*numbers) if len(numbers) == 2 else play(players=3, seed=2026)
    print(record.format(house_set()), end="")

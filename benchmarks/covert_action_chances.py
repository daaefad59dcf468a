"""What types of Plan cards are worth in Covert Action: the weights of the chances to win, fitted.

`python benchmarks/covert_action_chances.py` lets copies of a bot play, notes at the start of each
round how many types each seat holds, and finds by maximum likelihood the weights with which the
winners are drawn: that of a seat with 1, 2 and 3 types against 1 of a seat without cards.
`covert_engine/covert_action/evaluation/_utility.pyx` has what was made of them.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from covert_bots.covert_action.game import CovertAction
from covert_bots.players.match import seed_of

Types = NDArray[np.intp]
Shares = NDArray[np.float64]


def rounds_of(
    game: CovertAction, players: int, spec: str, seed: int
) -> tuple[list[list[int]], list[float]]:
    """Types by seat at the start of each round of a game, and each seat's part of the victory."""
    table, bot = game.deal(players, seed), game.catalogue.make(spec)
    seeds = [seed_of(seed, "bot", seat) for seat in range(players)]
    found: list[list[int]] = []
    while not table.over:
        if table.round > len(found):
            found.append(table.scores())
        seat = table.actor
        assert seat is not None
        table.play(bot.choose(table.view(seat), seeds[seat]))
    winners = table.winners()
    return found, [seat in winners and 1 / len(winners) for seat in range(players)]


def fitted(types: Types, shares: Shares) -> tuple[Shares, float]:
    """The weights, and the mean of minus the log-likelihood."""

    def loss(logs: Shares) -> float:
        values = np.concatenate([[0.0], logs])[types]
        chances = values - np.log(np.exp(values).sum(axis=1, keepdims=True))
        return float(-(shares * chances).sum() / len(types))

    found = minimize(loss, np.array([0.5, 1.0, 2.0]))
    return np.exp(found.x), float(found.fun)


def main() -> None:
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    reader.add_argument("--bot", default="greedy", help="spec, of all seats")
    reader.add_argument("--players", default="4,6,9,14", help="numbers of players")
    reader.add_argument("--games", type=int, default=250, help="of each number of players")
    reader.add_argument("--silent", action="store_true", help="play without talk")
    chosen = reader.parse_args()
    game = CovertAction({"talk": False} if chosen.silent else {})
    for players in map(int, chosen.players.split(",")):
        types, shares = [], []
        for seed in range(chosen.games):
            rounds, share = rounds_of(game, players, chosen.bot, seed)
            types += rounds
            shares += [share] * len(rounds)
        weights, loss = fitted(np.array(types), np.array(shares, dtype=float))
        texts = ", ".join(f"{one:.1f}" for one in weights)
        print(f"{players} players: {texts}; loss {loss:.4f}, of even chances {np.log(players):.4f}")


if __name__ == "__main__":
    main()

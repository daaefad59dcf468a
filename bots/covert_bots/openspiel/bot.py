"""Our bots as bots of OpenSpiel."""

from __future__ import annotations

from typing import Any

import pyspiel

from covert_bots.openspiel.game import SeatsGame
from covert_bots.players.match import seed_of


class SeatBot(pyspiel.Bot):
    """A bot of the catalogue in a seat. It sees the view of that seat and nothing else."""

    def __init__(self, game: SeatsGame, player: int, spec: str, seed: int = 0) -> None:
        """Take the seat and the spec of the bot, such as "greedy" or "ismcts:iterations=100"; the
        same seed plays the same games."""
        super().__init__()
        self._encoding = game.rules.encoding
        self._player = player
        self._bot = game.rules.catalogue.make(spec)
        self._seed = seed
        self._games = 0

    def restart(self) -> None:
        """Begin another game, with other chance of the bot's own."""
        self._games += 1

    def restart_at(self, state: Any) -> None:
        """Begin another game at a state."""
        self.restart()

    def step(self, state: Any) -> int:
        """Return the number of the action that the bot takes."""
        view = state.view(self._player)
        action = self._bot.choose(view, seed_of(self._seed, self._player, self._games))
        return self._encoding.number(action, self._player)


def policy(game: SeatsGame, spec: str, seeds: int = 1) -> pyspiel.TabularPolicy:
    """Return how often a bot takes each action in every information state of a small game, over
    this many seeds of its own."""
    bot, encoding = game.rules.catalogue.make(spec), game.rules.encoding
    chosen: dict[Any, list[tuple[int, float]]] = {}  # by view: other ways to it make no difference
    table = {}
    states = [game.new_initial_state()]
    while states:
        state = states.pop()
        if state.is_terminal():
            continue
        seat = state.current_player()
        if seat >= 0:
            view = state.view(seat)
            if view not in chosen:
                counts = dict.fromkeys(state.legal_actions(), 0)
                for number in range(seeds):
                    action = bot.choose(view, seed_of("policy", number))
                    counts[encoding.number(action, seat)] += 1
                chosen[view] = [(action, count / seeds) for action, count in counts.items()]
            table[state.information_state_string()] = chosen[view]
        states += [state.child(action) for action in state.legal_actions()]
    return pyspiel.TabularPolicy(table)

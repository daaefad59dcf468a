"""The text for a player: the task, how the game stands, and what was wrong with its answers."""

from __future__ import annotations

import textarena
from textarena import Message, ObservationType


class LatestText(textarena.ObservationWrapper):
    """Gives a player one string: the prompt, its latest text, and the messages after that.

    A text says all that the player may know, so earlier ones are left out: a game has hundreds.
    """

    def __init__(self, env: textarena.Env) -> None:
        super().__init__(env)
        self._kept: dict[int, list[Message]] = {}

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal a new game, and forget the last one."""
        self._kept = {}
        super().reset(num_players=num_players, seed=seed)

    def observation(self, player_id: int, observation: list[Message]) -> str:
        """Return the string that a player reads."""
        kept = [*self._kept.get(player_id, ()), *observation]
        boards = [at for at, (*_, kind) in enumerate(kept) if kind == ObservationType.GAME_BOARD]
        first = boards[-1] if boards else 0
        prompts = [message for message in kept[:first] if message[2] == ObservationType.PROMPT]
        self._kept[player_id] = [*prompts, *kept[first:]]
        return "\n\n".join(text for _, text, _ in self._kept[player_id])

"""A Gymnasium environment of either game for one learner, with bots in the other seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from covert_bots.envs.arrays import (
    OBSERVATIONS,
    Observation,
    action_space,
    observation_space,
    observe,
)
from covert_bots.envs.setup import RENDER_MODES, Setup, checked_choice, seat_name
from covert_bots.players.match import seed_of

ILLEGAL_REWARD = -1.0
SEEDS = 1 << 63

Opponent: TypeAlias = str | Callable[[Any, int], int]
"""A bot by its spec, or a function of a view and a seed that returns an action of the engine."""


class LearnerEnv(gymnasium.Env):
    """A game for one learner against bots, each of which sees the view of its seat.

    The reward comes at the end. An illegal action ends the game and costs a point. `action_masks`
    has the legal actions, as MaskablePPO of SB3-Contrib asks for them.
    """

    def __init__(
        self,
        setup: Setup,
        opponent: Opponent = "medium",
        seat: int | None = None,
        observations: str = "dict",
        render_mode: str | None = None,
    ) -> None:
        checked_choice("observations", observations, OBSERVATIONS)
        checked_choice("render_mode", render_mode, (None, *RENDER_MODES))
        checked_choice("seat", seat, (None, *range(setup.players)))
        self.metadata = {
            "name": setup.name,
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "digest": setup.encoding.digest,
        }
        self.setup = setup
        self.encoding = setup.encoding
        self.render_mode = render_mode
        self.action_space = action_space(setup.encoding)
        self.observation_space = observation_space(setup.encoding, observations)
        self._flat = observations == "flat"
        self._fixed = seat
        self.state_of_game: Any = None
        self._choose = opponent if callable(opponent) else setup.catalogue.make(opponent).choose

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game: the one of that seed, or without it the next after the last seed. A
        learner without a fixed seat gets any."""
        super().reset(seed=seed)
        dealt = int(self.np_random.integers(SEEDS)) if seed is None else seed
        self.state_of_game = self.setup.deal(dealt)
        anywhere = int(self.np_random.integers(self.setup.players))
        self.seat = anywhere if self._fixed is None else self._fixed
        self._seeds = [seed_of(dealt, "bot", other) for other in range(self.setup.players)]
        self._last = ""
        self._lost = False
        self._play_others()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action by its number, and those of the bots up to the learner's next decision."""
        state, reward = self.state_of_game, 0.0
        number = int(action)
        if state is None or state.over or self._lost:
            raise ResetNeeded("no game is being played; expected `reset` before `step`")
        if number in self.encoding.legal(state):
            self._note(self.encoding.action(number, self.seat))
            self.encoding.play(state, number)
            self._play_others()
        else:
            self._lost, reward = True, ILLEGAL_REWARD
        if state.over:
            reward = self.encoding.rewards(state)[self.seat]
        done = state.over or self._lost
        return self._observation(), reward, done, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the legal actions, as bools."""
        mask = np.zeros(self.encoding.actions, np.int8)
        self.encoding.write_mask(self.state_of_game, mask)
        return mask.astype(np.bool_)

    def render(self) -> str | None:
        """Return, or in the mode `human` print, what was played last and how the game stands."""
        text = self.setup.story(self.state_of_game, self._last)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _play_others(self) -> None:
        state = self.state_of_game
        while not state.over and state.actor != self.seat:
            seat = state.actor
            action = self._choose(state.view(seat), self._seeds[seat])
            self._note(action)
            state.play(action)
        if self.render_mode == "human":
            self.render()

    def _note(self, action: int) -> None:
        if self.render_mode is not None:
            actor = seat_name(self.state_of_game.actor)
            self._last = f"{actor}: {self.setup.text(action)}"

    def _observation(self) -> Observation:
        seen = observe(self.encoding, self.state_of_game, self.seat)
        self._mask = seen["action_mask"]
        return seen["observation"] if self._flat else seen

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "action_mask": self._mask}

"""A PettingZoo environment of either game, in which the seats act one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from covert_bots.envs.arrays import (
    OBSERVATIONS,
    Observation,
    action_space,
    observation_space,
    observe,
)
from covert_bots.envs.setup import RENDER_MODES, Setup, checked_choice, checked_count, seat_name

ILLEGAL_REWARD = -1
SEEDS = 1 << 63  # of games dealt after the first: what NumPy draws


class SeatsEnv(AECEnv, EzPickle):
    """A game in which each agent has a seat; `agent_selection` is the seat to decide.

    What `observe` returns is a function of the seat's view alone. The state is the truth: an agent
    that reads it, or reads who is asked in a window while it is not itself, peeks.
    """

    def __init__(
        self,
        setup: Setup,
        observations: str = "dict",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, setup, observations, max_cycles, render_mode)
        super().__init__()
        checked_choice("observations", observations, OBSERVATIONS)
        checked_choice("render_mode", render_mode, (None, *RENDER_MODES))
        checked_count("max_cycles", max_cycles)
        self.metadata = {
            "name": setup.name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "digest": setup.encoding.digest,
        }
        self.setup = setup
        self.encoding = setup.encoding
        self.render_mode = render_mode
        self.possible_agents = [seat_name(seat) for seat in range(setup.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._flat = observations == "flat"
        self._longest = max_cycles
        self._actions = {agent: action_space(self.encoding) for agent in self.possible_agents}
        self._observations = {
            agent: observation_space(self.encoding, observations) for agent in self.possible_agents
        }
        self._no_action = np.zeros(self.encoding.actions, np.int8)
        self._no_action.flags.writeable = False
        self._seeds = np.random.default_rng()

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the numbers of all actions."""
        return self._actions[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the observations."""
        return self._observations[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the one of that seed, or without it the next after the last seed."""
        dealt = int(self._seeds.integers(SEEDS)) if seed is None else seed
        self.state_of_game = self.setup.deal(dealt)
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.decisions = 0
        self._last = ""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        nothing = {"action_mask": self._no_action} if self._flat else {}
        self.infos = {agent: dict(nothing) for agent in self.agents}
        self.agent_selection = ""
        self._select()

    def observe(self, agent: str) -> Observation:
        """Return what the agent's seat may know."""
        seen = observe(self.encoding, self.state_of_game, self._seats[agent])
        return seen["observation"] if self._flat else seen

    def step(self, action: int | None) -> None:
        """Play an action of the seat to decide by its number; None for an agent that is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"action: None; expected the number of an action of {agent}")
        self._cumulative_rewards[agent] = 0.0
        if self.render_mode is not None:
            self._last = f"{agent}: {self.setup.action_text(int(action), self._seats[agent])}"
        self.encoding.play(self.state_of_game, action)
        self.decisions += 1
        if self.state_of_game.over:
            rewards = self.encoding.rewards(self.state_of_game)
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self.decisions == self._longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Turn to the seat to decide; at the end to the first one."""
        if self._flat and self.agent_selection:
            self.infos[self.agent_selection] = {"action_mask": self._no_action}
        self.agent_selection = self.possible_agents[self.state_of_game.actor or 0]
        if self._flat:
            mask = np.empty(self.encoding.actions, np.int8)
            self.encoding.write_mask(self.state_of_game, mask)
            self.infos[self.agent_selection] = {"action_mask": mask}

    def render(self) -> str | None:
        """Return, or in the mode `human` print, what was played and how the game stands."""
        text = self.setup.story(self.state_of_game, self._last)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: an environment holds nothing open."""


def wrapped(env: SeatsEnv) -> Any:
    """Return the environment as PettingZoo's own are: an illegal action ends the game, and costs
    its agent a point; actions out of bounds and calls in the wrong order are errors."""
    ending = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ending))

"""Covert Action as an environment.

    from covert_bots.envs import covert_action_v0

    env = covert_action_v0.env(players=6, saboteurs=True)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

In a window the seats are asked one after the other; what they see does not depend on who has been
asked before.
"""

from __future__ import annotations

from typing import Any

from covert_bots.covert_action.catalogue import CATALOGUE
from covert_bots.envs.aec import SeatsEnv, wrapped
from covert_bots.envs.setup import Setup
from covert_bots.envs.single import LearnerEnv
from covert_bots.envs.vector import BatchEnv
from covert_bots.players.catalogue import Catalogue
from covert_engine.covert_action import Settings, State, format_action
from covert_engine.covert_action.encoding import CovertActionEncoding

OPTIONS = (
    *("observations", "max_cycles", "render_mode"),
    *("opponent", "threads", "tensors", "copy", "seat"),
)
"""The arguments that are of the environment, not of the game."""


class CovertActionSetup(Setup):
    """Covert Action with its settings."""

    name = "covert_action_v0"

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.encoding = CovertActionEncoding(settings)

    @property
    def catalogue(self) -> Catalogue:
        """The bots that play it."""
        return CATALOGUE

    def deal(self, seed: int) -> State:
        """Deal a new game."""
        return State.deal(self.settings, seed)

    def text(self, action: int) -> str:
        """Return an action in the notation."""
        return format_action(action)


def _taken(players: int, arguments: dict[str, Any]) -> tuple[CovertActionSetup, dict[str, Any]]:
    """Return the setup of the settings among the arguments, and the others."""
    options = {name: value for name, value in arguments.items() if name in OPTIONS}
    settings = {name: value for name, value in arguments.items() if name not in OPTIONS}
    return CovertActionSetup(Settings.from_fields({"players": players, **settings})), options


def raw_env(players: int = 6, **arguments: Any) -> SeatsEnv:
    """Return the PettingZoo environment without wrappers.

    The arguments are settings of the game, such as `saboteurs` and `beats`, and `observations`,
    "dict" or "flat", `max_cycles`, after how many decisions a game is broken off, and
    `render_mode`.
    """
    setup, options = _taken(players, arguments)
    return SeatsEnv(setup, **options)


def env(players: int = 6, **arguments: Any) -> Any:
    """Return the PettingZoo environment as PettingZoo's own are wrapped; `raw_env` has the
    arguments."""
    return wrapped(raw_env(players, **arguments))


def vector_env(num_envs: int, players: int = 6, **arguments: Any) -> Any:
    """Return many games behind the interface of Gymnasium's vector environments.

    The arguments are settings of the game, and `opponent`, None or "random", `threads`, `tensors`,
    False for masks alone, and `copy`, False to get the same arrays in each step.
    """
    setup, options = _taken(players, arguments)
    return BatchEnv(setup, num_envs, **options)


def single_env(players: int = 6, **arguments: Any) -> LearnerEnv:
    """Return a Gymnasium environment for one learner against bots.

    The arguments are settings of the game, and `opponent`, the spec of a bot such as "greedy" or a
    function of a view and a seed, `seat`, that of the learner, by default another in each game,
    `observations` and `render_mode`.
    """
    setup, options = _taken(players, arguments)
    return LearnerEnv(setup, **{"opponent": "greedy", **options})

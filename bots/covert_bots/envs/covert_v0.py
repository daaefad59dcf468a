"""Covert as an environment.

from covert_bots.envs import covert_v0

env = covert_v0.env(players=2)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    done = termination or truncation
    env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from typing import Any

from covert_bots.covert.game import Covert
from covert_bots.envs.aec import SeatsEnv, wrapped
from covert_bots.envs.setup import Setup
from covert_bots.envs.single import LearnerEnv
from covert_bots.envs.vector import BatchEnv
from covert_bots.players.catalogue import Catalogue
from covert_engine.covert import State, format_action
from covert_engine.covert.encoding import CovertEncoding


class CovertSetup(Setup):
    """Covert with its cards, options, characters and first player."""

    name = "covert_v0"

    def __init__(self, players: int, game: Covert | None) -> None:
        self.game = game or Covert()
        self.encoding = CovertEncoding(self.game.cards, players)

    @property
    def catalogue(self) -> Catalogue:
        """The bots that play it."""
        return self.game.catalogue

    def deal(self, seed: int) -> State:
        """Deal a new game."""
        return self.game.deal(self.players, seed)

    def text(self, action: int) -> str:
        """Return an action in the notation."""
        return format_action(action, self.game.cards)


def raw_env(players: int = 2, game: Covert | None = None, **options: Any) -> SeatsEnv:
    """Return the PettingZoo environment without wrappers.

    `game` has the cards, the options, the characters and the first player; `options` are
    `observations`, "dict" or "flat", `max_cycles`, after how many decisions a game is broken off,
    and `render_mode`.
    """
    return SeatsEnv(CovertSetup(players, game), **options)


def env(players: int = 2, game: Covert | None = None, **options: Any) -> Any:
    """Return the PettingZoo environment as PettingZoo's own are wrapped; `raw_env` has the
    arguments."""
    return wrapped(raw_env(players, game, **options))


def vector_env(num_envs: int, players: int = 2, game: Covert | None = None, **options: Any) -> Any:
    """Return many games behind the interface of Gymnasium's vector environments.

    `options` are `opponent`, None or "random", `threads`, `tensors`, False for masks alone, and
    `copy`, False to get the same arrays in each step. Characters and the first player are left to
    chance.
    """
    setup = CovertSetup(players, game)
    if setup.game.characters is not None or setup.game.first_player is not None:
        raise ValueError("game: names characters or a first player; expected cards and options")
    return BatchEnv(setup, num_envs, **options)


def single_env(players: int = 2, game: Covert | None = None, **options: Any) -> LearnerEnv:
    """Return a Gymnasium environment for one learner against bots.

    `options` are `opponent`, the spec of a bot such as "medium" or a function of a view and a seed,
    `seat`, that of the learner, by default another in each game, `observations` and `render_mode`.
    """
    return LearnerEnv(CovertSetup(players, game), **options)

"""A batch of games behind the interface of Gymnasium's vector environments."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from covert_bots.envs.arrays import action_space, observation_space
from covert_bots.envs.setup import Setup, checked_choice, checked_count
from covert_bots.players.cores import cores
from covert_engine.encoding import Games

OPPONENTS = (None, "random")
SEEDS = 1 << 63
HEX_DIGITS = 8  # of a digest in `repr`


class BatchEnv(VectorEnv):
    """Many games stepped at once in C, in threads that do not hold the GIL.

    Without an opponent an action is that of the seat to decide, `infos["seat"]`, and its reward is
    that seat's; with `opponent="random"` all seats but one play at random, and the learner has
    another seat in each new game. `infos["rewards"]` has the rewards of all seats. A game that ends
    is dealt anew in the same step, so each observation is one to act upon.
    """

    def __init__(
        self,
        setup: Setup,
        num_envs: int,
        opponent: str | None = None,
        threads: int | None = None,
        tensors: bool = True,
        copy: bool = True,
    ) -> None:
        super().__init__()
        checked_choice("opponent", opponent, OPPONENTS)
        checked_count("num_envs", num_envs)
        checked_count("threads", threads)
        encoding = setup.encoding
        self.setup = setup
        self.encoding = encoding
        self.num_envs = num_envs
        self.metadata = {
            "name": setup.name,
            "autoreset_mode": AutoresetMode.SAME_STEP,
            "digest": encoding.digest,
        }
        self.single_action_space = action_space(encoding)
        self.single_observation_space = observation_space(encoding, "dict", tensors)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._copy = copy
        self._masks = np.zeros((num_envs, encoding.actions), np.int8)
        self._tensors = np.zeros((num_envs, encoding.floats), np.float32) if tensors else None
        self._seats = np.zeros(num_envs, np.int32)
        self._rewards = np.zeros((num_envs, encoding.players), np.float32)
        self._ended = np.zeros(num_envs, np.bool_)
        self._never = np.zeros(num_envs, np.bool_)
        self._rows = np.arange(num_envs)
        self._dealt = False
        self._games = Games(
            encoding,
            num_envs,
            masks=self._masks,
            tensors=self._tensors,
            seats=self._seats,
            rewards=self._rewards,
            ended=self._ended,
            against_random=opponent is not None,
        )
        workers = min(num_envs, threads or cores())
        ends = [num_envs * number // workers for number in range(workers + 1)]
        self._parts = list(pairwise(ends))
        self._pool = ThreadPoolExecutor(workers - 1) if workers > 1 else None

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games anew: by one seed each, or by a seed and those that follow it."""
        if seed is None:
            seeds = [int(each) for each in self.np_random.integers(SEEDS, size=self.num_envs)]
        elif isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
            seeds = list(range(int(seed), int(seed) + self.num_envs))
        else:
            seeds = [int(each) for each in seed]
        self._games.reset(seeds)
        self._dealt = True
        return self._observations(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play one action in each game; IllegalActionError, before any is played, names the first
        that is not legal."""
        if not self._dealt:
            raise ResetNeeded("no game has been dealt; expected `reset` before `step`")
        chosen = np.ascontiguousarray(actions, np.int32)
        self._games.check(chosen)
        acted = self._seats.copy()
        self._play(chosen)
        rewards = self._rewards[self._rows, acted]
        ended = self._ended.copy()
        return self._observations(), rewards, ended, self._never.copy(), self._infos()

    def _play(self, chosen: NDArray[np.int32]) -> None:
        first, *others = self._parts
        if self._pool is None:
            self._games.step(chosen, *first)
            return
        running = [self._pool.submit(self._games.step, chosen, *part) for part in others]
        self._games.step(chosen, *first)
        for part in running:
            part.result()

    def _kept(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _observations(self) -> dict[str, NDArray[Any]]:
        seen = {"action_mask": self._kept(self._masks)}
        if self._tensors is not None:
            seen["observation"] = self._kept(self._tensors)
        return seen

    def _infos(self) -> dict[str, Any]:
        return {"seat": self._seats.copy(), "rewards": self._rewards.copy()}

    def close_extras(self, **options: Any) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def __repr__(self) -> str:
        return f"<{self.setup.name} x {self.num_envs}, {self.encoding.digest[:HEX_DIGITS]}>"

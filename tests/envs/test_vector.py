"""A batch of games is the same games, one by one, whatever the threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from covert_bots.covert.game import Covert
from covert_bots.envs import covert_action_v0, covert_v0
from covert_engine.covert import IllegalActionError

BATCHES: list[tuple[Any, int]] = [(covert_v0, 2), (covert_v0, 3), (covert_action_v0, 6)]
NAMED = [f"{module.__name__.rpartition('.')[2]}-{players}" for module, players in BATCHES]
batches = pytest.mark.parametrize(("module", "players"), BATCHES, ids=NAMED)
COUNT, FEW = 12, 4


def some_legal(masks: NDArray[np.int8], number: int) -> NDArray[np.int64]:
    """Return a legal action of each row, another one for another number."""
    legal = [np.flatnonzero(mask) for mask in masks]
    return np.array([each[(number * 7919 + i) % len(each)] for i, each in enumerate(legal)])


@batches
def test_the_spaces_have_what_the_batch_gives(module: Any, players: int) -> None:
    env = module.vector_env(COUNT, players)
    seen, infos = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    assert env.single_observation_space.contains({name: part[0] for name, part in seen.items()})
    actions = some_legal(seen["action_mask"], 0)
    assert env.action_space.contains(actions)
    seen, rewards, terminations, truncations, infos = env.step(actions)
    assert env.observation_space.contains(seen)
    assert rewards.shape == terminations.shape == truncations.shape == infos["seat"].shape
    assert infos["rewards"].shape == (COUNT, players)
    env.close()


@batches
def test_a_batch_plays_the_same_games_as_single_environments(module: Any, players: int) -> None:
    """Up to the end of each game, with two threads; seeds follow each other."""
    batch = module.vector_env(COUNT, players, threads=2)
    seen, infos = batch.reset(seed=30)
    singles = [module.raw_env(players) for _ in range(COUNT)]
    for number, env in enumerate(singles):
        env.reset(seed=30 + number)
    running = set(range(COUNT))
    for number in range(100_000):
        for i in running:
            env = singles[i]
            assert env.agent_selection == f"seat_{infos['seat'][i]}"
            if number % 50 == 0:
                own = env.observe(env.agent_selection)
                assert np.array_equal(own["observation"], seen["observation"][i])
                assert np.array_equal(own["action_mask"], seen["action_mask"][i])
        actions = some_legal(seen["action_mask"], number)
        acted = infos["seat"]
        seen, rewards, ended, _, infos = batch.step(actions)
        for i in sorted(running):
            singles[i].step(int(actions[i]))
            assert list(infos["rewards"][i]) == list(singles[i].rewards.values())
            assert rewards[i] == infos["rewards"][i, acted[i]]
            assert ended[i] == all(singles[i].terminations.values())
        running -= set(np.flatnonzero(ended))
        if not running:
            break
    assert not running
    batch.close()


@batches
@pytest.mark.parametrize("opponent", [None, "random"])
def test_threads_do_not_matter(module: Any, players: int, opponent: str | None) -> None:
    envs = [
        module.vector_env(FEW, players, opponent=opponent, threads=threads, copy=False)
        for threads in (1, 2, FEW + 5)
    ]
    rows = [env.reset(seed=8)[0] for env in envs]
    ends = number = 0
    while ends < 2:
        actions = some_legal(rows[0]["action_mask"], number)
        results = [env.step(actions) for env in envs]
        for result in results[1:]:
            for name, part in results[0][0].items():
                assert np.array_equal(part, result[0][name])
            assert np.array_equal(results[0][1], result[1])
            assert np.array_equal(results[0][2], result[2])
        ends += int(results[0][2].sum())
        number += 1
    for env in envs:
        env.close()


def test_the_learner_takes_the_seats_in_turn_and_gets_its_own_reward() -> None:
    env = covert_v0.vector_env(COUNT, 3, opponent="random", tensors=False)
    seen, infos = env.reset(seed=4)
    assert set(seen) == {"action_mask"}
    assert env.observation_space.contains(seen)
    assert list(infos["seat"]) == [number % 3 for number in range(COUNT)]
    learners, ends = infos["seat"].copy(), 0
    while ends < 2 * COUNT:
        number = ends + int(seen["action_mask"].sum())
        seen, rewards, ended, _, infos = env.step(some_legal(seen["action_mask"], number))
        assert np.array_equal(rewards, infos["rewards"][np.arange(COUNT), learners])
        assert np.array_equal(rewards != 0, ended)
        learners = np.where(ended, (learners + 1) % 3, learners)
        assert np.array_equal(infos["seat"], learners)
        ends += int(ended.sum())
    env.close()


def test_an_illegal_action_is_named_and_nothing_is_played() -> None:
    env = covert_v0.vector_env(3)
    before, infos = env.reset(seed=1)
    actions = some_legal(before["action_mask"], 0)
    for wrong in (-1, 1 << 30, int(np.flatnonzero(before["action_mask"][1] == 0)[0])):
        actions[1] = wrong
        seat = infos["seat"][1]
        with pytest.raises(
            IllegalActionError, match=rf"actions\[1\]: {wrong} is not legal for seat {seat} there"
        ):
            env.step(actions)
    for name, part in before.items():
        assert np.array_equal(part, env._observations()[name])
    with pytest.raises(ValueError, match="actions: an array of 2 int32; expected one of 3 int32"):
        env.step(actions[:2])
    env.close()


def test_without_copies_the_arrays_are_the_same_in_each_step() -> None:
    env = covert_v0.vector_env(2, copy=False)
    first, _ = env.reset(seed=1)
    second = env.step(some_legal(first["action_mask"], 0))[0]
    assert all(np.shares_memory(first[name], second[name]) for name in first)
    kept = covert_v0.vector_env(2)
    seen, _ = kept.reset(seed=1)
    assert not np.shares_memory(seen["observation"], kept.reset(seed=1)[0]["observation"])


def test_without_a_seed_games_differ_and_follow_from_the_last_seed() -> None:
    env = covert_v0.vector_env(2)
    games = []
    for _ in range(2):
        env.reset(seed=5)
        games.append(env.reset()[0]["observation"])
    assert np.array_equal(*games)
    assert not np.array_equal(games[0][0], games[0][1])


def test_wrong_arguments_are_named() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"num_envs": 0}, "num_envs: 0; expected a whole number from 1"),
        ({"opponent": "hard"}, "opponent: 'hard'; expected one of None, 'random'"),
        ({"threads": 0}, "threads: 0; expected a whole number"),
        ({"game": Covert(first_player=1)}, "game: names characters or a first player"),
    ]
    for arguments, said in wrong:
        with pytest.raises(ValueError, match=said):
            covert_v0.vector_env(**{"num_envs": 2, **arguments})
    env = covert_v0.vector_env(2)
    with pytest.raises(ResetNeeded, match="no game has been dealt; expected `reset`"):
        env.step([0, 0])
    for seeds, said in (([1], "seeds: 1 of them; expected 2"), ([1, -1], r"seeds\[1\]: -1")):
        with pytest.raises(ValueError, match=said):
            env.reset(seed=seeds)

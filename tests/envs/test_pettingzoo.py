"""PettingZoo's own tests of an environment, and what they leave open."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

import pettingzoo
from pettingzoo.test import api_test, render_test, seed_test

from covert_bots.envs import covert_action_v0, covert_v0

ENVIRONMENTS: list[tuple[Any, int]] = [
    *((covert_v0, players) for players in (2, 3, 4)),
    *((covert_action_v0, players) for players in (4, 6, 14)),
]
NAMED = [f"{module.__name__.rpartition('.')[2]}-{players}" for module, players in ENVIRONMENTS]
FORMS = ("dict", "flat")

environments = pytest.mark.parametrize(("module", "players"), ENVIRONMENTS, ids=NAMED)
forms = pytest.mark.parametrize("observations", FORMS)


@pytest.mark.filterwarnings("ignore:Observation")  # a dictionary is no array and no box
@environments
@forms
def test_the_api_is_that_of_pettingzoo(module: Any, players: int, observations: str) -> None:
    api_test(module.env(players, observations=observations), num_cycles=50)
    api_test(module.raw_env(players, observations=observations), num_cycles=50)


@environments
@forms
def test_one_seed_is_one_game(module: Any, players: int, observations: str) -> None:
    seed_test(lambda: module.env(players, observations=observations), num_cycles=50)


@environments
def test_every_render_mode_gives_what_it_should(
    module: Any, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    render_test(lambda render_mode: module.env(players, render_mode=render_mode))
    assert "to decide; scores" in capsys.readouterr().out


def play(env: Any, seed: int) -> tuple[int, dict[str, float]]:
    """Play a game at random; return its decisions, and the rewards that the agents got."""
    env.reset(seed=seed)
    rewards: dict[str, float] = dict.fromkeys(env.possible_agents, 0)
    decisions = 0
    for number, agent in enumerate(env.agent_iter()):
        observation, reward, termination, truncation, info = env.last()
        rewards[agent] += reward
        if termination or truncation:
            env.step(None)
            continue
        mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
        env.step(int(np.flatnonzero(mask)[number % mask.sum()]))
        decisions += 1
    return decisions, rewards


@environments
def test_a_game_ends_with_rewards_that_add_up_to_nothing(module: Any, players: int) -> None:
    env = module.env(players)
    decisions, rewards = play(env, seed=3)
    assert decisions > 50
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)
    assert max(rewards.values()) > 0
    assert env.unwrapped.state_of_game.over
    winners = {f"seat_{seat}" for seat in env.unwrapped.state_of_game.winners()}
    assert winners == {agent for agent, reward in rewards.items() if reward > 0}
    assert (decisions, rewards) == play(module.env(players, observations="flat"), seed=3)


@environments
def test_a_game_is_broken_off_after_max_cycles(module: Any, players: int) -> None:
    """PettingZoo's `max_cycles_test` asks for a parallel environment, in which all agents act in
    each cycle: PettingZoo leaves it out for its own games of turns."""
    env = module.env(players, max_cycles=30)
    assert play(env, seed=1) == (30, dict.fromkeys(env.possible_agents, 0))


def test_an_illegal_action_ends_the_game_and_costs_its_agent() -> None:
    env = covert_v0.env()
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.last()[1:4] == (-1, True, True)
    raw = covert_v0.raw_env()
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal now; legal: "):
        raw.step(int(np.flatnonzero(mask == 0)[0]))
    with pytest.raises(ValueError, match="action: None; expected the number of an action"):
        raw.step(None)


def test_without_a_seed_games_differ_and_still_follow_from_the_last_seed() -> None:
    env, other = covert_v0.raw_env(), covert_v0.raw_env()
    games = []
    for each in (env, other):
        each.reset(seed=5)
        each.reset()
        first = each.state_of_game.copy()
        each.reset()
        games.append((first, each.state_of_game))
    assert games[0] == games[1]
    assert games[0][0] != games[0][1]


def test_a_copy_of_an_environment_is_one_of_the_same_kind() -> None:
    env = pickle.loads(pickle.dumps(covert_v0.env(3, observations="flat")))
    env.reset(seed=1)
    assert env.last()[0].shape == env.observation_space("seat_2").shape


def test_pettingzoo_makes_them_by_their_names() -> None:
    for name, module in (("Covert", covert_v0), ("CovertAction", covert_action_v0)):
        made = pettingzoo.make("aec", f"covert-bots/{name}-v0", players=4, max_cycles=9)
        assert play(made, seed=2) == play(module.env(4, max_cycles=9), seed=2)


def test_wrong_arguments_are_named() -> None:
    for arguments, said in (
        ({"players": 5}, "players: 5 is not 2, 3 or 4"),
        ({"observations": "box"}, "observations: 'box'; expected one of 'dict', 'flat'"),
        ({"render_mode": "rgb_array"}, "render_mode: 'rgb_array'; expected one of None, 'ansi'"),
        ({"max_cycles": 0}, "max_cycles: 0; expected a whole number from 1, or None"),
    ):
        with pytest.raises(ValueError, match=said):
            covert_v0.env(**arguments)
    with pytest.raises(ValueError, match="seed: -1"):
        covert_v0.env().reset(seed=-1)

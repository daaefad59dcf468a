"""Gymnasium's checker of an environment for one learner, and what it leaves open."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence

from covert_bots import make
from covert_bots.envs import covert_action_v0, covert_v0
from covert_bots.players.spec import BotSpecError
from covert_engine.encoding.field import places_of

LEARNERS: list[tuple[Any, int, str]] = [
    (covert_v0, 2, "greedy"),
    (covert_v0, 3, "random"),
    (covert_action_v0, 6, "greedy"),
]
names = {covert_v0: "covert-bots/Covert-v0", covert_action_v0: "covert-bots/CovertAction-v0"}
NAMED = [f"{module.__name__.rpartition('.')[2]}-{players}" for module, players, _ in LEARNERS]
learners = pytest.mark.parametrize(("module", "players", "opponent"), LEARNERS, ids=NAMED)


@learners
@pytest.mark.parametrize("observations", ["dict", "flat"])
def test_the_checker_of_gymnasium_is_content(
    module: Any, players: int, opponent: str, observations: str
) -> None:
    made = gymnasium.make(
        names[module],
        players=players,
        opponent=opponent,
        observations=observations,
        render_mode="ansi",
    )
    check_env(made.unwrapped)


def play(env: Any, seed: int, steps: int = 100_000) -> tuple[float, list[Any]]:
    """Play a game by some legal actions; return its reward and the observations."""
    seen, info = env.reset(seed=seed)
    shown = [seen]
    for number in range(steps):
        assert np.array_equal(env.action_masks(), info["action_mask"])
        legal = np.flatnonzero(info["action_mask"])
        seen, reward, terminated, truncated, info = env.step(legal[number % len(legal)])
        shown.append(seen)
        assert not truncated
        if terminated:
            return reward, shown
        assert reward == 0
    return 0, shown


@learners
def test_a_learner_plays_whole_games_and_is_rewarded(
    module: Any, players: int, opponent: str
) -> None:
    env = module.single_env(players, opponent=opponent)
    reward, shown = play(env, seed=2)
    assert reward == env.encoding.rewards(env.state_of_game)[env.seat] != 0
    again = play(module.single_env(players, opponent=opponent), seed=2)
    assert again[0] == reward
    assert all(data_equivalence(*pair) for pair in zip(shown, again[1], strict=True))
    with pytest.raises(ResetNeeded, match="no game is being played; expected `reset`"):
        env.step(0)


@learners
def test_the_learner_decides_and_only_from_its_own_seat(
    module: Any, players: int, opponent: str
) -> None:
    env = module.single_env(players, opponent=opponent, seat=1)
    actor = places_of(env.encoding.fields)["actor"]
    _, shown = play(env, seed=3)
    for seen in shown[:-1]:
        assert list(seen["observation"][actor]) == [1, *[0] * (players - 1)]
    assert env.seat == 1


def test_a_seat_that_is_not_fixed_is_another_in_other_games() -> None:
    env = covert_v0.single_env(3, opponent="random")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1, 2}


def test_opponents_are_bots_of_ours_or_functions_of_a_view() -> None:
    bot = make("greedy")
    by_name = covert_v0.single_env(opponent="greedy")
    by_function = covert_v0.single_env(opponent=bot.choose)
    assert data_equivalence(play(by_name, 4, steps=40)[1], play(by_function, 4, steps=40)[1])
    assert "medium" in [level.name for level in by_name.setup.catalogue.levels]
    medium = covert_v0.single_env(opponent="medium")
    assert len(play(medium, 1, steps=3)[1]) == 4


def test_an_illegal_action_ends_the_game_and_costs_a_point() -> None:
    env = covert_v0.single_env(opponent="random")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    assert env.step(wrong)[1:4] == (-1, True, False)
    with pytest.raises(ResetNeeded):
        env.step(wrong)
    with pytest.raises(ResetNeeded):
        covert_v0.single_env().step(0)


def test_gymnasium_makes_them_by_their_names() -> None:
    env = gymnasium.make("covert-bots/Covert-v0", players=3, opponent="random")
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    batch = gymnasium.make_vec(
        "covert-bots/CovertAction-v0",
        num_envs=3,
        vectorization_mode="vector_entry_point",
        players=4,
    )
    seen, _ = batch.reset(seed=1)
    assert batch.observation_space.contains(seen)
    batch.close()


def test_what_is_rendered_says_who_played_what(capsys: pytest.CaptureFixture[str]) -> None:
    env = covert_v0.single_env(opponent="random", render_mode="ansi", seat=0)
    play(env, seed=1, steps=5)
    assert "seat_0 to decide; scores 0 0" in str(env.render())
    human = covert_v0.single_env(opponent="random", render_mode="human", seat=0)
    play(human, seed=1, steps=5)
    assert "seat_1: return M" in capsys.readouterr().out


def test_wrong_arguments_are_named() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"seat": 2}, "seat: 2; expected one of None, 0, 1"),
        ({"observations": 3}, "observations: 3; expected one of 'dict', 'flat'"),
        ({"render_mode": "rgb_array"}, "render_mode: 'rgb_array'; expected one of None, 'ansi'"),
    ]
    for arguments, said in wrong:
        with pytest.raises(ValueError, match=said):
            covert_v0.single_env(**arguments)
    with pytest.raises(BotSpecError, match="mediun"):
        covert_v0.single_env(opponent="mediun")
    with pytest.raises(ValueError, match="'bluff' is not known"):
        covert_action_v0.single_env(bluff=True)

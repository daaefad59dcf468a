"""Games by text, with a script in place of a language model."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("textarena")

import textarena
from command.pages import blocks
from views.twins import some_twins

from covert_bots import Covert, CovertAction
from covert_bots.textarena import BotAgent, TextEnv
from covert_engine.covert.encoding import CovertEncoding

COVERT, ACTION = "covert-bots/Covert-v0", "covert-bots/CovertAction-v0"
TABLES: list[tuple[str, int]] = [
    *((COVERT, players) for players in (2, 3, 4)),
    *((ACTION, players) for players in (4, 6, 14)),
]
GAMES: list[tuple[Any, int]] = [(Covert(), 3), (CovertAction({"saboteurs": True}), 6)]


class Script:
    """A stand-in for a model: it reads the list, and answers in each of the ways by turns."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self.read: list[str] = []

    def __call__(self, observation: str) -> str:
        self.read.append(observation)
        listed = observation.partition("Your legal actions:\n")[2].replace("\n    ", " ")
        number, _, rest = self._rng.choice(listed.splitlines()).partition(". ")
        notation = rest.partition(": ")[0]
        ways = (number, f"[{number}]", notation, f"Not [1] but rather:\n [ {notation} ]!")
        return ways[len(self.read) % len(ways)]


def play(env: Any, agents: list[Any], seed: int) -> tuple[dict[int, float], dict[int, Any]]:
    """Play a game as TextArena's documentation does; return rewards and infos."""
    env.reset(num_players=len(agents), seed=seed)
    done = False
    while not done:
        player, observation = env.get_observation()
        done, _ = env.step(action=agents[player](observation))
    rewards, infos = env.close()
    return rewards, infos


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_script_plays_by_what_it_reads(name: str, players: int) -> None:
    agents = [Script(seed) for seed in range(players)]
    rewards, infos = play(textarena.make(name, max_turns=60), agents, seed=3)
    assert sum(rewards.values()) == pytest.approx(0)
    assert set(rewards) == set(range(players))
    assert not any(info["invalid_move"] for info in infos.values())
    assert sum(info["turn_count"] for info in infos.values()) == sum(len(a.read) for a in agents)
    for seat, agent in enumerate(agents):
        for text in agent.read:
            assert text.startswith(f"You are player {seat} of {players}")
            assert text.count("Your legal actions:") == 1
    again = [Script(seed) for seed in range(players)]
    play(textarena.make(name, max_turns=60), again, seed=3)
    assert [agent.read for agent in again] == [agent.read for agent in agents]


@pytest.mark.parametrize(("name", "players"), [(COVERT, 2), (ACTION, 5)])
def test_bots_play_to_the_end_and_rewards_are_those_of_the_winners(name: str, players: int) -> None:
    env = textarena.make(f"{name}-raw")
    rewards, infos = play(env, [BotAgent(env, "greedy") for _ in range(players)], seed=1)
    assert env.position.over
    winners = set(env.position.winners())
    assert {player for player, reward in rewards.items() if reward > 0} == winners
    assert sum(rewards.values()) == pytest.approx(0)
    assert all(info["reason"].startswith("Won by player ") for info in infos.values())
    if name == COVERT:
        wanted = CovertEncoding(Covert().cards, players).rewards(env.position)
        assert list(rewards.values()) == pytest.approx(wanted)
    else:
        assert len(winners) == 2


def test_an_answer_that_names_no_action_is_told_and_too_many_lose() -> None:
    env = textarena.make(COVERT, error_allowance=2)
    env.reset(num_players=3, seed=7)
    player, first = env.get_observation()
    for wrong, shown in (("I fold", "'I fold'"), ("x" * 10_000, f"'{'x' * 60}'...")):
        assert env.step(wrong) == (False, {})
        same, text = env.get_observation()
        assert same == player
        assert text.startswith(first)
        assert f"Reason: action: {shown}; expected a number from 1 to 3 or the notation" in text
    assert not env.step("[2]")[0]
    for number in range(4):
        done, _ = env.step("[0]")
        assert done == (number >= 2)
    rewards, infos = env.close()
    (loser,) = (seat for seat, info in infos.items() if info["invalid_move"])
    assert rewards == {seat: -1.0 if seat == loser else 0.5 for seat in range(3)}
    assert f"Player {loser} lost by its answers: action: '0'; expected" in infos[0]["reason"]


@pytest.mark.parametrize("way", ["2", "[2]", "{0}", "[1] is worse than [ {0} ], I think."])
def test_an_answer_plays_the_action_that_it_names(way: str) -> None:
    env = textarena.make(COVERT)
    env.reset(num_players=2, seed=7)
    wanted = env.position.copy()
    named = wanted.legal_actions()[1]
    wanted.play(named)
    env.step(way.format(env.game.action_to_message(named).text))
    assert env.position == wanted


def test_the_next_text_has_no_mistakes_of_the_last() -> None:
    env = textarena.make(ACTION)
    env.reset(num_players=4, seed=1)
    player, _ = env.get_observation()
    env.step("fly")
    assert "invalid" in env.get_observation()[1]
    env.step("1")
    while (now := env.get_observation())[0] != player:
        assert "invalid" not in now[1]
        env.step("1")
    assert "invalid" not in now[1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda env: env.reset(5), "num_players: 5; expected 2 to 4"),
        (lambda env: env.reset(2, -1), "seed: -1; expected a whole number from 0 to 2^64 - 1"),
        (lambda env: env.step("1"), "no game has been dealt; expected `reset` first"),
        (lambda env: env.get_observation(), "no game has been dealt"),
        (lambda _: textarena.make(COVERT, max_turns=0), "max_turns: 0; expected a whole number"),
        (lambda _: textarena.make(COVERT, error_allowance=None), "error_allowance: None; expected"),
    ],
)
def test_a_wrong_argument_is_named(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=r".*") as caught:
        call(textarena.make(COVERT))
    assert str(caught.value).startswith(message)


def put(env: TextEnv, world: Any) -> None:
    """Go on with another world; a game of Covert Action counts what happens in it."""
    if isinstance(env.game, CovertAction):
        env.position._state = world
    else:
        env.position = world


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_worlds_that_look_the_same_to_a_seat_are_told_alike_as_long_as_they_do(
    game: Any, players: int
) -> None:
    """Two environments, one with a world dealt from the seat's view, are stepped by the same
    answers."""
    compared = told = other_cards = 0
    for key in range(12):
        env, twin = TextEnv(game), TextEnv(game)
        rng, seat = random.Random(key), key % players
        env.reset(players, seed=key)
        twin.reset(players, seed=key)
        for _ in range(rng.randrange(60)):
            env.position.play(rng.choice(env.position.legal_actions()))
        put(twin, env.position.view(seat).sample(key))
        for each in (env, twin):
            each.state.manually_set_current_player_id(each.position.actor)
        other = (seat + 1) % players
        other_cards += env.text(other) != twin.text(other)
        for _ in range(12):
            if env.position.view(seat) != twin.position.view(seat):
                break
            assert env.text(seat) == twin.text(seat)
            compared += 1
            told += "What happened" in env.text(seat)
            same = set(twin.position.legal_actions())
            common = [action for action in env.position.legal_actions() if action in same]
            if not common or env.position.actor != twin.position.actor:
                break
            notation = game.action_to_message(rng.choice(common)).text
            if env.step(notation)[0] or twin.step(notation)[0]:
                break
    assert other_cards > 6
    assert compared > 30
    assert told > 10


def test_an_unseen_refusal_leaves_no_trace_in_the_text() -> None:
    for pair in some_twins(3, "espionage", 6):
        texts = []
        for twin in pair.games:
            env = TextEnv(Covert())
            env.reset(3, seed=1)
            env.position = twin.state
            texts.append([env.text(seat) for seat in range(3)])
        assert pair.first.state != pair.second.state
        for seat in pair.observers:
            if pair.first.seen[seat][-1] == pair.second.seen[seat][-1]:
                assert texts[0][seat] == texts[1][seat]


def test_other_wrappers_of_textarena_read_the_messages_too() -> None:
    wrapped = textarena.wrappers.GameBoardObservationWrapper(textarena.make(f"{COVERT}-raw"))
    wrapped.reset(num_players=2, seed=7)
    player, text = wrapped.get_observation()
    env = wrapped.env
    assert text.endswith(env.text(player))
    assert [kind for *_, kind in env.get_observation()[1]] == []
    wrapped.step("[1]")
    kinds = {kind for *_, kind in env.get_observation()[1]}
    assert kinds <= {textarena.ObservationType.PROMPT, textarena.ObservationType.GAME_BOARD}


def test_the_program_of_the_page_plays_a_game() -> None:
    page = "docs/environments.md"
    (program,) = (block.text for block in blocks(page) if "import textarena" in block.text)
    played: dict[str, Any] = {}
    exec(compile(program, page, "exec"), played)
    assert sum(played["rewards"].values()) == pytest.approx(0)

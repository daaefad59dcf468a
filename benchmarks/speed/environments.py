"""The environments' steps a second, beside the engine, PettingZoo, OpenSpiel and pgx.

    pip install '.[envs,openspiel]' rlcard pygame pgx
    python benchmarks/speed/environments.py --rounds 7

All in one run, in turns, by the CPU time of the process; for the batches also by the clock. Every
step chooses a legal action at random. `bare` is the engine alone from Python, its list of legal
actions and `State.play`; `numbers` the same by numbers, with the mask written; `tensor` with the
tensor of the seat to decide as well. `aec` is the PettingZoo environment with `last`, a choice by
the mask and `step`; the games of PettingZoo are played by the same loop. OpenSpiel's are its C++
from Python: the legal actions, their mask, the observation's tensor where the game has one, and
`apply_action`. Those of pgx are batches of as many games in JAX, a compiled step of all of them,
dealt anew where they end, with observation and mask. In batches the choice of actions does not
count. What is not installed is left out.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.table import Table

from covert_bots.envs import covert_action_v0, covert_v0
from covert_bots.players.cores import cores
from covert_command.measures.engine import spread
from covert_engine.covert import State, compile, house_set
from covert_engine.covert.encoding import CovertEncoding

STEPS = 20_000  # of one game after the other, a round
BATCHED = 200_000  # steps of a batch, a round
PLAYERS = 2
SEED = 1
PETTINGZOO = ("leduc_holdem_v4", "texas_holdem_v4")
PGX = ("leduc_holdem", "backgammon")
OPENSPIEL = ("leduc_poker", "hearts", "covert", "covert_action")  # its own in C++, and ours

SPREAD = "{median:,.0f} ({min:,.0f} to {max:,.0f})"

Measure = Callable[[], dict[str, float]]


def single_steps(level: int) -> Measure:
    """Return a measurement of the engine from Python: `bare`, `numbers` or `tensor`."""
    cards = compile(house_set())
    encoding = CovertEncoding(cards, PLAYERS)
    mask = np.zeros(encoding.actions, np.int8)
    tensor = np.zeros(encoding.floats, np.float32)

    def measure() -> dict[str, float]:
        state, chance = State.deal(cards, PLAYERS, SEED), random.Random(SEED).random
        start = time.process_time()
        for number in range(STEPS):
            if state.over:
                state = State.deal(cards, PLAYERS, number)
            legal = state.legal_actions() if level == 0 else encoding.legal(state)
            if level == 1:
                encoding.write_mask(state, mask)
            elif level == 2:
                encoding.observe(state, state.actor or 0, mask, tensor)
            action = legal[int(chance() * len(legal))]
            if level == 0:
                state.play(action)
            else:
                encoding.play(state, action)
        return {"cpu": STEPS / (time.process_time() - start)}

    return measure


def aec_steps(make: Callable[[], Any]) -> Measure:
    """Return a measurement of a PettingZoo environment."""
    env = make()

    def measure() -> dict[str, float]:
        chance, left = random.Random(SEED).random, STEPS
        start = time.process_time()
        while left > 0:
            env.reset(seed=left)
            for _ in env.agent_iter(left):
                seen, _, termination, truncation, info = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
                legal = mask.nonzero()[0]
                env.step(int(legal[int(chance() * len(legal))]))
                left -= 1
        return {"cpu": STEPS / (time.process_time() - start)}

    return measure


def openspiel_steps(pyspiel: Any, name: str) -> Measure:
    """Return a measurement of a game of OpenSpiel from Python; chance nodes do not count."""
    game = pyspiel.load_game(name)
    tensors = game.get_type().provides_observation_tensor

    def measure() -> dict[str, float]:
        rng, left, state = random.Random(SEED), STEPS, game.new_initial_state()
        start = time.process_time()
        while left:
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            legal = state.legal_actions()
            state.legal_actions_mask()
            if tensors:
                state.observation_tensor()
            state.apply_action(legal[int(rng.random() * len(legal))])
            left -= 1
        return {"cpu": STEPS / (time.process_time() - start)}

    return measure


def batched_steps(module: Any, players: int, games: int, tensors: bool, threads: int) -> Measure:
    """Return a measurement of a batch."""
    envs = module.vector_env(games, players, tensors=tensors, threads=threads, copy=False)
    seen, _ = envs.reset(seed=SEED)
    rng = np.random.default_rng(SEED)

    def measure() -> dict[str, float]:
        spent = passed = 0.0
        steps = max(1, BATCHED // games)
        for _ in range(steps):
            mask = seen["action_mask"]
            actions = (rng.random(mask.shape, np.float32) * mask).argmax(axis=1).astype(np.int32)
            start, clock = time.process_time(), time.perf_counter()
            envs.step(actions)
            passed += time.perf_counter() - clock
            spent += time.process_time() - start
        return {"cpu": steps * games / spent, "clock": steps * games / passed}

    return measure


def pgx_steps(pgx: Any, name: str, games: int) -> Measure:
    """Return a measurement of a batch of pgx."""
    jax = import_module("jax")
    env = pgx.make(name)
    again = import_module("pgx.experimental.wrappers").auto_reset
    step = jax.jit(jax.vmap(again(env.step, env.init)))
    keys = jax.random.split(jax.random.PRNGKey(SEED), games)
    state = jax.jit(jax.vmap(env.init))(keys)
    state = step(state, chosen(jax, state, 0), keys)  # compiled here, not while it is measured

    def measure() -> dict[str, float]:
        nonlocal state
        spent = passed = 0.0
        steps = max(1, BATCHED // games)
        for number in range(steps):
            actions = jax.block_until_ready(chosen(jax, state, number))
            keys = jax.random.split(jax.random.PRNGKey(number), games)
            start, clock = time.process_time(), time.perf_counter()
            state = jax.block_until_ready(step(state, actions, keys))
            passed += time.perf_counter() - clock
            spent += time.process_time() - start
        return {"cpu": steps * games / spent, "clock": steps * games / passed}

    return measure


def chosen(jax: Any, state: Any, number: int) -> Any:
    """Return a legal action for each game of a batch of pgx, at random."""
    chances = jax.random.uniform(jax.random.PRNGKey(number), state.legal_action_mask.shape)
    return (chances * state.legal_action_mask).argmax(axis=1)


def measurements(games: int, threads: int) -> dict[str, Measure]:
    """Return all that can be measured here, by name."""
    rows: dict[str, Measure] = {
        "bare": single_steps(0),
        "numbers": single_steps(1),
        "tensor": single_steps(2),
        "aec covert_v0": aec_steps(covert_v0.raw_env),
        "aec covert_action_v0": aec_steps(covert_action_v0.raw_env),
    }
    for tensors in (False, True):
        what = "tensors" if tensors else "masks"
        rows[f"batch covert_v0, {what}"] = batched_steps(
            covert_v0, PLAYERS, games, tensors, threads
        )
        rows[f"batch covert_action_v0, {what}"] = batched_steps(
            covert_action_v0, 6, games, tensors, threads
        )
    for name in PETTINGZOO:
        try:
            module = import_module(f"pettingzoo.classic.{name}")
        except ImportError:
            continue
        rows[f"pettingzoo {name}"] = aec_steps(module.raw_env)
    try:
        pgx = import_module("pgx")
    except ImportError:
        pass
    else:
        rows |= {f"pgx {name}": pgx_steps(pgx, name, games) for name in PGX}
    try:
        pyspiel = import_module("pyspiel")
        import_module("covert_bots.openspiel")
    except ImportError:
        return rows
    return rows | {f"openspiel {name}": openspiel_steps(pyspiel, name) for name in OPENSPIEL}


@click.command(help="The environments' steps a second, beside others.")
@click.option("--rounds", type=click.IntRange(1), default=7, show_default=True, help="Each.")
@click.option("--games", type=click.IntRange(1), default=1024, show_default=True, help="A batch.")
@click.option("--threads", type=click.IntRange(1), default=cores(), show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def main(rounds: int, games: int, threads: int, as_json: bool) -> None:
    rows = measurements(games, threads)
    results: dict[str, dict[str, list[float]]] = {}
    for _ in range(rounds):
        bare = 0.0
        for name, measure in rows.items():
            for clock, speed in measure().items():
                results.setdefault(name, {}).setdefault(clock, []).append(speed)
            bare = bare or results[name]["cpu"][-1]
            results[name].setdefault("ratio", []).append(results[name]["cpu"][-1] / bare)
    shown: dict[str, dict[str, Any]] = {
        name: {clock: spread(speeds, 4 if clock == "ratio" else 0) for clock, speeds in by.items()}
        for name, by in results.items()
    }
    if as_json:
        click.echo(json.dumps({"games": games, "threads": threads, **shown}, indent=2))
        return
    table = Table("steps a second", "of CPU time", "by the clock", "to bare")
    for name, by in shown.items():
        table.add_row(
            name,
            SPREAD.format(**by["cpu"]),
            SPREAD.format(**by["clock"]) if "clock" in by else "",
            str(by["ratio"]["median"]),
        )
    Console().print(table)


if __name__ == "__main__":
    main()

"""Games of random, greedy and search bots, with every state put through the validator.

    COVERT_DEBUG=1 pip install . && python tests/proofs/validated_games.py --out FILE

Every state is checked as a request's view would be, for every seat. Greedy and search games must
end by rule 8.1, a sixth mission. Exits with 1 if anything is wrong.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import cast

import click
from rich.progress import Progress

from covert_bots import Bot, make
from covert_engine.covert import CompiledSet, State, compile, house_set

BATCH = 20
PLAYERS = (2, 2, 3, 4)  # of four games two have two players


@dataclass(frozen=True)
class Found:
    """The results of a batch of games."""

    bot: str
    players: Counter[int]
    decisions: int
    rounds: list[int]
    ended_by_mission: int
    faults: list[str]


def play_game(
    cards: CompiledSet, bot: Bot, players: int, seed: int
) -> tuple[State, int, list[str]]:
    """Play one game; return the final state, the number of decisions, and what the validator
    found."""
    state = State.deal(cards, players, seed)
    decisions = 0
    faults: list[str] = []
    while not state.over:
        faults += [f"seed {seed}, decision {decisions}: {fault}" for fault in state.check()]
        seat = state.actor
        assert seat is not None
        state.play(bot.choose(state.view(seat), seed=seed * 10_000 + decisions))
        decisions += 1
    faults += [f"seed {seed}, at the end: {fault}" for fault in state.check()]
    return state, decisions, faults


def completed_most(state: State) -> int:
    """Count the missions of the seat that completed most."""
    seats = cast(list[dict[str, list[int]]], state.view(0).fields()["players"])
    return max(len(seat["completed_missions"]) for seat in seats)


def play_batch(spec: str, first: int) -> Found:
    cards = compile(house_set())
    bot = make(spec)
    sizes: Counter[int] = Counter()
    rounds: list[int] = []
    faults: list[str] = []
    decisions = ended = 0
    for seed in range(first, first + BATCH):
        players = PLAYERS[seed % len(PLAYERS)]
        state, count, of_game = play_game(cards, bot, players, seed)
        sizes[players] += 1
        rounds.append(state.round)
        faults += of_game
        decisions += count
        ended += completed_most(state) >= 6
    return Found(spec, sizes, decisions, rounds, ended, faults)


def summary(spec: str, batches: list[Found]) -> dict[str, object]:
    rounds = sorted(number for batch in batches for number in batch.rounds)
    games = len(rounds)
    return {
        "bot": spec,
        "games": games,
        "by_players": dict(
            sorted(sum((batch.players for batch in batches), Counter[int]()).items())
        ),
        "decisions": sum(batch.decisions for batch in batches),
        "rounds": {
            "least": rounds[0],
            "5 %": rounds[games // 20],
            "median": rounds[games // 2],
            "95 %": rounds[-1 - games // 20],
            "most": rounds[-1],
        },
        "ended_by_sixth_mission": sum(batch.ended_by_mission for batch in batches),
        "faults": [fault for batch in batches for fault in batch.faults][:20],
    }


@click.command(help="Plays games of all bots and puts every state through the validator.")
@click.option("--random", "random_games", default=4000, show_default=True, help="Random games.")
@click.option("--greedy", "greedy_games", default=4000, show_default=True, help="Greedy games.")
@click.option("--search", "search_games", default=2000, show_default=True, help="Search games.")
@click.option("--iterations", default=50, show_default=True, help="Of the search, a decision.")
@click.option("--workers", default=2, show_default=True, help="Processes.")
@click.option("--out", type=click.Path(path_type=Path), help="Also write the result here.")
def main(
    random_games: int,
    greedy_games: int,
    search_games: int,
    iterations: int,
    workers: int,
    out: Path | None,
) -> None:
    plan = [
        ("random", random_games),
        ("greedy", greedy_games),
        (f"ismcts:iterations={iterations}", search_games),
    ]
    started = time.monotonic()
    results = []
    with (
        ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool,
        Progress() as progress,
    ):
        for spec, games in plan:
            task = progress.add_task(spec, total=games)
            batches = []
            waiting = [pool.submit(play_batch, spec, first) for first in range(0, games, BATCH)]
            for batch in waiting:
                batches.append(batch.result())
                progress.advance(task, BATCH)
            if batches:
                results.append(summary(spec, batches))
    text = json.dumps({"seconds": round(time.monotonic() - started), "bots": results}, indent=2)
    click.echo(text)
    if out:
        out.write_text(text + "\n", encoding="utf-8")
    wrong = any(
        result["faults"]
        or (result["bot"] != "random" and result["ended_by_sixth_mission"] != result["games"])
        for result in results
    )
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()

"""The overhead of the arena: the same games in the arena and in a bare loop, by turns.

    python benchmarks/speed/arena_overhead.py --bot ismcts:iterations=200 --blocks 10 --rounds 3

One process plays in both. With --games, plays so many quick games in the arena instead, and tells
how much memory the driver holds as they go on.
"""

from __future__ import annotations

import json
import time
from statistics import median

import click

from covert_bots.arena.attempt import Attempt, play
from covert_bots.arena.backend import LocalProcesses
from covert_bots.arena.course import Progress
from covert_bots.arena.driver import Driver
from covert_bots.arena.entrants.foreign import ForeignBots
from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan, PlanSettings
from covert_bots.covert.game import Covert
from covert_bots.engines.isolation import Isolation
from covert_command.options.game_choice import SpecOfGame
from covert_engine.covert import house_set

LOOKS = 10  # at the memory, in all


def bare(plan: Plan) -> float:
    """Measure the seconds of the games in a loop of this process."""
    covert, none = Covert(house_set()), ForeignBots(Isolation())
    bots, seconds = plan.settings.bots, plan.settings.budget.move_seconds
    started = time.monotonic()
    for block in plan:
        for game in block.games:
            play(game, 1, bots, covert, lambda *_: None, none, seconds)
    return time.monotonic() - started


def in_arena(plan: Plan) -> float:
    """Measure the seconds of the games in the arena, with one process, its start included."""
    started = time.monotonic()
    with (
        Ledger(":memory:") as ledger,
        LocalProcesses(plan.settings, Covert(house_set()), 1) as backend,
    ):
        Driver(plan, ledger).run(backend)
    return time.monotonic() - started


def resident() -> float:
    """Return the MiB of this process in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096 / 2**20


def memory(plan: Plan, workers: int, path: str) -> dict[str, object]:
    """Measure memory and rate while many games are played."""
    every = max(1, plan.games // LOOKS)
    seen: list[tuple[int, float]] = []

    def look(attempt: Attempt, done: Progress) -> None:
        if done.done % every == 0:
            seen.append((done.done, round(resident(), 1)))

    started = time.monotonic()
    covert = Covert(house_set())
    with Ledger(path) as ledger, LocalProcesses(plan.settings, covert, workers) as backend:
        driver = Driver(plan, ledger)
        driver.on_attempt = look
        driver.run(backend)
    rate = plan.games / (time.monotonic() - started)
    return {"games": plan.games, "games_per_second": round(rate, 2), "mib_after_games": seen}


@click.command(help="What the arena adds to games.")
@click.option("--bot", type=SpecOfGame(), default="ismcts:iterations=200", show_default=True)
@click.option("--blocks", type=click.IntRange(1), default=10, show_default=True)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
@click.option("--games", type=click.IntRange(2), help="Random games to watch the memory in.")
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True)
@click.option("--ledger", default=":memory:", show_default=True, help="Of --games.")
def main(bot: str, blocks: int, rounds: int, games: int | None, workers: int, ledger: str) -> None:
    digest = house_set().digest
    if games is not None:
        plan = Plan(PlanSettings(("random", "greedy"), blocks=games // 2, card_set=digest))
        try:
            click.echo(json.dumps(memory(plan, workers, ledger)))
        except LedgerError as wrong:
            raise click.UsageError(f"--ledger: {wrong}") from None
        return
    plan = Plan(PlanSettings((bot, "greedy"), blocks=blocks, card_set=digest))
    ratios = []
    for _ in range(rounds):
        alone = bare(plan)
        arena = in_arena(plan)
        ratios.append(arena / alone)
        click.echo(f"bare {alone:.2f} s, arena {arena:.2f} s: {ratios[-1]:.3f}", err=True)
    click.echo(json.dumps({"games": plan.games, "ratio": median(ratios), "ratios": ratios}))


if __name__ == "__main__":
    main()

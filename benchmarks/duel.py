"""Two bots on duplicate two-player deals, each played twice with seats swapped.

    python benchmarks/duel.py ismcts greedy --pairs 300 --seed 1 --workers 2

What is found does not depend on the number of workers. With --cpu-ms the iterations of both sides
are first set so that a decision costs each about that much CPU time; the report has them, and the
times measured in the match itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import cache, partial
from multiprocessing import get_context

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from covert_bots.bot import Bot
from covert_bots.catalogue import BotSpecError, make
from covert_bots.duel import DuelReport, Pair, play_pair, report
from covert_bots.match import seed_of
from covert_engine.covert.cards import CompiledSet, compile, house_set

CALIBRATIONS = 3  # times the iterations are measured and set anew
CALIBRATION_PAIRS = 2  # pairs played each time

Specs = tuple[str, str]


@cache
def cards() -> CompiledSet:
    """The house set, compiled once a process."""
    return compile(house_set())


def pair(specs: Specs, seed: int, number: int) -> Pair:
    """Plays one pair; a worker's task."""
    first, second = specs
    return play_pair(cards(), (make(first), make(second)), seed, number)


class Hall:
    """Worker processes, and a bar that shows how far they are."""

    def __init__(self, workers: int, quiet: bool) -> None:
        # A worker starts afresh: nothing of this process, threads least of all, is in it.
        self.pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=quiet,
        )

    def __enter__(self) -> Hall:
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()
        self.pool.shutdown(cancel_futures=True)

    def play(self, specs: Specs, seed: int, pairs: int, label: str) -> Iterator[Pair]:
        """Plays so many pairs; yields them in the order of their numbers."""
        task = self.progress.add_task(label, total=pairs)
        for played in self.pool.map(partial(pair, specs, seed), range(pairs)):
            self.progress.advance(task)
            yield played

    def equal_cpu(self, specs: Specs, seed: int, cpu_ms: float) -> Specs:
        """The specs with iterations for which a decision costs about `cpu_ms` each."""
        for turn in range(CALIBRATIONS):
            deals = seed_of(seed, "calibration", turn)
            label = f"calibrating {turn + 1}/{CALIBRATIONS}"
            found = report(list(self.play(specs, deals, CALIBRATION_PAIRS, label)))
            first, second = found.sides
            specs = (
                with_cpu(specs[0], first.cpu_ms_a_decision, cpu_ms),
                with_cpu(specs[1], second.cpu_ms_a_decision, cpu_ms),
            )
        return specs


def with_cpu(spec: str, measured: float, wanted: float) -> str:
    """A spec with its iterations scaled from the cost measured to the one wanted."""
    settled = make(spec).spec
    iterations = settled.whole("iterations") or 1
    return str(settled.but(iterations=max(1, round(iterations * wanted / measured))))


def check(spec: str, cpu_ms: float | None) -> Bot:
    """The bot of a spec; a usage error if there is none or it cannot be set to a CPU time."""
    try:
        bot = make(spec)
    except BotSpecError as error:
        raise click.UsageError(str(error)) from None
    if cpu_ms is not None and (not bot.searches or bot.spec.number("seconds") is not None):
        raise click.UsageError(f"--cpu-ms sets iterations, and {spec!r} does not go by them")
    return bot


def show(found: DuelReport, console: Console) -> None:
    """Prints a report for people."""
    first, second = found.sides
    table = Table(title=f"{first.bot} against {second.bot}: {found.pairs} pairs", title_style="")
    table.add_column("of the first bot")
    table.add_column("mean", justify="right")
    table.add_column("95 % interval from the pairs", justify="right")
    share, margin = found.share, found.margin
    table.add_row("wins", f"{share.mean:.1%}", f"{share.low:.1%} to {share.high:.1%}")
    table.add_row("points ahead", f"{margin.mean:+.2f}", f"{margin.low:+.2f} to {margin.high:+.2f}")
    console.print(table)
    for side in found.sides:
        console.print(
            f"{side.bot}: {side.cpu_ms_a_decision:.3g} ms of CPU a decision, "
            f"{side.decisions_a_game:.0f} decisions a game"
        )
    console.print(
        f"A game has {found.rounds_a_game:.1f} rounds and {found.decisions_a_game:.0f} decisions."
    )


@click.command(help="Two bots on duplicate two-player deals, each played twice with seats swapped.")
@click.argument("first")
@click.argument("second")
@click.option("--pairs", type=click.IntRange(2), default=300, show_default=True, help="Deals.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of all deals.")
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True, help="Processes.")
@click.option("--cpu-ms", type=click.FloatRange(0.01), help="CPU time of a decision, both sides.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def main(
    first: str,
    second: str,
    pairs: int,
    seed: int,
    workers: int,
    cpu_ms: float | None,
    as_json: bool,
) -> None:
    specs = (str(check(first, cpu_ms)), str(check(second, cpu_ms)))
    with Hall(workers, quiet=as_json) as hall:
        if cpu_ms is not None:
            specs = hall.equal_cpu(specs, seed, cpu_ms)
        found = report(list(hall.play(specs, seed, pairs, f"{specs[0]} - {specs[1]}")))
    if as_json:
        click.echo(json.dumps({"seed": seed, **asdict(found)}, indent=2))
    else:
        show(found, Console())


if __name__ == "__main__":
    main()

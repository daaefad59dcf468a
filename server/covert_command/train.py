"""`covert-bots train`: the weights of the learned value, from nothing."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from covert_bots.covert.training.train import Generation, Schedule, TrainingError, train
from covert_command import options
from covert_command.mistakes import Mistake
from covert_command.screen import examples, messages, output, plain_table, print_json
from covert_engine.covert.cards.card_set import CardSet

WEIGHTS, FACTS = "value.weights", "value.json"


def _games(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, int, int]:
    """Such as `1200,600,400`."""
    if not re.fullmatch(r"\d+,\d+,\d+", value) or not any(map(int, value.split(","))):
        raise Mistake(f"--games: {value!r}; expected three numbers, such as 1200,600,400")
    two, three, four = map(int, value.split(","))
    return two, three, four


@click.command(
    epilog=examples("covert-bots train weights", "covert-bots train quick --games 40,20,20")
)
@click.argument("folder", type=click.Path(file_okay=False))
@click.option(
    "--games",
    callback=_games,
    default="1200,800,600",
    show_default=True,
    metavar="TWO,THREE,FOUR",
    help="Games a generation, by number of players.",
)
@click.option(
    "--drawn",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    help="Share of the games played with card sets drawn by chance, a new one for each game.",
)
@click.option("--generations", type=click.IntRange(1), default=2, show_default=True)
@click.option(
    "--iterations", type=click.IntRange(1), default=80, show_default=True, help="Of each search."
)
@click.option(
    "--epochs",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="Times that a network sees each position.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option(
    "--workers",
    type=click.IntRange(1),
    default=lambda: len(os.sched_getaffinity(0)),
    show_default="all cores",
    help="Processes that play.",
)
@options.card_set
@options.as_json
def command(
    folder: str,
    games: tuple[int, int, int],
    drawn: float,
    generations: int,
    iterations: int,
    epochs: int,
    seed: int,
    workers: int,
    card_set: CardSet | None,
    as_json: bool,
) -> None:
    """Make the weights of the learned value.

    A bot plays against itself, a network is fitted to its games, and all that again. Games,
    networks and errors go to FOLDER. The same command goes on where it was stopped, and comes to
    the same weights. docs/training.md explains it.
    """
    cards = options.card_set_of(card_set)
    schedule = Schedule(games, drawn, generations, iterations, epochs, seed)
    path, done = Path(folder), []
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=messages(),
        disable=not messages().is_terminal,
    ) as bar:
        task = bar.add_task("")

        def progress(words: str, part: int, whole: int) -> None:
            bar.update(task, description=words, completed=part, total=whole)

        try:
            for generation in train(cards, schedule, path, workers, progress):
                done.append(generation)
        except TrainingError as error:
            raise Mistake(str(error)) from error
    facts = _facts(cards, schedule, done)
    (path / WEIGHTS).write_bytes(done[-1].weights)
    (path / FACTS).write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    if as_json:
        print_json({"folder": str(path), **facts})
        return
    table = plain_table("generation", "players", "positions", "utility", "chance", "score")
    for one in done:
        for players, errors in one.errors.items():
            table.add_row(
                str(one.number),
                players,
                str(errors["positions"]),
                *(f"{errors[name]:.4g}" for name in ("utility", "chance", "score")),
            )
    output().print(table)
    output().print(f"The weights are in {path / WEIGHTS}.", soft_wrap=True)


def _facts(cards: CardSet, schedule: Schedule, done: list[Generation]) -> dict[str, object]:
    """How weights were made, and how well they do."""
    two, three, four = schedule.games
    return {
        "command": f"covert-bots train FOLDER --games {two},{three},{four} "
        f"--drawn {schedule.drawn:g} --generations {schedule.generations} "
        f"--iterations {schedule.iterations} --epochs {schedule.epochs} --seed {schedule.seed}",
        "card_set": cards.digest,
        "generations": [{"number": one.number, "errors": one.errors} for one in done],
    }

"""`covert-bots train`: learning from self-play, from nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from covert_bots.players.cores import cores
from covert_bots.players.pieces import Progress as Told
from covert_command.games.command_game import TrainingOptions
from covert_command.games.installed import command_games
from covert_command.options import file_path, game_choice, json_output
from covert_command.options.cards import card_set
from covert_command.options.cluster import cluster_options, pool_of
from covert_command.options.file_path import FilePath
from covert_command.options.training import training_options
from covert_command.terminal.command_line import examples, this_command
from covert_command.terminal.screen import messages


@contextmanager
def shown() -> Iterator[Told]:
    """Show the progress, on a line that a terminal renews."""
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

        yield progress


@click.command(
    epilog=examples(
        "covert-bots train weights",
        "covert-bots train quick --searched 20,5,5 --games 40,20,20 --plot curve.svg",
        "covert-bots train figures --game covert-action --games 200",
    )
)
@click.argument("folder", type=FilePath(file_okay=False))
@game_choice.game
@training_options
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Seed of all games and fits.",
)
@click.option(
    "--workers",
    type=click.IntRange(1),
    default=cores,
    show_default="all cores",
    help="Processes that play.",
)
@cluster_options
@card_set
@file_path.plot
@json_output.as_json
def command(
    folder: str,
    game: str,
    searched: str | None,
    games: str | None,
    drawn: float | None,
    generations: int | None,
    seed: int,
    workers: int,
    backend: str,
    address: str | None,
    card_set: Any,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Train the bots' weights and models by self-play.

    For Covert: the weights of the policy, of the hand-made value, of the network that corrects it,
    and of the belief about others' hands. In each generation long searches play, and the policy is
    fitted to what they prefer; then quick ones play, and the value is fitted to how their games
    end. For Covert Action: the model of behaviour, and what Plan cards are worth.

    Games, fitted weights and errors are written to FOLDER. The same command resumes where it was
    stopped, and gives the same result on this machine or on a cluster. docs/training.md explains
    it.
    """
    path = Path(folder)
    asked = TrainingOptions(searched, games, drawn, generations, seed, card_set, plot)
    training = command_games()[game].training(asked)
    with _resumable(path), pool_of(backend, address, workers) as pool, shown() as progress:
        training.learn(path, pool, progress)
    training.show(path, as_json=as_json)


@contextmanager
def _resumable(folder: Path) -> Iterator[None]:
    """Print how to resume the training if it is stopped."""
    try:
        yield
    except KeyboardInterrupt:
        messages().print(
            f"Stopped. Finished work is in {folder}. To resume:\n  {this_command()}", soft_wrap=True
        )
        raise

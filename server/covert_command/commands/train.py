"""`covert-bots train`: what is learned from self-play, from nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from covert_bots.covert.training.train import Schedule
from covert_bots.players.cores import cores
from covert_bots.players.pieces import Progress as Told
from covert_command.covert import choices
from covert_command.covert import train as covert_train
from covert_command.covert.train import USUAL, games_of
from covert_command.covert_action import train as covert_action_train
from covert_command.covert_action.choices import GAME
from covert_command.options import game_choice, general
from covert_command.options.cluster import cluster_options, pool_of
from covert_command.options.file_path import FilePath
from covert_command.options.number import Number
from covert_command.terminal.command_line import this_command
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import examples, messages
from covert_engine.covert.cards.card_set import CardSet


def _refuse(**given: object) -> None:
    """Mistake for an option that Covert alone has."""
    for name, value in given.items():
        if value is not None:
            raise Mistake(f"--{name}: not in Covert Action; expected --game covert")


@contextmanager
def shown() -> Iterator[Told]:
    """What is being done, on a line that is renewed where there is somebody to read it."""
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
@click.option(
    "--searched",
    metavar="TWO,THREE,FOUR",
    help="Games a generation with long searches, to which the policy is fitted, by number of "
    f"players.  [default: {covert_train.SEARCHED}]",
)
@click.option(
    "--games",
    metavar="TWO,THREE,FOUR",
    help="Games a generation with quick searches, to which the value is fitted, by number of "
    "players; in Covert Action one number, the games under each sort of settings.  "
    f"[default: {covert_train.GAMES}; in Covert Action {covert_action_train.GAMES}]",
)
@click.option(
    "--drawn",
    type=Number(0, 1),
    help="Share of the games played with card sets drawn at random, a new one for each game.  "
    f"[default: {USUAL.drawn}]",
)
@click.option(
    "--generations",
    type=click.IntRange(1),
    help="Generations to train.  "
    f"[default: {USUAL.generations}; in Covert Action {covert_action_train.GENERATIONS}]",
)
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
@choices.card_set
@general.plot
@general.as_json
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
    card_set: CardSet | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Train the bots' weights and models by self-play.

    For Covert: the weights of the policy, of the hand-made value, of the network that corrects it,
    and of the belief about others' hands. In each generation long searches play, and the policy is
    fitted to what they prefer; then quick ones play, and the value is fitted to how their games
    end. For Covert Action: the model of behaviour, and what Plan cards are worth.

    Games, what is made of them, and errors go to FOLDER. The same command resumes where it was
    stopped, and gives the same result on this machine or on a cluster. docs/training.md explains
    it.
    """
    path = Path(folder)
    if game == GAME:
        game_choice.refuse_of_covert(cards=card_set)
        _refuse(searched=searched, drawn=drawn, plot=plot)
        asked = covert_action_train.schedule_of(games, generations, seed)
        with _resumable(path), pool_of(backend, address, workers) as pool, shown() as progress:
            learned = covert_action_train.learn(path, asked, pool, progress)
        covert_action_train.show(path, learned, as_json=as_json)
        return
    schedule = Schedule(
        searched=games_of("--searched", searched, USUAL.searched),
        games=games_of("--games", games, USUAL.games),
        drawn=USUAL.drawn if drawn is None else drawn,
        generations=generations or USUAL.generations,
        seed=seed,
    )
    cards = choices.card_set_of(card_set)
    with _resumable(path), pool_of(backend, address, workers) as pool, shown() as progress:
        facts = covert_train.learn(cards, schedule, path, pool, progress)
    covert_train.show(path, facts, as_json=as_json)
    if plot is not None:
        from covert_command.covert.learning_curve import draw

        draw(facts, plot)


@contextmanager
def _resumable(folder: Path) -> Iterator[None]:
    """Says how the training goes on if it is stopped."""
    try:
        yield
    except KeyboardInterrupt:
        messages().print(
            f"Stopped. What is done is in {folder}. To resume:\n  {this_command()}", soft_wrap=True
        )
        raise

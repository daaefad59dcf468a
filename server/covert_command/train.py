"""`covert-bots train`: what is learned from self-play, from nothing."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from covert_bots.covert.training.train import Generation, Schedule, TrainingError, train
from covert_bots.covert.training.train_points import PointsSchedule
from covert_bots.covert.training.train_policy import PolicySchedule
from covert_bots.players.pieces import Progress as Told
from covert_command import of_game, options
from covert_command.covert import train_points, train_policy
from covert_command.covert_action import train as covert_action_train
from covert_command.covert_action.choices import GAME
from covert_command.mistakes import Mistake
from covert_command.screen import examples, messages, output, plain_table, print_json
from covert_engine.covert.cards.card_set import CardSet

WEIGHTS, FACTS = "value.weights", "value.json"
GAMES, DRAWN, GENERATIONS, ITERATIONS, EPOCHS = "1200,800,600", 0.5, 2, 80, 20
OF_POLICY = PolicySchedule()
OF_POINTS = PointsSchedule()
POLICY_GAMES = ",".join(map(str, OF_POLICY.games))
POINTS_GAMES = ",".join(map(str, OF_POINTS.games))


def _games(text: str | None, usual: str) -> tuple[int, int, int]:
    """Such as `1200,600,400`."""
    value = usual if text is None else text
    if not re.fullmatch(r"\d+,\d+,\d+", value) or not any(map(int, value.split(","))):
        raise Mistake(f"--games: {value!r}; expected three numbers, such as {usual}")
    two, three, four = map(int, value.split(","))
    return two, three, four


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
        "covert-bots train quick --games 40,20,20",
        "covert-bots train policy --part policy --games 40,5,5",
        "covert-bots train points --part points --games 200,60,60",
        "covert-bots train figures --game covert-action --games 200",
    )
)
@click.argument("folder", type=click.Path(file_okay=False))
@of_game.game
@click.option(
    "--part",
    type=click.Choice(("value", "policy", "points")),
    help="What is made for Covert: the learned value, the weights of the policy, or those of the "
    "hand-made value, which says what things are worth in points.  [default: value]",
)
@click.option(
    "--games",
    metavar="TWO,THREE,FOUR",
    help="Games a generation, by number of players; in Covert Action one number, the games under "
    f"each sort of settings.  [default: {GAMES}, of the policy {POLICY_GAMES}, of the points "
    f"{POINTS_GAMES}; in Covert Action {covert_action_train.GAMES}]",
)
@click.option(
    "--drawn",
    type=click.FloatRange(0, 1),
    help="Share of the games played with card sets drawn by chance, a new one for each game.  "
    f"[default: {DRAWN}, of the policy {OF_POLICY.drawn}, of the points {OF_POINTS.drawn}]",
)
@click.option(
    "--generations",
    type=click.IntRange(1),
    help=f"[default: {GENERATIONS}; in Covert Action {covert_action_train.GENERATIONS}]",
)
@click.option(
    "--iterations",
    type=click.IntRange(1),
    help=f"Of each search.  [default: {ITERATIONS}, of the policy {OF_POLICY.iterations}, of the "
    f"points {OF_POINTS.iterations}]",
)
@click.option(
    "--epochs",
    type=click.IntRange(1),
    help=f"Times that a network sees each position.  [default: {EPOCHS}]",
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
    game: str,
    part: str | None,
    games: str | None,
    drawn: float | None,
    generations: int | None,
    iterations: int | None,
    epochs: int | None,
    seed: int,
    workers: int,
    card_set: CardSet | None,
    as_json: bool,
) -> None:
    """Make what bots learn from games against themselves.

    Of Covert it is the weights of the learned value: self-play, then a network fitted to it, again;
    those of the policy: long searches, then a fit to what they prefer, again; or those of the
    hand-made value: self-play, then a fit to how games ended, again. Of Covert Action it is the
    figures of the model of behaviour, and what Plan cards are worth.

    Games, what is made of them, and errors go to FOLDER. The same command goes on where it was
    stopped, and comes to the same. docs/training.md explains it.
    """
    if game == GAME:
        of_game.refuse_of_covert(cards=card_set)
        _refuse(part=part, drawn=drawn, iterations=iterations, epochs=epochs)
        with shown() as progress:
            learned = covert_action_train.learn(
                Path(folder), games, generations, seed, workers, progress
            )
        covert_action_train.show(Path(folder), learned, as_json=as_json)
        return
    cards = options.card_set_of(card_set)
    if part in ("policy", "points") and epochs is not None:
        raise Mistake(f"--epochs: not for the {part}; expected --part value")
    if part == "points":
        of_points = PointsSchedule(
            _games(games, POINTS_GAMES),
            OF_POINTS.drawn if drawn is None else drawn,
            generations or OF_POINTS.generations,
            iterations or OF_POINTS.iterations,
            seed,
        )
        with shown() as progress:
            facts = train_points.learn(cards, of_points, Path(folder), workers, progress)
        train_points.show(Path(folder), facts, as_json=as_json)
        return
    if part == "policy":
        of_policy = PolicySchedule(
            _games(games, POLICY_GAMES),
            OF_POLICY.drawn if drawn is None else drawn,
            generations or OF_POLICY.generations,
            iterations or OF_POLICY.iterations,
            seed,
        )
        with shown() as progress:
            facts = train_policy.learn(cards, of_policy, Path(folder), workers, progress)
        train_policy.show(Path(folder), facts, as_json=as_json)
        return
    schedule = Schedule(
        _games(games, GAMES),
        DRAWN if drawn is None else drawn,
        generations or GENERATIONS,
        iterations or ITERATIONS,
        epochs or EPOCHS,
        seed,
    )
    path = Path(folder)
    found: list[Generation] = []
    with shown() as progress:
        try:
            for generation in train(cards, schedule, path, workers, progress):
                found.append(generation)
        except TrainingError as error:
            raise Mistake(str(error)) from error
    facts = _facts(cards, schedule, found)
    (path / WEIGHTS).write_bytes(found[-1].weights)
    (path / FACTS).write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    if as_json:
        print_json({"folder": str(path), **facts})
        return
    table = plain_table("generation", "players", "positions", "utility", "chance", "score")
    for one in found:
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

"""`covert-bots train --game covert-action`: the figures by which the bots read each other."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple

from covert_bots.covert_action.training.file import facts_of, text_of
from covert_bots.covert_action.training.train import Generation, Schedule, train
from covert_bots.players.pieces import Progress, TrainingError
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import output, plain_table, print_json

__all__ = ["FILE", "GAMES", "GENERATIONS", "Learned", "learn", "schedule_of", "show"]

FILE = "behaviour.json"
GAMES, GENERATIONS = 800, 3


class Learned(NamedTuple):
    """What a training came to."""

    facts: dict[str, Any]
    done: list[Generation]


def schedule_of(games: str | None, generations: int | None, seed: int) -> Schedule:
    """What is to be played, as it is asked for."""
    return Schedule(_games(games), generations or GENERATIONS, seed)


def learn(folder: Path, schedule: Schedule, pool: Executor, progress: Progress) -> Learned:
    """Plays, counts, and writes the file."""
    try:
        done = list(train(schedule, folder, pool, progress))
    except TrainingError as error:
        raise Mistake(str(error)) from error
    facts = facts_of(schedule, done)
    (folder / FILE).write_text(text_of(facts), encoding="utf-8")
    return Learned(facts, done)


def _games(text: str | None) -> int:
    if text is None:
        return GAMES
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not int(text):
        raise Mistake(f"--games: {text!r}; expected one number above 0, such as {GAMES}")
    return int(text)


def show(folder: Path, learned: Learned, *, as_json: bool) -> None:
    """How well the last figures do on games that they were not fitted to."""
    if as_json:
        print_json({"folder": str(folder), **learned.facts})
        return
    table = plain_table("settings", "seats", "log-loss", "uniform", "Brier", "uniform")
    for name, losses in learned.done[-1].losses.items():
        fitted, uniform = losses["fitted"], losses["uniform"]
        figures = fitted.log_loss, uniform.log_loss, fitted.brier, uniform.brier
        table.add_row(name, str(fitted.seats), *(f"{figure:.4f}" for figure in figures))
    output().print(table)
    output().print(f"The figures are in {folder / FILE}.", soft_wrap=True)

"""`covert-bots train --game covert-action`: the figures by which the bots read each other."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from covert_bots.covert_action.training.file import facts_of, text_of
from covert_bots.covert_action.training.train import Generation, Schedule, train
from covert_bots.players.pieces import Progress, TrainingError
from covert_command.games.command_game import Training, TrainingOptions
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import output, plain_table, print_json

FILE = "behaviour.json"
GAMES, GENERATIONS = 800, 3


def _games(text: str | None) -> int:
    if text is None:
        return GAMES
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not int(text):
        raise Mistake(f"--games: {text!r}; expected one number above 0, such as {GAMES}")
    return int(text)


class CovertActionTraining(Training):
    """The training of the bots of Covert Action."""

    def __init__(self, options: TrainingOptions) -> None:
        for name in ("searched", "drawn", "plot"):
            if getattr(options, name) is not None:
                raise Mistake(f"--{name}: not in Covert Action; expected --game covert")
        self._schedule = Schedule(
            _games(options.games), options.generations or GENERATIONS, options.seed
        )
        self._facts: dict[str, Any] = {}
        self._done: list[Generation] = []

    def learn(self, folder: Path, pool: Executor, progress: Progress) -> None:
        """Plays, counts, and writes the file."""
        try:
            self._done = list(train(self._schedule, folder, pool, progress))
        except TrainingError as error:
            raise Mistake(str(error)) from error
        self._facts = facts_of(self._schedule, self._done)
        (folder / FILE).write_text(text_of(self._facts), encoding="utf-8")

    def show(self, folder: Path, *, as_json: bool) -> None:
        """How well the last figures do on games that they were not fitted to."""
        if as_json:
            print_json({"folder": str(folder), **self._facts})
            return
        table = plain_table("settings", "seats", "log-loss", "uniform", "Brier", "uniform")
        for name, losses in self._done[-1].losses.items():
            fitted, uniform = losses["fitted"], losses["uniform"]
            figures = fitted.log_loss, uniform.log_loss, fitted.brier, uniform.brier
            table.add_row(name, str(fitted.seats), *(f"{figure:.4f}" for figure in figures))
        output().print(table)
        output().print(f"The figures are in {folder / FILE}.", soft_wrap=True)

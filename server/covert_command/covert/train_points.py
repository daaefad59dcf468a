"""`covert-bots train --part points`: the weights of the hand-made value, fitted to games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from covert_bots.covert.training.train_points import (
    PointsGeneration,
    PointsSchedule,
    train_points,
)
from covert_bots.players.pieces import Progress, TrainingError
from covert_command.mistakes import Mistake
from covert_command.screen import output, plain_table, print_json
from covert_engine.covert.cards.card_set import CardSet

__all__ = ["FILE", "learn", "show"]

FILE = "points.json"
COLUMNS = ("utility_before", "utility", "chance_before", "chance")


def learn(
    cards: CardSet, schedule: PointsSchedule, folder: Path, workers: int, progress: Progress
) -> dict[str, Any]:
    """Plays, fits, and writes the file."""
    try:
        done = list(train_points(cards, schedule, folder, workers, progress))
    except TrainingError as error:
        raise Mistake(str(error)) from error
    facts = _facts(cards, schedule, done)
    (folder / FILE).write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    return facts


def _facts(
    cards: CardSet, schedule: PointsSchedule, done: list[PointsGeneration]
) -> dict[str, Any]:
    """The weights, how they were made, and how well they foretell the ends of games."""
    two, three, four = schedule.games
    return {
        "command": f"covert-bots train FOLDER --part points --games {two},{three},{four} "
        f"--drawn {schedule.drawn:g} --generations {schedule.generations} "
        f"--iterations {schedule.iterations} --seed {schedule.seed}",
        "card_set": cards.digest,
        "generations": [{"number": one.number, "errors": one.errors} for one in done],
        "weights": done[-1].weights,
    }


def show(folder: Path, facts: dict[str, Any], *, as_json: bool) -> None:
    """The errors of each generation on games that it was not fitted to."""
    if as_json:
        print_json({"folder": str(folder), **facts})
        return
    names = (name.replace("_", " ") for name in COLUMNS)
    table = plain_table("generation", "players", "positions", *names)
    for one in facts["generations"]:
        for players, errors in one["errors"].items():
            figures = (f"{errors[name]:.4g}" for name in COLUMNS)
            table.add_row(str(one["number"]), players, str(errors["positions"]), *figures)
    output().print(table)
    output().print(f"The weights are in {folder / FILE}.", soft_wrap=True)

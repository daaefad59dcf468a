"""`covert-bots train --part policy`: the weights of the policy, fitted to long searches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from covert_bots.covert.training.train_policy import (
    PolicyGeneration,
    PolicySchedule,
    train_policy,
)
from covert_bots.players.pieces import Progress, TrainingError
from covert_command.mistakes import Mistake
from covert_command.screen import output, plain_table, print_json
from covert_engine.covert.cards.card_set import CardSet

__all__ = ["FILE", "learn", "show"]

FILE = "policy.json"


def learn(
    cards: CardSet, schedule: PolicySchedule, folder: Path, workers: int, progress: Progress
) -> dict[str, Any]:
    """Searches, fits, and writes the file."""
    try:
        done = list(train_policy(cards, schedule, folder, workers, progress))
    except TrainingError as error:
        raise Mistake(str(error)) from error
    facts = _facts(cards, schedule, done)
    (folder / FILE).write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    return facts


def _facts(
    cards: CardSet, schedule: PolicySchedule, done: list[PolicyGeneration]
) -> dict[str, Any]:
    """The weights, how they were made, and how well they foretell what searches prefer."""
    two, three, four = schedule.games
    return {
        "command": f"covert-bots train FOLDER --part policy --games {two},{three},{four} "
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
    table = plain_table("generation", "positions", "before", "after", "least")
    for one in facts["generations"]:
        errors = one["errors"]
        table.add_row(
            str(one["number"]),
            str(errors["positions"]),
            *(f"{errors[name]:.3f}" for name in ("before", "after", "least")),
        )
    output().print(table)
    output().print(f"The weights are in {folder / FILE}.", soft_wrap=True)

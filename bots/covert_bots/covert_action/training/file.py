"""The file of the learned figures, for people to read."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from covert_bots.covert_action.training.train import Generation, Schedule
from covert_engine.covert_action.evaluation.behaviour import CAP


def command_of(schedule: Schedule) -> str:
    """Return the command that makes the file."""
    return (
        f"covert-bots train FOLDER --game covert-action --games {schedule.games} "
        f"--generations {schedule.generations} --seed {schedule.seed}"
    )


def facts_of(schedule: Schedule, done: Sequence[Generation]) -> dict[str, Any]:
    """Return the figures of the last generation, their origin, and the losses of each generation on
    held-out games."""
    last = done[-1]
    return {
        "command": command_of(schedule),
        "cap": CAP,
        "repeated": last.repeated,
        "likelihoods": {table: rows.likelihoods for table, rows in last.behaviour.items()},
        "standard errors": {table: rows.errors for table, rows in last.behaviour.items()},
        "times": {table: rows.times for table, rows in last.behaviour.items()},
        "chances": {
            "at four": last.chances.at_four,
            "a seat more": last.chances.a_seat_more,
            "standard errors": last.chances.errors,
        },
        "held out": [
            {
                "generation": generation.number,
                "roles": {
                    table: {way: losses._asdict() for way, losses in ways.items()}
                    for table, ways in generation.losses.items()
                },
                "winners": generation.chance_losses,
            }
            for generation in done
        ],
    }


def text_of(facts: dict[str, Any]) -> str:
    """Return the facts as JSON, with a row of figures on a line."""
    text = json.dumps(facts, indent=2)
    return re.sub(r"([\[{])\s+([^\[\]{}]*?)\s+([\]}])", _on_a_line, text) + "\n"


def _on_a_line(match: re.Match[str]) -> str:
    return f"{match[1]}{' '.join(match[2].split())}{match[3]}"

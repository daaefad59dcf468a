"""The file of what was learned: small, and made to be read."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from covert_bots.covert_action.training.train import Generation, Schedule
from covert_engine.covert_action.evaluation.behaviour import CAP


def command_of(schedule: Schedule) -> str:
    """The command that makes the file."""
    return (
        f"covert-bots train FOLDER --game covert-action --games {schedule.games} "
        f"--generations {schedule.generations} --seed {schedule.seed}"
    )


def facts_of(schedule: Schedule, done: Sequence[Generation]) -> dict[str, Any]:
    """The figures of the last generation, how they were made, and how well those of each do on
    games that they were not fitted to."""
    last = done[-1]
    return {
        "command": command_of(schedule),
        "cap": CAP,
        "repeated": last.repeated,
        "likelihoods": {table: one.likelihoods for table, one in last.behaviour.items()},
        "standard errors": {table: one.errors for table, one in last.behaviour.items()},
        "times": {table: one.times for table, one in last.behaviour.items()},
        "chances": {
            "at four": last.chances.at_four,
            "a seat more": last.chances.a_seat_more,
            "standard errors": last.chances.errors,
        },
        "held out": [
            {
                "generation": one.number,
                "roles": {
                    table: {way: losses._asdict() for way, losses in ways.items()}
                    for table, ways in one.losses.items()
                },
                "winners": one.chance_losses,
            }
            for one in done
        ],
    }


def text_of(facts: dict[str, Any]) -> str:
    """As JSON, a row of figures on a line."""
    text = json.dumps(facts, indent=2)
    return re.sub(r"([\[{])\s+([^\[\]{}]*?)\s+([\]}])", _on_a_line, text) + "\n"


def _on_a_line(found: re.Match[str]) -> str:
    return f"{found[1]}{' '.join(found[2].split())}{found[3]}"

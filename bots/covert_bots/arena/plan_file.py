"""A tournament as a TOML file: the settings of a plan, with the names of `PlanSettings`.

bots = ["ismcts:iterations=200", "greedy"]
players = 2
blocks = 300
seed = 1
format = "sprt"
game = "covert"

[budget]
move_seconds = 30
clock = "60+0.5"

[setup]  # facts of the game
first_player = 0

[sprt]
elo0 = 0
elo1 = 20
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from covert_bots.arena.errors import PlanError
from covert_bots.arena.plan import LEAST_SECONDS, MOST_SECONDS, Format, PlanSettings
from covert_bots.arena.statistics.sprt import Hypotheses
from covert_bots.engines.clock import WALL, Clock
from covert_engine.input.hints import did_you_mean
from covert_engine.input.toml import TomlError, TomlFile, toml_value

SETUP = "setup."  # prefix of the entries that the game itself reads

WORDS: dict[tuple[type, ...], str] = {
    (list,): "a list",
    (int,): "a whole number",
    (str,): "a string",
    (int, float): "a number",
    (int, str): "a whole number, or the secret of a tournament",
}
FIELDS: dict[str, tuple[type, ...]] = {
    "bots": (list,),
    "players": (int,),
    "blocks": (int,),
    "seed": (int, str),
    "format": (str,),
    "game": (str,),
    "budget.move_seconds": (int, float),
    "budget.clock": (str,),
    "budget.clock_of": (str,),
    "sprt.elo0": (int, float),
    "sprt.elo1": (int, float),
    "sprt.alpha": (int, float),
    "sprt.beta": (int, float),
}


def read_plan_file(path: Path) -> dict[str, Any]:
    """Read the entries of a file, by name, such as `budget.move_seconds`. PlanError names a wrong
    entry."""
    try:
        file = TomlFile.read(path)
    except TomlError as error:
        raise PlanError(str(error)) from error
    entries: dict[str, Any] = {}
    for section, value in file.values.items():
        if isinstance(value, dict):
            entries |= {f"{section}.{key}": entry for key, entry in value.items()}
        else:
            entries[section] = value

    def wrong(name: str, text: str) -> PlanError:
        return PlanError(f"{file.at(*name.split('.', 1))}: {name}: {text}")

    for name, value in entries.items():
        if name.startswith(SETUP):
            continue
        if name not in FIELDS:
            raise wrong(name, f"not known{_known_instead(name)}")
        kinds = FIELDS[name]
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise wrong(name, f"{toml_value(value)}; expected {WORDS[kinds]}")
    seconds = entries.get("budget.move_seconds", LEAST_SECONDS)
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        expected = f"expected {LEAST_SECONDS} to {MOST_SECONDS}"
        raise wrong("budget.move_seconds", f"{toml_value(seconds)}; {expected}")
    if "budget.clock_of" in entries and "budget.clock" not in entries:
        raise wrong("budget.clock_of", "without a clock; expected budget.clock too")
    if "budget.clock" in entries:
        try:
            Clock.read(entries["budget.clock"], entries.get("budget.clock_of", WALL))
        except ValueError as error:
            name, _, text = str(error).partition(": ")
            raise wrong(f"budget.{name}", text) from None
    if "bots" in entries:
        if not all(isinstance(bot, str) for bot in entries["bots"]):
            raise wrong("bots", f"{toml_value(entries['bots'])}; expected a list of names")
        entries["bots"] = tuple(entries["bots"])
    if "format" in entries:
        names = [known.value for known in Format]
        if entries["format"] not in names:
            hint = did_you_mean(entries["format"], names)
            raise wrong("format", f"{toml_value(entries['format'])}{hint}")
    return entries


def _known_instead(name: str) -> str:
    """Return a hint for an unknown name, also if its section is missing or wrong."""
    inner = name.rpartition(".")[2]
    for known in FIELDS:
        if inner == known.rpartition(".")[2]:
            return f"; did you mean {known!r}?"
    return did_you_mean(name, [*FIELDS, f"{SETUP}NAME"])


def plan_file_of(
    settings: PlanSettings, hypotheses: Hypotheses | None = None, *, over: bool = True
) -> str:
    """Return the file of some settings; the cards are not in a file, and no secret seed before the
    last game is over."""
    plan: dict[str, Any] = {
        "bots": settings.bots,
        "players": settings.players,
        "blocks": settings.blocks,
        "seed": settings.seed,
        "format": settings.format.value,
    }
    if settings.commitment and not over:
        del plan["seed"]
    if settings.game != PlanSettings.game:
        plan["game"] = settings.game
    budget: dict[str, Any] = {"move_seconds": settings.budget.move_seconds}
    if (clock := settings.budget.clock) is not None:
        budget |= {"clock": str(clock), "clock_of": clock.of}
    parts: dict[str, Mapping[str, Any]] = {"budget": budget}
    if settings.setup:
        parts[SETUP.rstrip(".")] = settings.setup
    if hypotheses is not None:
        parts["sprt"] = {
            name: value for name, value in asdict(hypotheses).items() if f"sprt.{name}" in FIELDS
        }
    return _entries(plan) + "".join(
        f"\n[{name}]\n{_entries(entries)}" for name, entries in parts.items()
    )


def _entries(values: Mapping[str, Any]) -> str:
    """Return lines of TOML, with values as in JSON."""
    return "".join(
        f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items()
    )

"""A tournament as a TOML file: the settings of a plan, under the names they have in `PlanSettings`.

bots = ["ismcts:iterations=200", "greedy"]
players = 2
blocks = 300
seed = 1
format = "sprt"
game = "covert"

[budget]
move_seconds = 30

[setup]  # in the game's own words
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
from covert_engine.reading.hints import did_you_mean
from covert_engine.reading.toml import TomlError, TomlFile, toml_value

SETUP = "setup."  # before what the game itself reads

WORDS: dict[tuple[type, ...], str] = {
    (list,): "a list",
    (int,): "a whole number",
    (str,): "a string",
    (int, float): "a number",
}
FIELDS: dict[str, tuple[type, ...]] = {
    "bots": (list,),
    "players": (int,),
    "blocks": (int,),
    "seed": (int,),
    "format": (str,),
    "game": (str,),
    "budget.move_seconds": (int, float),
    "sprt.elo0": (int, float),
    "sprt.elo1": (int, float),
    "sprt.alpha": (int, float),
    "sprt.beta": (int, float),
}


def read_plan_file(path: Path) -> dict[str, Any]:
    """What the file sets, by name, such as `budget.move_seconds`. PlanError names the entry."""
    try:
        file = TomlFile.read(path)
    except TomlError as error:
        raise PlanError(str(error)) from error
    found: dict[str, Any] = {}
    for section, value in file.values.items():
        if isinstance(value, dict):
            found |= {f"{section}.{key}": one for key, one in value.items()}
        else:
            found[section] = value

    def wrong(name: str, text: str) -> PlanError:
        return PlanError(f"{file.at(*name.split('.', 1))}: {name}: {text}")

    for name, value in found.items():
        if name.startswith(SETUP):
            continue
        if name not in FIELDS:
            raise wrong(name, f"not known{_known_instead(name)}")
        kinds = FIELDS[name]
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise wrong(name, f"{toml_value(value)}; expected {WORDS[kinds]}")
    seconds = found.get("budget.move_seconds", LEAST_SECONDS)
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        expected = f"expected {LEAST_SECONDS} to {MOST_SECONDS}"
        raise wrong("budget.move_seconds", f"{toml_value(seconds)}; {expected}")
    if "bots" in found:
        if not all(isinstance(bot, str) for bot in found["bots"]):
            raise wrong("bots", f"{toml_value(found['bots'])}; expected a list of names")
        found["bots"] = tuple(found["bots"])
    if "format" in found:
        names = [one.value for one in Format]
        if found["format"] not in names:
            given = toml_value(found["format"])
            raise wrong("format", f"{given}{did_you_mean(found['format'], names)}")
    return found


def _known_instead(name: str) -> str:
    """A hint at what is known; also where the name lacks its section, or has another's."""
    inner = name.rpartition(".")[2]
    for known in FIELDS:
        if inner == known.rpartition(".")[2]:
            return f"; did you mean {known!r}?"
    return did_you_mean(name, [*FIELDS, f"{SETUP}NAME"])


def plan_file_of(settings: PlanSettings, hypotheses: Hypotheses | None = None) -> str:
    """The file that sets all this; what it is played with, such as a card set, is not in a file."""
    plan: dict[str, Any] = {
        "bots": settings.bots,
        "players": settings.players,
        "blocks": settings.blocks,
        "seed": settings.seed,
        "format": settings.format.value,
    }
    if settings.game != PlanSettings.game:
        plan["game"] = settings.game
    parts: dict[str, Mapping[str, Any]] = {"budget": asdict(settings.budget)}
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
    """Lines of TOML, in which such values are written as in JSON."""
    return "".join(
        f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items()
    )

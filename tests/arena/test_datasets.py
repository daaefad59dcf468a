"""The recipes of sets of games give the games whose checksums are published."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from arena.tournaments import run

from covert_bots.arena.export import json_lines, transfer
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_bots.arena.plan_file import read_plan_file
from covert_bots.covert.game import Covert
from covert_bots.covert_action.game import CovertAction
from covert_bots.players.game import Game

RECIPES = Path(__file__).parents[2] / "examples" / "datasets"
CHECKSUMS = json.loads((RECIPES / "checksums.json").read_text(encoding="utf-8"))


def test_each_recipe_has_checksums() -> None:
    assert {recipe.stem for recipe in RECIPES.glob("*.toml")} == set(CHECKSUMS)


@pytest.mark.parametrize("name", CHECKSUMS)
def test_the_first_games_of_a_recipe_are_made_again(name: str) -> None:
    """If the bots have changed on purpose, make the sets again: docs/datasets.md, 3."""
    count = min(map(int, CHECKSUMS[name]))
    entries = read_plan_file(RECIPES / f"{name}.toml")
    assert Format(entries["format"]) is Format.SELF_PLAY
    game: Game = CovertAction() if entries.get("game") == CovertAction.name else Covert()
    plan = Plan(
        PlanSettings(
            entries["bots"],
            entries["players"],
            count,
            entries["seed"],
            Format.SELF_PLAY,
            game.card_set,
            game=game.name,
        )
    )
    with Ledger(":memory:") as ledger:
        run(plan, ledger, game=game)
        sink = json_lines.JsonLines(BytesIO())
        made = transfer.write(ledger, plan, game, sink, only_repeatable=True)
    assert (made.games, made.checksum) == (count, CHECKSUMS[name][str(count)])

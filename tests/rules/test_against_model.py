"""The engine plays by the rules as a second reading of them has it (`rules.model`).

At every decision the seat to decide, the legal actions, the decision and the phase are compared; at
every fifth, and at the end of each game, the views of all seats and the score too. Longer runs:
`python -m rules.compare`.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from rules.model.noted import NOTES
from rules.pairings import scenario
from rules.side_by_side import Tally, play_both

VIEWS_EVERY = 5
DRAWN = tuple(f"drawn-{seed}" for seed in range(14))
# A score alike, all alike, a score and missions alike; a discard on another's turn; any cards that
# pay for an equipment, and no more of them; a code longer than a row; no end of Agency Cards.
OWNER = ("owner-0", "owner-4", "owner-8")  # each bot once; for two, three and four
RARE = ("level-172", "level-77", "drawn-428", "drawn-62", "drawn-69", "drawn-99", "flood-5")
# Games in which all happens that the model notes, and of both ends. They are few: each process of
# the tests plays them anew.
NOTED = (*(f"drawn-{seed}" for seed in (0, 15, 19, 23, 26, 27, 31, 62, 69, 99)), "flood-5")
MODEL = Path(__file__).parent / "model"


@cache
def played(name: str) -> Tally:
    return play_both(scenario(name), VIEWS_EVERY)


def noted() -> Tally:
    tally = Tally()
    for name in NOTED:
        tally.add(played(name))
    return tally


@pytest.mark.parametrize("name", DRAWN + RARE)
def test_engine_and_model_agree(name: str) -> None:
    assert played(name).decisions > 300


@pytest.mark.parametrize("name", OWNER)
def test_bots_play_an_owners_cards_to_the_end_by_both(name: str) -> None:
    """24 cities with names of several words, ten characters of which four have no effect, 14 tiles,
    bent codes, chosen characters and a chosen first player: typed in by docs/card-sets.md."""
    both = scenario(name)
    assert (len(both.card_set.cities), sum(both.card_set.tiles)) == (24, 14)
    assert [character.effect for character in both.card_set.characters].count("none") == 4
    assert len(both.card_set.characters) == 10
    assert both.options["codes_bend"]
    assert both.characters is not None
    assert both.first_player is not None
    assert played(name).games == 1


def test_every_rule_that_the_model_notes_is_met() -> None:
    """If cards have changed, `rules.compare` finds games with the missing rules."""
    assert NOTES - noted().notes.keys() == set()


def test_games_end_by_a_sixth_mission_and_by_the_last_round() -> None:
    tally = noted()
    assert 3 <= tally.ended_by_mission <= tally.games - 3


def test_the_model_knows_nothing_of_the_engine_but_the_card_set() -> None:
    """A second reading that leans on the first proves nothing."""
    imported = {
        node.module
        for path in MODEL.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module
    }
    foreign = {name for name in imported if name.split(".")[0] not in ("rules", *STANDARD)}
    assert foreign == {"covert_engine.covert.cards.card_set"}
    assert all(name.startswith("rules.model.") for name in imported if name.startswith("rules"))


STANDARD = ("__future__", "collections", "dataclasses", "functools", "itertools", "typing")

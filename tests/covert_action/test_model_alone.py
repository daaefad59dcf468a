"""The model by itself: the properties that the comparison with the engine depends on."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from covert_action.model.cards import Deal, cards_in_use, count_set_aside
from covert_action.model.chance import SeededChance
from covert_action.model.game import Game
from covert_action.model.settings import read_settings
from covert_action.model.shot import acts_as_sniper
from covert_action.model.worlds import worlds
from covert_action.random_play import played_out, some_settings
from covert_action.scenes import E1, Arranged, TextGame, cards_of

MODEL = Path(__file__).parent / "model"
STANDARD = "__future__ collections dataclasses fractions itertools math random typing"


def test_the_model_knows_nothing_of_an_engine() -> None:
    """A second reading that leans on the first proves nothing."""
    imported = set()
    for path in MODEL.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
            elif isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
    foreign = {name for name in imported if not f"{name}.".startswith("covert_action.model.")}
    assert {name.split(".")[0] for name in foreign} == set(STANDARD.split())


# Chance


class Equal(SeededChance):
    """All lots are equal."""

    def fire_lot(self, round_number: int, t: int, seat: int) -> float:
        return 1.0

    def order_lot(self, round_number: int, t: int, seat: int) -> float:
        return 1.0


class EqualInE1(Arranged):
    fire_lot = Equal.fire_lot
    order_lot = Equal.order_lot


def test_of_equal_lots_the_lower_seats_wins() -> None:
    cards, centre = cards_of(E1)
    game = TextGame(Game({"players": 6, "talk": False}, EqualInE1(cards, centre)), 6)
    assert game.window(s4=1, s2=3, s5=6).end["shots"][0]["shooter"] == 1
    game = TextGame(Game({"players": 6, "beats": 1}, EqualInE1(cards, centre)), 6)
    assert game.window().seat == 1


@pytest.mark.parametrize("settings", some_settings(24, 32), ids=str)
def test_cards_in_use_are_seats_and_centre(settings: dict[str, Any]) -> None:
    read = read_settings(settings)
    assert len(cards_in_use(read)) == settings["players"] + count_set_aside(read)


# Views, worlds, posteriors


def test_a_view_that_is_over_leaves_nothing_open() -> None:
    game = played_out(Game({"players": 6}, SeededChance(1)))
    for seat in game.table.seats:
        assert list(worlds(game.seen(seat))) == [game.table.round.deal]


def test_a_seat_that_is_out_does_not_act_as_sniper() -> None:
    settings, (cards, centre) = read_settings({"players": 6}), cards_of(E1)
    deal = Deal(tuple(cards), tuple(centre))
    assert acts_as_sniper(settings, deal, [0, 1], 0)
    assert not acts_as_sniper(settings, deal, [1, 2], 0)

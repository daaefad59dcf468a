"""The model by itself: the properties that the comparison with the engine depends on."""

from __future__ import annotations

import ast
import random
from collections.abc import Sequence
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

import pytest

from covert_action.model.cards import ROLES, TEAMS, Card, Deal, cards_in_use, count_set_aside
from covert_action.model.chance import SeededChance
from covert_action.model.game import Game
from covert_action.model.posterior import posterior
from covert_action.model.settings import read_settings
from covert_action.model.shot import acts_as_sniper
from covert_action.model.view import view
from covert_action.model.worlds import View, arrangements, places, worlds
from covert_action.random_play import played_out, some_settings
from covert_action.scenes import E1, E2, Arranged, TextGame, cards_of, scene

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


def in_order(card: Card) -> tuple[int, int]:
    """Return the key that sorts cards team by team, role by role."""
    return TEAMS.index(card.team), ROLES.index(card.role)


class Noted(SeededChance):
    """A source of chance that keeps what it was asked."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked: list[tuple[str, tuple[int, ...]]] = []

    def plan_deck(self) -> Sequence[str]:
        self.asked.append(("plan deck", ()))
        return super().plan_deck()

    def set_aside(self, round_number: int, in_use: Sequence[Card], count: int) -> Sequence[Card]:
        self.asked.append(("set aside", (round_number,)))
        assert tuple(in_use) == self.in_use
        return super().set_aside(round_number, in_use, count)

    def deal(self, round_number: int, cards: Sequence[Card]) -> Sequence[Card]:
        self.asked.append(("deal", (round_number,)))
        assert list(cards) == sorted(cards, key=in_order)
        return super().deal(round_number, cards)

    def opener(self, round_number: int, seats: int) -> int:
        self.asked.append(("opener", (round_number,)))
        return super().opener(round_number, seats)

    def fire_lot(self, round_number: int, t: int, seat: int) -> float:
        self.asked.append(("fire", (round_number, t, seat)))
        return super().fire_lot(round_number, t, seat)

    def order_lot(self, round_number: int, t: int, seat: int) -> float:
        self.asked.append(("order", (round_number, t, seat)))
        return super().order_lot(round_number, t, seat)

    in_use: tuple[Card, ...] = ()


@pytest.mark.parametrize("settings", some_settings(24, 31), ids=str)
def test_nothing_is_asked_twice(settings: dict[str, Any]) -> None:
    """The cards in use come in the order that the model's docstring promises."""
    chance = Noted(1)
    chance.in_use = cards_in_use(read_settings(settings))
    assert list(chance.in_use) == sorted(chance.in_use, key=in_order)
    game = played_out(Game(settings, chance))
    assert len(set(chance.asked)) == len(chance.asked)
    assert [key for name, key in chance.asked if name == "deal"] == [
        (end["round"],) for end in game.ends
    ]


@pytest.mark.parametrize("settings", some_settings(24, 32), ids=str)
def test_cards_in_use_are_seats_and_centre(settings: dict[str, Any]) -> None:
    read = read_settings(settings)
    assert len(cards_in_use(read)) == settings["players"] + count_set_aside(read)


# Views, worlds, posteriors


@pytest.mark.parametrize(
    "settings",
    [
        {"players": 4, "beats": 1},
        {"players": 6, "saboteurs": True, "beats": 2},
        {"players": 7, "cleaner_inherits": False, "beats": 1},
        {"players": 9, "teams": 3, "alternate": True, "saboteurs": True, "beats": 1},
    ],
    ids=str,
)
def test_the_view_of_a_world_is_the_view_it_comes_from(settings: dict[str, Any]) -> None:
    """It is tried at some decisions of all rounds, for each seat, with up to 30 worlds, the truth
    among them."""
    chance, looks = random.Random(3), list[int]()

    def look(game: Game) -> None:
        if chance.random() > 0.1 or len(looks) > 12:
            return
        table, dealt = game.table, game.table.round.deal
        seat = chance.choice(table.seats)
        seen = view(table, seat)
        agreeing = list(worlds(seen))
        assert dealt in agreeing
        looks.append(seat)
        for deal in chance.sample(agreeing, min(30, len(agreeing))):
            table.round.deal = deal
            assert view(table, seat) == seen
        table.round.deal = dealt

    played_out(Game(settings, SeededChance(9)), 9, look)
    assert len(looks) > 4


def test_a_view_that_is_over_leaves_nothing_open() -> None:
    game = played_out(Game({"players": 6}, SeededChance(1)))
    for seat in game.table.seats:
        assert list(worlds(game.seen(seat))) == [game.table.round.deal]


def weights(seed: int, seats: int) -> dict[tuple[int, str], Fraction]:
    chance = random.Random(seed)
    roles = ("sniper", "cleaner", "mole", "bodyguard", "saboteur")
    return {(seat, role): Fraction(chance.randint(1, 9)) for seat in range(seats) for role in roles}


def by_team(seen: View, likely: dict[tuple[int, str], Fraction]) -> dict[tuple[int, str], Fraction]:
    """Return P(role of a seat), from the arrangements of its team alone."""
    found: dict[tuple[int, str], Fraction] = {}
    for team in {seat["team"] for seat in seen["seats"]}:
        seats = places(seen, team)
        possible = {
            tuple(deal.cards[seat].role for seat in seats)
            + tuple(card.role for card in deal.centre if card.team == team)
            for deal in worlds(seen)
        }
        assert possible <= set(arrangements(seen, team))
        rows = {
            row: prod(likely[seat, role] for seat, role in zip(seats, row, strict=False))
            for row in possible
        }
        total = sum(rows.values())
        for row, weight in rows.items():
            for seat, role in zip(seats, row, strict=False):
                key = (seat, role)
                found[key] = found.get(key, Fraction(0)) + Fraction(weight, total)
    return found


@pytest.mark.parametrize(
    ("written", "settings", "shot"),
    [
        (E1, {}, None),
        ("Red: S C X | M, Blue: S C M | X", {"saboteurs": True}, (3, 2)),
        ("Red: S C X | M, Blue: S C M | X", {"saboteurs": True}, (3, 5)),
        ("Red: S C X M, Blue: S C X | M", {"saboteurs": True, "cleaner_inherits": False}, (3, 5)),
        (E2, {"alternate": True}, (5, 7)),
    ],
    ids=str,
)
def test_teams_are_independent(
    written: str, settings: dict[str, Any], shot: tuple[int, int] | None
) -> None:
    """After any statements, and a shot that left the round running, the posterior of a seat follows
    from its own team. At a deadline it would not (4.5d)."""
    game = scene(Game, written, **settings)
    if shot:
        game.shoot(*shot)
    likely = weights(len(written), len(game.seats))
    for seat in (1, 6):
        seen = game.seen(seat)
        known = posterior(seen, lambda seat, role: likely[seat, role])
        alone = by_team(seen, likely)
        for other, found in enumerate(known.seats):
            assert found.roles == {role: alone[at, role] for at, role in alone if at == other}


def test_a_weight_that_is_alike_for_all_roles_says_nothing() -> None:
    seen = scene(Game, E1).seen(1)
    assert posterior(seen, lambda seat, role: Fraction(seat + 2, 7)) == posterior(seen)


def test_probabilities_add_up() -> None:
    game = scene(Game, "Red: S C X | M, Blue: S C M | X", saboteurs=True).shoot(3, 6)
    known = posterior(game.seen(1))
    assert all(sum(seat.roles.values()) == 1 for seat in known.seats)
    shots = [sum(seat.shot.values()) for seat in known.seats]
    assert shots == [0, 1, 0, 1, 1, 0]  # not at itself, not at 3 and 6, who are out


def test_a_mole_has_nobody_to_shoot() -> None:
    assert not any(seat.shot for seat in posterior(scene(Game, E1).seen(6)).seats)


def test_a_seat_that_is_out_does_not_act_as_sniper() -> None:
    settings, (cards, centre) = read_settings({"players": 6}), cards_of(E1)
    deal = Deal(tuple(cards), tuple(centre))
    assert acts_as_sniper(settings, deal, [0, 1], 0)
    assert not acts_as_sniper(settings, deal, [1, 2], 0)

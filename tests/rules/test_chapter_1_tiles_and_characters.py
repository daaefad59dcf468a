"""Rules 1.6 and 1.8: the cipher tiles and the characters of a card set."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from covert_engine.covert.cards.card_set import CardSet, Character, Code
from rules.deals import SECOND, SEEDS, begun, dealt
from rules.tables import HOUSE, Scene, Seat

FACES = range(1, 7)

both_sets = pytest.mark.parametrize("cards", [HOUSE, SECOND], ids=lambda cards: cards.name)


# 1.6


@both_sets
def test_r1_6_there_are_two_cipher_tiles_of_each_number(cards: CardSet) -> None:
    for seed in SEEDS:
        assert Counter(begun(2, seed, cards).fields()["tiles"]) == dict.fromkeys(FACES, 2)


MIXES = [
    pytest.param((4, 0, 3, 3, 2, 4), id="rows of eight"),
    pytest.param((0, 3, 5, 1, 1, 0), id="rows of five"),
    pytest.param((8, 0, 0, 0, 0, 0), id="rows of four, all alike"),
    pytest.param((1, 3, 2, 2, 2, 2), id="rows of six"),
]


@pytest.mark.parametrize("tiles", MIXES)
def test_r1_6_a_card_set_may_say_how_many_tiles_show_each_number(tiles: tuple[int, ...]) -> None:
    shown = Counter(begun(2, cards=replace(HOUSE, tiles=tiles)).fields()["tiles"])
    assert tuple(shown[face] for face in FACES) == tiles


@pytest.mark.parametrize("row", range(4, 9))
def test_r1_6_the_two_rows_are_equally_long(row: int) -> None:
    """A code stands in each of them, and not across the end of the upper one."""
    upper = [1, 2, *[3] * (row - 4), 4, 5]
    code = (upper[-1], upper[0])
    table = Scene(codes=[Code((1, 2), "radio"), Code(code, "radio")], tiles=upper + upper)
    table.seats[0].hand = ["C1", "C2"]
    assert table.breaking().starting("claim") == ["claim C1 1", f"claim C1 {row + 1}"]


# 1.8


@both_sets
def test_r1_8_there_are_six_characters(cards: CardSet) -> None:
    assert len(cards.characters) == 6


def agents(count: int) -> tuple[Character, ...]:
    """Return so many characters, with the abilities of the house set by turns."""
    return tuple(
        replace(HOUSE.characters[number % 6], name=f"Agent {number}") for number in range(count)
    )


@pytest.mark.parametrize("count", [4, 5, 7, 16])
def test_r1_8_a_card_set_may_have_4_to_16(count: int) -> None:
    cards = replace(HOUSE, characters=agents(count))
    seen = {
        player["character"]
        for seed in SEEDS
        for player in dealt(4, seed, cards).fields()["players"]
    }
    assert seen == set(range(1, count + 1))


def test_r1_8_an_ability_that_the_players_carry_out_is_played_as_none() -> None:
    """Two seats have the same dice and cards, and one has such a character; both may do the
    same."""
    table = Scene(characters=[Character("The Friend", "none")])
    table.seats = [Seat(dice=[2, 3]), Seat(dice=[2, 3])]
    assert table.placing(0).legal == table.placing(1).legal
    table.circles["movement"] = {1: 0, 2: 1}
    assert table.resolving(0).legal == table.resolving(1).legal
    assert table.breaking(0).legal == table.breaking(1).legal


def test_r1_8_nobody_else_has_the_ability_of_a_character() -> None:
    walker = Character("Walker", "steps", when=("placing",), period="turn", times=1)
    table = Scene(characters=[walker])
    table.seats = [Seat(dice=[3]), Seat(dice=[3])]
    assert table.placing(0).can("use move-x3 character")
    assert not table.placing(1).can("use move-x3 character")

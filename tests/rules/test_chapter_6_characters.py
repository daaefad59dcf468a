"""Rule 6.18: the abilities of characters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from covert_engine.covert.cards.card_set import DECKS, WHENS, Character
from rules.tables import Scene, TextGame, agency

STEPS = Character("Walker", "steps", amount=2, when=WHENS, period="turn", times=1)
PLAYED = [
    STEPS,
    Character("Shifter", "shift_die", when=("placing",), period="turn", times=1),
    Character("Roller", "reroll_dice", when=("placing",), period="turn", times=1),
    Character("Tokens", "draw_token", when=WHENS, period="turn", times=1),
    Character("Cards", "draw_agency", when=WHENS, period="turn", times=1),
    Character("Searcher", "search_deck", when=WHENS, period="turn", times=1, deck="agency"),
]
PLUS_ONE = [agency(ability="plus_one", nth=n) for n in range(1, 7)]

of_each = pytest.mark.parametrize("character", PLAYED, ids=lambda character: character.effect)


def table_of(character: Character) -> Scene:
    """Return a table where seat 0 has the character, and dice to place or on a circle."""
    return Scene(characters=[character])


def placing(character: Character) -> TextGame:
    table = table_of(character)
    table.seats[0].dice = table.seats[1].dice = [2, 3, 5]
    return table.placing()


def resolving(character: Character) -> TextGame:
    table = table_of(character)
    table.circles["movement"] = {1: 0, 2: 0, 3: 1, 4: 1}
    return table.resolving()


def plays(game: TextGame) -> list[str]:
    return [action for action in game.legal if "character" in action.split()]


# Where it acts


@of_each
def test_r6_18_a_character_acts_while_placing_if_the_set_says_so(character: Character) -> None:
    assert plays(placing(replace(character, when=("placing",)))) != []


@pytest.mark.parametrize(
    "character",
    [character for character in PLAYED if "resolving" in character.when],
    ids=lambda character: character.effect,
)
def test_r6_18_a_character_acts_where_the_set_says_and_nowhere_else(character: Character) -> None:
    while_placing = replace(character, when=("placing",))
    while_resolving = replace(character, when=("resolving",))
    assert plays(resolving(while_resolving)) != []
    assert plays(placing(while_resolving)) == []
    assert plays(resolving(while_placing)) == []


@of_each
def test_r6_18_a_character_never_acts_in_a_break_codes_turn(character: Character) -> None:
    table = table_of(character)
    table.seats[0].decoder = [2]
    assert plays(table.breaking()) == []


@of_each
def test_r6_18_a_character_never_acts_before_the_last_mission(character: Character) -> None:
    table = table_of(character)
    table.seats[0].hand = [agency(city="Kiev")]
    table.seats[1].done = ["M1", "M2", "M3", "M4", "M5", "M6"]
    game = table.last_mission()
    assert game.decision == "last_mission"
    assert plays(game) == []


# What it does


def test_r6_18_extra_swaps() -> None:
    table = table_of(Character("Swapper", "extra_swap", amount=2))
    table.order = [1]
    table.seats[0].dice, table.seats[1].done = [2], [f"C{n}" for n in range(1, 41)]
    game = table.placing().play("pass", "stop")
    game.play("swap 1 2", "swap 5 6", "swap 7 8")
    assert game.fields()["tiles"] == [2, 1, 3, 4, 6, 5, 2, 1, 3, 4, 5, 6]
    assert game.phase != "breaking"  # no swap was left


@pytest.mark.parametrize("deck", DECKS)
def test_r6_18_the_deck_that_the_set_names_is_searched(deck: str) -> None:
    named = "missions" if deck == "mission" else deck
    game = resolving(replace(PLAYED[5], deck=deck))
    assert plays(game) == [f"use search character {named}"]
    game.play(f"use search character {named}")
    assert game.decision == "keep"


def test_r6_18_dice_are_rerolled_and_the_token_is_kept() -> None:
    table = table_of(PLAYED[2])
    table.seats[0].dice, table.seats[0].reroll_token = [2, 3, 5], True
    game = table.placing().play("reroll 2 character", "reroll 3 character", "roll")
    assert 5 in game.player(0)["dice"]
    assert len(game.player(0)["dice"]) == 3
    assert game.player(0)["reroll_token"]


# Cards, cubes and limits work as usual


def test_r6_18_the_limit_is_met_after_each_card_drawn() -> None:
    top = [agency(ability="first", nth=n) for n in (1, 2)]
    table = table_of(replace(PLAYED[4], amount=2))
    table.circles["movement"], table.agency_deck = {1: 0, 2: 0}, top
    table.seats[0].hand = [*PLUS_ONE, agency(ability="minus_one")]
    game = table.resolving().play("use draw-agency character")
    assert game.decision == "discard"
    assert top[1] not in game.hand(0)
    game.play(f"discard {PLUS_ONE[0]}")
    assert game.decision == "discard"
    assert top[1] in game.hand(0)
    game.play(f"discard {PLUS_ONE[1]}")
    assert game.decision == "resolve"


# How often


def test_r6_18_once_a_turn() -> None:
    game = resolving(STEPS).play("use move-x3 character", "stop")
    assert plays(game) == []
    game.play("forfeit movement", "forfeit movement")
    assert game.to_decide == 0
    assert plays(game) == ["use move-x3 character"]


def test_r6_18_once_every_two_rounds() -> None:
    """The count begins anew in rounds 1, 3, 5 and so on."""
    game = resolving(replace(STEPS, period="two_rounds")).play("use move-x3 character", "stop")
    game.play("forfeit movement", "forfeit movement", "forfeit movement", "forfeit movement")
    game.play("pass")
    assert (game.fields()["round"], game.to_decide, plays(game)) == (4, 0, [])
    while game.fields()["round"] == 4 or game.to_decide != 0:
        game.play({"place": "pass", "break": "stop"}.get(game.fields()["decision"], "draw code 1"))
    assert game.fields()["round"] == 5
    assert plays(game) == ["use move-x3 character"]


def test_r6_18_once_a_game() -> None:
    game = resolving(replace(STEPS, period="game")).play("use move-x3 character", "stop")
    game.play("forfeit movement", "forfeit movement")
    assert (game.to_decide, plays(game)) == (0, [])
    game.play("forfeit movement", "forfeit movement", "pass")
    assert (game.fields()["round"], game.to_decide) == (4, 0)
    assert plays(game) == []


def test_r6_18_a_reroll_by_the_character_counts_once_whatever_the_dice() -> None:
    game = placing(replace(PLAYED[2], times=2))
    game.play("reroll 2 character", "reroll 3 character", "roll")
    assert plays(game) != []
    game.play(plays(game)[0], "roll")
    assert plays(game) == []

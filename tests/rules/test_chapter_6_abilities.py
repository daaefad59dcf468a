"""Rules 6.1 to 6.3, 6.5, 6.7 to 6.9 and 6.11: special abilities, by token and by card."""

from __future__ import annotations

import pytest

from covert_engine.covert.cards.card_set import ABILITIES, Mission
from rules.tables import Scene, TextGame, agency

EASY = Mission(5, any_cards=1)

# What the notation calls the abilities that `use` names.
CALLED = {
    "plus_one": "+1",
    "minus_one": "-1",
    "move_three": "move-x3",
    "sneak_attack": "sneak-attack",
    "first": "first",
    "search": "search",
    "code_breaker": "code-breaker",
}


def using(ability: str, source: str) -> tuple[Scene, str]:
    """Return a table where seat 0 has the ability, by a `token` or a `card`; and its use, a
    Search's less the deck."""
    table = Scene()
    card = agency(ability=ability)
    if source == "card":
        table.seats[0].hand = [card]
    else:
        table.seats[0].tokens = [ability]
    return table, f"use {CALLED[ability]} {card if source == 'card' else 'token'}"


by_token_and_card = pytest.mark.parametrize("source", ["token", "card"])


# 6.1 On one's own turn, besides the turn itself, in any number


def test_r6_1_any_number_of_abilities_may_be_used_in_a_turn() -> None:
    table = Scene(circles={"movement": {1: 0, 2: 0}})
    table.seats[0].tokens = ["move_three", "move_three", "search"]
    table.mission_deck = ["M11", "M12", "M13"]
    game = table.resolving()
    game.play("use move-x3 token", "step 1 Paris", "stop")
    game.play("use search token missions", "keep M11", "bottom M12")
    game.play("use move-x3 token", "step 1 Bonn", "stop")
    assert game.to_decide == 0
    assert game.tokens(0) == []
    assert game.player(0)["agents"][0] == "Bonn"


# 6.2 +1 and -1


@by_token_and_card
@pytest.mark.parametrize("circle", ["complete", "missions", "agency", "movement"])
def test_r6_2_plus_one_changes_a_die_as_it_is_placed_on_a_circle(source: str, circle: str) -> None:
    table, use = using("plus_one", source)
    table.seats[0].dice = [2, 4]
    game = table.placing().play(use, "die 2", f"place 3 {circle}")
    assert game.circle(circle) == {3: 0}
    assert game.player(0)["dice"] == [4]


def test_r6_2_six_and_one_more_is_one() -> None:
    table, use = using("plus_one", "token")
    table.seats[0].dice = [2, 6]
    game = table.placing().play(use, "die 6")
    assert game.player(0)["dice"] == [1, 2]


def test_r6_2_they_stack() -> None:
    table = Scene()
    table.seats[0].dice = [2, 3]
    table.seats[0].tokens = ["plus_one", "plus_one", "minus_one"]
    game = table.placing().play("use +1 token", "die 3", "use +1 token")
    assert game.player(0)["dice"] == [2, 5]
    game.play("use -1 token", "place 4 movement")
    assert game.circle("movement") == {4: 0}


# 6.3 Move x3


def three_steps() -> TextGame:
    table = Scene(circles={"movement": {1: 0}}, cubes={"Bonn": [2]})
    table.seats[0].tokens = ["move_three"]
    table.seats[0].hand = [agency(ability="search")]
    return table.resolving().play("use move-x3 token")


def test_r6_3_three_steps_are_shared_out_among_ones_agents() -> None:
    game = three_steps().play("step 1 Paris", "step 3 Oslo", "step 1 Bonn")
    assert game.player(0)["agents"] == ["Bonn", "London", "Oslo"]
    assert game.decision == "resolve"


# 6.5 Sneak Attack


@by_token_and_card
def test_r6_5_sneak_attack_lets_two_dice_be_placed_this_turn(source: str) -> None:
    table, use = using("sneak_attack", source)
    table.seats[0].dice = table.seats[1].dice = [2, 3, 4]
    game = table.placing().play(use, "place 2 movement")
    assert game.to_decide == 0
    game.play("place 3 movement")
    assert game.to_decide == 1


# 6.7 Search


def searching(source: str = "token") -> TextGame:
    """Begin a turn with a Search still to be used; the decks begin with A1, A2, A3 and M11, M12,
    M13."""
    table, _ = using("search", source)
    table.circles["movement"] = {1: 0}
    table.agency_deck, table.mission_deck = ["A1", "A2", "A3", "A4"], ["M11", "M12", "M13", "M14"]
    return table.resolving()


@pytest.mark.parametrize(
    ("deck", "top"), [("agency", ["A1", "A2", "A3"]), ("missions", ["M11", "M12", "M13"])]
)
def test_r6_7_one_of_the_top_three_is_kept(deck: str, top: list[str]) -> None:
    game = searching().play(f"use search token {deck}")
    assert game.legal == [f"keep {card}" for card in top]
    game.play(f"keep {top[1]}", f"bottom {top[2]}")
    assert game.hand(0) == [top[1]]


@pytest.mark.parametrize(
    ("deck", "top"), [("agency", ["A1", "A2", "A3"]), ("missions", ["M11", "M12", "M13"])]
)
@pytest.mark.parametrize(("first", "last"), [(0, 2), (2, 0)])
def test_r6_7_the_other_two_go_on_the_bottom_in_the_order_of_ones_choice(
    deck: str, top: list[str], first: int, last: int
) -> None:
    game = searching()
    size = game.left(deck.removesuffix("s"))
    game.play(f"use search token {deck}", f"keep {top[1]}")
    assert game.legal == [f"bottom {top[0]}", f"bottom {top[2]}"]
    game.play(f"bottom {top[first]}")
    places = game.fields()[f"{deck.removesuffix('s')}_deck"]["places"]
    assert len(places) == size - 1
    assert [place["card"] for place in places[-2:]] == [
        int(top[first][1:]),
        int(top[last][1:]),
    ]


@pytest.mark.parametrize(("kept", "lots"), [(0, [2, 2]), (1, [1, 2]), (2, [1, 2])])
def test_r6_7_cards_of_two_shuffles_are_looked_at_and_put_back(kept: int, lots: list[int]) -> None:
    """The first of the three is the last of the old deck, the others are of the one made anew."""
    table, use = using("search", "token")
    table.circles["movement"], table.agency_left = {1: 0}, 1
    game = table.resolving().play(f"{use} agency")
    for eyes in (0, 1):
        seen = game.fields(eyes)["search"]["cards"]
        assert [place["lot"] for place in seen] == [1, 2, 2]
        assert [place["known_by"] for place in seen] == [[0], [0], [0]]
        assert {place["lot"] for place in game.fields(eyes)["agency_deck"]["places"]} == {2}
    cards = [f"A{place['card']}" for place in game.fields()["search"]["cards"]]
    upper, lower = (card for number, card in enumerate(cards) if number != kept)
    game.play(f"keep {cards[kept]}", f"bottom {upper}")
    for eyes in (0, 1):
        deck = game.fields(eyes)["agency_deck"]
        assert [place["lot"] for place in deck["places"][-2:]] == lots
        assert deck["lot"] == lots[-1]
        assert {place["lot"] for place in deck["places"][:-2]} == {2}
    assert game.fields()["agency_deck"]["places"][-1]["card"] == int(lower[1:])


# 6.8 Code Breaker


@by_token_and_card
def test_r6_8_code_breaker_gives_one_more_swap(source: str) -> None:
    table, use = using("code_breaker", source)
    game = table.breaking().play(use, "swap 1 2", "swap 5 6")
    assert game.fields()["tiles"][:6] == [2, 1, 3, 4, 6, 5]
    assert not any(action.startswith("swap") for action in game.legal)


# 6.9 An Agency Card is used for one of its sides, and then discarded


@pytest.mark.parametrize("side", ["equipment", "city", "ability"])
def test_r6_9_each_side_discards_the_card(side: str) -> None:
    card = agency(city="Kiev", ability="move_three")
    table = Scene(missions=[EASY], circles={"complete": {1: 0}, "movement": {1: 0}})
    table.seats[0].hand = ["M1", card]
    plays = {
        "equipment": ["complete M1"],
        "city": [f"fly {card}", "agent 1"],
        "ability": [f"use move-x3 {card}", "stop"],
    }
    game = table.resolving().play(*plays[side])
    assert card not in game.hand(0)
    assert game.discards == [card]


# 6.11 Where each ability may be played


def all_at_hand() -> Scene:
    """Return a table where seat 0 holds a token of each ability, and a card of each but
    Espionage."""
    table = Scene()
    table.seats[0].agents = ["Sofia", "Sofia", "Sofia"]
    table.seats[0].dice = [2, 4]
    table.seats[0].tokens = list(ABILITIES)
    table.seats[0].hand = [agency(ability=name) for name in CALLED]
    return table


def usable(game: TextGame) -> set[str]:
    """Return the abilities that may be used, by token and by card alike."""
    uses = [action.split()[1:3] for action in game.legal if action.startswith("use")]
    by_token = {ability for ability, source in uses if source == "token"}
    by_card = {ability for ability, source in uses if source != "token"}
    assert by_token == by_card
    return by_token


def may_fly(game: TextGame) -> bool:
    return any(action.startswith("fly") for action in game.legal)


def may_spy(game: TextGame) -> bool:
    return any(action.startswith("spy") for action in game.legal)


def test_r6_11_a_placing_turn() -> None:
    table = all_at_hand()
    game = table.placing()
    assert usable(game) == {"+1", "-1", "sneak-attack", "move-x3", "search"}
    assert may_fly(game)
    assert not may_spy(game)


def test_r6_11_a_break_codes_turn() -> None:
    table = all_at_hand()
    game = table.breaking()
    assert usable(game) == {"code-breaker"}
    assert not may_fly(game)
    assert not may_spy(game)


@pytest.mark.parametrize("acted", [False, True])
def test_r6_11_a_resolving_turn(acted: bool) -> None:
    table = all_at_hand()
    table.seats[0].dice = []
    table.circles["movement"] = {1: 0}
    game = table.resolving().play(*["forfeit movement"][:acted])
    assert usable(game) == {"move-x3", "search"}
    assert may_fly(game)
    assert not may_spy(game)


def test_r6_11_a_last_mission_turn() -> None:
    table = all_at_hand()
    table.seats[0].dice = []
    table.seats[1].done = ["M1", "M2", "M3", "M4", "M5", "M6"]
    game = table.last_mission()
    assert usable(game) == {"move-x3", "search"}
    assert may_fly(game)
    assert not may_spy(game)


def test_r6_11_a_first_window() -> None:
    table = all_at_hand()
    table.order = [1]
    game = table.placing().play("pass")
    assert game.decision == "first"
    assert game.legal == ["refuse", "use first token", f"use first {agency(ability='first')}"]

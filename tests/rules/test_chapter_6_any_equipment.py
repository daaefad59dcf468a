"""Rule 6.18: the character whose missions are paid with any Agency Card (`any_equipment`)."""

from __future__ import annotations

import pytest

from covert_engine.covert.cards.card_set import Character, Code, Mission
from rules.tables import Scene, TextGame, agency

RADIO = agency(equipment="radio")
# Cards of other equipment, by ascending number.
OTHERS = sorted(
    (agency(equipment="pistols", nth=nth) for nth in (1, 2, 3)), key=lambda card: int(card[1:])
)
ONE, TWO, THREE = OTHERS
RADIO_CODE = Code((1, 2), "radio")
RADIO_FOOT = Mission(5, any_cards=1, foot="radio")


def completing(*missions: Mission, amount: int = 1, hand: list[str]) -> Scene:
    """Return a table where seat 0 has the character, dice to complete missions, these missions and
    cards."""
    table = Scene(
        missions=missions, characters=[Character("Forger", "any_equipment", amount=amount)]
    )
    table.circles["complete"], table.circles["movement"] = {1: 0, 2: 0}, {1: 0}
    table.seats[0].hand = [f"M{number}" for number in range(1, len(missions) + 1)] + hand
    return table


def radios(count: int) -> Mission:
    return Mission(5, equipment=("radio",) * count)


def paying(*missions: Mission, amount: int = 1, hand: list[str]) -> TextGame:
    """Begin the payment of the first mission."""
    return completing(*missions, amount=amount, hand=hand).resolving().play("complete M1")


# What it pays


def test_r6_18_any_agency_card_pays_for_an_equipment() -> None:
    game = paying(radios(1), hand=[ONE])
    assert game.done(0) == ["M1"]
    assert (game.hand(0), game.discards) == ([], [ONE])


def test_r6_18_only_for_the_seat_with_the_character() -> None:
    table = completing(radios(1), hand=[])
    table.seats[0].hand, table.seats[1].hand = [], ["M1", ONE]
    table.circles["complete"] = {1: 1}
    assert not table.resolving(1).can("complete M1")


@pytest.mark.parametrize("amount", [1, 2, 3])
def test_r6_18_it_pays_for_as_many_symbols_as_the_set_says(amount: int) -> None:
    for symbols in (1, 2, 3):
        game = completing(radios(symbols), amount=amount, hand=OTHERS).resolving()
        assert game.can("complete M1") == (symbols <= amount)


def test_r6_18_it_pays_for_each_mission_anew() -> None:
    game = completing(radios(1), radios(1), hand=[ONE, TWO]).resolving()
    game.play("complete M1", f"pay {ONE}", "end", "complete M2")
    assert game.done(0) == ["M1", "M2"]


def test_r6_18_it_does_not_pay_for_a_last_mission() -> None:
    table = completing(radios(1), hand=[ONE])
    table.seats[1].done = [f"M{number}" for number in range(11, 17)]
    table.seats[0].tokens = ["move_three"]
    table.circles["complete"], table.circles["movement"] = {}, {}
    assert not table.last_mission().can("complete M1")
    table.seats[0].hand.append(RADIO)
    game = table.last_mission().play("complete M1")
    assert ONE in game.hand(0)
    assert RADIO in game.discards


def test_r6_18_it_pays_where_a_first_gives_a_turn() -> None:
    first = agency(ability="first")
    table = completing(radios(1), hand=[ONE, first])
    table.seats[0].done = [f"C{number}" for number in range(1, 41)]
    table.codes = [Code((1, 2), "pistols")] * 40
    table.order, table.had_break_turn = [1, 0], [1]
    game = table.breaking().play("stop", f"use first {first}", "complete M1")
    assert "M1" in game.done(0)


def test_r6_18_cards_alone_pay_for_any_equipment() -> None:
    """No code of another equipment does, and no foot."""
    table = completing(radios(1), Mission(5, any_cards=1, foot="pistols"), hand=[])
    table.codes = [Code((1, 2), "pistols")]
    table.seats[0].hand, table.seats[0].done = ["M1"], ["M2", "C1"]
    assert not table.resolving().can("complete M1")


def test_r6_18_a_card_that_pays_for_an_equipment_is_not_any_agency_card_too() -> None:
    mission = Mission(5, equipment=("radio",), any_cards=1)
    assert not completing(mission, hand=[ONE]).resolving().can("complete M1")
    assert completing(mission, hand=[ONE, TWO]).resolving().can("complete M1")


def test_r6_18_any_agency_card_symbols_are_not_counted() -> None:
    mission = Mission(5, equipment=("radio",), any_cards=2)
    assert completing(mission, hand=OTHERS).resolving().can("complete M1")


def test_r6_18_it_is_not_played() -> None:
    table = completing(radios(1), hand=[ONE])
    assert not any("character" in action for action in table.resolving().legal)
    table.seats[0].dice = [2, 3]
    assert not any("character" in action for action in table.placing().legal)


# In what order


def test_r6_18_any_card_is_chosen_among_all_that_pays() -> None:
    table = completing(radios(1), RADIO_FOOT, hand=[])
    table.codes = [RADIO_CODE]
    table.seats[0].hand, table.seats[0].done = ["M1", RADIO, ONE, TWO], ["M2", "C1"]
    game = table.resolving().play("complete M1")
    assert set(game.legal) == {"pay foot", "pay C1", *(f"pay {one}" for one in (RADIO, ONE, TWO))}


def test_r6_18_other_cards_are_named_after_those_that_show_the_equipment() -> None:
    """An other card first would leave the radio unpaid: the amount is one."""
    game = paying(radios(2), hand=[RADIO, ONE, TWO])
    assert RADIO not in game.hand(0)
    assert set(game.legal) == {f"pay {ONE}", f"pay {TWO}"}


def test_r6_18_after_an_other_card_come_only_other_cards() -> None:
    game = paying(radios(2), amount=2, hand=[RADIO, *OTHERS])
    assert set(game.legal) == {f"pay {card}" for card in (RADIO, *OTHERS)}
    game.play(f"pay {TWO}")
    assert set(game.legal) == {f"pay {ONE}", f"pay {THREE}"}


def test_r6_18_other_cards_are_named_in_any_order() -> None:
    for first, second in ((ONE, THREE), (THREE, ONE)):
        game = paying(radios(2), amount=2, hand=OTHERS)
        game.play(f"pay {first}", f"pay {second}")
        assert game.done(0) == ["M1"]
        assert game.hand(0) == [TWO]


def test_r6_18_a_payment_leaves_what_the_rest_will_need() -> None:
    recorder = agency(equipment="recorder")
    mission = Mission(5, equipment=("radio", "recorder"))
    game = paying(mission, hand=[RADIO, recorder, ONE])
    assert set(game.legal) == {f"pay {RADIO}", f"pay {ONE}"}  # the recorder cannot pay twice
    game.play(f"pay {ONE}")  # and then pays for itself
    assert game.done(0) == ["M1"]
    assert game.hand(0) == [RADIO]


def test_r6_18_a_card_of_an_equipment_may_pay_for_another() -> None:
    recorder, again = (agency(equipment="recorder", nth=nth) for nth in (1, 2))
    mission = Mission(5, equipment=("radio", "recorder"))
    game = paying(mission, hand=[recorder, again])
    assert set(game.legal) == {f"pay {recorder}", f"pay {again}"}
    game.play(f"pay {recorder}")
    assert game.done(0) == ["M1"]


# What shows


def test_r6_18_how_many_have_been_paid_so_shows_to_all() -> None:
    game = paying(radios(3), amount=3, hand=[*OTHERS, RADIO])
    shown = []
    for card in (RADIO, TWO):
        shown.append([game.fields(eyes)["use"]["any_equipment_used"] for eyes in (0, 1)])
        game.play(f"pay {card}")
    use = game.fields(1)["use"]
    shown.append([use["any_equipment_used"]] * 2)
    assert shown == [[0, 0], [0, 0], [1, 1]]
    assert (use["symbols_paid"], use["last_payment"]) == (2, TWO)


def test_r6_18_the_cards_go_to_the_pool_together() -> None:
    table = completing(radios(2), hand=[RADIO, ONE])
    table.seats[1].tokens = ["espionage"]
    game = table.resolving().play("complete M1")
    assert (game.to_decide, game.decision) == (1, "espionage")
    assert {f"spy token {card}" for card in (RADIO, ONE)} < set(game.legal)
    assert game.play(f"spy token {ONE}").hand(1) == [ONE]
    assert game.discards == [RADIO]

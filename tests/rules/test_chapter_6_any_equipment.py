"""Rule 6.18: the character whose missions are paid with any Agency Card (`any_equipment`)."""

from __future__ import annotations

import pytest

from covert_engine.covert.cards.card_set import Character, Mission
from rules.tables import Scene, TextGame, agency

RADIO = agency(equipment="radio")
# Cards of other equipment, by ascending number.
OTHERS = sorted(
    (agency(equipment="pistols", nth=nth) for nth in (1, 2, 3)), key=lambda card: int(card[1:])
)
ONE, TWO, THREE = OTHERS


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


@pytest.mark.parametrize("amount", [1, 2, 3])
def test_r6_18_it_pays_for_as_many_symbols_as_the_set_says(amount: int) -> None:
    for symbols in (1, 2, 3):
        game = completing(radios(symbols), amount=amount, hand=OTHERS).resolving()
        assert game.can("complete M1") == (symbols <= amount)


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


# In what order


def test_r6_18_after_an_other_card_come_only_other_cards() -> None:
    game = paying(radios(2), amount=2, hand=[RADIO, *OTHERS])
    assert set(game.legal) == {f"pay {card}" for card in (RADIO, *OTHERS)}
    game.play(f"pay {TWO}")
    assert set(game.legal) == {f"pay {ONE}", f"pay {THREE}"}


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

"""Chapter 7 of the rules: completing a mission."""

from __future__ import annotations

import pytest

from covert_engine.covert.cards.card_set import Code, Mission
from rules.tables import Scene, agency

RADIO, RADIO_TOO = (agency(equipment="radio", nth=n) for n in (1, 2))
RECORDER = agency(equipment="recorder")
PISTOLS = agency(equipment="pistols")
ANY = Mission(5, any_cards=1)
RADIO_CODE = Code((1, 2), "radio")

by_both = pytest.mark.parametrize("distinct", [True, False])


def completing(mission: Mission, *done: Mission, distinct: bool = True) -> Scene:
    """Return a table where seat 0 has a die on Complete Mission, M1 in hand, and M2 ... completed;
    agents in London."""
    table = Scene(missions=[mission, *done], options={"distinct_agents": distinct})
    table.circles["complete"] = table.circles["movement"] = {1: 0}
    table.seats[0].hand = ["M1"]
    table.seats[0].done = [f"M{number}" for number in range(2, 2 + len(done))]
    return table


def can_complete(table: Scene) -> bool:
    return table.resolving().can("complete M1")


# 7.1 Equipment


def test_r7_1_nick_completes_the_mission_of_venice() -> None:
    table = completing(Mission(7, equipment=("recorder",), cities=("Venice",), regions=("orange",)))
    table.seats[0].agents = ["Venice", "Belgrade", "London"]
    table.seats[0].hand.append(RECORDER)
    game = table.resolving().play("complete M1")
    assert game.done(0) == ["M1"]
    assert game.hand(0) == []
    assert game.discards == [RECORDER]


def test_r7_1_equipment_is_paid_by_an_agency_card_that_shows_it() -> None:
    table = completing(Mission(5, equipment=("radio",)))
    table.seats[0].hand += [RADIO, RADIO_TOO, PISTOLS]
    game = table.resolving().play("complete M1")
    assert game.legal == [f"pay {RADIO}", f"pay {RADIO_TOO}"]
    game.play(f"pay {RADIO_TOO}")
    assert set(game.hand(0)) == {RADIO, PISTOLS}
    assert game.discards == [RADIO_TOO]


def test_r7_1_equipment_is_paid_by_a_completed_code() -> None:
    table = completing(Mission(5, equipment=("radio",)))
    table.codes, table.seats[0].done = [RADIO_CODE], ["C1"]
    assert table.resolving().play("complete M1").done(0) == ["M1"]


def test_r7_1_equipment_is_paid_by_the_foot_of_a_completed_mission() -> None:
    table = completing(Mission(5, equipment=("radio",)), Mission(5, any_cards=1, foot="radio"))
    assert table.resolving().play("complete M1").done(0) == ["M1", "M2"]


@pytest.mark.parametrize("source", ["card", "code", "foot"])
def test_r7_1_one_source_meets_one_symbol(source: str) -> None:
    table = completing(
        Mission(5, equipment=("radio", "radio")), Mission(5, any_cards=1, foot="radio")
    )
    table.codes, table.seats[0].done = [RADIO_CODE], []
    if source == "card":
        table.seats[0].hand.append(RADIO)
    else:
        table.seats[0].done = ["C1" if source == "code" else "M2"]
    assert not can_complete(table)


def test_r7_1_sources_of_all_kinds_may_be_mixed() -> None:
    table = completing(
        Mission(5, equipment=("radio", "radio", "radio")), Mission(5, any_cards=1, foot="radio")
    )
    table.codes, table.seats[0].done = [RADIO_CODE], ["C1", "M2"]
    table.seats[0].hand.append(RADIO)
    game = table.resolving().play("complete M1")
    assert game.done(0) == ["M1", "M2"]
    assert game.discards == [RADIO]


# 7.2 Cities and regions


@by_both
def test_r7_2_a_city_needs_an_agent_there(distinct: bool) -> None:
    table = completing(Mission(5, cities=("Kiev",)), distinct=distinct)
    assert not can_complete(table)
    table.seats[0].agents[1] = "Moscow"
    assert not can_complete(table)
    table.seats[0].agents[1] = "Kiev"
    assert can_complete(table)


@by_both
def test_r7_2_an_agent_for_two_symbols_depends_on_distinct_agents(distinct: bool) -> None:
    table = completing(Mission(5, cities=("Kiev",), regions=("red",)), distinct=distinct)
    table.seats[0].agents = ["Kiev", "London", "London"]
    assert can_complete(table) == (not distinct)
    table.seats[0].agents = ["Kiev", "Moscow", "London"]
    assert can_complete(table)


@pytest.mark.parametrize(
    "mission",
    [
        pytest.param(Mission(5, regions=("red", "red", "red", "red")), id="a region four times"),
        pytest.param(Mission(5, cities=("Kiev", "Moscow"), regions=("red",)), id="and its cities"),
        pytest.param(Mission(5, cities=("Kiev", "Kiev")), id="a city twice"),
    ],
)
def test_r7_2_a_region_foot_for_several_symbols_depends_on_distinct_agents(
    mission: Mission,
) -> None:
    foot = Mission(5, any_cards=1, foot="red")
    assert can_complete(completing(mission, foot, distinct=False))
    assert not can_complete(completing(mission, foot, distinct=True))
    assert not can_complete(completing(mission, distinct=False))


# 7.3 Feet


def test_r7_3_a_foot_works_for_ever() -> None:
    table = completing(Mission(5, equipment=("radio",)), Mission(5, any_cards=1, foot="radio"))
    table.missions = [*table.missions, Mission(5, equipment=("radio",))]
    table.circles["complete"] = {1: 0, 2: 0}
    table.seats[0].hand.append("M3")
    game = table.resolving().play("complete M1", "complete M3")
    assert game.done(0) == ["M1", "M2", "M3"]


@pytest.mark.parametrize(
    "mission", [Mission(5, regions=("red",)), Mission(5, cities=("Kiev",))], ids=["region", "city"]
)
@by_both
def test_r7_3_a_region_foot_stands_for_a_region_or_a_city_of_it(
    mission: Mission, distinct: bool
) -> None:
    foot = Mission(5, any_cards=1, foot="red")
    assert can_complete(completing(mission, foot, distinct=distinct))


@by_both
def test_r7_3_a_region_foot_serves_one_symbol_if_agents_are_distinct(distinct: bool) -> None:
    mission = Mission(5, cities=("Kiev", "Moscow"))
    foot = Mission(5, any_cards=1, foot="red")
    assert can_complete(completing(mission, foot, distinct=distinct)) == (not distinct)
    assert can_complete(completing(mission, foot, foot, distinct=distinct))


# 7.4 Completed codes


def test_r7_4_a_code_used_is_shuffled_back_into_a_deck() -> None:
    table = completing(Mission(5, equipment=("radio",)))
    table.codes, table.seats[0].done = [RADIO_CODE], ["C1"]
    game = table.resolving()
    assert [deck["size"] for deck in game.fields()["code_decks"]] == [20, 19]
    game.play("complete M1")
    assert game.done(0) == ["M1"]
    assert [deck["size"] for deck in game.fields()["code_decks"]] == [20, 20]  # the smaller one


def test_r7_4_it_goes_into_the_first_deck_if_they_are_equal() -> None:
    table = completing(Mission(5, equipment=("radio",)))
    table.codes, table.seats[0].done = [RADIO_CODE], ["C1", "C40"]
    game = table.resolving()
    assert [deck["size"] for deck in game.fields()["code_decks"]] == [19, 19]
    game.play("complete M1")
    assert [deck["size"] for deck in game.fields()["code_decks"]] == [20, 19]


def test_r7_4_several_go_back_one_by_one_in_the_order_named() -> None:
    table = completing(Mission(5, equipment=("radio", "radio")))
    table.codes = [RADIO_CODE, Code((3, 4), "radio")]
    table.seats[0].done = ["C1", "C2", "C3"]
    game = table.resolving()
    assert [deck["size"] for deck in game.fields()["code_decks"]] == [19, 18]
    game.play("complete M1")
    assert game.decision == "code_order"
    assert game.legal == ["shuffle C1", "shuffle C2"]
    game.play("shuffle C2")
    assert [deck["size"] for deck in game.fields()["code_decks"]] == [20, 19]
    assert game.done(0) == ["M1", "C3"]


# 7.5 Any Agency Card


def test_r7_5_any_agency_card_pays() -> None:
    table = completing(ANY)
    table.seats[0].hand += [RADIO, PISTOLS]
    game = table.resolving().play("complete M1")
    assert set(game.legal) == {f"pay {RADIO}", f"pay {PISTOLS}"}
    game.play(f"pay {PISTOLS}")
    assert game.hand(0) == [RADIO]
    assert game.discards == [PISTOLS]


# 7.6 The player's choice


def test_r7_6_feet_codes_and_cards_are_chosen_among() -> None:
    table = completing(Mission(5, equipment=("radio",)), Mission(5, any_cards=1, foot="radio"))
    table.codes, table.seats[0].done = [RADIO_CODE], ["C1", "M2"]
    table.seats[0].hand.append(RADIO)
    game = table.resolving().play("complete M1")
    assert game.legal == ["pay foot", "pay C1", f"pay {RADIO}"]


@pytest.mark.parametrize("payment", ["foot", "C1", RADIO])
def test_r7_6_only_what_was_chosen_pays(payment: str) -> None:
    table = completing(Mission(5, equipment=("radio",)), Mission(5, any_cards=1, foot="radio"))
    table.codes, table.seats[0].done = [RADIO_CODE], ["C1", "M2"]
    table.seats[0].hand.append(RADIO)
    game = table.resolving().play("complete M1", f"pay {payment}")
    assert game.done(0) == ["M1", "M2"] + ["C1"] * (payment != "C1")
    assert game.hand(0) == [RADIO] * (payment != RADIO)


@pytest.mark.parametrize(
    "mission",
    [Mission(5, equipment=("radio",), foot="radio"), Mission(5, regions=("red",), foot="red")],
    ids=["equipment", "region"],
)
def test_r7_6_a_mission_does_not_serve_itself(mission: Mission) -> None:
    assert not can_complete(completing(mission))

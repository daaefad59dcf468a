"""The house set honours what the rulebook gives away (rules 1 and 9), and is evenly mixed."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from statistics import mean

import pytest

from covert_engine.covert.cards import ABILITIES, CardSet, CompiledSet, Mission, compile, house_set
from covert_engine.covert.cards.card_set import Options


@pytest.fixture(scope="module")
def house() -> CardSet:
    return house_set()


@pytest.fixture(scope="module")
def compiled(house: CardSet) -> CompiledSet:
    return compile(house)


def region_of(house: CardSet, city: str) -> str:
    return next(region.name for region in house.regions if city in region.cities)


def test_the_file_says_that_its_cards_are_invented() -> None:
    folder = resources.files("covert_engine.covert.cards") / "data"
    assert "these are invented" in (folder / "house.toml").read_text("utf-8")


def test_options_that_a_card_set_leaves_out_are_those_of_the_rulebook() -> None:
    on = {"circle_wraps", "swaps_first", "distinct_agents", "flight_trails"}
    assert {name for name, value in vars(Options()).items() if value} == on


def test_the_cities_and_connections_of_the_rulebook_are_there(house: CardSet) -> None:
    examples = {"London", "Bonn", "Rome", "Berlin", "Prague", "Vienna", "Venice", "Kiev"}
    assert examples | {"Moscow", "Belgrade"} <= set(house.cities)
    assert {("Berlin", "Prague"), ("Prague", "Vienna")} <= set(house.connections)


def test_the_regions_are_those_of_the_rulebook(house: CardSet) -> None:
    assert region_of(house, "Kiev") == "red"
    assert {region_of(house, city) for city in ("London", "Bonn", "Rome")} == {"purple", "green"}
    assert "orange" in {region.name for region in house.regions}


def test_the_cards_of_the_rulebook_are_there(house: CardSet) -> None:
    assert any(
        (mission.equipment, mission.cities, mission.regions, mission.any_cards)
        == (("recorder",), ("Venice",), ("orange",), 0)
        for mission in house.missions
    )
    assert (1, 6, 4) in {code.numbers for code in house.codes}
    assert {6, 8, 9, 11, 13, 15} <= {mission.points for mission in house.missions}


def test_each_city_is_the_flight_tag_of_two_cards(house: CardSet) -> None:
    assert Counter(card.city for card in house.agency) == dict.fromkeys(house.cities, 2)


def test_each_region_shows_every_equipment_and_every_ability_once(house: CardSet) -> None:
    for region in house.regions:
        cards = [card for card in house.agency if card.city in region.cities]
        assert sorted(card.equipment for card in cards) == sorted(house.equipment)
        assert sorted(card.ability for card in cards) == sorted(ABILITIES)


def test_no_two_cards_share_equipment_and_ability(house: CardSet) -> None:
    assert len({(card.equipment, card.ability) for card in house.agency}) == 48


def test_each_equipment_is_on_five_codes(house: CardSet) -> None:
    assert Counter(code.equipment for code in house.codes) == dict.fromkeys(house.equipment, 5)
    assert len({code.numbers for code in house.codes}) == 40


def test_two_tokens_of_each_ability(house: CardSet) -> None:
    assert house.tokens == (2,) * 8


def test_the_map_is_wide_but_not_endless(compiled: CompiledSet) -> None:
    cities = range(24)
    assert {len(compiled.neighbours(city)) for city in cities} <= {2, 3, 4, 5, 6}
    assert max(compiled.distance(a, b) for a in cities for b in cities) == 6


def test_feet_are_on_the_cheaper_missions(house: CardSet) -> None:
    with_foot = [mission.points for mission in house.missions if mission.foot]
    without = [mission.points for mission in house.missions if not mission.foot]
    assert mean(with_foot) < mean(without)
    assert max(with_foot) < max(without)
    names = {*house.equipment, *(region.name for region in house.regions)}
    assert {mission.foot for mission in house.missions if mission.foot} == names


def test_every_city_region_and_equipment_is_asked_for_about_as_often(house: CardSet) -> None:
    for field in ("equipment", "cities", "regions"):
        asked = Counter(name for mission in house.missions for name in getattr(mission, field))
        assert max(asked.values()) - min(asked.values()) <= 2
    assert len({city for mission in house.missions for city in mission.cities}) == 24


def test_points_follow_what_a_mission_asks_for(house: CardSet) -> None:
    """A mission that asks for more of something and less of nothing is worth at least as much."""

    def symbols(mission: Mission) -> tuple[int, ...]:
        asked = (mission.equipment, mission.cities, mission.regions)
        return (*map(len, asked), mission.any_cards, not mission.foot)

    for mission in house.missions:
        for other in house.missions:
            if symbols(mission) == symbols(other):  # far cities and equal symbols add one
                assert abs(mission.points - other.points) <= 1
            elif all(a >= b for a, b in zip(symbols(mission), symbols(other), strict=True)):
                assert mission.points >= other.points


def test_every_mission_and_character_has_a_name_of_its_own(house: CardSet) -> None:
    assert len({mission.title for mission in house.missions}) == 60
    assert len({character.name for character in house.characters}) == 6

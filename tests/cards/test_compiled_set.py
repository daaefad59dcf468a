"""The C tables agree with the card set they were compiled from."""

from __future__ import annotations

import pickle
from itertools import product
from pathlib import Path

import pytest

from covert_engine.covert.cards import (
    EFFECTS,
    OPTIONS,
    CardSet,
    compile,
    house_set,
    load_card_set,
)
from covert_engine.covert.cards.errors import CardSetError

SECOND = Path(__file__).parents[1] / "data" / "second.toml"


@pytest.fixture(scope="module", params=["house", "second"])
def card_set(request: pytest.FixtureRequest) -> CardSet:
    return house_set() if request.param == "house" else load_card_set(SECOND)


def test_neighbours_are_the_connections_both_ways(card_set: CardSet) -> None:
    compiled = compile(card_set)
    joined = {frozenset(pair) for pair in card_set.connections}
    for a, name in enumerate(card_set.cities):
        others = [
            b for b, other in enumerate(card_set.cities) if frozenset((name, other)) in joined
        ]
        assert list(compiled.neighbours(a)) == others


def test_distances_are_those_of_a_map(card_set: CardSet) -> None:
    """Zero to itself, one to a neighbour, the same both ways, and no way round is shorter."""
    compiled = compile(card_set)
    cities = range(len(card_set.cities))
    for a, b in product(cities, cities):
        distance = compiled.distance(a, b)
        assert distance == compiled.distance(b, a)
        assert (distance == 0) == (a == b)
        assert (distance == 1) == (b in compiled.neighbours(a))
        if a != b:
            assert distance == 1 + min(compiled.distance(c, b) for c in compiled.neighbours(a))


def test_a_city_lies_in_its_region(card_set: CardSet) -> None:
    compiled = compile(card_set)
    for number, city in enumerate(card_set.cities):
        assert city in card_set.regions[compiled.region(number)].cities


@pytest.mark.parametrize("city", [-1, 24, 255])
def test_a_city_that_is_not_there_is_refused(city: int) -> None:
    compiled = compile(house_set())
    for ask in (compiled.neighbours, compiled.region, lambda c: compiled.distance(0, c)):
        with pytest.raises(ValueError, match=f"city is {city}; expected 0 to 23"):
            ask(city)


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_can_be_chosen_for_one_compilation(card_set: CardSet, option: str) -> None:
    for value in (False, True):
        compiled = compile(card_set, {option: value})
        for other in OPTIONS:
            expected = value if other == option else getattr(card_set.options, other)
            assert getattr(compiled.options, other) is expected
        assert compiled.source.options == card_set.options


def test_options_that_do_not_exist_are_refused_together() -> None:
    with pytest.raises(CardSetError) as caught:
        compile(house_set(), {"flight_trail": True, "swaps_first": 1})  # type: ignore[dict-item]
    assert caught.value.problems == [
        "options: unknown option 'flight_trail'; did you mean 'flight_trails'?",
        "options: swaps_first is 1; expected True or False",
    ]


def test_a_compiled_set_survives_pickling(card_set: CardSet) -> None:
    compiled = compile(card_set, {"circle_wraps": not card_set.options.circle_wraps})
    again = pickle.loads(pickle.dumps(compiled))
    assert again.digest == compiled.digest
    assert again.options == compiled.options
    assert again.source == compiled.source


def test_the_two_sets_share_no_city_and_use_every_effect_between_them() -> None:
    house, second = house_set(), load_card_set(SECOND)
    assert not set(house.cities) & set(second.cities)
    characters = house.characters + second.characters
    assert {character.effect for character in characters} == set(EFFECTS)
    for option in OPTIONS:
        assert getattr(house.options, option) != getattr(second.options, option)


def test_the_second_set_reaches_the_bounds() -> None:
    second = load_card_set(SECOND)
    compiled = compile(second)
    assert {len(code.numbers) for code in second.codes} == {2, 3, 4, 5, 6}
    assert len(second.equipment) == 12
    counts = {len(compiled.neighbours(city)) for city in range(len(second.cities))}
    assert {1, 12} <= counts
    assert max(len(mission.equipment) for mission in second.missions) == 6
    assert max(mission.any_cards for mission in second.missions) == 6

"""A mission is refused if nobody could complete it, and only then."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from covert_engine.covert.cards import (
    AgencyCard,
    CardSet,
    Character,
    Code,
    Mission,
    Options,
    Region,
    compile,
)
from covert_engine.covert.cards.completable import obstacles
from covert_engine.covert.cards.errors import CardSetError

FILLER = Mission(points=1, any_cards=1)
SHARED = Options(distinct_agents=False)


def card_set(*missions: Mission, options: Options | None = None) -> CardSet:
    """Return a set of twelve cities in six regions; three cards and two codes show a rope, the
    others a torch."""
    regions = tuple(Region(f"r{n}", (f"r{n}-a", f"r{n}-b")) for n in range(6))
    cities = [city for region in regions for city in region.cities]
    return CardSet(
        name="A test",
        equipment=("rope", "torch"),
        regions=regions,
        connections=tuple(pairwise(cities)),
        agency=tuple(
            AgencyCard("rope" if n < 3 else "torch", cities[n % 12], "first") for n in range(48)
        ),
        missions=missions + (FILLER,) * (60 - len(missions)),
        codes=tuple(Code((1, 2, 3), "rope" if n < 2 else "torch") for n in range(40)),
        tokens=(2,) * 8,
        characters=tuple(Character(f"Character {n}", "reach") for n in range(6)),
        options=options or Options(),
    )


def refused(*missions: Mission, options: Options | None = None) -> dict[int, str]:
    made = card_set(*missions, options=options)
    return obstacles(made, dict(enumerate(made.missions)))


def asks(**symbols: object) -> Mission:
    return Mission(points=9, **symbols)  # type: ignore[arg-type]


ROPE_FOOT = Mission(points=1, any_cards=1, foot="rope")
R0_FOOT = Mission(points=1, any_cards=1, foot="r0")


def test_equipment_is_met_by_cards_and_codes() -> None:
    assert not refused(asks(equipment=("rope",) * 5))
    assert refused(asks(equipment=("rope",) * 6)) == {
        0: "it asks for 6 of 'rope'; cards, codes and feet give 5"
    }


def test_equipment_is_met_by_feet() -> None:
    assert not refused(asks(equipment=("rope",) * 6), ROPE_FOOT)


def test_the_foot_of_the_mission_itself_does_not_count() -> None:
    assert refused(asks(equipment=("rope",) * 6, foot="rope"))


def test_the_foot_of_a_mission_nobody_could_complete_does_not_count() -> None:
    first = asks(equipment=("rope",) * 6, foot="torch")
    second = asks(equipment=("rope",) * 6, foot="rope")
    assert set(refused(first, second)) == {0, 1}
    assert not refused(first, second, ROPE_FOOT)


def test_feet_may_build_on_feet() -> None:
    """The second can be completed only with the foot of the first, which needs a foot too."""
    first = asks(equipment=("rope",) * 6, foot="r0")
    second = asks(cities=("r0-a", "r1-a"), regions=("r0", "r2"))
    assert not refused(second, first, ROPE_FOOT)
    assert set(refused(second, first)) == {0, 1}


def test_a_hand_holds_seven_cards() -> None:
    """Five ropes use up the two codes and three cards of the hand."""
    assert not refused(asks(equipment=("rope",) * 5, any_cards=4))
    assert refused(asks(equipment=("rope",) * 5, any_cards=5)) == {
        0: "it takes 8 Agency Cards at once; a hand holds 7"
    }


def test_feet_relieve_the_hand() -> None:
    assert not refused(asks(equipment=("rope",) * 5, any_cards=5), ROPE_FOOT)


def test_codes_alone_can_meet_equipment() -> None:
    assert not refused(asks(equipment=("torch",) * 6, any_cards=6))


def test_three_agents_serve_three_symbols() -> None:
    assert not refused(asks(cities=("r0-a", "r1-a"), regions=("r2",)))
    assert refused(asks(cities=("r0-a", "r1-a"), regions=("r2", "r3"))) == {
        0: "3 agents and the region feet cannot serve its 4 cities and regions"
    }


def test_a_region_foot_serves_a_city_or_a_region_of_its_own() -> None:
    assert not refused(asks(cities=("r0-a", "r1-a"), regions=("r2", "r3")), R0_FOOT)
    assert not refused(asks(cities=("r4-a", "r1-a"), regions=("r2", "r0")), R0_FOOT)
    assert refused(asks(cities=("r4-a", "r1-a"), regions=("r2", "r3")), R0_FOOT)


def test_agents_that_are_not_distinct_serve_every_symbol_where_they_stand() -> None:
    together = asks(cities=("r0-a", "r0-a", "r1-a", "r2-b"), regions=("r0", "r1"))
    assert not refused(together, options=SHARED)
    assert refused(together)
    apart = asks(cities=("r0-a", "r0-b", "r1-a"), regions=("r1", "r2"))
    assert refused(apart, options=SHARED)
    assert not refused(apart, replace(R0_FOOT, foot="r2"), options=SHARED)


def test_a_region_foot_serves_every_symbol_it_fits_where_agents_do() -> None:
    together = asks(cities=("r1-a", "r2-a", "r3-a", "r0-a", "r0-b"), regions=("r0",))
    assert refused(together, options=SHARED)
    assert not refused(together, R0_FOOT, options=SHARED)
    assert refused(together, R0_FOOT, R0_FOOT)
    assert not refused(together, R0_FOOT, R0_FOOT, R0_FOOT)


def test_six_feet_are_too_many() -> None:
    """One foot replaces the missing rope, two replace the cards over the hand limit, and each city
    beyond three needs one more."""
    feet = (ROPE_FOOT,) * 4 + (R0_FOOT,) * 3
    cards = asks(equipment=("rope",) * 6, any_cards=6)
    assert not refused(replace(cards, cities=("r0-a",) * 5), *feet)
    assert refused(replace(cards, cities=("r0-a",) * 6), *feet) == {
        0: "it takes the feet of 6 completed missions; expected at most 5"
    }


def test_the_option_a_set_is_compiled_under_decides() -> None:
    shared = card_set(asks(regions=("r0",) * 4), options=SHARED)
    compile(shared)
    with pytest.raises(CardSetError, match="mission M1: nobody could complete it"):
        compile(shared, {"distinct_agents": True})

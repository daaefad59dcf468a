"""Random card sets, similar to real ones, for training and measurements.

A value fitted to games with one card set learns that set. Random sets vary everything that a card
set can choose, and are still playable: the points of a mission match the cost of its symbols.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from covert_bots.players.pieces import TrainingError
from covert_engine.covert import CompiledSet
from covert_engine.covert.cards.card_set import (
    ABILITIES,
    OPTIONS,
    WHENS,
    AgencyCard,
    CardSet,
    Character,
    Code,
    Mission,
    Options,
    Region,
)
from covert_engine.covert.cards.errors import CardSetError

MOST_ATTEMPTS = 100  # nine of ten drawn sets pass the checks at once
KINDS = range(6, 11)  # of equipment
NEAR = range(2, 4)  # cities that each city is joined to, at least
TOKENS = 16
LENGTHS = (  # of codes, to choose from
    (3,) * 3 + (4,),
    (3,),
    (3, 4),
    (2, 3, 4),
    (3, 4, 5),
    (4,),
    (2, 3, 4, 5, 6),
)
UNEVEN = 0.5  # chance that some faces of Agency Cards are frequent and others rare
TILES = 12
OPTION_OFF = 0.15  # chance that an option differs from the base set
# Points of a symbol in the house set, by least squares over its missions. A foot is part of the
# reward, so a mission with a foot has fewer points.
POINTS = {"equipment": 2.2, "cities": 2.7, "regions": 1.9, "any_cards": 1.7, "foot": -0.7}
GENEROUS = (0.8, 1.25)  # bounds of the factor of a set's points
SPREAD = 0.5  # standard deviation of a mission's points
CHARACTERS = (
    # effect, amounts, periods with the times in each
    ("extra_swap", range(1, 7), ()),
    ("reach", (1,), ()),
    ("any_equipment", range(1, 4), ()),
    ("draw_token", (1,), (("round", 1), ("two_rounds", 1), ("game", 3))),
    ("steps", range(1, 4), (("turn", 1), ("round", 1), ("round", 3))),
    ("shift_die", (1,), (("turn", 1), ("round", 2))),
    ("draw_agency", (1, 2), (("round", 1), ("two_rounds", 1), ("game", 2))),
    ("search_deck", (1,), (("turn", 1), ("round", 1), ("two_rounds", 1))),
    ("reroll_dice", (1,), (("turn", 1), ("round", 1), ("game", 3))),
)
MOST_CHARACTERS = 8
WITH_AMOUNT = ("extra_swap", "any_equipment", "draw_token", "steps", "draw_agency")
PLACING_ONLY = ("shift_die", "reroll_dice")


def drawn_set(base: CardSet, seed: int) -> CardSet:
    """Draw a card set: cities and regions have the names of `base`, everything else is random.

    The same seed gives the same set. TrainingError if hardly any set like `base` is playable.
    """
    for attempt in range(MOST_ATTEMPTS):
        card_set = _drawn(base, Random(seed * MOST_ATTEMPTS + attempt), seed)
        try:
            CompiledSet(card_set)
        except CardSetError:
            continue
        return card_set
    raise TrainingError(
        f"drawn: no set like {base.name!r} that can be played in {MOST_ATTEMPTS} attempts; "
        "expected 0, for no drawn sets, or a set whose missions ask for more"
    )


def _drawn(base: CardSet, chance: Random, seed: int) -> CardSet:
    equipment = tuple(f"kind-{number}" for number in range(1, chance.choice(KINDS) + 1))
    regions = _regions(base, chance)
    cities = [city for region in regions for city in region.cities]
    return CardSet(
        name=f"Drawn set {seed}",
        equipment=equipment,
        regions=regions,
        connections=tuple(_connections(regions, chance)),
        agency=tuple(_agency(equipment, cities, len(base.agency), chance)),
        missions=tuple(_missions(base, equipment, regions, cities, chance)),
        codes=tuple(_codes(equipment, len(base.codes), chance)),
        tokens=_counts(len(ABILITIES), TOKENS, 0, chance),
        characters=tuple(_characters(chance)),
        tiles=_counts(len(base.tiles), TILES, 1, chance),
        options=Options(
            **{
                name: getattr(base.options, name) ^ (chance.random() < OPTION_OFF)
                for name in OPTIONS
            }
        ),
    )


def _regions(base: CardSet, chance: Random) -> tuple[Region, ...]:
    cities = chance.sample(base.cities, len(base.cities))
    sizes = [len(region.cities) for region in base.regions]
    for _ in range(2):  # regions of different sizes
        smaller, larger = chance.sample(range(len(sizes)), 2)
        if sizes[smaller] > 2:
            sizes[smaller] -= 1
            sizes[larger] += 1
    regions = []
    for region, size in zip(base.regions, sizes, strict=True):
        regions.append(Region(region.name, tuple(cities[:size])))
        cities = cities[size:]
    return tuple(regions)


def _connections(regions: tuple[Region, ...], chance: Random) -> Iterator[tuple[str, str]]:
    """Scatter cities around the centre of their region and connect them to their neighbours; then
    connect the components at their nearest cities."""
    places: dict[str, tuple[float, float]] = {}
    for region in regions:
        x, y = chance.random(), chance.random()
        for city in region.cities:
            places[city] = x + chance.gauss(0, 0.15), y + chance.gauss(0, 0.15)

    def distance(pair: tuple[str, str]) -> float:
        (x, y), (u, v) = places[pair[0]], places[pair[1]]
        return (x - u) ** 2 + (y - v) ** 2

    near, names = chance.choice(NEAR), sorted(places)
    pairs = {
        (min(city, other), max(city, other))
        for city in names
        for _, other in sorted(
            (distance((city, other)), other) for other in names if other != city
        )[:near]
    }
    components = {city: {city} for city in names}
    for city, other in sorted(pairs):
        _join(components, city, other)
    further = ((city, other) for city in names for other in names if city < other)
    for city, other in sorted(further, key=distance):
        if components[city] is not components[other]:
            pairs.add((city, other))
            _join(components, city, other)
    return iter(sorted(pairs))


def _join(components: dict[str, set[str]], city: str, other: str) -> None:
    if components[city] is not components[other]:
        components[city] |= components[other]
        for moved in components[other]:
            components[moved] = components[city]


def _agency(
    equipment: tuple[str, ...], cities: list[str], number: int, chance: Random
) -> Iterator[AgencyCard]:
    columns = [_column(kinds, number, chance) for kinds in (equipment, cities, ABILITIES)]
    for shown in zip(*columns, strict=True):
        yield AgencyCard(*shown)


def _column(kinds: Sequence[str], number: int, chance: Random) -> list[str]:
    """Draw the faces of some number of cards: all kinds equally often, or some often and others
    rarely."""
    if chance.random() < UNEVEN:
        return chance.choices(kinds, [chance.random() ** 3 for _ in kinds], k=number)
    return chance.sample([kinds[at % len(kinds)] for at in range(number)], number)


def _missions(
    base: CardSet,
    equipment: tuple[str, ...],
    regions: tuple[Region, ...],
    cities: list[str],
    chance: Random,
) -> Iterator[Mission]:
    generous = chance.uniform(*GENEROUS)
    feet = [*equipment, *(region.name for region in regions)]
    for old in base.missions:
        mission = Mission(
            points=0,
            equipment=tuple(chance.choice(equipment) for _ in _about(len(old.equipment), chance)),
            cities=tuple(chance.sample(cities, len(_about(len(old.cities), chance)))),
            regions=tuple(
                region.name
                for region in chance.sample(regions, len(_about(len(old.regions), chance)))
            ),
            any_cards=len(_about(old.any_cards, chance)),
            foot=chance.choice(feet) if old.foot else "",
        )
        worth = POINTS["foot"] * bool(mission.foot) + POINTS["any_cards"] * mission.any_cards
        for symbols in ("equipment", "cities", "regions"):
            worth += POINTS[symbols] * len(getattr(mission, symbols))
        points = round(generous * worth + chance.gauss(0, SPREAD))
        yield Mission(**{**mission.__dict__, "points": max(1, points)})


def _about(number: int, chance: Random) -> range:
    """Return the range of a number, which is at times one more or less."""
    return range(max(0, min(4, number + chance.choice((-1, 0, 0, 0, 1)))))


def _codes(equipment: tuple[str, ...], number: int, chance: Random) -> Iterator[Code]:
    lengths = chance.choice(LENGTHS)
    for _ in range(number):
        numbers = tuple(chance.randint(1, 6) for _ in range(chance.choice(lengths)))
        yield Code(numbers, chance.choice(equipment))


def _characters(chance: Random) -> Iterator[Character]:
    for number in range(1, chance.randint(4, MOST_CHARACTERS) + 1):
        effect, amounts, uses = chance.choice(CHARACTERS)
        period, times = chance.choice(uses) if uses else ("", 0)
        yield Character(
            name=f"Character {number}",
            effect=effect,
            amount=chance.choice(amounts) if effect in WITH_AMOUNT else 1,
            when=() if not uses else WHENS[:1] if effect in PLACING_ONLY else WHENS,
            period=period,
            times=times,
            deck=chance.choice(("agency", "mission")) if effect == "search_deck" else "",
        )


def _counts(kinds: int, total: int, least: int, chance: Random) -> tuple[int, ...]:
    """Draw the number of each kind, in all `total`."""
    counts = [least] * kinds
    for _ in range(total - least * kinds):
        counts[chance.randrange(kinds)] += 1
    return tuple(counts)

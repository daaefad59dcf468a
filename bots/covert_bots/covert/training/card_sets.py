"""Card sets made by chance, as an owner's could be: for training and measuring on many.

A value fitted to games with one card set learns that set. These differ from it in all that a card
set can choose, and are still playable: what missions ask for is worth about what it costs.
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
UNEVEN = 0.5  # how often some faces of Agency Cards are many and others few
TILES = 12
OPTION_OFF = 0.15  # how often an option is not as in the set that the others come from
# Points of a symbol in the house set, by least squares over its missions; a foot is a part of what
# the mission gives, so such a mission is worth less.
POINTS = {"equipment": 2.2, "cities": 2.7, "regions": 1.9, "any_cards": 1.7, "foot": -0.7}
GENEROUS = (0.8, 1.25)  # what a set's points are multiplied by, between these
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
    """A card set with the names of cities and regions of `base`, and everything else by chance.

    The same seed gives the same set. TrainingError if sets like `base` can hardly be played.
    """
    for attempt in range(MOST_ATTEMPTS):
        found = _drawn(base, Random(seed * MOST_ATTEMPTS + attempt), seed)
        try:
            CompiledSet(found)
        except CardSetError:
            continue
        return found
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
    found = []
    for region, size in zip(base.regions, sizes, strict=True):
        found.append(Region(region.name, tuple(cities[:size])))
        cities = cities[size:]
    return tuple(found)


def _connections(regions: tuple[Region, ...], chance: Random) -> Iterator[tuple[str, str]]:
    """Cities lie around the middle of their region and are joined to the nearest ones; then parts
    that hang together are joined where they are nearest."""
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
    part = {city: {city} for city in names}
    for one, other in sorted(pairs):
        _join(part, one, other)
    further = ((one, other) for one in names for other in names if one < other)
    for one, other in sorted(further, key=distance):
        if part[one] is not part[other]:
            pairs.add((one, other))
            _join(part, one, other)
    return iter(sorted(pairs))


def _join(part: dict[str, set[str]], one: str, other: str) -> None:
    if part[one] is not part[other]:
        part[one] |= part[other]
        for city in part[other]:
            part[city] = part[one]


def _agency(
    equipment: tuple[str, ...], cities: list[str], number: int, chance: Random
) -> Iterator[AgencyCard]:
    columns = [_column(one, number, chance) for one in (equipment, cities, ABILITIES)]
    for shown in zip(*columns, strict=True):
        yield AgencyCard(*shown)


def _column(kinds: Sequence[str], number: int, chance: Random) -> list[str]:
    """What so many cards show: each kind equally often, or some often and others hardly ever."""
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
        found = Mission(
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
        worth = POINTS["foot"] * bool(found.foot) + POINTS["any_cards"] * found.any_cards
        for symbols in ("equipment", "cities", "regions"):
            worth += POINTS[symbols] * len(getattr(found, symbols))
        points = round(generous * worth + chance.gauss(0, SPREAD))
        yield Mission(**{**found.__dict__, "points": max(1, points)})


def _about(number: int, chance: Random) -> range:
    """So many, or at times one more or less."""
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
    """How many there are of each kind, some more of one than of another."""
    counts = [least] * kinds
    for _ in range(total - least * kinds):
        counts[chance.randrange(kinds)] += 1
    return tuple(counts)

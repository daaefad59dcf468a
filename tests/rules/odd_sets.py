"""Card sets made from another by chance, as odd as the checks allow.

Few kinds of abilities, so that hands and bags are full of them; characters played many times a
turn; short codes and cheap missions, so that decks run out. More tiles or fewer, more characters or
fewer, and names of several words.
"""

from __future__ import annotations

import random
from dataclasses import replace

from covert_engine.covert.cards.card_set import (
    ABILITIES,
    DECKS,
    EFFECTS,
    PERIODS,
    WHENS,
    CardSet,
    Character,
    Code,
    Mission,
)

AGENTS = 3
TOKENS = 16
CHARACTERS = range(4, 17)
ROWS = range(4, 9)  # tiles in each of the two rows
USUAL_ROW = 6
LONGEST_CODE = 6
PASSIVE = ("none", "any_equipment")  # what many characters are in some sets
# Names of several words; a region's may end in a number, as what is done with it does.
MAX_NAME = 32
NAMES = ("{}", "East {}", "{} 2", "St. {}", "New {} by-the-Sea", "O'{} B 52")
LEVEL = (5, 6, 7)
POINTS = ((), (5,), LEVEL)  # what missions are worth; few values make ties
FEW = 1 / 3  # share of sets whose cards have none but the favoured abilities


def odd_set(base: CardSet, seed: int, codes_bend: bool = False) -> CardSet:
    """Return the cards of a set, with abilities, tokens, characters and some missions and codes
    anew.

    Its codes fit into a row, or else only into both, where codes bend.
    """
    chance = random.Random(seed)
    favourites = chance.sample(ABILITIES, chance.choice((1, 2, 3)))
    tokens = [chance.choice([*favourites, chance.choice(ABILITIES)]) for _ in range(TOKENS)]
    cheap, short, few = chance.random(), chance.random(), chance.random() < FEW
    points = chance.choice(POINTS)
    row = chance.choice(ROWS)
    longest = LONGEST_CODE if codes_bend else min(LONGEST_CODE, row)
    passive = chance.choice(((), PASSIVE, PASSIVE[1:]))
    odd = replace(
        base,
        name=f"{base.name}, odd {seed}",
        agency=tuple(
            replace(card, ability=chance.choice(favourites if few else [*favourites, card.ability]))
            for card in base.agency
        ),
        missions=tuple(
            replace(
                _cheap(base, mission, chance) if chance.random() < cheap else mission,
                points=chance.choice(points or (mission.points,)),
            )
            for mission in base.missions
        ),
        codes=tuple(
            replace(code, numbers=code.numbers[:2])
            if chance.random() < short
            else _code(code, longest, chance)
            for code in base.codes
        ),
        tokens=tuple(tokens.count(ability) for ability in ABILITIES),
        characters=tuple(
            _character(number, passive, chance) for number in range(chance.choice(CHARACTERS))
        ),
        tiles=_tiles(row, chance),
        options=replace(base.options, codes_bend=codes_bend),
    )
    return _renamed(odd, chance)


def servable(base: CardSet) -> CardSet:
    """Return the set, fit for agents that serve one symbol each: no more places than agents."""
    return replace(
        base,
        missions=tuple(
            replace(
                mission,
                cities=mission.cities[:AGENTS],
                regions=mission.regions[: max(0, AGENTS - len(mission.cities))],
            )
            for mission in base.missions
        ),
    )


def level_set(base: CardSet) -> CardSet:
    """Return a set in which any Agency Card completes any mission, for nearly equal points: many
    ties."""
    missions = tuple(
        Mission(points=LEVEL[number % len(LEVEL)], any_cards=1)
        for number in range(len(base.missions))
    )
    return replace(base, name=f"{base.name}, level", missions=missions)


def flood_set(base: CardSet) -> CardSet:
    """Return a set of Agency Cards that are all Searches; characters draw a hand of them many
    times."""
    character = Character("", "draw_agency", amount=6, when=WHENS, period="turn", times=9)
    return replace(
        base,
        name=f"{base.name}, flood",
        agency=tuple(replace(card, ability="search") for card in base.agency),
        tokens=tuple(TOKENS * (ability == "search") for ability in ABILITIES),
        characters=tuple(
            replace(character, name=f"Agent {number + 1}") for number in range(len(base.characters))
        ),
    )


def _cheap(base: CardSet, mission: Mission, chance: random.Random) -> Mission:
    """Return a mission with one symbol, or two, and any foot."""
    regions = [region.name for region in base.regions]
    card = chance.choice(base.agency)
    foot = chance.choice(["", *regions, *(card.equipment for card in base.agency)])
    symbols = chance.choice(
        (
            {"any_cards": 1},
            {"regions": (chance.choice(regions),)},
            {"cities": (card.city,), "regions": (chance.choice(regions),)},
            {"equipment": (card.equipment,)},
        )
    )
    return Mission(mission.points, mission.title, foot=foot, **symbols)


def _tiles(row: int, chance: random.Random) -> tuple[int, ...]:
    """Return how many tiles show each number: as usual, or any mix of so many."""
    if row == USUAL_ROW and chance.random() < FEW:
        return (2,) * 6
    shown = chance.choices(range(6), k=2 * row)
    return tuple(shown.count(number) for number in range(6))


def _code(code: Code, longest: int, chance: random.Random) -> Code:
    """Return the code, or one with more numbers, up to the longest allowed."""
    numbers = code.numbers
    if chance.random() < FEW:
        numbers += tuple(chance.choices(range(1, 7), k=LONGEST_CODE))
    return replace(code, numbers=numbers[: chance.randint(max(2, longest - 2), longest)])


def _renamed(base: CardSet, chance: random.Random) -> CardSet:
    """Return the set with other names of equipment, regions and cities."""
    regions = [region.name for region in base.regions]
    new = {
        name: chance.choice(
            [full for other in NAMES if len(full := other.format(name)) <= MAX_NAME]
        )
        for name in (*base.equipment, *regions, *base.cities)
    }

    def names(old: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new[name] for name in old)

    return replace(
        base,
        equipment=names(base.equipment),
        regions=tuple(
            replace(region, name=new[region.name], cities=names(region.cities))
            for region in base.regions
        ),
        connections=tuple((new[pair], new[other]) for pair, other in base.connections),
        agency=tuple(
            replace(card, equipment=new[card.equipment], city=new[card.city])
            for card in base.agency
        ),
        missions=tuple(
            replace(
                mission,
                equipment=names(mission.equipment),
                cities=names(mission.cities),
                regions=names(mission.regions),
                foot=new.get(mission.foot, ""),
            )
            for mission in base.missions
        ),
        codes=tuple(replace(code, equipment=new[code.equipment]) for code in base.codes),
    )


def _character(number: int, passive: tuple[str, ...], chance: random.Random) -> Character:
    """Return any effect, with any amount, used any number of times."""
    effect = chance.choice(list(EFFECTS))
    if passive and chance.random() < FEW:
        effect = chance.choice(passive)
    fields = EFFECTS[effect]
    whens = WHENS[:1] if fields.placing_only else chance.choice((WHENS, WHENS[:1], WHENS[1:]))
    return Character(
        name=f"Agent {number + 1}",
        effect=effect,
        amount=chance.randint(1, 3 if effect == "any_equipment" else 6) if fields.amount else 1,
        when=whens if fields.played else (),
        period=chance.choice(PERIODS) if fields.played else "",
        times=chance.choice((1, 2, 9)) if fields.played else 0,
        deck=chance.choice(DECKS) if fields.deck else "",
    )

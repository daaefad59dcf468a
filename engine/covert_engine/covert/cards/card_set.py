"""A card set as a tree: the cards, the map, the options, and the digest that identifies it.

Entries refer to cities, regions, equipment, abilities and effects by name. Agency Cards, missions,
codes and characters are numbered from 1 in order (A1, M1, C1).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from typing import Any, NamedTuple

# Each of these is in the order of the enum of the same name in `_compiled.pxd`.
ABILITIES = (
    "plus_one",
    "minus_one",
    "move_three",
    "espionage",
    "sneak_attack",
    "first",
    "search",
    "code_breaker",
)
DECKS = ("agency", "mission")
PERIODS = ("turn", "round", "game", "two_rounds")
WHENS = ("placing", "resolving")  # bit of `When` = position


class Effect(NamedTuple):
    """Fields of a character with this effect."""

    amount: bool = False  # it counts something: swaps, tokens, steps or cards
    played: bool = True  # used up by playing it: has `when`, `period`, `times`
    placing_only: bool = False
    deck: bool = False


# In the order of the enum `Effect` in `_compiled.pxd`.
EFFECTS = {
    "extra_swap": Effect(amount=True, played=False),
    "reach": Effect(played=False),
    "draw_token": Effect(amount=True),
    "steps": Effect(amount=True),
    "shift_die": Effect(placing_only=True),
    "draw_agency": Effect(amount=True),
    "search_deck": Effect(deck=True),
    "reroll_dice": Effect(placing_only=True),
    "none": Effect(played=False),
    "any_equipment": Effect(amount=True, played=False),
}


@dataclass(frozen=True)
class Region:
    """A coloured region and its cities."""

    name: str  # as in the notation
    cities: tuple[str, ...]  # in an order of its own, which numbers them


@dataclass(frozen=True)
class AgencyCard:
    """One Agency Card with its three sides."""

    equipment: str  # of the set's kinds
    city: str  # flight tag
    ability: str  # of ABILITIES


@dataclass(frozen=True)
class Mission:
    """One Mission Card: its symbols, its points, its foot."""

    points: int  # for completing it
    title: str = ""  # for people; empty for none
    equipment: tuple[str, ...] = ()  # one name for each symbol
    cities: tuple[str, ...] = ()  # places for agents
    regions: tuple[str, ...] = ()  # likewise, in any city of them
    any_cards: int = 0  # number of "any Agency Card" symbols
    foot: str = ""  # an equipment, a region, or nothing


@dataclass(frozen=True)
class Code:
    """One Code Card: its two sides."""

    numbers: tuple[int, ...]  # left to right
    equipment: str  # the other side


@dataclass(frozen=True)
class Character:
    """One character and its own ability. Fields that its effect lacks keep their defaults."""

    name: str  # for people
    effect: str  # of EFFECTS
    amount: int = 1  # of swaps, tokens, steps or cards, by its effect
    when: tuple[str, ...] = ()  # of WHENS
    period: str = ""  # of PERIODS
    times: int = 0  # uses in a period
    deck: str = ""  # of DECKS


@dataclass(frozen=True)
class Options:
    """The rules that tables may choose."""

    circle_wraps: bool = True  # 6 and 1 are adjacent on an action circle (rules 1.9)
    either_direction: bool = False  # codes may be read right to left too (4.2)
    codes_bend: bool = False  # codes may run along any path of tiles (4.2)
    swaps_first: bool = True  # no swap and no Code Breaker after the first claim (4.3)
    reroll_decoder: bool = False  # the reroll token may reroll dice on the Decoder (3.8)
    distinct_agents: bool = True  # each location symbol needs an agent of its own (7.2)
    flight_trails: bool = True  # a flight leaves and takes cubes (6.10)


OPTIONS = tuple(option.name for option in fields(Options))


@dataclass(frozen=True)
class CardSet:
    """Everything printed: the map, all cards, tokens and characters, and the options."""

    name: str  # for people
    equipment: tuple[str, ...]  # its kinds, in an order of its own
    regions: tuple[Region, ...]  # six, in the order of the face-up Agency Cards
    connections: tuple[tuple[str, str], ...]  # pairs of cities
    agency: tuple[AgencyCard, ...]  # 48: A1, A2, ...
    missions: tuple[Mission, ...]  # 60: M1, M2, ...
    codes: tuple[Code, ...]  # 40: C1, C2, ...
    tokens: tuple[int, ...]  # tokens of each ability, as in ABILITIES
    characters: tuple[Character, ...]  # 4 to 16
    tiles: tuple[int, ...] = (2,) * 6  # cipher tiles that show 1, 2 ... 6
    options: Options = field(default_factory=Options)  # the defaults of a game

    @cached_property
    def cities(self) -> tuple[str, ...]:
        """All cities, region by region."""
        return tuple(city for region in self.regions for city in region.cities)

    @cached_property
    def canonical(self) -> str:
        """The text of this set, the same for every layout of its file.

        Everything without an order of its own is sorted: connections, and the symbols of one sort
        on a mission.
        """
        tree = asdict(self)
        tree["connections"] = sorted({tuple(sorted(pair)) for pair in self.connections})
        for mission in tree["missions"]:
            for sort in ("equipment", "cities", "regions"):
                mission[sort] = sorted(mission[sort])
        for character in tree["characters"]:
            character["when"] = sorted(set(character["when"]))
        return json.dumps(tree, sort_keys=True, separators=(",", ":"))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical text, in hexadecimal: the name of the set in every record."""
        return hashlib.sha256(self.canonical.encode()).hexdigest()

    @classmethod
    def of_fields(cls, fields: Mapping[str, Any]) -> CardSet:
        """Return the set with these fields, as `asdict` or JSON has them; TypeError or LookupError
        for others. `CompiledSet` checks their values."""
        tree: dict[str, Any] = {name: _frozen(value) for name, value in fields.items()}
        for name, kind in _ENTRIES.items():
            tree[name] = tuple(
                kind(**{key: _frozen(part) for key, part in entry.items()})
                for entry in fields[name]
            )
        tree["options"] = Options(**fields["options"])
        return cls(**tree)


_ENTRIES: dict[str, Any] = {
    "regions": Region,
    "agency": AgencyCard,
    "missions": Mission,
    "codes": Code,
    "characters": Character,
}


def _frozen(value: Any) -> Any:
    """Return lists as tuples, at any depth."""
    return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value

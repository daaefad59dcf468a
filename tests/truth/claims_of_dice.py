"""The uses of a die that explanations claim where it is placed."""

from __future__ import annotations

import re
from itertools import product
from math import inf
from typing import Any

from covert_engine.covert.rules.actions import Kind as ActionKind
from covert_engine.covert.rules.actions import unpack
from truth.claims import DICE, each_lacks, lacks, lacks_one, missions_of, sentence
from truth.needs import ANY_CARD, can_meet, symbols_of
from truth.position import Position


@sentence(r"The die can complete (.+), for which you lack nothing")
def _(position: Position, said: re.Match[str]) -> bool:
    named = missions_of(said[1].replace(" or ", " and "))
    held = position.missions_in_hand(position.after)
    ready = [number for number in held if lacks(position, str(number), "nothing", after=True)]
    return sorted(named) == sorted(ready)


@sentence(r"None of your missions can be completed yet: (.+)")
def _(position: Position, said: re.Match[str]) -> bool:
    named = [re.fullmatch(r"M(\d+) lacks (.+)", part) for part in said[1].split("; ")]
    numbers = [int(match[1]) for match in named if match]
    return sorted(numbers) == sorted(position.missions_in_hand(position.after)) and all(
        match and match[2] != "nothing" and lacks(position, match[1], match[2], after=True)
        for match in named
    )


@sentence(r"You hold no mission")
def _(position: Position, said: re.Match[str]) -> bool:
    return not position.missions_in_hand(position.after)


@sentence(r"Face up: (.+)")
def _(position: Position, said: re.Match[str]) -> bool:
    named = [re.fullmatch(r"M(\d+) lacks (.+)", part) for part in said[1].split("; ")]
    shown = [number for number in position.before["missions_face_up"] if number]
    return [int(match[1]) for match in named if match] == shown and all(
        match and lacks(position, match[1], match[2], after=True) for match in named
    )


@sentence(r"Face up in (\S+), for (one die|two dice): (\S+), which (.+?) lacks?")
def _(position: Position, said: re.Match[str]) -> bool:
    regions = {region.name: place for place, region in enumerate(position.cards.regions)}
    region = position.cards.regions[regions[said[1]]]
    card = position.before["agency_face_up"][regions[said[1]]]
    character = position.cards.characters[position.own["character"] - 1]
    near = set(region.cities) & set(position.own_after["agents"]) or character.effect == "reach"
    return (
        position.cards.agency[card - 1].equipment == said[3]
        and (said[2] == "one die") == bool(near)
        and each_lacks(position, said[4], said[3])
    )


@sentence(r"(M\d.*?) lacks? any Agency Card")
def _(position: Position, said: re.Match[str]) -> bool:
    return each_lacks(position, said[1], ANY_CARD)


@sentence(r"No face-up Agency Card shows equipment that you lack")
def _(position: Position, said: re.Match[str]) -> bool:
    """No face-up card, in hand, would leave a mission with fewer missing symbols."""
    kinds = {
        position.cards.agency[card - 1].equipment
        for card in position.before["agency_face_up"]
        if card
    }
    return not any(
        lacks_one(position, number, kind, position.after) and sole_lack(position, number, kind)
        for number in position.missions_in_hand(position.after)
        for kind in kinds
    )


def sole_lack(position: Position, number: int, kind: str) -> bool:
    """Return true if the equipment lacks a source even when nothing else is met."""
    asked = [
        other for other in symbols_of(position.cards.missions[number - 1]) if other.name == kind
    ]
    known = position.foreseen["agency_cards"]
    return not can_meet(asked, position.after, position.seat, position.cards, known)


@sentence(r"Your missions lack no city and no region")
def _(position: Position, said: re.Match[str]) -> bool:
    known = position.foreseen["agency_cards"]
    return all(
        can_meet(places, position.after, position.seat, position.cards, known)
        for number in position.missions_in_hand(position.after)
        for places in [
            [
                symbol
                for symbol in symbols_of(position.cards.missions[number - 1])
                if symbol.kind in ("city", "region")
            ]
        ]
    )


@sentence(r"(\S+), which (.+?) lacks?, is (\d+) steps? from agent (\d)")
def _(position: Position, said: re.Match[str]) -> bool:
    place, missions, steps, agent = said.groups()
    cards = position.cards
    ends = {place, *(city for area in cards.regions if area.name == place for city in area.cities)}
    city = position.own_after["agents"][int(agent) - 1]
    at = distances(position)
    nearer = [
        min(at[other, end] for end in ends if end in cards.cities)
        for other in position.own_after["agents"]
        if other not in ends
    ]
    away = min(at[city, end] for end in ends if end in cards.cities)
    return each_lacks(position, missions, place) and away == int(steps) and away == min(nearer)


def distances(position: Position) -> dict[tuple[str, str], float]:
    """Return all distances of the map, by Floyd and Warshall."""
    cards = position.cards
    if cards.digest not in _DISTANCES:
        at = {(city, other): inf for city in cards.cities for other in cards.cities}
        for city, other in cards.connections:
            at[city, other] = at[other, city] = 1
        for middle, city, other in product(cards.cities, repeat=3):
            at[city, other] = min(at[city, other], at[city, middle] + at[middle, other])
        _DISTANCES[cards.digest] = at
    return _DISTANCES[cards.digest]


_DISTANCES: dict[str, dict[tuple[str, str], float]] = {}


@sentence(r"You draw (a|\d+) random tokens?")
def _(position: Position, said: re.Match[str]) -> bool:
    drawn = position.own_after["token_draws"] - position.own["token_draws"]
    return bool(drawn == (1 if said[1] == "a" else int(said[1])))


@sentence(r"The bag is empty, so you draw no token")
def _(position: Position, said: re.Match[str]) -> bool:
    return not any(position.state.fields()["bag"])


@sentence(r"C(\d+) has a (\d), which the die can stand for")
def _(position: Position, said: re.Match[str]) -> bool:
    held = {place["card"] for place in position.own["codes"]}
    in_code = int(said[2]) in position.cards.codes[int(said[1]) - 1].numbers
    on_decoder = int(said[2]) in position.own_after["decoder_dice"]
    return int(said[1]) in held and in_code and on_decoder


@sentence(r"None of your codes has a (\d)")
def _(position: Position, said: re.Match[str]) -> bool:
    codes = [place["card"] for place in position.own["codes"]]
    return not any(int(said[1]) in position.cards.codes[code - 1].numbers for code in codes)


@sentence(r"(.+?) (no longer|now) fits? there")
def _(position: Position, said: re.Match[str]) -> bool:
    """The reference is the rules: each named die of each seat, put there before and after."""
    step = next(step for step in position.steps if unpack(step.action).kind == ActionKind.PLACE)
    circle = unpack(step.action).second
    named = re.findall(rf"(\S+?|[Yy]our)(?:'s)? {DICE}(?= and \D|$)", said[1])
    return bool(named) and all(
        fits(position, circle, who, int(face), step.after) == (said[2] == "now")
        and fits(position, circle, who, int(face), step.before) != (said[2] == "now")
        for who, faces in named
        for face in re.findall(r"\d", faces)
    )


def fits(position: Position, circle: int, who: str, face: int, fields: Any) -> bool:
    """Return true if a die of that face may be placed (rules 3.4)."""
    seat = position.seat if who.lower() == "your" else position.names.index(who)
    assert face in position.after["players"][seat]["dice"] or fields is not position.after
    spaces = fields["circles"][circle]["spaces"]
    taken = [at for at in range(1, 7) if spaces[at - 1]]
    wraps = fields["options"]["circle_wraps"]
    beside = (
        {at + step for at in taken for step in (-1, 1)}
        | ({1} if wraps and 6 in taken else set())
        | ({6} if wraps and 1 in taken else set())
    )
    return face not in taken and (not taken or face in beside)

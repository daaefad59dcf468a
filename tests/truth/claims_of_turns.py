"""What explanations claim of turns: what is kept, left or used up."""

from __future__ import annotations

import re
from typing import Any

from covert_engine.covert.cards.card_set import ABILITIES, CardSet
from covert_engine.covert.rules.actions import Kind as ActionKind
from covert_engine.covert.rules.actions import unpack
from truth.claims import DICE, each_lacks, items, lacks, sentence
from truth.needs import can_meet, symbols_of
from truth.position import Position


@sentence(r"You are then (\w+) in turn order, in Break Codes and in Dice Resolution")
def _(position: Position, said: re.Match[str]) -> bool:
    place = position.steps[-1].before["order"] + [position.seat]  # others may be placed first
    return ("first", "second", "third", "fourth")[len(place) - 1] == said[1] and (
        position.after["order"][: len(place)] == place
    )


@sentence(rf"Your {DICE} stays? unplaced in this round")
def _(position: Position, said: re.Match[str]) -> bool:
    return sorted(map(int, items(said[1]))) == sorted(position.own["dice"])


@sentence(rf"You keep your {DICE} for a later turn")
def _(position: Position, said: re.Match[str]) -> bool:
    dice = sorted(map(int, items(said[1])))
    return dice == sorted(position.own["dice"]) == sorted(position.own_after["dice"]) and (
        position.seat not in position.after["order"]
    )


@sentence(r"Your agents stay in (.+)")
def _(position: Position, said: re.Match[str]) -> bool:
    return bool(items(said[1]) == position.own["agents"] == position.own_after["agents"])


@sentence(r"You have (\d+) di(?:c)?e left to resolve")
def _(position: Position, said: re.Match[str]) -> bool:
    return dice_on_circles(position) == int(said[1])


@sentence(r"That uses up your reroll token: it works once in a game")
def _(position: Position, said: re.Match[str]) -> bool:
    return position.own["reroll_token"] and not position.own_after["reroll_token"]


@sentence(r"You may then place (\d+) dice in this turn")
def _(position: Position, said: re.Match[str]) -> bool:
    return bool(position.after["turn"]["owed"] == int(said[1]))


@sentence(r"You then have (\d+) swaps? left")
def _(position: Position, said: re.Match[str]) -> bool:
    return bool(position.after["turn"]["swaps"] == int(said[1]))


@sentence(r"You break your codes before the turn order")
def _(position: Position, said: re.Match[str]) -> bool:
    turn = position.after["on_turn"], position.after["decision"]
    return position.after["phase"] == "first_a" and turn == (position.seat, "break")


@sentence(r"You resolve one die before the turn order")
def _(position: Position, said: re.Match[str]) -> bool:
    turn = position.after.get("on_turn"), position.after["decision"]
    asked = position.after["phase"] == "first_b" and turn == (position.seat, "resolve")
    return asked or dice_on_circles(position, position.after) < dice_on_circles(position)


def dice_on_circles(position: Position, fields: Any = None) -> int:
    circles = (fields or position.before)["circles"]
    return sum(at["spaces"].count(position.seat + 1) for at in circles)


@sentence(r"The agent goes to (\S+), which (.+?) lacks?")
def _(position: Position, said: re.Match[str]) -> bool:
    card = position.after["use"]["card"]
    goes = position.cards.agency[card - 1].city == said[1]
    return goes and each_lacks(position, said[2], said[1])


@sentence(r"You keep ((?:A\d+ \(\S+\)|your token|\d tokens|, | and )+)")
def _(position: Position, said: re.Match[str]) -> bool:
    ability = position.state.decision
    kept = items(said[1])
    had, has = (state.fields()["hands"][position.seat] for state in (position.state, position.end))
    cards = position.cards
    named = [name for name in kept if "token" not in name]
    tokens = sum(1 if name[0] == "y" else int(name[0]) for name in kept if "token" in name)
    in_hand = [
        f"A{card} ({cards.agency[card - 1].equipment})"
        for card in had["agency_cards"]
        if cards.agency[card - 1].ability == ability and card in has["agency_cards"]
    ]
    at = ABILITIES.index(ability)
    return named == in_hand and tokens == min(had["tokens"][at], has["tokens"][at])


# what is gained, lost and left


@sentence(r"You give up M(\d+), which lacks ([^()]+)")
def _(position: Position, said: re.Match[str]) -> bool:
    held = [position.missions_in_hand(fields) for fields in (position.before, position.after)]
    gone = int(said[1]) in held[0] and int(said[1]) not in held[1]
    return gone and lacks(position, said[1], said[2], after=False)


@sentence(
    r"(\S+), which (.+?) lacks?, is then (\d+) steps? from the nearest of your agents \(now (\d+)\)"
)
def _(position: Position, said: re.Match[str]) -> bool:
    place, missions, then, now = said.groups()
    agents = [own["agents"] for own in (position.own, position.own_after)]
    ways = [min(steps_to(position.cards, city, place) for city in cities) for cities in agents]
    return (
        ways == [int(now), int(then)]
        and 0 < ways[0] != ways[1] > 0
        and each_lacks(position, missions, place)
    )


def steps_to(cards: CardSet, start: str, place: str) -> int:
    """Return the connections from a city to a place, by shortening each by each."""
    inside = {region.name: region.cities for region in cards.regions}.get(place, (place,))
    away = {city: 0 if city in inside else len(cards.cities) for city in cards.cities}
    for _ in cards.cities:
        for first, second in cards.connections:
            away[first] = min(away[first], away[second] + 1)
            away[second] = min(away[second], away[first] + 1)
    return away[start]


@sentence(r"You can (also|no longer) play A(\d+) as (.+) or for a flight to (\S+)")
def _(position: Position, said: re.Match[str]) -> bool:
    new, number, ability, city = said[1] == "also", int(said[2]), said[3], said[4]
    card = position.cards.agency[number - 1]
    had, has = (
        number in [place["card"] for place in own["agency_cards"]]
        for own in (position.own, position.own_after)
    )
    words = {"+1": "plus_one", "-1": "minus_one", "Move x3": "move_three"}
    named = words.get(ability, ability.lower().replace(" ", "_"))
    return (card.ability, card.city, had, has) == (named, city, not new, new)


@sentence(r"You then hold (\d+) cubes? \(now (\d+)\)")
def _(position: Position, said: re.Match[str]) -> bool:
    cubes = [len(own["cubes"]) for own in (position.own_after, position.own)]
    return cubes == [int(said[1]), int(said[2])] and cubes[0] > cubes[1]


@sentence(r"The action of the die is lost, and you have (\d+) di(?:c)?e left to resolve")
def _(position: Position, said: re.Match[str]) -> bool:
    left = dice_on_circles(position, position.after)
    lost = [step for step in position.steps if unpack(step.action).kind == ActionKind.FORFEIT]
    had = [dice_on_circles(position, step.before) for step in lost]
    return len(had) == 1 and had[0] > left == int(said[1])  # others may be forced after it


@sentence(r"Your agents may then go (\d) steps? together")
def _(position: Position, said: re.Match[str]) -> bool:
    return bool(position.after["movement"]["pool"] == int(said[1]))


@sentence(r"Each of your agents may then go (\d) steps?")
def _(position: Position, said: re.Match[str]) -> bool:
    return bool(position.after["movement"]["steps"] == [int(said[1])] * 3)


@sentence(r"The die then shows a (\d)")
def _(position: Position, said: re.Match[str]) -> bool:
    return bool(position.after["turn"]["shifted"] == int(said[1]))


@sentence(r"The code that you draw gives (\S+), which none of your missions lacks")
def _(position: Position, said: re.Match[str]) -> bool:
    codes = position.end.fields()["hands"][position.seat]["codes"]
    drawn = [code for code in codes if code not in position.foreseen["codes"]]
    asking = [
        [
            symbol
            for symbol in symbols_of(position.cards.missions[number - 1])
            if symbol.name == said[1]
        ]
        for number in position.missions_in_hand(position.before)
    ]
    known = position.foreseen["agency_cards"]
    return said[1] in [position.cards.codes[code - 1].equipment for code in drawn] and all(
        can_meet(asked, position.before, position.seat, position.cards, known) for asked in asking
    )

"""What explanations claim of turns: what is kept, left or used up."""

from __future__ import annotations

import re
from typing import Any

from covert_engine.covert.cards.card_set import ABILITIES
from truth.claims import DICE, each_lacks, items, sentence
from truth.position import Position


@sentence(r"You are then (\w+) in turn order, in Break Codes and in Dice Resolution")
def _(position: Position, said: re.Match[str]) -> bool:
    place = position.before["order"] + [position.seat]
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

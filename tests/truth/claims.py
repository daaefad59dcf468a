"""The effects that explanations claim, each checked on the position before and after.

Titles of missions are replaced by their numbers first: "M12 then lacks radio".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from covert_engine.covert import State
from covert_engine.covert.rules.actions import Kind as ActionKind
from covert_engine.covert.rules.actions import unpack
from truth.needs import is_lacking, may_lack, most_met, symbols_of
from truth.position import Position

Check = Callable[[Position, re.Match[str]], bool]


DICE = r"((?:\d|, | and )+)"


class Kind(NamedTuple):
    """A kind of sentence."""

    form: re.Pattern[str]
    check: Check


KINDS: list[Kind] = []


def sentence(form: str) -> Callable[[Check], Check]:
    """Register the check of a kind of sentence; `form` is a regular expression."""

    def registered(check: Check) -> Check:
        KINDS.append(Kind(re.compile(form), check))
        return check

    return registered


def items(text: str) -> list[str]:
    """Split a list: "a, b x2 and c" has four items; "nothing" has none."""
    if text == "nothing":
        return []
    split: list[str] = []
    for item in re.split(r", | and ", text):
        name, _, count = item.partition(" x")
        split += [name] * int(count or 1)
    return split


def lacks(position: Position, mission: str, text: str, *, after: bool) -> bool:
    number = int(mission)
    fields = position.after if after else position.before
    return is_lacking(
        items(text),
        position.cards.missions[number - 1],
        fields,
        position.seat,
        position.cards,
        position.foreseen["agency_cards"],
    )


@sentence(r"M(\d+) then lacks ([^()]+?)(?: \(now ([^()]+)\))?")
def _(position: Position, said: re.Match[str]) -> bool:
    mission, then, now = said.groups()
    held = int(mission) in position.missions_in_hand(position.before)
    return (
        int(mission) in position.missions_in_hand(position.after)
        and lacks(position, mission, then, after=True)
        and held == (now is not None)
        and (now is None or (lacks(position, mission, now, after=False) and now != then))
    )


@sentence(r"M(\d+) stays, and lacks ([^()]+)")
def _(position: Position, said: re.Match[str]) -> bool:
    mission, then = said.groups()
    held = position.missions_in_hand(position.after)
    return int(mission) in held and lacks(position, mission, then, after=True)


@sentence(r"None of your missions comes nearer")
def _(position: Position, said: re.Match[str]) -> bool:
    held = position.missions_in_hand(position.after)
    return not any(
        met(position, number, position.after) > met(position, number, position.before)
        for number in position.missions_in_hand(position.before)
        if number in held
    )


def met(position: Position, number: int, fields: Any) -> int:
    """Return how many symbols of a mission can be met at once."""
    symbols = symbols_of(position.cards.missions[number - 1])
    known = position.foreseen["agency_cards"]
    return most_met(symbols, fields, position.seat, position.cards, known)


@sentence(r"The foot of M(\d+) then gives (\S+) for later missions")
def _(position: Position, said: re.Match[str]) -> bool:
    number = int(said[1])
    completed = position.own_after["completed_missions"]
    return number in completed and position.cards.missions[number - 1].foot == said[2]


@sentence(r"It is your sixth mission, so this round is the last")
def _(position: Position, said: re.Match[str]) -> bool:
    last = position.end.over or position.after["final_round"]
    return len(position.own_after["completed_missions"]) == 6 and last


@sentence(r"You then have (\d+) points? \(now (\d+)\)")
def _(position: Position, said: re.Match[str]) -> bool:
    scores = [state.scores()[position.seat] for state in (position.state, position.end)]
    return [int(said[2]), int(said[1])] == scores


@sentence(r"You do not keep M(\d+), and nobody else can take it")
def _(position: Position, said: re.Match[str]) -> bool:
    number = int(said[1])
    return number in position.after["mission_deck"]["discards"]


@sentence(r"The code that you draw gives (\S+) once it is broken, which (.+?) lacks?")
def _(position: Position, said: re.Match[str]) -> bool:
    codes = position.end.fields()["hands"][position.seat]["codes"]
    drawn = [code for code in codes if code not in position.foreseen["codes"]]
    gives = said[1] in [position.cards.codes[code - 1].equipment for code in drawn]
    return gives and each_lacks(position, said[2], said[1], after=False)


def missions_of(text: str) -> list[int]:
    return [int(name[1:]) for name in items(text)]


def each_lacks(position: Position, missions: str, symbol: str, *, after: bool = True) -> bool:
    """Return true if the symbol is asked for and may be left out when the others are met: so it is
    with the missions of the hand that are named, and with no other."""
    fields = position.after if after else position.before
    named = missions_of(missions)
    held = position.missions_in_hand(fields)
    return set(named) <= set(held) and all(
        lacks_one(position, number, symbol, fields) for number in named
    )


def lacks_one(position: Position, number: int, symbol: str, fields: Any) -> bool:
    mission, known = position.cards.missions[number - 1], position.foreseen["agency_cards"]
    return may_lack(symbol, mission, fields, position.seat, position.cards, known)


# codes

CODE = r"C(\d+) \((\S+)\), ([\d ]+),"
STANDING = r"(?:lacks (\d+) numbers?|(can be broken))"


@sentence(rf"{CODE} then {STANDING} \(now {STANDING}\)")
def _(position: Position, said: re.Match[str]) -> bool:
    number, equipment, numbers, then, can_then, now, can_now = said.groups()
    short_now = shortest(position, int(number), position.before)
    short_then = shortest(position, int(number), position.after)
    return (
        is_code(position, number, equipment, numbers)
        and short_then == (0 if can_then else int(then))
        and short_now == (0 if can_now else int(now))
        and short_now != short_then
    )


@sentence(rf"{CODE} stays unbroken, (and|but) {STANDING}")
def _(position: Position, said: re.Match[str]) -> bool:
    number, equipment, numbers, joint, short, can = said.groups()
    held = {place["card"] for place in position.own_after["codes"]}
    return (
        is_code(position, number, equipment, numbers)
        and int(number) in held
        and shortest(position, int(number), position.before) == (0 if can else int(short))
        and (joint == "but") == bool(can)
        and bool(can) == claimable(position.state, int(number))
    )


@sentence(r"No code of yours comes nearer")
def _(position: Position, said: re.Match[str]) -> bool:
    codes = [place["card"] for place in position.own["codes"]]
    return all(
        shortest(position, code, position.before) <= shortest(position, code, position.after)
        for code in codes
    )


def is_code(position: Position, number: str, equipment: str, numbers: str) -> bool:
    code = position.cards.codes[int(number) - 1]
    return code.equipment == equipment and " ".join(map(str, code.numbers)) == numbers


def claimable(state: State, code: int) -> bool:
    actions = map(unpack, state.legal_actions())
    return any(action.kind == ActionKind.CLAIM and action.first == code - 1 for action in actions)


def shortest(position: Position, code: int, fields: Any) -> int:
    """Return how few numbers must be changed, trying every sequence of tiles that the rules
    allow."""
    numbers = position.cards.codes[code - 1].numbers
    options, tiles = fields["options"], fields["tiles"]
    row = len(tiles) // 2
    dice = position.own["decoder_dice"]

    def beside(tile: int, other: int) -> bool:
        (line, at), (other_line, there) = divmod(tile, row), divmod(other, row)
        across = line == other_line and abs(at - there) == 1
        return across or (options["codes_bend"] and line != other_line and at == there)

    def goes_on(path: tuple[int, ...], tile: int) -> bool:
        if not path:
            return True
        if options["codes_bend"]:
            return tile not in path and beside(path[-1], tile)
        ways = ({1}, {1, -1})[options["either_direction"]]
        way = tile - path[-1]
        same_way = len(path) < 2 or way == path[-1] - path[-2]
        return beside(path[-1], tile) and way in ways and same_way

    def grown(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(path) == len(numbers):
            yield path
            return
        for tile in range(len(tiles)):
            if goes_on(path, tile):
                yield from grown((*path, tile))

    least = len(numbers)
    for path in grown(()):
        left = list(dice)
        short = 0
        for number, tile in zip(numbers, path, strict=True):
            if tiles[tile] == number:
                continue
            if number in left:
                left.remove(number)
            else:
                short += 1
        least = min(least, short)
    return least

"""Changes by chance to trees of dictionaries and lists, as messages, JSON and TOML are.

Most of them leave every value plausible, so that only the way the values fit together is corrupted.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

__all__ = ["changed"]

NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 40, 48, 60, 61, 63, 64, 99, 100, 255, 256)
FAR_NUMBERS = (65535, 65536, (1 << 31) - 1, 1 << 32, (1 << 64) - 1, 1 << 64, -(1 << 63), 10**5000)
TEXTS = ("", " ", "x", "-", "A1", "C1", "A49", "unspecified", "\0", "é", "İ", "ß", "\U0001f600")
OTHER_TYPES: tuple[Any, ...] = ("", "7", True, 1.5, float("inf"), float("nan"), [], {}, [[]], None)
MOST_CHANGES = 6

Place = tuple[Any, Any]  # a dictionary or list, and the key or index of something in it


def changed(tree: Any, others: Sequence[Any], random: Random) -> Any:
    """Return a copy of `tree` with a few changes; parts of `others` may come in."""
    tree = _copy(tree)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, MOST_CHANGES))):
        places = _places(tree) if type(tree) in (dict, list) else []
        if not places:
            return tree
        way = random.choice((_nudge, _nudge, _set, _swap, _move, _move, _lists, _graft, _break))
        way(tree, places, others, random)
    return tree


def _places(tree: Any) -> list[Place]:
    places: list[Place] = []
    holders = [tree]
    while holders:
        holder = holders.pop()
        for key, value in holder.items() if type(holder) is dict else enumerate(holder):
            places.append((holder, key))
            if type(value) in (dict, list):
                holders.append(value)
    return places


def _copy(tree: Any) -> Any:
    if type(tree) is dict:
        return {key: _copy(value) for key, value in tree.items()}
    return [_copy(value) for value in tree] if type(tree) is list else tree


def _nudge(tree: Any, places: list[Place], others: Sequence[Any], random: Random) -> None:
    """Make a number a little more or less, or turn a switch."""
    numbers = [place for place in places if isinstance(place[0][place[1]], int)]
    if numbers:
        holder, key = random.choice(numbers)
        value = holder[key]
        holder[key] = (not value) if isinstance(value, bool) else value + random.choice((-1, 1))


def _set(tree: Any, places: list[Place], others: Sequence[Any], random: Random) -> None:
    """Set a value that stands elsewhere, or one from the list."""
    holder, key = random.choice(places)
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = random.choice(NUMBERS)
    elif isinstance(value, str):
        alike = [place[at] for place, at in places if isinstance(place[at], str)]
        holder[key] = random.choice((random.choice(alike), random.choice(TEXTS), value.upper()))


def _swap(tree: Any, places: list[Place], others: Sequence[Any], random: Random) -> None:
    """Let two values under the same name change places."""
    holder, key = random.choice(places)
    value = holder[key]
    alike = [
        (place, at)
        for place, at in places
        if type(place[at]) is type(value) and (at == key or isinstance(at, int))
    ]
    other, at = random.choice(alike)
    holder[key], other[at] = _copy(other[at]), _copy(value)


def _move(tree: Any, places: list[Place], others: Sequence[Any], random: Random) -> None:
    """Move an entry of one list into another: a card from a hand to a deck."""
    lists = [place[at] for place, at in places if isinstance(place[at], list)]
    full = [items for items in lists if items]
    if full:
        source = random.choice(full)
        kind = type(source[0])
        alike = [items for items in lists if not items or type(items[0]) is kind]
        item = source.pop(random.randrange(len(source)))
        other = random.choice(alike)
        other.insert(random.randint(0, len(other)), item)


def _lists(tree: Any, places: list[Place], others: Sequence[Any], random: Random) -> None:
    """Repeat an entry, drop one, or shuffle the list."""
    lists = [place[at] for place, at in places if isinstance(place[at], list) and place[at]]
    if lists:
        items = random.choice(lists)
        place = random.randrange(len(items))
        match random.randrange(3):
            case 0:
                items.insert(place, _copy(items[place]))
            case 1:
                del items[place]
            case _:
                random.shuffle(items)


def _graft(tree: Any, places: list[Place], others: Sequence[Any], random: Random) -> None:
    """Put a part of another tree in its own place."""
    holder, other = tree, random.choice(others)
    while isinstance(holder, dict | list) and type(other) is type(holder) and other:
        key = random.choice(list(other)) if isinstance(other, dict) else 0
        if isinstance(other, list):
            key = random.randrange(min(len(other), len(holder)) or 1)
        inside = holder.get(key) if isinstance(holder, dict) else (holder or [None])[0]
        if random.random() < 0.4 or not isinstance(inside, dict | list) or not inside:
            if isinstance(holder, list) and key >= len(holder):
                holder.append(_copy(other[key]))
            else:
                holder[key] = _copy(other[key])
            return
        holder, other = holder[key], other[key]


def _break(tree: Any, places: list[Place], others: Sequence[Any], random: Random) -> None:
    """Do what no client means to: a field missing or new, another type, a number too large."""
    holder, key = random.choice(places)
    match random.randrange(4):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[random.choice((*TEXTS, "card", str(key)[:-1]))] = holder[key]
        case 2:
            holder[key] = random.choice(FAR_NUMBERS)
        case _:
            holder[key] = _copy(random.choice(OTHER_TYPES))

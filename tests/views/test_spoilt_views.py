"""A view spoilt at random is refused, or is a view like any other: it can be sampled and played."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from covert_engine.covert import View
from covert_engine.covert.cards.stages import DECISIONS, PHASES

from .faults import violations_of
from .games import collection

TRIES = 1000
NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 40, 48, 60, 61, 63, 64, 100, 255, 256, 1 << 64)
OTHERS: tuple[Any, ...] = (None, "", "x", True, False, 1.5, [], {}, [0], {"card": 1})


def holders(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a tree of dictionaries and lists: its container, and its name there."""
    for name in value if isinstance(value, dict) else range(len(value)):
        yield value, name
        if isinstance(value[name], (dict, list)):
            yield from holders(value[name])


def spoil(fields: Any, rng: random.Random) -> None:
    """Make a mistake as a client does: mostly a value that could well stand there."""
    places = list(holders(fields))
    holder, name = rng.choice(places)
    value = holder[name]
    kind = rng.randrange(8)
    if kind == 0 and isinstance(holder, dict):
        del holder[name]
    elif kind == 1:
        holder[name] = rng.choice(OTHERS)
    elif kind == 2 and isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(value))
    elif kind == 3 and isinstance(holder, list):
        holder.remove(value)
    elif isinstance(value, bool):
        holder[name] = not value
    elif isinstance(value, int):
        holder[name] = value + rng.choice((-1, 1)) if kind < 6 else rng.choice(NUMBERS)
    elif value in PHASES:
        holder[name] = rng.choice(PHASES)
    elif value in DECISIONS:
        holder[name] = rng.choice(DECISIONS)
    else:  # two of a sort change places
        alike = [
            (place, at) for place, at in places if at == name and type(place[at]) is type(value)
        ]
        other, at = rng.choice(alike)
        holder[name], other[at] = copy.deepcopy(other[at]), copy.deepcopy(value)


def move(fields: Any, rng: random.Random) -> None:
    """Move a card or die from one list to another: much of it is still a legal view."""
    lists = [holder[name] for holder, name in holders(fields) if isinstance(holder[name], list)]
    source = rng.choice([items for items in lists if items])
    alike = [items for items in lists if items and type(items[0]) is type(source[0])]
    rng.choice(alike or lists).append(source.pop(rng.randrange(len(source))))


def graft(fields: Any, rng: random.Random) -> None:
    """Put in a part of another view."""
    other: Any = rng.choice(collection()).fields()
    name = rng.choice(list(other))
    fields[name] = other[name]


@pytest.mark.parametrize("way", [spoil, move, graft])
def test_spoilt_views_are_refused_or_safe(way: Any) -> None:
    rng = random.Random(way.__name__)
    views = collection()
    for _ in range(TRIES):
        view = rng.choice(views)
        fields: Any = view.fields()
        for _ in range(rng.choice((1, 1, 2, 3))):
            way(fields, rng)
        violations = violations_of(fields, view.cards)
        assert all(field and said for field, said in violations)
        if violations:
            continue
        spoilt = View.from_fields(view.cards, fields)
        assert View.from_fields(view.cards, spoilt.fields()) == spoilt
        check_playable(spoilt, rng)


def check_playable(view: View, rng: random.Random) -> None:
    world = view.sample(rng.getrandbits(64))
    assert world.check() == []
    if view.actor != view.seat:
        return
    assert world.legal_actions() == view.legal_actions() != []
    for _ in range(30):
        if world.over:
            break
        world.play(rng.choice(world.legal_actions()))
    assert world.check() == []

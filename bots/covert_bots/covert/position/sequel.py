"""A position after an action, as far as a view can tell: for tables where nobody deals for us.

The action is played in several worlds that agree with the view, with hidden cards and chance of
their own. What comes out the same in all of them is known; the user must enter the rest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from covert_bots.covert.position.lines import Text
from covert_bots.covert.position.mistakes import Mistakes
from covert_bots.covert.position.values import items_of
from covert_bots.covert.position.write import position_text
from covert_engine.covert import State, View
from covert_engine.covert.rules.actions import Kind, unpack

WORLDS = 20  # compared: of two outcomes that are as likely, both come up
TRIED = 512  # dealt to find as many in which the action is legal
LOOKED_AT = 64  # dealt to list what others may do
MOST_LISTED = 256
UNKNOWN = "?"
ROWS = ("face up", "missions up", "code decks")  # their cards have places


class Sequel(NamedTuple):
    """A position after an action."""

    text: str
    """The position; `?` marks what the user must enter."""
    untold: tuple[tuple[str, str], ...]
    """The names of line and part of each place where it stands; `now` also if who decides next
    depends on what is hidden."""


def sequel(view: View, action: int) -> Sequel | None:
    """Return the position after an action of whoever decides; None if it is legal in no world that
    was dealt. Windows in which others may act unseen pass unused."""
    texts: defaultdict[str, list[str]] = defaultdict(list)
    before = position_text(view)
    for world in _worlds(view, TRIED):
        if action in world.legal_actions():
            world.play(action)
            text = _seen_next(world, view.seat, before)
            now = text.partition("\n")[0]
            texts[now].append(text)
            if len(texts[now]) == WORLDS:
                break
    if not texts:
        return None
    likeliest = _agreed(max(texts.values(), key=len))
    unsure = (("now", ""),) if len(texts) > 1 else ()
    return likeliest._replace(untold=unsure + likeliest.untold)


def possible_actions(view: View) -> list[tuple[int, State]]:
    """Return what whoever decides may do, each action with a world in which it is legal; first
    those that are legal in most of the worlds dealt."""
    counts: Counter[int] = Counter()
    where: dict[int, State] = {}
    for world in _worlds(view, 1 if view.actor == view.seat else LOOKED_AT):
        for action in world.legal_actions():
            counts[action] += 1
            where.setdefault(action, world)
    return [(action, where[action]) for action, _ in counts.most_common(MOST_LISTED)]


def _worlds(view: View, most: int) -> Iterator[State]:
    """Deal worlds in which the seat decides that decides by the view."""
    for key in range(most):
        world = view.sample(key)
        if view.actor is None or world.actor == view.actor:
            yield world


def _seen_next(world: State, seat: int, before: str) -> str:
    """Return the next position that the seat sees. Whoever decides meanwhile refuses, or decides
    what the seat does not see."""
    while True:
        view = world.view(seat)
        text = position_text(view)
        if world.over or world.actor == seat or (view.actor is not None and text != before):
            return text
        legal = world.legal_actions()
        refusals = [action for action in legal if unpack(action).kind == Kind.REFUSE]
        if view.actor is None and not refusals:
            return text
        world.play(*(refusals or legal)[:1])


def _agreed(texts: Sequence[str]) -> Sequel:
    """Return the first of some positions, with `?` where they differ."""
    tables = [Text(text, Mistakes()).values for text in texts]
    untold = []
    lines: list[str] = []
    owner = ""
    for line in texts[0].splitlines():
        name, colon, rest = line.partition(": ")
        indented = line.startswith(" ")
        owner = owner if indented else name
        parts = []
        for segment in (line.strip() if indented else rest).split("; "):
            part = next((key for key in tables[0] if _begins(segment, owner, key)), (owner, ""))
            values = [table[part].text if part in table else "" for table in tables]
            agreed = _agreed_value(part, values)
            if agreed != values[0]:
                untold.append(part)
                segment = f"{part[1]} {agreed}".strip()
            parts.append(segment)
        head = "  " if indented else f"{name}{colon}"
        lines.append(head + "; ".join(parts))
    return Sequel("\n".join(lines) + "\n", tuple(untold))


def _begins(segment: str, owner: str, key: tuple[str, str]) -> bool:
    """Return True if a segment is the part of this key."""
    return key[0] == owner and f"{segment} ".startswith(f"{key[1]} " if key[1] else segment)


def _agreed_value(part: tuple[str, str], values: Sequence[str]) -> str:
    if len(set(values)) == 1:
        return values[0]
    lists = [list(_items(part, value)) for value in values]
    first = lists[0]
    if part[0] in ROWS:
        places = zip_longest(*lists, fillvalue="")
        return ", ".join(items[0] if len(set(items)) == 1 else UNKNOWN for items in places)
    if max(map(len, lists)) < 2:
        return UNKNOWN
    common = Counter(first)
    for items in lists[1:]:
        common &= Counter(items)
    left = len(first) - common.total()
    return ", ".join([*common.elements(), *[UNKNOWN] * left])


def _items(part: tuple[str, str], value: str) -> Iterator[str]:
    """Yield what stands between commas; of tokens each one."""
    for item in items_of(value):
        number, _, name = item.partition(" ")
        if part[1] in ("tokens", "new") and name and number.isdigit():
            yield from [name] * int(number)
        else:
            yield item

"""The position that people at a table type."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from bots.photographs import PHOTOGRAPHS
from views.games import house, second

from covert_bots.covert.position.keys import DECISIONS, LINES, PARTS, PHASES, PLAYER, SEATS
from covert_bots.covert.position.read import PositionError, read_position
from covert_bots.covert.position.template import template
from covert_bots.covert.position.write import position_text
from fuzz.covert import COVERT
from fuzz.mutations import changed_words

__all__ = ["mutate", "seeds", "try_one"]

ODD = (
    "?",
    "-",
    "0",
    "7",
    "99",
    "256",
    "...",
    "/",
    ";",
    ",",
    ":",
    "#",
    "\n",
    "\t",
    "\u0661",
    "\u00b2",
)
STEP = 3  # every so many views are seeds


@cache
def _texts() -> tuple[str, ...]:
    views = [view for view in COVERT.views()[::STEP] if view.cards in (house(), second())]
    typed = [table.filled(template(table.players, house().source)) for table in PHOTOGRAPHS]
    return (*map(position_text, views), *typed)


def seeds() -> Iterator[bytes]:
    """Yield positions of every kind, as they are written and as they are typed."""
    for text in _texts():
        yield text.encode()


def try_one(data: bytes) -> bool:
    """Check that every mistake has its line, or that the position is written and read again."""
    text = data.decode(errors="replace")
    read = 0
    for cards in (house().source, second().source):
        try:
            position = read_position(text, cards)
        except PositionError as error:
            assert error.problems
            assert all(error.problems)
            last = 1 + text.count("\n") + text.count("\r")
            assert all(line and 1 <= line <= last for line in error.lines)
            continue
        read += 1
        assert all(position.assumed)
        COVERT.check_view(position.view)
        written = position_text(position.view)
        again = read_position(written, position.card_set)
        assert again.view == position.view
        assert again.assumed == ()
    return bool(read)


def mutate(data: bytes, random: Random) -> bytes | None:
    """Return another position with words of positions in it."""
    try:
        return changed_words(data.decode(), _words(), ODD, random).encode()
    except UnicodeDecodeError:
        return None


@cache
def _words() -> tuple[str, ...]:
    words = {*LINES, *PARTS, *SEATS.values(), *PLAYER, *PHASES, *DECISIONS}
    words |= {part for parts in PARTS.values() for part in parts}
    words |= {word for text in _texts() for word in text.split()}
    return tuple(sorted(words))

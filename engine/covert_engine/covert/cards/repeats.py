"""Cards that are the same as another: often a line copied and not changed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace

from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.cards.problems import Entry


def repeats(card_set: CardSet) -> Iterator[tuple[Entry, Entry]]:
    """Each card that is the same as an earlier one, and the first of its like.

    The title of a mission does not count. A set may have equal cards, so this is no problem.
    """
    yield from _repeats("agency", card_set.agency)
    yield from _repeats("missions", [replace(one, title="") for one in card_set.missions])
    yield from _repeats("codes", card_set.codes)


def _repeats(section: str, cards: Iterable[Hashable]) -> Iterator[tuple[Entry, Entry]]:
    first: dict[Hashable, Entry] = {}
    for number, card in enumerate(cards, 1):
        entry = Entry.numbered(section, number)
        if card in first:
            yield entry, first[card]
        else:
            first[card] = entry

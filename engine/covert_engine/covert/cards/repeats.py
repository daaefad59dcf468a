"""Equal cards, often a line copied and not changed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace

from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.cards.problems import Entry


def repeats(card_set: CardSet) -> Iterator[tuple[Entry, Entry]]:
    """Yield each card that equals an earlier one, with the first such card.

    The title of a mission does not count. A set may have equal cards.
    """
    yield from _repeats("agency", card_set.agency)
    yield from _repeats("missions", [replace(mission, title="") for mission in card_set.missions])
    yield from _repeats("codes", card_set.codes)


def _repeats(section: str, cards: Iterable[Hashable]) -> Iterator[tuple[Entry, Entry]]:
    first: dict[Hashable, Entry] = {}
    for number, card in enumerate(cards, 1):
        entry = Entry.numbered(section, number)
        if card in first:
            yield entry, first[card]
        else:
            first[card] = entry

from typing import Self

from typing_extensions import disjoint_base

from covert_engine.covert.cards.card_set import CardSet, Options

@disjoint_base
class CompiledSet:
    """C tables of one card set under one choice of options.

    The set is checked first, so that no table is ever overrun; CardSetError lists every problem.
    """

    digest: bytes
    """SHA-256 of the set's canonical text, 32 bytes: its name in views, states and records."""
    source: CardSet
    """Its card set."""
    options: Options
    """Its options."""
    def __new__(cls, source: CardSet, options: Options | None = None) -> Self:
        """Compile `source`, under its own options unless `options` are given."""
    def distance(self, a: int, b: int) -> int:
        """Return the connections on a shortest path between two cities, by number from 0."""
    def neighbours(self, city: int) -> tuple[int, ...]:
        """Return the cities one connection away, ascending, by number from 0."""
    def region(self, city: int) -> int:
        """Return the region of a city, by number from 0."""

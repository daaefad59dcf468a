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
    """The set it was compiled from."""
    options: Options
    """The options it was compiled under."""
    def __new__(cls, source: CardSet, options: Options | None = None) -> Self:
        """The tables of `source`, under its own options unless others are given."""
    def distance(self, a: int, b: int) -> int:
        """Connections on a shortest way between two cities, by number from 0."""
    def neighbours(self, city: int) -> tuple[int, ...]:
        """Cities one connection away, ascending, by number from 0."""
    def region(self, city: int) -> int:
        """The region a city lies in, by number from 0."""
    def read_back(self) -> CardSet:
        """The card set the tables hold, with its names; symbols come in the tables' order."""
    def bit_sets(self) -> dict[str, list[int]]:
        """The tables that are sets of cards or cities, named as in `_compiled.pxd`."""

"""The questions the rules put to chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Chance(Protocol):
    """A source of answers to every question; the same question has the same answer."""

    def characters(self, count: int) -> list[int]:
        """2.1: so many characters, shuffled; seat 0 has the first."""

    def start_cards(self) -> list[int]:
        """2.2, 2.3: the Agency Cards in the order in which they place agents and cubes."""

    def shuffled(self, deck: str, shuffle: int, cards: Sequence[int]) -> list[int]:
        """2.4, 2.5, 5.3, 5.10: the "agency" or "mission" deck at its n-th shuffle, top first."""

    def codes(self) -> list[int]:
        """2.6: all codes, shuffled: two to each seat in turn, the rest by turns onto two decks."""

    def code_deck(self, deck: int, shuffle: int, codes: Sequence[int]) -> list[int]:
        """7.4: a code deck after the n-th code that was shuffled back, top first."""

    def tiles(self, numbers: Sequence[int]) -> list[int]:
        """2.7: the tiles with these numbers, in ascending order, shuffled."""

    def first_roll(self, seat: int) -> list[int]:
        """2.8: five dice."""

    def first_tie(self, seats: Sequence[int]) -> int:
        """2.8: one of the seats."""

    def roll(self, round_number: int, seat: int) -> list[int]:
        """3.1: five dice."""

    def reroll(self, reroll: int, seat: int, dice: int) -> list[int]:
        """3.8: that many dice; `reroll` counts this seat's rerolls, from 0."""

    def token(self, round_number: int, seat: int, draw: int, bag: Sequence[int]) -> int:
        """3.5: place in the abilities' order of the token drawn; `bag` has the count of each.

        `draw` counts this seat's draws of the round, from 0.
        """

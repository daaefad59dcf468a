"""Keyed chance in Python: every outcome a pure function of its key, as `_chance.pxd` defines it."""

from __future__ import annotations

from collections.abc import Sequence

MASK = (1 << 64) - 1
DICE = 5
AGENCY_CARDS, MISSION_CARDS, CODE_CARDS = 48, 60, 40

(
    START_CARDS,
    CHARACTERS_DEALT,
    AGENCY_SHUFFLE,
    MISSION_SHUFFLE,
    CODE_DEAL,
    CODE_SHUFFLE,
    TILE_SHUFFLE,
    FIRST_ROLL,
    FIRST_TIE,
    ROLL_DICE,
    REROLL_DIE,
    TOKEN_DRAW,
) = range(1, 13)


def mix(x: int) -> int:
    """Return the finaliser of splitmix64."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def below(bits: int, bound: int) -> int:
    return (bits >> 32) * bound >> 32


class KeyedChance:
    """The answers of one seed; it is a `rules.model.chance.Chance`."""

    def __init__(self, seed: int) -> None:
        self._seed = mix(seed + 0x9E3779B97F4A7C15 & MASK)

    def _event(self, stream: int, when: int, seat: int, index: int) -> int:
        key = stream << 40 | when << 24 | seat << 16 | index
        return mix(self._seed ^ key * 0xD1B54A32D192ED03 & MASK)

    def _order(self, things: Sequence[int], stream: int, when: int = 0, seat: int = 0) -> list[int]:
        """Order things that count from 1 by the hash of each, counted from 0."""

        def key(thing: int) -> int:
            return self._event(stream, when, seat, thing - 1) & ~63 | thing - 1

        return sorted(things, key=key)

    def _dice(self, stream: int, when: int, seat: int, count: int) -> list[int]:
        return [below(self._event(stream, when, seat, die), 6) + 1 for die in range(count)]

    def characters(self, count: int) -> list[int]:
        return self._order(range(1, count + 1), CHARACTERS_DEALT)

    def start_cards(self) -> list[int]:
        return self._order(range(1, AGENCY_CARDS + 1), START_CARDS)

    def shuffled(self, deck: str, shuffle: int, cards: Sequence[int]) -> list[int]:
        stream = AGENCY_SHUFFLE if deck == "agency" else MISSION_SHUFFLE
        return self._order(cards, stream, shuffle)

    def codes(self) -> list[int]:
        return self._order(range(1, CODE_CARDS + 1), CODE_DEAL)

    def code_deck(self, deck: int, shuffle: int, codes: Sequence[int]) -> list[int]:
        return self._order(codes, CODE_SHUFFLE, shuffle, deck)[::-1]  # from the bottom up

    def tiles(self, numbers: Sequence[int]) -> list[int]:
        order = self._order(range(1, len(numbers) + 1), TILE_SHUFFLE)
        return [numbers[tile - 1] for tile in order]

    def first_roll(self, seat: int) -> list[int]:
        return self._dice(FIRST_ROLL, 0, seat, DICE)

    def first_tie(self, seats: Sequence[int]) -> int:
        return max(seats, key=lambda seat: self._event(FIRST_TIE, 0, seat, 0))

    def roll(self, round_number: int, seat: int) -> list[int]:
        return self._dice(ROLL_DICE, round_number, seat, DICE)

    def reroll(self, reroll: int, seat: int, dice: int) -> list[int]:
        return self._dice(REROLL_DIE, reroll, seat, dice)

    def token(self, round_number: int, seat: int, draw: int, bag: Sequence[int]) -> int:
        picked = below(self._event(TOKEN_DRAW, round_number, seat, draw), sum(bag))
        for ability, count in enumerate(bag):
            if picked < count:
                return ability
            picked -= count
        raise ValueError("the bag is empty")

"""The questions the rules put to chance: 2.4, a method for each row of its table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from covert_action.model.cards import OF_EACH_TYPE, PLAN_TYPES, Card


class Chance(Protocol):
    """A source of answers to every question; the same question has the same answer.

    Rounds and t count from 1, seats from 0. What one answer is says nothing of another's.
    """

    def plan_deck(self) -> Sequence[str]:
        """Return the types of the 40 Plan cards, the top of the deck first; asked once a game."""

    def set_aside(self, round_number: int, in_use: Sequence[Card], count: int) -> Sequence[Card]:
        """Return the cards in use that lie in the centre, in any order: one, two or three, no two
        of one team."""

    def deal(self, round_number: int, cards: Sequence[Card]) -> Sequence[Card]:
        """Return the cards that are not set aside, in the order of the seats that get them."""

    def opener(self, round_number: int, seats: int) -> int:
        """Return the seat that speaks first at t = 1."""

    def fire_lot(self, round_number: int, t: int, seat: int) -> float:
        """Return the lot of a seat that chose to shoot. The highest fires, of equal ones the lower
        seat's; the model compares them."""

    def order_lot(self, round_number: int, t: int, seat: int) -> float:
        """Return the lot of a seat that acts as Sniper at a deadline; compared in the same way."""


class SeededChance:
    """The distributions of 2.4, by Python's random numbers: each event has a generator of its own,
    seeded by the event's key."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def _event(self, name: str, *key: int) -> random.Random:
        return random.Random(f"{self.seed} {name} {key}")

    def plan_deck(self) -> Sequence[str]:
        cards = list(PLAN_TYPES * OF_EACH_TYPE)
        self._event("plan deck").shuffle(cards)
        return cards

    def set_aside(self, round_number: int, in_use: Sequence[Card], count: int) -> Sequence[Card]:
        event = self._event("set aside", round_number)
        if count == 1:
            return [event.choice(in_use)]
        teams = sorted({card.team for card in in_use})
        return [
            event.choice([card for card in in_use if card.team == team])
            for team in event.sample(teams, count)  # all, or all but a spared one
        ]

    def deal(self, round_number: int, cards: Sequence[Card]) -> Sequence[Card]:
        return self._event("deal", round_number).sample(cards, len(cards))

    def opener(self, round_number: int, seats: int) -> int:
        return self._event("opener", round_number).randrange(seats)

    def fire_lot(self, round_number: int, t: int, seat: int) -> float:
        return self._event("fire", round_number, t, seat).random()

    def order_lot(self, round_number: int, t: int, seat: int) -> float:
        return self._event("order", round_number, t, seat).random()

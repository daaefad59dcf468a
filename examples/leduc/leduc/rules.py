"""The rules of Leduc poker (Southey et al. 2005), for the search and for everything else.

Six cards, two of each rank. Each seat has 13 chips, puts one in and gets a card. Seats bet in two
rounds, before and after a common card is shown; a raise adds 2 chips in the first round and 4 in
the second, at most two raises a round. At the end a pair wins, then the higher card.

A state is 11 bytes: the ranks of the cards of seat 0, of seat 1 and on the table, then the actions.
In a view, cards that the seat does not know are UNKNOWN.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

FOLD, CALL, RAISE = range(3)
ACTIONS = ("fold", "call", "raise")
RANKS = ("jack", "queen", "king")
DECK = (0, 0, 1, 1, 2, 2)
UNKNOWN = NONE = 255
TABLE = 2  # the place of the common card, after those of the seats
CARDS, LONGEST = 3, 8  # bytes of a state: cards, actions
CHIPS = 13  # that a seat can lose at most: 1, and two raises of 2 and of 4
RAISES = 2  # in a round
BETS = {1: 2, 2: 4}  # chips by round


class Bets(NamedTuple):
    """The state of the betting; it is public."""

    round: int = 1
    stakes: tuple[int, int] = (1, 1)
    raises: int = 0  # in this round
    calls: int = 0  # since the last raise of this round, or its start
    actor: int | None = 0
    folded: int | None = None


@cache  # there are some 200 ways to bet
def bets_after(actions: bytes) -> Bets:
    """Return the betting after legal actions."""
    if not actions:
        return Bets()
    bets, action = bets_after(actions[:-1]), actions[-1]
    seat = bets.actor
    assert seat is not None
    if action == FOLD:
        return bets._replace(actor=None, folded=seat)
    stakes = list(bets.stakes)
    stakes[seat] = stakes[1 - seat] + (BETS[bets.round] if action == RAISE else 0)
    bets = bets._replace(stakes=(stakes[0], stakes[1]), actor=1 - seat)
    if action == RAISE:
        return bets._replace(raises=bets.raises + 1, calls=0)
    if bets.calls + 1 < (1 if bets.raises else 2):
        return bets._replace(calls=1)
    if bets.round == 2:
        return bets._replace(actor=None)
    return Bets(round=2, stakes=bets.stakes)


def bets_of(state: bytes) -> Bets:
    """Return the betting of a state or a view."""
    return bets_after(actions_of(state))


def actions_of(state: bytes) -> bytes:
    """Return the actions of a state or a view."""
    return state[CARDS:].rstrip(bytes([NONE]))


def written(cards: bytes, actions: bytes) -> bytes:
    """Return the state of cards and actions."""
    return cards + actions.ljust(LONGEST, bytes([NONE]))


def deal(seed: int) -> bytes:
    """Return a new game."""
    return written(bytes(Random(seed).sample(DECK, CARDS)), b"")


def chips(state: bytes) -> list[int]:
    """Return the chips of each seat, those in the pot given to the winner once the game is over."""
    bets = bets_of(state)
    left = [CHIPS - stake for stake in bets.stakes]
    if bets.actor is not None:
        return left
    if bets.folded is not None:
        winners = [1 - bets.folded]
    else:
        strengths = [(card == state[TABLE], card) for card in state[:TABLE]]
        winners = [seat for seat in range(2) if strengths[seat] == max(strengths)]
    for seat in winners:
        left[seat] += sum(bets.stakes) // len(winners)
    return left


class LeducRules:
    """The rules as `covert_engine.search.python.rules.Rules` describes them."""

    name = "leduc"
    players = 2
    state_bytes = view_bytes = CARDS + LONGEST

    def actor(self, state: bytes) -> int | None:
        return bets_of(state).actor

    def legal_actions(self, state: bytes) -> list[int]:
        bets = bets_of(state)
        if bets.actor is None:
            return []
        behind = bets.stakes[bets.actor] < bets.stakes[1 - bets.actor]
        return [*([FOLD] if behind else []), CALL, *([RAISE] if bets.raises < RAISES else [])]

    def play(self, state: bytes, action: int) -> bytes:
        return written(state[:CARDS], actions_of(state) + bytes([action]))

    def observed(self, state: bytes, action: int, observer: int) -> int:
        return 1 + action  # everybody sees it

    def view(self, state: bytes, seat: int) -> bytes:
        bets = bets_of(state)
        if bets.actor is None and bets.folded is None:
            return state  # shown down
        cards = bytearray(state)
        cards[1 - seat] = UNKNOWN
        if bets.round == 1:
            cards[TABLE] = UNKNOWN
        return bytes(cards)

    def sample(self, view: bytes, key: int) -> bytes:
        left = list(DECK)
        for card in view[:CARDS]:
            if card != UNKNOWN:
                left.remove(card)
        dealt = iter(Random(key).sample(left, len(left)))
        cards = bytes(next(dealt) if card == UNKNOWN else card for card in view[:CARDS])
        return cards + view[CARDS:]

    def utilities(self, state: bytes) -> list[float]:
        return [seat_chips / (2 * CHIPS) for seat_chips in chips(state)]


RULES = LeducRules()

"""`State.check` finds what no game comes to: here states are spoilt in memory.

What a view shows of a state is checked as a view (`test_wrong_cards`, `test_wrong_tables`); this is
for the cards, codes and tokens that lie hidden.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import Any

import pytest

from covert_engine.covert import State

from .games import decisions, house

PLAYERS = 3
SEATS = 4
RING = 64


class Truth(ctypes.Structure):
    """The hidden truth of a state, the fields of `_state.pxd` up to who knows what."""

    _fields_ = (
        ("agency_hand", ctypes.c_uint64 * SEATS),
        ("mission_hand", ctypes.c_uint64 * SEATS),
        ("code_hand", ctypes.c_uint64 * SEATS),
        ("agency_deck", ctypes.c_uint8 * RING),
        ("mission_deck", ctypes.c_uint8 * RING),
        ("code_deck", ctypes.c_uint8 * 40 * 2),
        ("agency_head", ctypes.c_uint8),
        ("agency_size", ctypes.c_uint8),
        ("mission_head", ctypes.c_uint8),
        ("mission_size", ctypes.c_uint8),
        ("code_size", ctypes.c_uint8 * 2),
        ("bag", ctypes.c_uint8 * 8),
        ("tokens", ctypes.c_uint8 * 8 * SEATS),
        ("fresh", ctypes.c_uint8 * 8),
        ("search", ctypes.c_uint8 * 3),
        ("kept", ctypes.c_uint8),
        ("actor", ctypes.c_uint8),
        ("agency_known", ctypes.c_uint8 * 48),
        ("agency_lot", ctypes.c_uint8 * 48),
        ("mission_known", ctypes.c_uint8 * 60),
        ("mission_lot", ctypes.c_uint8 * 60),
        ("code_shown", ctypes.c_uint64),
    )


def hands(state: State, name: str) -> list[int]:
    """Return sets of cards, as each seat sees its own."""
    views: list[Any] = [state.view(seat).fields() for seat in range(state.players)]
    held = [fields["players"][seat][name] for seat, fields in enumerate(views)]
    return [sum(1 << place["card"] - 1 for place in hand) for hand in held] + [0] * (
        SEATS - state.players
    )


def truth_of(state: State) -> Truth:
    """Return the truth that stands in memory where the hands of all seats follow one another."""
    whole = ctypes.string_at(id(state), type(state).__basicsize__)
    sets = [hand for name in ("agency_cards", "missions", "codes") for hand in hands(state, name)]
    start = whole.index(b"".join(card_set.to_bytes(8, "little") for card_set in sets))
    return Truth.from_address(id(state) + start)


def lowest(cards: int) -> int:
    return (cards & -cards).bit_length() - 1


def top(truth: Truth) -> int:
    return int(truth.agency_deck[truth.agency_head % RING])


def put_card_in_two_hands(truth: Truth) -> None:
    truth.agency_hand[2] |= truth.agency_hand[0]


def put_mission_in_two_hands(truth: Truth) -> None:
    truth.mission_hand[2] |= truth.mission_hand[0]


def fill_hand(truth: Truth) -> None:
    """Fill a hand with cards of the deck, known to all."""
    while truth.agency_hand[1].bit_count() < 9:
        truth.agency_hand[1] |= 1 << top(truth)
        truth.agency_known[top(truth)] = 0b111
        truth.agency_head += 1
        truth.agency_size -= 1


def fill_missions(truth: Truth) -> None:
    deck = truth.mission_deck
    while truth.mission_hand[0].bit_count() < 5:
        truth.mission_hand[0] |= 1 << deck[truth.mission_head % RING]
        truth.mission_known[deck[truth.mission_head % RING]] = 0b111
        truth.mission_head += 1
        truth.mission_size -= 1


def draw_a_third_code(truth: Truth) -> None:
    truth.code_size[0] -= 1
    truth.code_hand[2] |= 1 << truth.code_deck[0][truth.code_size[0]]


def forget_card_in_hand(truth: Truth) -> None:
    truth.agency_known[lowest(truth.agency_hand[1])] = 0b101


def forget_mission_in_hand(truth: Truth) -> None:
    truth.mission_known[lowest(truth.mission_hand[1])] = 0b101


def put_top_card_in_hand(truth: Truth) -> None:
    truth.agency_hand[0] |= 1 << top(truth)


def put_top_mission_below_too(truth: Truth) -> None:
    deck, head, size = truth.mission_deck, truth.mission_head, truth.mission_size
    deck[(head + size) % RING] = deck[head % RING]
    truth.mission_size += 1


def put_held_card_into_search(truth: Truth) -> None:
    truth.search[1] = lowest(truth.agency_hand[0])


def put_card_into_search_twice(truth: Truth) -> None:
    truth.search[1] = truth.search[0]


def lose_top_card(truth: Truth) -> None:
    """Take away the top card; not all know it, as they would a card that lies in the open."""
    truth.agency_known[top(truth)] = 0b011
    truth.agency_head += 1
    truth.agency_size -= 1


def put_code_in_two_hands(truth: Truth) -> None:
    truth.code_hand[1] |= truth.code_hand[0]


def show_code_of_nobody(truth: Truth) -> None:
    truth.code_shown |= 1 << truth.code_deck[0][truth.code_size[0] - 1]


def put_top_code_in_hand(truth: Truth) -> None:
    truth.code_hand[2] |= 1 << truth.code_deck[1][truth.code_size[1] - 1]


def put_code_below_twice(truth: Truth) -> None:
    truth.code_deck[0][1] = truth.code_deck[0][0]


def take_token_from_nowhere(truth: Truth) -> None:
    truth.tokens[1][3] += 1


Spoil = Callable[[Truth], None]

CASES: list[tuple[Spoil, str, str]] = [
    (put_card_in_two_hands, "agency_hand[2]", "a card is in two hands"),
    (put_mission_in_two_hands, "mission_hand[2]", "a card is in two hands"),
    (fill_hand, "agency_hand[1]", "9 cards; expected at most 8"),
    (fill_missions, "mission_hand[0]", "5 cards; expected at most 4"),
    (forget_card_in_hand, "agency_known[", "seat 1 holds the card and does not know it"),
    (forget_mission_in_hand, "mission_known[", "seat 1 holds the card and does not know it"),
    (put_top_card_in_hand, "agency_deck[0]", "lies elsewhere too"),
    (put_top_mission_below_too, "mission_deck[", "lies elsewhere too"),
    (put_held_card_into_search, "search[1]", "lies elsewhere too"),
    (put_card_into_search_twice, "search[1]", "lies elsewhere too"),
    (lose_top_card, "agency_known[", "the card lies in the open and not all know it"),
    (put_code_in_two_hands, "code_hand[1]", "a code lies elsewhere too"),
    (draw_a_third_code, "code_hand[2]", "3 codes; expected at most 2"),
    (show_code_of_nobody, "code_shown", "the equipment of a code is known that nobody holds"),
    (put_top_code_in_hand, "code_deck[1][", "a code lies elsewhere too"),
    (put_code_below_twice, "code_deck[0][1]", "a code lies elsewhere too"),
    (take_token_from_nowhere, "bag[3]", "3 tokens in all; expected 2"),
]


@cache
def searching() -> State:
    """Return a state in which an Agency Card is searched for, and all have cards and codes."""
    for state in chain(*(decisions(house(), PLAYERS, seed, "random") for seed in range(100))):
        truth = truth_of(state)
        held = (*truth.agency_hand[:PLAYERS], *truth.code_hand[:PLAYERS])
        if all(held) and state.actor is not None:
            fields: Any = state.view(state.actor).fields()
            if "search" in fields and fields["use"]["deck"] == "agency":
                return state
    raise AssertionError("nobody searches in a hundred games")


@pytest.mark.parametrize(
    ("spoil", "field", "message"), CASES, ids=[spoil.__name__ for spoil, _, _ in CASES]
)
def test_what_does_not_fit_is_noted(spoil: Spoil, field: str, message: str) -> None:
    state = searching().copy()
    assert state.check() == []
    spoil(truth_of(state))
    problems = state.check()
    assert any(at.startswith(field) and said.endswith(message) for at, said in problems)
    assert not any(at.startswith("seat ") for at, _ in problems)  # no view of it was written

"""A view written by hand says how many cards nobody has seen, in place of as many empty places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.message import Message
from views.games import collection

from covert_bots.covert.wire import view_from_message, view_to_message
from covert_bots.players.message_fields import fields_from_message
from covert_engine.covert import View, ViewError
from covertbots.v1.covert_view_pb2 import CovertView

Pile = tuple[
    Message, str, str, str
]  # what has the places, its lists of them and their number, path


def piles(message: CovertView) -> Iterator[Pile]:
    """Yield everything that has places, except the cards that the view's own seat holds or looks
    at."""
    for name in ("agency_deck", "mission_deck"):
        yield getattr(message, name), "places", "size", name
    if message.HasField("search") and not any(place.card for place in message.search.cards):
        yield message.search, "cards", "size", "search"
    for seat, player in enumerate(message.players):
        if seat != message.seat:
            for places, count in (
                ("agency_cards", "agency_card_count"),
                ("missions", "mission_count"),
                ("codes", "code_count"),
            ):
                yield player, places, count, f"players[{seat}]"


def forgetful(view: View) -> CovertView:
    """Return a view as written by hand: nothing is known of others' cards, nor of the decks."""
    message = view_to_message(view).covert
    for pile, places, _, _ in piles(message):
        many = len(getattr(pile, places))
        pile.ClearField(places)
        for _ in range(many):
            getattr(pile, places).add()
    for deck in (message.agency_deck, message.mission_deck):
        deck.ClearField("unseen")
        deck.ClearField("lot")
    return message


def counted(message: CovertView, kept: int) -> CovertView:
    """Return the same view with numbers in place of all but so many of the places."""
    short = CovertView()
    short.CopyFrom(message)
    for pile, places, count, _ in piles(short):
        listed: Any = getattr(pile, places)
        setattr(pile, count, len(listed))
        del listed[min(kept, len(listed)) :]
    return short


@pytest.mark.parametrize("kept", [0, 1, 99])
def test_a_number_stands_for_as_many_empty_places(kept: int) -> None:
    seen = set()
    for view in collection():
        message = forgetful(view)
        short = counted(message, kept)
        expected = view_from_message(message, view.cards)
        assert View.from_message(view.cards, short.SerializeToString()) == expected
        assert View.from_fields(view.cards, fields_from_message(short)) == expected
        seen |= {path.rstrip("[0123]") for _, _, _, path in piles(short)}
    assert seen == {"agency_deck", "mission_deck", "search", "players"}


def test_what_is_known_stands_first() -> None:
    read = 0
    for view in collection():
        message = view_to_message(view).covert
        deck = message.agency_deck
        if not deck.places or not deck.places[0].card:
            continue
        many = len(deck.places)
        del deck.places[1:]
        for _ in range(many - 1):
            deck.places.add()
        deck.ClearField("unseen")
        expected = view_from_message(message, view.cards)
        del deck.places[1:]
        deck.size = many
        assert view_from_message(message, view.cards) == expected
        assert View.from_fields(view.cards, fields_from_message(message)) == expected
        read += 1
    assert read


def test_fewer_than_are_listed_or_too_many_is_a_mistake() -> None:
    for view in collection()[::9]:
        for place, (pile, places, _, _) in enumerate(piles(view_to_message(view).covert)):
            listed = len(getattr(pile, places))
            for many in {listed - 1, 61} - {-1}:
                message = view_to_message(view).covert
                pile, _, count, path = list(piles(message))[place]
                setattr(pile, count, many)
                with pytest.raises(ViewError) as caught:
                    view_from_message(message, view.cards)
                wrong = dict(caught.value.violations)[f"{path}.{count}"]
                least = f"; expected at least {listed}, as many as `{places}` lists"
                assert wrong == f"{many}{least}" or (many == 61 and "; expected 0 to " in wrong)


def test_the_service_gives_no_such_number() -> None:
    for view in collection():
        for pile, _, count, _ in piles(view_to_message(view).covert):
            assert not pile.HasField(count)


def test_an_own_hand_that_is_left_out_is_told_where_it_belongs() -> None:
    hands = set()
    for view in collection()[::3]:
        for hand in ("agency_cards", "missions", "codes"):
            message = view_to_message(view).covert
            own = message.players[view.seat]
            if not getattr(own, hand) or (hand == "codes" and message.phase == message.PHASE_SETUP):
                continue
            own.ClearField(hand)
            with pytest.raises(ViewError) as caught:
                view_from_message(message, view.cards)
            violations = dict(caught.value.violations)
            assert len(violations) == len(caught.value.violations)
            wrong = violations[f"players[{view.seat}].{hand}"]
            assert "lie nowhere; expected the hand of the view's own seat, or more in " in wrong
            assert not [field for field in violations if field.endswith("unseen")]
            assert "code_decks" not in violations
            hands.add(hand)
    assert hands == {"agency_cards", "missions", "codes"}

"""A view is read from a message's bytes as from its fields, or not at all."""

from __future__ import annotations

from random import Random

import pytest
from views.games import collection

from covert_bots.covert.wire import view_to_message
from covert_bots.players.message_fields import fields_from_message
from covert_engine.covert import CompiledSet, View, ViewError
from covertbots.v1.covert_card_set_pb2 import CovertCardSet
from covertbots.v1.covert_view_pb2 import CovertView
from fuzz.covert import COVERT
from fuzz.wire_view import WireView

SPOILT = 1000
NOT_WRITTEN = [("view", "is not in the bytes that Protobuf writes")]


def test_every_view_is_read_from_the_bytes_of_its_message() -> None:
    for view in collection():
        data = view_to_message(view).covert.SerializeToString()
        assert View.from_message(view.cards, data) == view


def test_nothing_is_read_from_bytes_that_is_not_read_from_fields() -> None:
    random, views, door = Random(7), collection(), WireView(COVERT)
    read = 0
    for _ in range(SPOILT):
        view = random.choice(views)
        data = door.mutate(view_to_message(view).covert.SerializeToString(), random)
        if data is not None:
            read += agrees(view.cards, CovertView.FromString(data))
    assert SPOILT / 20 < read < SPOILT * 19 / 20


def test_what_may_be_left_out_is_filled_in_alike() -> None:
    """By who does not remember who knows which card, nor lots."""
    for view in collection():
        message = view_to_message(view).covert
        for player in message.players:
            player.ClearField("supply")
            for place in (*player.agency_cards, *player.missions):
                place.ClearField("known_by")
                place.ClearField("lot")
        for deck in (message.agency_deck, message.mission_deck):
            deck.ClearField("shuffles")
            deck.ClearField("unseen")
        assert agrees(view.cards, message)


def read(cards: CompiledSet, data: bytes) -> View | list[tuple[str, str]]:
    """Return the view in the bytes of a message, or its mistakes."""
    try:
        return View.from_message(cards, data)
    except ViewError as error:
        return error.violations


def agrees(cards: CompiledSet, message: CovertView) -> bool:
    """Return True if the view is right; both ways to read it must say the same."""
    result = read(cards, message.SerializeToString())
    try:
        expected: object = View.from_fields(cards, fields_from_message(message))
    except ViewError as error:
        expected = error.violations
    assert result == expected
    return isinstance(result, View)


def test_fields_are_read_in_any_order_and_once() -> None:
    """The values of a field can depend on another: the cards that a search looks at, on the deck.
    A second value of that field would come too late."""
    searches = [
        (view, message)
        for view, message in ((view, view_to_message(view).covert) for view in collection())
        if message.HasField("search") and message.use.deck == CovertCardSet.DECK_AGENCY
    ]
    assert searches
    for view, message in searches:
        use = CovertView(use=message.use)
        of_missions = CovertView(use=message.use)
        of_missions.use.deck = CovertCardSet.DECK_MISSION
        search = CovertView(search=message.search)
        for place in search.search.cards:
            place.card = 60  # a mission; there are fewer Agency Cards
        message.ClearField("use")
        message.ClearField("search")
        parts = message, of_missions, search, use
        data = b"".join(part.SerializeToString() for part in parts)
        assert read(view.cards, data) == NOT_WRITTEN
        twice = view_to_message(view).covert.SerializeToString() + use.SerializeToString()
        assert read(view.cards, twice) == NOT_WRITTEN
        order = view_to_message(view).covert
        order.ClearField("use")
        assert read(view.cards, order.SerializeToString() + use.SerializeToString()) == view
        data = b"".join(part.SerializeToString() for part in (search, message, use))
        with pytest.raises(ViewError) as caught:
            View.from_message(view.cards, data)
        assert caught.value.violations[0][0] == "search.cards[0].card"


def test_bytes_of_no_message_are_not_read() -> None:
    (view, *_) = collection()
    data = view_to_message(view).covert.SerializeToString()
    for size in range(0, len(data), 7):
        result = read(view.cards, data[:size])
        assert result == view or isinstance(result, list)
    for at in range(len(data)):
        for other in (0, 6, 7, 127, 128, 255):
            assert read(view.cards, data[:at] + bytes([other]) + data[at + 1 :])
    assert read(view.cards, data[:-1]) == NOT_WRITTEN
    assert read(view.cards, data + b"\x07\x00") == NOT_WRITTEN  # what stands there has no place

"""A view is read from a message's bytes as from its fields, or not at all."""

from __future__ import annotations

from random import Random

from views.games import collection

from covert_bots.covert.wire import view_to_message
from covert_bots.players.message_fields import fields_from_message
from covert_engine.covert import CompiledSet, View, ViewError
from covertbots.v1.covert_card_set_pb2 import CovertCardSet
from covertbots.v1.covert_view_pb2 import CovertView
from fuzz.wire_view import mutate

SPOILT = 1000


def test_every_view_is_read_from_the_bytes_of_its_message() -> None:
    for view in collection():
        data = view_to_message(view).covert.SerializeToString()
        assert View.from_message(view.cards, data) == view


def test_nothing_is_read_from_bytes_that_is_not_read_from_fields() -> None:
    random, views = Random(7), collection()
    read = 0
    for _ in range(SPOILT):
        view = random.choice(views)
        data = mutate(view_to_message(view).covert.SerializeToString(), random)
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


def agrees(cards: CompiledSet, message: CovertView) -> bool:
    """Return True if the view is right; both ways to read it must say the same."""
    read = View.from_message(cards, message.SerializeToString())
    try:
        expected = View.from_fields(cards, fields_from_message(message))
    except ViewError:
        expected = None
    assert read == expected
    return expected is not None


def test_fields_are_read_in_their_order_and_once() -> None:
    """The values of a field can depend on a field before it: the cards that a search looks at, on
    the deck. A second value of that field would come too late."""
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
        assert View.from_message(view.cards, data) is None
        twice = view_to_message(view).covert.SerializeToString() + use.SerializeToString()
        assert View.from_message(view.cards, twice) is None


def test_bytes_of_no_message_are_not_read() -> None:
    (view, *_) = collection()
    data = view_to_message(view).covert.SerializeToString()
    for size in range(0, len(data), 7):
        assert View.from_message(view.cards, data[:size]) in (None, view)
    for at in range(len(data)):
        for other in (0, 127, 128, 255):
            View.from_message(view.cards, data[:at] + bytes([other]) + data[at + 1 :])

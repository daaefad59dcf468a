"""Laws of views written down: `from_fields` reads what `fields` writes, view.proto describes it."""

from __future__ import annotations

import json
import random
from itertools import chain, product
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.json_format import ParseDict

from covert_engine.covert import State, View, ViewError
from covertbots.v1.covert_view_pb2 import CovertView

from .games import collection, house, second, sights

MAY_BE_ABSENT = {field.name for field in CovertView.DESCRIPTOR.fields if field.has_presence} - {
    "options",
    "turn",
    "agency_deck",
    "mission_deck",
}
COUNTS = {  # of places of which nothing is known, in views by hand alone
    "Player": {"agency_card_count", "mission_count", "code_count"},
    "CardDeck": {"size"},
    "Search": {"size"},
}
ORDERED = {  # lists whose order means something, or that pair with another by place
    *("order", "players", "agents", "circles", "spaces", "tiles", "agency_face_up"),
    *("missions_face_up", "places", "code_decks", "steps", "cards"),
}


def test_a_view_read_from_what_was_written_is_the_view() -> None:
    for view in collection():
        again = View.from_fields(view.cards, view.fields())
        assert again == view
        assert bytes(again) == bytes(view)
        assert hash(again) == hash(view)
        assert again.digest() == view.digest()
        assert again.fields() == view.fields()


def test_single_values_are_those_written_down() -> None:
    for view in collection():
        fields: Any = view.fields()
        assert (view.seat, view.round, view.phase) == tuple(
            fields[name] for name in ("seat", "round", "phase")
        )
        assert view.decision == fields["decision"]
        assert view.actor == fields.get("to_decide")
        assert view.on_turn == fields.get("on_turn")
        assert view.in_use == ("use" in fields)
        own = fields["players"][view.seat]
        assert view.hand == {
            pile: [place["card"] for place in own[pile]]
            for pile in ("agency_cards", "missions", "codes")
        }
    assert len({(view.on_turn, view.in_use) for view in collection()}) > 4
    assert any(min(map(len, view.hand.values())) > 1 for view in collection())


def test_what_is_written_is_plain_data() -> None:
    for view in collection():
        text = json.dumps(view.fields())
        assert View.from_fields(view.cards, json.loads(text)) == view


# view.proto.


def named(value: Any, field: FieldDescriptor) -> Any:
    """Return the value with enum names as in view.proto: `placing` is PHASE_PLACING."""
    if isinstance(value, list):
        return [named(item, field) for item in value]
    if field.message_type:
        return named_message(value, field.message_type)
    if field.enum_type:
        return field.enum_type.values[0].name.removesuffix("UNSPECIFIED") + value.upper()
    return value


def named_message(fields: Any, message: Any) -> dict[str, Any]:
    names = [field.name for field in message.fields]
    assert [name for name in names if name in fields] == list(fields), (
        "the order of covert_view.proto"
    )
    may_be_absent = (
        MAY_BE_ABSENT if message.name == "CovertView" else COUNTS.get(message.name, set())
    )
    assert set(names) - set(fields) <= may_be_absent
    return {name: named(value, message.fields_by_name[name]) for name, value in fields.items()}


def test_the_fields_are_those_of_the_message() -> None:
    for view in collection()[::3]:
        fields = named_message(view.fields(), CovertView.DESCRIPTOR)
        ParseDict(fields, CovertView())


def test_every_field_of_the_message_is_written_somewhere() -> None:
    seen = set[str]()
    for view in collection():
        seen |= set(view.fields())
    assert seen == {field.name for field in CovertView.DESCRIPTOR.fields}


# What need not be written.


def shuffled(value: Any, rng: random.Random, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: shuffled(item, rng, key) for key, item in value.items()}
    if isinstance(value, list):
        items = [shuffled(entry, rng) for entry in value]
        if name not in ORDERED or (name == "cards" and all(isinstance(i, int) for i in items)):
            rng.shuffle(items)
        return items
    return value


def test_lists_without_an_order_may_come_in_any() -> None:
    rng = random.Random(1)
    for view in collection():
        again = View.from_fields(view.cards, shuffled(view.fields(), rng))
        assert bytes(again) == bytes(view)
        assert again.digest() == view.digest()


def without_defaults(value: Any) -> Any:
    """Return fields as a message on the wire has them: without defaults."""
    if isinstance(value, dict):
        return {
            key: without_defaults(item)
            for key, item in value.items()
            if key in MAY_BE_ABSENT or item not in (0, "", False, [], "unspecified")
        }
    return [without_defaults(entry) for entry in value] if isinstance(value, list) else value


def test_what_has_its_default_may_be_left_out() -> None:
    for view in collection():
        assert View.from_fields(view.cards, without_defaults(view.fields())) == view


# A person does not remember everything.


def memory(fields: Any) -> list[dict[str, Any]]:
    """Return the places outside the seat's own hand and Search."""
    places: list[dict[str, Any]] = [
        place
        for seat, player in enumerate(fields["players"])
        if seat != fields["seat"]
        for place in player["agency_cards"] + player["missions"]
    ]
    for deck in ("agency_deck", "mission_deck"):
        places += fields[deck]["places"]
    return places


@pytest.mark.parametrize("share", [0.2, 0.7, 1.0])
def test_fewer_known_cards_are_a_view_too(share: float) -> None:
    rng = random.Random(2)
    for number, view in enumerate(collection()):
        fields: Any = view.fields()
        for place in memory(fields):
            if rng.random() < share:
                place["card"] = 0
        check_forgetful(view, fields, number)


@pytest.mark.parametrize("field", ["known_by", "lot"])
def test_who_knows_a_card_and_its_lot_may_be_forgotten(field: str) -> None:
    for number, view in enumerate(collection()):
        fields: Any = view.fields()
        for place in memory(fields):
            place.pop(field)
        check_forgetful(view, fields, number)


def test_where_one_lot_is_forgotten_the_others_stay_what_they_are() -> None:
    """Only the deck's may take the place in."""
    kept = 0
    for view, deck in product(collection()[::2], ("agency_deck", "mission_deck")):
        fields: Any = view.fields()
        for player in fields["players"]:
            hand = player["agency_cards" if deck == "agency_deck" else "missions"]
            unseen = [place for place in hand if place["card"] == 0]
            if unseen:
                forgotten = unseen[0].pop("lot")
                read: Any = View.from_fields(view.cards, fields).fields()
                less = read[deck]["unseen"]
                unseen[0]["lot"] = forgotten
                for lot in fields[deck]["unseen"]:
                    if lot["lot"] not in (forgotten, fields[deck]["lot"]):
                        assert lot in less
                        kept += 1
    assert kept > 50


def test_the_whole_memory_may_be_left_empty() -> None:
    for number, view in enumerate(collection()):
        fields: Any = view.fields()
        for place in memory(fields):
            place.clear()
        for player in fields["players"]:
            for place in player["agency_cards"] + player["missions"]:
                place.pop("known_by", None)
                place.pop("lot", None)
        for place in fields.get("search", {}).get("cards", []):
            place.pop("known_by")
            place.pop("lot")
        for deck in ("agency_deck", "mission_deck"):
            fields[deck].pop("lot")
            fields[deck].pop("unseen")
        check_forgetful(view, fields, number)


def check_forgetful(view: View, fields: Any, key: int) -> None:
    """It can be written again, and asked for the same moves; its worlds are in order, and show the
    seat no more than it remembers."""
    less = View.from_fields(view.cards, fields)
    assert View.from_fields(view.cards, less.fields()) == less
    assert less.legal_actions() == view.legal_actions()
    world = less.sample(key)
    assert world.check() == []
    assert world.view(view.seat) == less


# What names a view.


def test_digests_tell_card_sets_and_options_apart() -> None:
    fields: Any = State.deal(house(), 2, 1).view(0).fields()
    assert fields["card_set"] != second().digest.hex()
    with pytest.raises(ViewError) as raised:
        View.from_fields(second(), fields)
    assert [field for field, _ in raised.value.violations] == ["card_set"]  # the rest would mislead
    views = collection()
    assert len({view.digest() for view in views}) == len(set(views))


def test_views_are_not_made_by_hand() -> None:
    with pytest.raises(TypeError, match="from_fields"):
        View()


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    """But for how often a deck was shuffled, which then follows from its lots, the view is the same
    as with it."""
    left_out = set()
    drawing = (
        view
        for view in sights(house(), 3, 7, "hoarding")
        if view.fields().get("on_turn") == view.seat and view.fields()["turn"]["drawn"]
    )
    for view in chain(collection()[::2], drawing):
        fields: Any = view.fields()
        for deck in ("agency_deck", "mission_deck"):
            whole = fields[deck].pop("shuffles")
            lots = [fields[deck]["lot"], *(lot["lot"] for lot in fields[deck]["unseen"])]
            given: Any = View.from_fields(view.cards, fields).fields()
            assert given[deck]["shuffles"] == max(1, *lots)
            fields[deck]["shuffles"] = whole
            left_out |= {"other shuffles"} if given[deck]["shuffles"] != whole else {"shuffles"}
        for player in fields["players"]:
            left_out |= {"supply"} if player.pop("supply") else set()
            for code in player["codes"]:
                if code["card"]:
                    del code["equipment"]
                    left_out.add("equipment")
        if fields["players"][view.seat].pop("tokens"):
            left_out.add("tokens")
        if fields.get("on_turn") == view.seat and fields["turn"].pop("drawn"):
            left_out.add("drawn")
        assert View.from_fields(view.cards, fields) == view
    assert left_out >= {"shuffles", "supply", "equipment", "tokens", "drawn"}


def test_what_does_not_fit_the_rest_is_still_a_mistake() -> None:
    view = next(view for view in collection() if view.fields()["players"][0]["supply"] > 1)
    fields: Any = view.fields()
    fields["players"][0]["supply"] -= 1
    with pytest.raises(ViewError, match=r"players\[0\]\.supply"):
        View.from_fields(view.cards, fields)

"""Messages as nested dicts: their bytes read as their fields do, and are counted first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.message import Message

from covert_bots.covert.game import Covert
from covert_bots.covert_action.game import CovertAction
from covert_bots.players.game import Game
from covert_bots.players.message_fields import (
    enum_names,
    fields_from_message,
    list_sizes,
    lists_of,
    message_from_fields,
)
from covert_engine.covert import house_set
from covertbots.v1.covert_action_pb2 import CovertActionView
from covertbots.v1.covert_card_set_pb2 import CovertOptions
from covertbots.v1.covert_view_pb2 import CovertView

UNKNOWN = [  # fields that no message of ours has
    b"\xf8\xff\x01\x7f",  # number 4095, a varint
    b"\xf9\xff\x0112345678",  # eight bytes
    b"\xfa\xff\x01\x02ab",  # a size and bytes
    b"\xfd\xff\x011234",  # four bytes
    b"\xfb\xff\x01\x08\x01\x13\x08\x01\x14\xfc\xff\x01",  # a group with a group in it
]
VALUES = {0: b"\x05", 1: b"12345678", 2: b"\x03abc", 3: b"\x08\x01", 5: b"1234"}  # by wire type
SEED = 3


def by_fields(message: Message) -> dict[str, Any]:
    """Return the dict of a message that is asked for each of its fields."""
    fields = {}
    for field in message.DESCRIPTOR.fields:
        if field.has_presence and not message.HasField(field.name):
            continue
        value = getattr(message, field.name)
        repeated = hasattr(value, "extend")
        items = list(value) if repeated else [value]
        if field.message_type is not None:
            items = [by_fields(item) for item in items]
        elif field.enum_type is not None:
            names = enum_names(field.enum_type)[0]
            items = [names.get(item, str(item)) for item in items]
        fields[field.name] = items if repeated else items[0]
    return fields


def messages() -> Iterator[Message]:
    """Yield views of games of both games, by seats in turn."""
    for game, players in ((Covert(house_set()), 2), (Covert(house_set()), 4), (CovertAction(), 7)):
        yield from _of(game, players)


def _of(game: Game, players: int) -> Iterator[Message]:
    state = game.deal(players, SEED)
    bot = game.catalogue.make("random")
    for number in range(600):
        if (seat := state.actor) is None:
            return
        view = state.view(seat)
        if number % 3 == 0:
            message = game.view_to_message(view)
            yield getattr(message, message.WhichOneof("game") or "")
        state.play(bot.choose(view, number))


def test_a_message_is_read_from_its_bytes_as_from_its_fields() -> None:
    read = 0
    for message in messages():
        expected = by_fields(message)
        fields = fields_from_message(message)
        assert fields == expected
        assert list(fields) == list(expected)
        assert message_from_fields(type(message), fields) == message
        read += 1
    assert read > 400


def test_lists_are_counted_as_they_are_found_one_by_one() -> None:
    for message in messages():
        lengths = [length for _, length in lists_of(message, "")]
        assert list_sizes(message) == (max(lengths), sum(lengths))
    assert list_sizes(CovertView()) == (0, 0)


@pytest.mark.parametrize("kind", [CovertView, CovertActionView, CovertOptions])
def test_an_empty_message_has_its_defaults(kind: type[Message]) -> None:
    assert fields_from_message(kind()) == by_fields(kind())


def test_fields_that_nobody_knows_are_passed_over() -> None:
    message = next(messages())
    expected, sizes = fields_from_message(message), list_sizes(message)
    for before in UNKNOWN:
        for after in UNKNOWN:
            other = type(message).FromString(before + message.SerializeToString() + after)
            assert len(other.SerializeToString()) > len(message.SerializeToString())
            assert fields_from_message(other) == expected
            assert list_sizes(other) == sizes


def tag(number: int, wire: int) -> bytes:
    """Return the tag that precedes a value of a field."""
    key = number << 3 | wire
    return bytes([key]) if key < 128 else bytes([(key & 127) | 128, key >> 7])


def values_of_other_wire_types(message: Message, field: Any) -> Iterator[bytes]:
    """Yield values that this field of a message cannot have, under its number."""
    taken = {0, 2} if hasattr(getattr(message, field.name), "extend") else {0}
    if field.type in (field.TYPE_STRING, field.TYPE_MESSAGE):
        taken = {2}
    for wire in VALUES.keys() - taken:
        end = tag(field.number, 4) if wire == 3 else b""
        yield tag(field.number, wire) + VALUES[wire] + end


@pytest.mark.parametrize("kind", [CovertView, CovertView.Player, CovertActionView])
def test_a_value_of_another_wire_type_is_not_read_as_the_field(kind: type[Message]) -> None:
    """Protobuf keeps it as an unknown field."""
    message = kind()
    for candidate in messages():
        if isinstance(candidate, kind):
            message = candidate
    for field in kind.DESCRIPTOR.fields:
        for data in values_of_other_wire_types(message, field):
            other = kind.FromString(message.SerializeToString() + data)
            assert len(other.SerializeToString()) > len(message.SerializeToString())
            assert fields_from_message(other) == by_fields(message), (field.name, data)
            assert list_sizes(other) == list_sizes(message), (field.name, data)


def test_a_number_of_an_enum_that_nobody_knows_is_its_digits() -> None:
    view = CovertView(phase=77, seat=(1 << 32) - 1)  # type: ignore[arg-type]
    view.pairs.SetInParent()
    fields = fields_from_message(view)
    assert fields == by_fields(view)
    assert (fields["phase"], fields["seat"]) == ("77", (1 << 32) - 1)
    view.phase = -5  # type: ignore[assignment]
    assert fields_from_message(view)["phase"] == "-5"


def test_numbers_in_a_list_are_read_however_they_were_sent() -> None:
    number = CovertView.DESCRIPTOR.fields_by_name["missions_face_up"].number
    before = tag(number, 0)
    view = CovertView.FromString(before + b"\x05" + before + b"\xac\x02")
    assert list(view.missions_face_up) == [5, 300]
    assert fields_from_message(view)["missions_face_up"] == [5, 300]
    assert list_sizes(view) == (2, 2)

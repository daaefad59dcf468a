"""Conversion between messages and nested dicts of plain values, by the message's descriptor.

Enum values are the lower-case names of the message's enum without their prefix; an unset optional
field is left out. A field that is added to a message and to the engine's dict needs no code here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, TypeAlias, TypeVar

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto
from google.protobuf.message import Message

from covert_bots.players import _message_bytes
from covert_bots.players._message_bytes import Layout
from covert_engine.input.spelling import respelled

M = TypeVar("M", bound=Message)
Descriptor: TypeAlias = Any  # its class depends on the implementation of protobuf


@cache
def enum_names(enum: EnumDescriptor) -> tuple[dict[int, str], dict[str, int]]:
    """Return the names of an enum's values by number, and the numbers by name: ABILITY_PLUS_ONE is
    "plus_one"."""
    zero = enum.values_by_number[0].name
    prefix = zero.removesuffix("UNSPECIFIED")
    by_number = {value.number: value.name.removeprefix(prefix).lower() for value in enum.values}
    return by_number, {name: number for number, name in by_number.items()}


def as_in_messages(violations: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return violations with their enums spelled as in messages."""
    return [(field, respelled(wrong, _in_messages)) for field, wrong in violations]


def _in_messages(enum: str, name: str) -> str:
    if name in ("null", "None"):
        return f"{enum}_UNSPECIFIED" if enum else "nothing"
    return name if name.isdigit() else f"{enum}_{name.upper()}"


class _Field:
    """A field of a message, for reading and writing."""

    def __init__(self, field: FieldDescriptor, repeated: bool) -> None:
        self.name = field.name
        self.number = field.number
        self.type = field.type
        self.repeated = repeated
        self.optional = field.has_presence
        self.message: Descriptor | None = field.message_type
        self.names: dict[int, str] = {}
        self.numbers: dict[str, int] = {}
        if field.enum_type is not None:
            self.names, self.numbers = enum_names(field.enum_type)

    @property
    def converted(self) -> bool:
        """True if the field is or holds an enum; other values are written unchanged."""
        return bool(self.numbers) or (self.message is not None and bool(_enums(self.message)))

    def read(self, value: Any) -> Any:
        if self.message is not None:
            return fields_from_message(value)
        return self.names.get(value, str(value)) if self.names else value

    def write(self, value: Any) -> Any:
        if self.message is not None:
            return _arguments(self.message, value)
        return self.numbers[value]


@cache
def _plan(descriptor: Descriptor) -> tuple[_Field, ...]:
    proto = DescriptorProto()
    descriptor.CopyToProto(proto)
    return tuple(
        _Field(field, field_proto.label == FieldDescriptorProto.LABEL_REPEATED)
        for field, field_proto in zip(descriptor.fields, proto.field, strict=True)
    )


@cache
def _layout(descriptor: Descriptor) -> Layout:
    return Layout(
        [
            (
                field.number,
                field.repeated,
                field.type == FieldDescriptor.TYPE_STRING,
                None if field.message is None else partial(_layout, field.message),
            )
            for field in _plan(descriptor)
        ]
    )


@cache
def _enums(descriptor: Descriptor) -> tuple[_Field, ...]:
    return tuple(field for field in _plan(descriptor) if field.converted)


@cache
def _repeated(descriptor: Descriptor) -> frozenset[str]:
    return frozenset(field.name for field in _plan(descriptor) if field.repeated)


def lists_of(message: Message, path: str) -> Iterator[tuple[str, int]]:
    """Yield the path and the length of each list in a message that is not empty, outer ones first.

    Reads the entries of a list after it is yielded, so that a list too long costs nothing.
    """
    repeated = _repeated(message.DESCRIPTOR)
    for field, value in message.ListFields():
        name = f"{path}.{field.name}"
        if field.name in repeated:
            yield name, len(value)
            if field.message_type is not None:
                for index, item in enumerate(value):
                    yield from lists_of(item, f"{name}[{index}]")
        elif field.message_type is not None:
            yield from lists_of(value, name)


def list_sizes(message: Message) -> tuple[int, int]:
    """Return the length of the longest list in a message, and the sum of all lengths.

    The cost is small for any number of entries.
    """
    return _message_bytes.list_sizes(_layout(message.DESCRIPTOR), message.SerializeToString())


def fields_from_message(message: Message) -> dict[str, Any]:
    """Return a message as a nested dict of plain values.

    Enums are open: an unknown number becomes its digits.
    """
    fields: dict[str, Any] = {}
    for field in _plan(message.DESCRIPTOR):
        if not field.optional or message.HasField(field.name):
            value = getattr(message, field.name)
            fields[field.name] = (
                [field.read(item) for item in value] if field.repeated else field.read(value)
            )
    return fields


def message_from_fields(kind: type[M], fields: Mapping[str, Any]) -> M:
    """Return the message of a nested dict of plain values."""
    return kind(**_arguments(kind.DESCRIPTOR, fields))


def _arguments(descriptor: Descriptor, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments for a message's class: names of enums become numbers."""
    arguments = dict(fields)
    for field in _enums(descriptor):
        if field.name not in arguments:
            continue
        value = arguments[field.name]
        if field.repeated:
            arguments[field.name] = [field.write(item) for item in value]
        else:
            arguments[field.name] = field.write(value)
    return arguments

"""Messages as nested dicts of plain values, and back, by walking a message's descriptor.

Enum values are the lower-case names of the message's enum without their prefix; an optional field
that is not set is left out. So where a dict of the engine has the names of a message, a field added
to both needs no line here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, TypeAlias, TypeVar

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto
from google.protobuf.message import Message

from covert_bots.players import _message_bytes
from covert_bots.players._message_bytes import Field, Layout, read_fields
from covert_engine.reading.spelling import respelled

M = TypeVar("M", bound=Message)
KINDS = {
    FieldDescriptor.TYPE_UINT32: "unsigned",
    FieldDescriptor.TYPE_UINT64: "unsigned",
    FieldDescriptor.TYPE_INT32: "signed",
    FieldDescriptor.TYPE_INT64: "signed",
    FieldDescriptor.TYPE_BOOL: "flag",
    FieldDescriptor.TYPE_STRING: "text",
    FieldDescriptor.TYPE_ENUM: "enum",
    FieldDescriptor.TYPE_MESSAGE: "message",
}
Descriptor: TypeAlias = Any  # its class depends on the implementation of protobuf


@cache
def enum_names(enum: EnumDescriptor) -> tuple[dict[int, str], dict[str, int]]:
    """Names of an enum's values by number, and numbers by name: ABILITY_PLUS_ONE is "plus_one"."""
    zero = enum.values_by_number[0].name
    prefix = zero.removesuffix("UNSPECIFIED")
    by_number = {value.number: value.name.removeprefix(prefix).lower() for value in enum.values}
    return by_number, {name: number for number, name in by_number.items()}


def as_in_messages(violations: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return what is wrong with fields of a message, its enums spelled as messages do."""
    return [(field, respelled(wrong, _in_messages)) for field, wrong in violations]


def _in_messages(enum: str, name: str) -> str:
    if name in ("null", "None"):
        return f"{enum}_UNSPECIFIED" if enum else "nothing"
    return name if name.isdigit() else f"{enum}_{name.upper()}"


class _Field:
    """How one field of a message is read and written."""

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
        """Whether it is, or holds, an enum: everything else is written as it stands."""
        return bool(self.numbers) or (self.message is not None and bool(_enums(self.message)))

    def write(self, value: Any) -> Any:
        if self.message is not None:
            return _arguments(self.message, value)
        return self.numbers[value]


@cache
def _plan(descriptor: Descriptor) -> tuple[_Field, ...]:
    written = DescriptorProto()
    descriptor.CopyToProto(written)
    return tuple(
        _Field(field, plain.label == FieldDescriptorProto.LABEL_REPEATED)
        for field, plain in zip(descriptor.fields, written.field, strict=True)
    )


@cache
def _layout(descriptor: Descriptor) -> Layout:
    return Layout(
        [
            Field(
                field.name,
                field.number,
                KINDS[field.type],
                field.repeated,
                field.optional,
                field.names,
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
    """The path and the length of each list in a message that is not empty, outer ones first.

    Looks at no entry before the caller has gone on, so that a list too long costs nothing.
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
    """The entries of the longest list in a message, and those of all its lists together.

    Costs little, however many there are.
    """
    return _message_bytes.list_sizes(_layout(message.DESCRIPTOR), message.SerializeToString())


def fields_from_message(message: Message) -> dict[str, Any]:
    """A message as a nested dict, of plain values.

    Read from the bytes that the message makes of itself, which takes a tenth of the time that
    asking it for each field takes. Enums are open: a number that this version does not know becomes
    a name that nobody knows.
    """
    return read_fields(_layout(message.DESCRIPTOR), message.SerializeToString())


def message_from_fields(kind: type[M], fields: Mapping[str, Any]) -> M:
    """The message of a nested dict of plain values."""
    return kind(**_arguments(kind.DESCRIPTOR, fields))


def _arguments(descriptor: Descriptor, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The same with numbers for the names of enums, as the class of a message takes it."""
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

"""Protobuf's JSON mapping, with every mistake of a request named by its field.

The library converts; it stops at the first mistake, with a message that few can read. So a refused
request is searched again, field by field, for all its mistakes; and its sound part is converted, so
that later checks can report theirs.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from math import isfinite
from typing import Any, TypeVar

from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from covert_bots.players.other_messages import OTHER, OtherMessageError, other_message
from covert_engine.input.hints import nearest
from covert_server.calls.status import MOST_PROBLEMS, FieldError

M = TypeVar("M", bound=Message)

LONGEST_SHOWN = 60  # characters of a wrong value
MOST_DIGITS = 1000  # of a number to be read; no field has more than 20
WHOLE_NUMBERS = {
    FieldDescriptor.CPPTYPE_INT32: (-(1 << 31), (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(1 << 63), (1 << 63) - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, (1 << 32) - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, (1 << 64) - 1),
}


class Json:
    """Protobuf's JSON mapping: names in lowerCamelCase or as in the .proto files, no others."""

    name = "json"

    def parse(self, kind: type[M], data: bytes) -> M:
        """Return the message in `data`; FieldError if there is none."""
        text = _text_of(data)
        message = kind()
        try:
            value = _loaded(text, _once, _no_number)
            if isinstance(value, dict):
                return json_format.ParseDict(value, message)
        except Exception:  # it also lets errors of Python's conversions pass
            pass
        value = _loaded(text, _marked, _Written, _Written.whole, _Written.fraction)
        if not isinstance(value, dict):
            raise FieldError([("request", f"is {_shown(value)}; expected an object")])
        raise _all_mistakes(value, kind)

    def write(self, message: Message) -> bytes:
        """Return the bytes of a message, in which zeros, empty texts and empty lists are written
        too."""
        fields = json_format.MessageToDict(message, always_print_fields_with_no_presence=True)
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


JSON = Json()

TYPE = "@type"
"""The name in an `other` that tells the type of its message."""

TWICE = object()
"""The key of an object's mistakes in its names: pairs (name, mistake)."""


class _Written:
    """A number as it is written, which JSON does not have or which is too large."""

    def __init__(self, text: str) -> None:
        self.text = f"{text}, which is not JSON"

    @classmethod
    def whole(cls, text: str) -> int | _Written:
        """Return the number, unless it is so long that reading it takes time."""
        if len(text) <= MOST_DIGITS:
            return int(text)
        long = cls("")
        long.text = f"a number of {len(text.lstrip('-'))} digits"
        return long

    @classmethod
    def fraction(cls, text: str) -> float | _Written:
        """Return the number, unless a float cannot hold it."""
        if isfinite(float(text)):
            return float(text)
        large = cls("")
        large.text = text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."
        return large


def _text_of(data: bytes) -> str:
    """Return the text of a request; FieldError if it is empty or not UTF-8."""
    if not data.strip():
        raise FieldError([("request", "is empty; expected an object")])
    try:
        return data.decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError as error:
        wrong = f"is not valid UTF-8: byte {error.start} is invalid"
        raise FieldError([("request", wrong)]) from None


def _loaded(
    text: str,
    pairs: Callable[[list[tuple[str, Any]]], Any],
    constant: Callable[[str], Any],
    whole: Callable[[str], Any] | None = None,
    fraction: Callable[[str], Any] | None = None,
) -> Any:
    """Return the value of a JSON text; FieldError if it is not JSON."""
    try:
        return json.loads(
            text,
            object_pairs_hook=pairs,
            parse_constant=constant,
            parse_int=whole,
            parse_float=fraction,
        )
    except json.JSONDecodeError as error:
        wrong = f"is not valid JSON: {error.msg} at line {error.lineno}, column {error.colno}"
    except RecursionError:
        wrong = "cannot be parsed as JSON: its lists or objects are nested too deeply"
    raise FieldError([("request", wrong)])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object; ValueError if a field has two values in it, or if it is a message that no
    installed game has: the library would convert any type that it knows, however deep."""
    fields = dict(pairs)
    if TYPE in fields:
        other_message(fields[TYPE])
    if len(fields) < len(pairs) or any(
        "_" in name and _json_name(name) in fields for name in fields
    ):
        raise ValueError
    return fields


def _marked(pairs: list[tuple[str, Any]]) -> dict[Any, Any]:
    """Return the object, with a mark for fields that have two values in it."""
    fields: dict[Any, Any] = dict(pairs)
    counts = Counter(name for name, _ in pairs)
    twice = [(name, "is given twice") for name, count in counts.items() if count > 1]
    for name in counts:
        other = _json_name(name) if "_" in name else name
        if other != name and other in counts:
            twice.append((name, f"is given twice: as {_named(other)} too"))
    if twice:
        fields[TWICE] = twice
    if TYPE in fields:
        fields[TYPE] = _known_type(fields[TYPE])
    return fields


def _known_type(value: Any) -> str | _Written:
    """Return the type of a message that an installed game has, or what is wrong with it."""
    try:
        other_message(value)
    except OtherMessageError as error:
        mistake = _Written("")
        mistake.text = str(error)
        return mistake
    assert isinstance(value, str)
    return value


def _json_name(name: str) -> str:
    """Return a name in lowerCamelCase, as Protobuf makes it from a name in a .proto file."""
    first, *more = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in more)


def _no_number(text: str) -> Any:
    raise ValueError(text)


def _all_mistakes(value: dict[str, Any], kind: type[Message]) -> FieldError:
    """Return all mistakes of an object read as a message of this kind, and its sound part."""
    search = _Search()
    try:
        sound = search.sound(value, kind.DESCRIPTOR, "")
        rest = json_format.ParseDict(sound, kind())
    except Exception:  # too many mistakes, or none that this search finds
        wrong = f"is not a {kind.DESCRIPTOR.full_name}"
        return FieldError(search.problems or [("request", wrong)])
    error = FieldError(search.problems)
    error.rest, error.unread = rest, frozenset(search.unread)
    return error


class _TooManyError(Exception):
    """More mistakes than can be reported."""


class _Search:
    """The mistakes of a request, field by field."""

    def __init__(self) -> None:
        self.problems: list[tuple[str, str]] = []
        self.unread: list[str] = []
        self._named: set[str] = set()

    def sound(self, value: dict[Any, Any], kind: Any, parent: str) -> dict[str, Any]:
        """Return the sound part of an object read as a message of this kind."""
        fields = {name: field for field in kind.fields for name in _names(field)}
        sound_fields: dict[str, Any] = {}
        chosen: dict[str, str] = {}  # by oneof
        twice = {fields[name].name: wrong for name, wrong in value.get(TWICE, ()) if name in fields}
        for name, wrong in twice.items():
            self._add(f"{parent}{name}", wrong)
            self.unread.append(f"{parent}{name}")
        for name, item in value.items():
            if name is TWICE:
                continue
            field = fields.get(name)
            if field is None:
                expected = ", ".join(known.name for known in kind.fields) or "none at all"
                wrong = f"{kind.name} has no such field; expected {expected}"
                self._add(f"{parent}{_named(name)}", wrong)
                absent = [known for known in kind.fields if value.keys().isdisjoint(_names(known))]
                names = [name for known in absent for name in _names(known)]
                meant = set(get_close_matches(name, names, n=1)) or set(names)
                self.unread += (
                    parent + known.name for known in absent if meant & set(_names(known))
                )
                continue
            if item is None:
                continue
            oneof = field.containing_oneof
            if oneof is not None and chosen.setdefault(oneof.name, field.name) != field.name:
                expected = ", ".join(member.name for member in oneof.fields)
                wrong = (
                    f"is set together with {chosen[oneof.name]}; expected only one of {expected}"
                )
                self._add(f"{parent}{field.name}", wrong)
                self.unread.append(f"{parent}{field.name}")
            else:
                sound = self._field(item, field, f"{parent}{field.name}")
                if sound is not None and field.name not in twice:
                    sound_fields[name] = sound
        return sound_fields

    def _field(self, item: Any, field: FieldDescriptor, path: str) -> Any:
        """Return the sound part of a field's value; None if there is none."""
        if _is_other(field):
            return self._other(item, path)
        shape = list if _is_list(field) else dict if _is_message(field) else object
        if isinstance(item, shape) and _converts(item, field):
            return item  # most are sound, and converting is quicker than searching
        if not _is_list(field):
            return self._single(item, field, path)
        if not isinstance(item, list):
            self._add(path, f"is {_shown(item)}; expected a list")
        else:
            items = [
                self._single(entry, field, f"{path}[{index}]") for index, entry in enumerate(item)
            ]
            if None not in items:
                return items
        self.unread.append(path)
        return None

    def _other(self, item: Any, path: str) -> Any:
        """Return the sound part of the message of another game; a mistake in it is named by the
        game."""
        if not isinstance(item, dict):
            wrong = f"is {_shown(item)}; expected an object"
        elif TYPE not in item:
            wrong = f"has no {TYPE}; expected the type of its message"
        elif TYPE in dict(item.get(TWICE, ())):
            wrong = f"has {TYPE} twice; expected it once"
        elif isinstance(item[TYPE], _Written):
            wrong = item[TYPE].text
        else:
            message = other_message(item[TYPE])
            fields = {name: value for name, value in item.items() if name != TYPE}
            parent = f"{path.removesuffix(OTHER)}{message.game}."
            return {TYPE: item[TYPE], **self.sound(fields, message.kind.DESCRIPTOR, parent)}
        self._add(path, wrong)
        self.unread.append(path)
        return None

    def _single(self, item: Any, field: FieldDescriptor, path: str) -> Any:
        """Return the sound part of a single value, or of a list's entry."""
        if _is_message(field):
            if isinstance(item, dict):
                return self.sound(item, field.message_type, f"{path}.")
            self._add(path, f"is {_shown(item)}; expected an object")
        elif _converts([item] if _is_list(field) else item, field):
            return item
        else:
            hint = _meant(item, field)
            self._add(path, f"is {_shown(item)};{hint} expected {_expected(field)}")
        self.unread.append(path)
        return None

    def _add(self, path: str, wrong: str) -> None:
        if path in self._named:
            return  # a value given twice may have another mistake
        self._named.add(path)
        self.problems.append((path, wrong))
        if len(self.problems) >= MOST_PROBLEMS:
            raise _TooManyError


def _names(field: FieldDescriptor) -> tuple[str, str]:
    return field.name, field.json_name


@cache
def _is_list(field: FieldDescriptor) -> bool:
    kind = DescriptorProto()
    assert field.containing_type is not None
    field.containing_type.CopyToProto(kind)
    return kind.field[field.index].label == FieldDescriptorProto.LABEL_REPEATED


def _is_message(field: FieldDescriptor) -> bool:
    """Return True if its values are objects with fields of this protocol."""
    kind = field.message_type
    return kind is not None and not kind.full_name.startswith("google.protobuf.")


def _is_other(field: FieldDescriptor) -> bool:
    """Return True if its value is a message of a game that this protocol does not know."""
    kind = field.message_type
    return kind is not None and kind.full_name == "google.protobuf.Any"


def _converts(item: Any, field: FieldDescriptor) -> bool:
    """Return True if a value converts to this field."""
    assert field.containing_type is not None
    try:
        json_format.ParseDict({field.json_name: item}, GetMessageClass(field.containing_type)())
    except Exception:  # as above
        return False
    return True


def _expected(field: FieldDescriptor) -> str:
    """Describe a value of this field in JSON."""
    if field.message_type is not None:
        return 'seconds, such as "1.5s"'
    if field.enum_type is not None:
        return f"one of {', '.join(_values(field))}"
    if field.cpp_type in WHOLE_NUMBERS:
        low, high = WHOLE_NUMBERS[field.cpp_type]
        return f"a whole number from {low} to {high}"
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return "true or false"
    return "a string" if field.cpp_type == FieldDescriptor.CPPTYPE_STRING else "a number"


def _values(field: FieldDescriptor) -> list[str]:
    """Return the names of an enum's values but the first, which stands for an omitted field."""
    assert field.enum_type is not None
    return [value.name for value in field.enum_type.values][1:]


def _meant(item: Any, field: FieldDescriptor) -> str:
    """Return a hint if a text is nearly the name of an enum's value, with or without its prefix."""
    if field.enum_type is None or not isinstance(item, str):
        return ""
    names = _values(field)
    prefix = field.enum_type.values[0].name.removesuffix("UNSPECIFIED")
    short = {name.removeprefix(prefix): name for name in names}
    near = nearest(item, names) or short.get(nearest(item, short) or "")
    return "" if near is None else f" did you mean {near}?"


def _shown(value: Any) -> str:
    if isinstance(value, _Written):
        return value.text
    try:
        text = json.dumps(value, skipkeys=True, default=lambda number: number.text)
    except RecursionError:
        return "nested too deeply"
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."


def _named(name: str) -> str:
    """Return a client's name in a form fit to be shown."""
    return name if name.isidentifier() and name.isascii() else _shown(name)

"""Protobuf's JSON mapping, with every mistake of a request named by its field.

The library converts; it stops at the first mistake and says what only its authors can read. So what
it refuses is searched once more, field by field, for all that is wrong.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, TypeVar

from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from covert_server.status import FieldError

__all__ = ["JSON", "Json"]

M = TypeVar("M", bound=Message)

MOST_PROBLEMS = 64  # of one request; a status has no room for more
LONGEST_SHOWN = 60  # characters of a value that is wrong
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
        """The message in `data`; FieldError if there is none."""
        value = _loaded(data)
        if not isinstance(value, dict):
            raise FieldError([("request", f"is {_shown(value)}; expected an object")])
        message = kind()
        try:
            json_format.ParseDict(value, message)
        except Exception:  # it also raises what Python's conversions happen to raise
            found = list(islice(_problems(value, kind.DESCRIPTOR, ""), MOST_PROBLEMS))
            wrong = f"is no {kind.DESCRIPTOR.full_name}"
            raise FieldError(found or [("request", wrong)]) from None
        return message

    def write(self, message: Message) -> bytes:
        """The message; numbers that are 0, texts and lists that are empty are written too."""
        fields = json_format.MessageToDict(message, always_print_fields_with_no_presence=True)
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


JSON = Json()


def _loaded(data: bytes) -> Any:
    """What JSON says; FieldError if it is none."""
    try:
        return json.loads(data.decode(), object_pairs_hook=_once, parse_constant=_no_number)
    except FieldError:
        raise
    except UnicodeDecodeError as error:
        wrong = f"is no UTF-8 at byte {error.start}"
    except json.JSONDecodeError as error:
        wrong = f"is no JSON at character {error.pos}: {error.msg}"
    except RecursionError:
        wrong = "is no JSON that can be read: its lists or objects are too deep in each other"
    except ValueError:  # a number with thousands of digits
        wrong = "is no JSON that can be read: one of its numbers is too long"
    raise FieldError([("request", wrong)])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise FieldError([(_named(twice), "is given twice")])
    return found


def _no_number(text: str) -> Any:
    raise FieldError([("request", f"has {text}, which is no JSON")])


def _problems(value: dict[str, Any], kind: Any, parent: str) -> Iterator[tuple[str, str]]:
    """All that is wrong with an object that stands for a message of this kind."""
    fields = {name: one for one in kind.fields for name in (one.name, one.json_name)}
    for name, item in value.items():
        field = fields.get(name)
        if field is None:
            expected = ", ".join(one.name for one in kind.fields) or "none at all"
            wrong = f"{kind.name} has no such field; expected {expected}"
            yield f"{parent}{_named(name)}", wrong
            continue
        path = f"{parent}{field.name}"
        if item is None:
            continue
        if not _is_list(field):
            yield from _problems_of_one(item, field, path)
        elif isinstance(item, list):
            for index, one in enumerate(item):
                yield from _problems_of_one(one, field, f"{path}[{index}]")
        else:
            yield path, f"is {_shown(item)}; expected a list"


def _problems_of_one(item: Any, field: FieldDescriptor, path: str) -> Iterator[tuple[str, str]]:
    kind = field.message_type
    if kind is not None and not kind.full_name.startswith("google.protobuf."):
        if isinstance(item, dict):
            yield from _problems(item, kind, f"{path}.")
        else:
            yield path, f"is {_shown(item)}; expected an object"
        return
    assert field.containing_type is not None
    one = GetMessageClass(field.containing_type)()
    try:
        json_format.ParseDict({field.json_name: [item] if _is_list(field) else item}, one)
    except Exception:  # as above
        yield path, f"is {_shown(item)}; expected {_expected(field)}"


def _is_list(field: FieldDescriptor) -> bool:
    kind = DescriptorProto()
    assert field.containing_type is not None
    field.containing_type.CopyToProto(kind)
    return kind.field[field.index].label == FieldDescriptorProto.LABEL_REPEATED


def _expected(field: FieldDescriptor) -> str:
    """What a value of this field looks like in JSON."""
    if field.message_type is not None:
        return 'seconds, such as "1.5s"'
    if field.enum_type is not None:
        return f"one of {', '.join(one.name for one in field.enum_type.values)}"
    if field.cpp_type in WHOLE_NUMBERS:
        low, high = WHOLE_NUMBERS[field.cpp_type]
        return f"a whole number from {low} to {high}"
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return "true or false"
    return "a text" if field.cpp_type == FieldDescriptor.CPPTYPE_STRING else "a number"


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."


def _named(name: str) -> str:
    """A name that a client made up, fit to be shown."""
    return name if name.isidentifier() and name.isascii() else _shown(name)

"""The page of the site with all services and messages, from the comments of the `.proto` files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from google.protobuf.descriptor_pb2 import FieldDescriptorProto, MethodDescriptorProto

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "proto"))

from described import PACKAGE, Enum, File, Message, Service, files

LABEL = re.compile(r"\W")


def protocol_page() -> str:
    """Return the page, in Markdown."""
    return "\n\n".join(_lines(files())) + "\n"


def _lines(every: list[File]) -> Iterator[str]:
    yield "# The protocol in full"
    yield f"Everything in the package `{PACKAGE}`, from the comments of its files."
    served = [file for file in every if file.services]
    for file in [*served, *(file for file in every if not file.services)]:
        name = file.name.rpartition("/")[2]
        yield f"## {name}"
        yield file.comment
        for service in file.services:
            yield from _service(service)
        for message in file.messages:
            yield from _message(message)
        for enum in file.enums:
            yield from _enum(enum)


def _service(service: Service) -> Iterator[str]:
    yield f"### Service {service.name}"
    yield service.comment
    for method, comment in service.methods:
        yield f"**{method.name}** ({_sides(method)}): {comment}"


def _sides(method: MethodDescriptorProto) -> str:
    stream = "stream of "
    asked = (stream if method.client_streaming else "") + _link(method.input_type)
    given = (stream if method.server_streaming else "") + _link(method.output_type)
    return f"{asked} → {given}"


def _message(message: Message) -> Iterator[str]:
    yield f"(message-{_label(message.name)})=\n### {message.name}"
    yield message.comment
    rows = [
        f"| `{field.name}` | {_type(field)} | {field.number} | {_cell(comment)} |"
        for field, comment in message.fields
    ]
    if rows:
        yield "\n".join(["| field | type | number | |", "|---|---|---|---|", *rows])


def _enum(enum: Enum) -> Iterator[str]:
    yield f"(message-{_label(enum.name)})=\n### {enum.name}"
    yield enum.comment
    values = zip(enum.descriptor.value, enum.value_comments, strict=True)
    rows = [f"| `{value.name}` | {value.number} | {_cell(said)} |" for value, said in values]
    yield "\n".join(["| value | number | |", "|---|---|---|", *rows])


def _type(field: FieldDescriptorProto) -> str:
    kinds = FieldDescriptorProto
    if field.type in (kinds.TYPE_MESSAGE, kinds.TYPE_ENUM):
        name = _link(field.type_name)
    else:
        name = kinds.Type.Name(field.type).removeprefix("TYPE_").lower()
    return f"list of {name}" if field.label == kinds.LABEL_REPEATED else name


def _link(type_name: str) -> str:
    name = type_name.removeprefix(".")
    if not name.startswith(PACKAGE):
        return f"`{name}`"
    name = name.removeprefix(f"{PACKAGE}.")
    return f"[{name}](#message-{_label(name)})"


def _label(name: str) -> str:
    return LABEL.sub("-", name).lower()


def _cell(comment: str) -> str:
    return comment.replace("\n\n", "<br>").replace("|", "\\|")

"""The `.proto` files with their comments, for what is made of them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    MethodDescriptorProto,
    ServiceDescriptorProto,
)
from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent
PACKAGE = "covertbots.v1"

Place: TypeAlias = tuple[int, ...]
"""Where something stands in a file, as in `SourceCodeInfo.Location.path`."""

# The numbers of fields in descriptor.proto that such places are made of.
MESSAGES, ENUMS, SERVICES = 4, 5, 6  # of a file
FIELDS, NESTED, NESTED_ENUMS = 2, 3, 4  # of a message
VALUES, METHODS = 2, 2  # of an enum; of a service


@dataclass(frozen=True)
class Message:
    """A message, and what is said of it."""

    name: str
    """The name within the package, such as `CovertView.Turn`."""
    comment: str
    descriptor: DescriptorProto
    field_comments: tuple[str, ...]
    """By field, in the order of the file."""

    @property
    def fields(self) -> list[tuple[FieldDescriptorProto, str]]:
        """The fields with their comments."""
        return list(zip(self.descriptor.field, self.field_comments, strict=True))


@dataclass(frozen=True)
class Enum:
    """An enum, and what is said of it."""

    name: str
    comment: str
    descriptor: EnumDescriptorProto
    value_comments: tuple[str, ...]


@dataclass(frozen=True)
class Service:
    """A service, and what is said of it."""

    name: str
    comment: str
    methods: tuple[tuple[MethodDescriptorProto, str], ...]


@dataclass(frozen=True)
class File:
    """A `.proto` file."""

    name: str
    comment: str
    services: tuple[Service, ...]
    messages: tuple[Message, ...]
    """With those within others, each before its own."""
    enums: tuple[Enum, ...]


def files(package: str = PACKAGE) -> list[File]:
    """Read the files of a package, in the order of their names."""
    sources = sorted(
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / package.replace(".", "/")).glob("*.proto")
    )
    well_known = Path(protoc.__file__).parent / "_proto"
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "files"
        asked = [f"-I{ROOT}", f"-I{well_known}", "--include_source_info", f"-o{out}", *sources]
        if protoc.main(["protoc", *asked]) != 0:
            raise SystemExit("protoc failed")
        described = FileDescriptorSet.FromString(out.read_bytes())
    return [_file(file) for file in described.file]


def _file(file: FileDescriptorProto) -> File:
    comments = {tuple(place.path): place for place in file.source_code_info.location}

    def comment(place: Place) -> str:
        location = comments.get(place)
        text = "" if location is None else location.leading_comments or location.trailing_comments
        return _paragraphs(text)

    enums: list[Enum] = []

    def enum(descriptor: EnumDescriptorProto, name: str, place: Place) -> None:
        values = tuple(comment((*place, VALUES, n)) for n in range(len(descriptor.value)))
        enums.append(Enum(name, comment(place), descriptor, values))

    def messages(descriptor: DescriptorProto, name: str, place: Place) -> Iterator[Message]:
        said = tuple(comment((*place, FIELDS, n)) for n in range(len(descriptor.field)))
        yield Message(name, comment(place), descriptor, said)
        for n, own in enumerate(descriptor.enum_type):
            enum(own, f"{name}.{own.name}", (*place, NESTED_ENUMS, n))
        for n, nested in enumerate(descriptor.nested_type):
            yield from messages(nested, f"{name}.{nested.name}", (*place, NESTED, n))

    def service(descriptor: ServiceDescriptorProto, place: Place) -> Service:
        methods = tuple(
            (method, comment((*place, METHODS, n))) for n, method in enumerate(descriptor.method)
        )
        return Service(descriptor.name, comment(place), methods)

    every = tuple(
        message
        for n, descriptor in enumerate(file.message_type)
        for message in messages(descriptor, descriptor.name, (MESSAGES, n))
    )
    for n, own in enumerate(file.enum_type):
        enum(own, own.name, (ENUMS, n))
    services = tuple(service(each, (SERVICES, n)) for n, each in enumerate(file.service))
    return File(file.name, _head(comments.get((12,))), services, every, tuple(enums))


def _head(syntax: object) -> str:
    """Return the comment at the top of a file, which stands before its `syntax`."""
    detached: Sequence[str] = getattr(syntax, "leading_detached_comments", ())
    return _paragraphs(detached[0] if detached else "")


def _paragraphs(comment: str) -> str:
    """Return a comment with each paragraph in one line."""
    lines = [line.strip() for line in comment.strip().splitlines()]
    parts = "\n".join(lines).split("\n\n")
    return "\n\n".join(part.replace("\n", " ") for part in parts)

"""Compares the .proto files with those of the last release: whoever speaks the old ones must be
understood, and must understand.

    python proto/compatibility.py              exit code 1 if something of the release is broken
    python proto/compatibility.py --release    what is here now is what is promised from now on

`released.binpb` is a google.protobuf.FileDescriptorSet with all that its files import, so
`buf breaking proto --against proto/released.binpb` reads it too. The rules are those of buf's
category FILE, as far as proto3 can break them (<https://buf.build/docs/breaking/rules/>). Additions
break nothing. A field or a value may go if its number and its name are reserved. Needs
grpcio-tools.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)
from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent
RELEASED = ROOT / "released.binpb"


def present() -> FileDescriptorSet:
    """All .proto files as they are here, each after those that it imports."""
    well_known = Path(protoc.__file__).parent / "_proto"
    names = sorted(
        path.relative_to(ROOT).as_posix() for path in (ROOT / "covertbots").rglob("*.proto")
    )
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "set"
        include = [f"-I{ROOT}", f"-I{well_known}"]
        arguments = [*include, "--include_imports", f"--descriptor_set_out={out}", *names]
        if protoc.main(["protoc", *arguments]) != 0:
            raise SystemExit("protoc failed")
        return FileDescriptorSet.FromString(out.read_bytes())


def released() -> FileDescriptorSet:
    """Return the files of the last release."""
    return FileDescriptorSet.FromString(RELEASED.read_bytes())


def breaks(before: FileDescriptorSet, now: FileDescriptorSet) -> list[str]:
    """Return the promises of `before` that are broken, in words."""
    return [
        wrong
        for name, old, new in _pairs("", before.file, now.file)
        for wrong in ([f"{name}: is gone"] if new is None else _file(old, new))
    ]


def _pairs(home: str, before: Iterable[Any], now: Iterable[Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield each element by its full name, as it was and as it is; None if it is gone."""
    present = {element.name: element for element in now}
    for old in before:
        yield f"{home}.{old.name}" if home else old.name, old, present.get(old.name)


def _file(before: FileDescriptorProto, now: FileDescriptorProto) -> Iterator[str]:
    if before.package != now.package:
        yield f"{before.name}: its package was {before.package}, is {now.package}"
        return
    yield from _types(before.package, before.message_type, now.message_type, _message)
    yield from _types(before.package, before.enum_type, now.enum_type, _enum)
    yield from _types(before.package, before.service, now.service, _service)


def _types(home: str, before: Iterable[Any], now: Iterable[Any], rule: Any) -> Iterator[str]:
    for name, old, new in _pairs(home, before, now):
        yield from [f"{name}: is gone"] if new is None else rule(name, old, new)


def _message(name: str, before: DescriptorProto, now: DescriptorProto) -> Iterator[str]:
    yield from _types(name, before.nested_type, now.nested_type, _message)
    yield from _types(name, before.enum_type, now.enum_type, _enum)
    yield from _reserved(name, before, now, open_end=1)
    numbered = {field.number: field for field in now.field}
    for old in before.field:
        new = numbered.get(old.number)
        if new is not None:
            yield from _field(f"{name}.{old.name}", old, new, before, now)
        elif not _is_reserved(old.number, old.name, now, open_end=1):
            yield f"{name}.{old.name}: is gone; expected its number and its name to be reserved"


def _field(
    name: str,
    old: FieldDescriptorProto,
    new: FieldDescriptorProto,
    before: DescriptorProto,
    now: DescriptorProto,
) -> Iterator[str]:
    def said(field: FieldDescriptorProto, message: DescriptorProto) -> dict[str, str]:
        grouped = field.HasField("oneof_index") and not field.proto3_optional
        return {
            "name": field.name,
            "name in JSON": _json_name(field),
            "type": field.type_name or FieldDescriptorProto.Type.Name(field.type),
            "cardinality": FieldDescriptorProto.Label.Name(field.label)
            + (", with presence" if field.proto3_optional else ""),
            "oneof": message.oneof_decl[field.oneof_index].name if grouped else "none",
        }

    was, is_now = said(old, before), said(new, now)
    for what, value in was.items():
        if value != is_now[what]:
            yield f"{name}: its {what} was {value}, is {is_now[what]}"


def _enum(name: str, before: EnumDescriptorProto, now: EnumDescriptorProto) -> Iterator[str]:
    yield from _reserved(name, before, now, open_end=0)
    numbered = {value.number: value.name for value in now.value}
    for old in before.value:
        new = numbered.get(old.number)
        if new is None and not _is_reserved(old.number, old.name, now, open_end=0):
            yield f"{name}.{old.name}: is gone; expected its number and its name to be reserved"
        elif new not in (None, old.name):
            yield f"{name}.{old.name}: its name was {old.name}, is {new}"


def _service(
    name: str, before: ServiceDescriptorProto, now: ServiceDescriptorProto
) -> Iterator[str]:
    for method, old, new in _pairs(name, before.method, now.method):
        if new is None:
            yield f"{method}: is gone"
            continue
        for what in ("input_type", "output_type", "client_streaming", "server_streaming"):
            was, is_now = getattr(old, what), getattr(new, what)
            if was != is_now:
                yield f"{method}: its {what.replace('_', ' ')} was {was}, is {is_now}"
        if old.options.idempotency_level != new.options.idempotency_level:
            yield f"{method}: its idempotency level is another, and so is how it is called by GET"


def _ranges(message: Any, open_end: int) -> list[tuple[int, int]]:
    """Return the reserved ranges, first and last; those of a message end before their end."""
    return [(reserved.start, reserved.end - open_end) for reserved in message.reserved_range]


def _is_reserved(number: int, name: str, message: Any, open_end: int) -> bool:
    ranges = _ranges(message, open_end)
    return name in message.reserved_name and any(a <= number <= z for a, z in ranges)


def _reserved(name: str, before: Any, now: Any, open_end: int) -> Iterator[str]:
    """Check that reserved numbers stay so: old clients may still send them."""
    present = _ranges(now, open_end)
    for first, last in _ranges(before, open_end):
        if not any(a <= first and last <= z for a, z in present):
            yield f"{name}: {first} to {last} are not reserved any more"
    for old in sorted(set(before.reserved_name) - set(now.reserved_name)):
        yield f"{name}: name {old} is not reserved any more"


def _json_name(field: FieldDescriptorProto) -> str:
    """Return the JSON name of a field: some versions of protoc write it out, others leave it to be
    derived."""
    first, *others = field.name.split("_")
    return field.json_name or first + "".join(part.capitalize() for part in others)


def main() -> int:
    """The command."""
    if "--release" in sys.argv[1:]:
        RELEASED.write_bytes(present().SerializeToString(deterministic=True))
        return 0
    broken = breaks(released(), present())
    for wrong in broken:
        print(wrong, file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Writes numbers and types of the fields of Covert's views for the engine, which has no Protobuf.

    python proto/engine_layouts.py            write both files
    python proto/engine_layouts.py --check    write nothing; exit code 1 if one differs

They come from the generated code of covert_view.proto, so run `make proto` first after a change.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto
from google.protobuf.message import Message

from covertbots.v1.covert_card_set_pb2 import CovertCardSet, CovertOptions
from covertbots.v1.covert_view_pb2 import CovertView

FOLDER = Path(__file__).resolve().parents[1] / "engine/covert_engine/covert/exchange"
SOURCE = "Made of covert_view.proto by proto/engine_layouts.py; do not edit."
V = CovertView
MESSAGES: dict[str, type[Message]] = {
    "View": V,
    "Options": CovertOptions,
    "Tokens": CovertCardSet.Tokens,
    **{
        kind.DESCRIPTOR.name: kind
        for kind in (
            *(V.Place, V.CodePlace, V.Lot, V.Player, V.CityCubes, V.Circle, V.Turn, V.Use),
            *(V.EspionageWindow, V.Movement, V.Pairs, V.Reroll, V.Search, V.Claim, V.CardDeck),
            V.CodeDeck,
        )
    },
}
TIE = "\xa0"  # a space at which no line breaks
PREFIXES = {"Use": "USED"}  # `USE_ABILITY` and two others are kinds of use in the rules
NAMES = {kind.DESCRIPTOR.full_name: name for name, kind in MESSAGES.items()}
TYPES = {
    FieldDescriptorProto.TYPE_UINT32: "number",
    FieldDescriptorProto.TYPE_BOOL: "flag",
    FieldDescriptorProto.TYPE_STRING: "text",
}


def protos() -> dict[str, DescriptorProto]:
    """Return the definition of each message by its name here."""
    definitions = {name: DescriptorProto() for name in MESSAGES}
    for name, kind in MESSAGES.items():
        kind.DESCRIPTOR.CopyToProto(definitions[name])
    return definitions


def enums() -> dict[str, list[str]]:
    """Return the values of each enum, from 0, in lower case without their prefix."""
    values_of = {}
    for kind in MESSAGES.values():
        for field in kind.DESCRIPTOR.fields:
            if field.enum_type is not None:
                values = [value.name for value in field.enum_type.values]
                prefix = values[0].removesuffix("UNSPECIFIED")
                values_of[field.enum_type.name] = [
                    value.removeprefix(prefix).lower() for value in values
                ]
    return values_of


def type_of(field: FieldDescriptorProto) -> str:
    """Return the word for the type of a field; `*` stands for a list."""
    last = field.type_name.rpartition(".")[2]
    word = TYPES.get(field.type) or NAMES.get(field.type_name.removeprefix("."), last)
    return word + "*" * (field.label == FieldDescriptorProto.LABEL_REPEATED)


def wrapped(text: str) -> str:
    """Return lines of entries."""
    return textwrap.fill(text, 96, initial_indent="    ", subsequent_indent="    ")


def header() -> str:
    """Return the numbers of the fields as constants."""
    lines = [f'"""Numbers of fields.\n\n{SOURCE}\n"""\n', "cdef enum:"]
    for name, proto in protos().items():
        prefix = PREFIXES.get(name) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()
        entries = [
            f"{prefix}_{field.name.upper()}{TIE}={TIE}{field.number}" for field in proto.field
        ]
        lines.append(wrapped(", ".join(entries)).replace(TIE, " "))
    return "\n".join(lines) + "\n"


def entry_of(name: str, text: str) -> str:
    """Return an entry of a dictionary."""
    line = f'    "{name}": "{text}",'
    return line if len(line) <= 96 else f'    "{name}": """\n{wrapped(text)}\n    """,'


def table() -> str:
    """Return the names, numbers and types of the fields, and the values of the enums."""
    parts = [f'"""Fields of the messages of a view, as `name:number:type`.\n\n{SOURCE}\n"""\n']
    kinds = {
        name: " ".join(f"{field.name}:{field.number}:{type_of(field)}" for field in proto.field)
        for name, proto in protos().items()
    }
    for title, entries in (
        ("MESSAGES", kinds),
        ("ENUMS", {name: " ".join(values) for name, values in enums().items()}),
    ):
        lines = [entry_of(name, text) for name, text in entries.items()]
        parts.append(f"{title} = {{\n" + "\n".join(lines) + "\n}\n")
    return "\n".join(parts)


def files() -> dict[Path, str]:
    """Return both files."""
    return {FOLDER / "_numbers.pxd": header(), FOLDER / "layouts.py": table()}


def main() -> int:
    """Run the command."""
    if "--check" not in sys.argv[1:]:
        for path, text in files().items():
            path.write_text(text, encoding="utf-8")
        return 0
    differing = [path for path, text in files().items() if path.read_text(encoding="utf-8") != text]
    for path in differing:
        print(f"{path} is not what proto/engine_layouts.py makes", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())

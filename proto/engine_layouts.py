"""Writes numbers and types of the fields of views for the engine, which has no Protobuf.

    python proto/engine_layouts.py            write the files of both games
    python proto/engine_layouts.py --check    write nothing; exit code 1 if one differs

They come from the generated code of the `.proto` files, so run `make proto` first after a change.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto
from google.protobuf.message import Message

from covertbots.v1.covert_action_pb2 import CovertActionView
from covertbots.v1.covert_card_set_pb2 import CovertCardSet, CovertOptions
from covertbots.v1.covert_view_pb2 import CovertView

ENGINE = Path(__file__).resolve().parents[1] / "engine/covert_engine"


class Game(NamedTuple):
    """A game whose views the engine reads."""

    folder: Path
    source: str
    """The file with its view."""
    messages: dict[str, type[Message]]

    @property
    def note(self) -> str:
        """The words at the top of its files."""
        return f"Made of {self.source} by proto/engine_layouts.py; do not edit."


def parts(*kinds: type[Message]) -> dict[str, type[Message]]:
    """Return messages by their names."""
    return {kind.DESCRIPTOR.name: kind for kind in kinds}


V, A = CovertView, CovertActionView
GAMES = (
    Game(
        ENGINE / "covert/exchange",
        "covert_view.proto",
        {
            "View": V,
            "Options": CovertOptions,
            "Tokens": CovertCardSet.Tokens,
            **parts(
                *(V.Place, V.CodePlace, V.Lot, V.Player, V.CityCubes, V.Circle, V.Turn, V.Use),
                *(V.EspionageWindow, V.Movement, V.Pairs, V.Reroll, V.Search, V.Claim),
                *(V.CardDeck, V.CodeDeck),
            ),
        },
    ),
    Game(
        ENGINE / "covert_action/exchange",
        "covert_action.proto",
        {"View": A, **parts(A.Player, A.Card, A.Statement, A.Choice, A.Shot)},
    ),
)
TIE = "\xa0"  # a space at which no line breaks
PREFIXES = {"Use": "USED"}  # `USE_ABILITY` and two others are kinds of use in the rules
NAMES = {kind.DESCRIPTOR.full_name: name for game in GAMES for name, kind in game.messages.items()}
TYPES = {
    FieldDescriptorProto.TYPE_UINT32: "number",
    FieldDescriptorProto.TYPE_BOOL: "flag",
    FieldDescriptorProto.TYPE_STRING: "text",
}


def protos(game: Game) -> dict[str, DescriptorProto]:
    """Return the definition of each message by its name here."""
    definitions = {name: DescriptorProto() for name in game.messages}
    for name, kind in game.messages.items():
        kind.DESCRIPTOR.CopyToProto(definitions[name])
    return definitions


def enums(game: Game) -> dict[str, list[str]]:
    """Return the values of each enum, from 0, in lower case without their prefix."""
    values_of = {}
    for kind in game.messages.values():
        for field in kind.DESCRIPTOR.fields:
            if field.enum_type is not None:
                values = [value.name for value in field.enum_type.values]
                prefix = values[0].removesuffix("UNSPECIFIED")
                values_of[field.enum_type.name] = [
                    value.removeprefix(prefix).lower() for value in values
                ]
    return values_of


def type_of(field: FieldDescriptorProto) -> str:
    """Return the word for the type of a field; `*` stands for a list. Messages that are not listed
    are read elsewhere."""
    last = field.type_name.rpartition(".")[2]
    if field.type == FieldDescriptorProto.TYPE_MESSAGE:
        last = "other"
    word = TYPES.get(field.type) or NAMES.get(field.type_name.removeprefix("."), last)
    return word + "*" * (field.label == FieldDescriptorProto.LABEL_REPEATED)


def wrapped(text: str) -> str:
    """Return lines of entries."""
    return textwrap.fill(text, 96, initial_indent="    ", subsequent_indent="    ")


def header(game: Game) -> str:
    """Return the numbers of the fields as constants."""
    lines = [f'"""Numbers of fields.\n\n{game.note}\n"""\n', "cdef enum:"]
    for name, proto in protos(game).items():
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


def table(game: Game) -> str:
    """Return the names, numbers and types of the fields, and the values of the enums."""
    parts = [f'"""Fields of the messages of a view, as `name:number:type`.\n\n{game.note}\n"""\n']
    kinds = {
        name: " ".join(f"{field.name}:{field.number}:{type_of(field)}" for field in proto.field)
        for name, proto in protos(game).items()
    }
    for title, entries in (
        ("MESSAGES", kinds),
        ("ENUMS", {name: " ".join(values) for name, values in enums(game).items()}),
    ):
        lines = [entry_of(name, text) for name, text in entries.items()]
        parts.append(f"{title} = {{\n" + "\n".join(lines) + "\n}\n")
    return "\n".join(parts)


def files() -> dict[Path, str]:
    """Return all files."""
    return {
        game.folder / name: written(game)
        for game in GAMES
        for name, written in (("_numbers.pxd", header), ("layouts.py", table))
    }


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

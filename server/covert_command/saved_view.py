"""A view in a file: the message `covertbots.v1.View` in Protobuf's JSON mapping."""

from __future__ import annotations

import sys
from pathlib import Path

from google.protobuf import json_format

from covert_command.mistakes import Mistake
from covertbots.v1 import view_pb2

__all__ = ["read_view", "save_view"]


def read_view(path: str) -> view_pb2.View:
    """The view in a file; `-` is standard input."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8-sig")
        view = json_format.Parse(text, view_pb2.View())
    except UnicodeDecodeError as error:
        raise Mistake(f"{path}: not a text; expected a View in JSON") from error
    except json_format.ParseError as error:
        wrong = str(error).splitlines()[0].rstrip(".")
        raise Mistake(f"{path}: {wrong}; expected a View in JSON") from error
    if view.WhichOneof("game") != "covert":
        raise Mistake(f"{path}: a view of no game; expected `covert` in it")
    return view


def save_view(view: view_pb2.View, path: str) -> None:
    """Writes a view to a new file; FileExistsError if there is one."""
    with Path(path).open("x", encoding="utf-8") as file:
        file.write(json_format.MessageToJson(view) + "\n")

"""A view in a file: the message `covertbots.v1.View` in Protobuf's JSON mapping, or a position
in the notation of its game."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from google.protobuf import json_format
from rich.console import Console

from covert_bots.players.game import Game
from covert_bots.players.other_messages import OTHER, OtherMessageError, game_of, other_message
from covert_bots.players.view import View
from covert_command.options.file_path import write_new
from covert_command.terminal.mistakes import Mistake
from covert_server.settings import Settings
from covertbots.v1 import suggestion_pb2, view_pb2

TEXT = ".txt"
"""The ending of the names of files with positions."""
EXPECTED = "a View in JSON or a position (`covert-bots suggest --new 3 FILE` begins one)"


class SavedView(ABC):
    """A view for a bot, and how the answer is shown."""

    game: Game
    server_settings: Settings | None = None
    """Settings of a server for this view alone; None for the default."""

    @abstractmethod
    def view(self) -> View:
        """Return the view; ViewError if no game could show it."""

    @abstractmethod
    def text_and_words(self, action: int) -> tuple[str, str]:
        """Return an action in notation and in words."""

    @abstractmethod
    def show(
        self, console: Console, suggestion: suggestion_pb2.Suggestion, most: int | None
    ) -> None:
        """Print a bot's answer, at most so many actions."""


class ReadPosition(NamedTuple):
    """A position that was read from its notation."""

    message: view_pb2.View
    saved: SavedView
    assumed: tuple[str, ...]
    """Assumptions where it says nothing, in sentences."""


def read_text(path: str) -> str:
    """Return the text of a file; `-` is standard input."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        wrong = f"line {line} is not in UTF-8; save the file as UTF-8"
        raise Mistake(f"{path}: {wrong}; expected {EXPECTED}") from error
    if not text.strip():
        raise Mistake(f"{path}: empty; expected {EXPECTED}")
    return text


def is_json(text: str) -> bool:
    """Return True for a text that is meant as JSON."""
    return text.lstrip()[:1] in ("{", "[", '"')


def read_view(path: str, text: str) -> view_pb2.View:
    """Return the view in the JSON of a file."""
    try:
        _check_other(path, text)
        view = json_format.Parse(text, view_pb2.View())
    except json_format.ParseError as error:
        wrong = str(error).splitlines()[0].rstrip(".")
        raise Mistake(f"{path}: {wrong}; expected a View in JSON") from error
    if view.WhichOneof("game") is None:
        of_games = view.DESCRIPTOR.oneofs_by_name["game"].fields
        *fields, last = (f"`{field.json_name}`" for field in of_games)
        wrong = f"not a view of an installed game; expected {', '.join(fields)} or {last} in it"
        raise Mistake(f"{path}: {wrong}")
    return view


def _check_other(path: str, text: str) -> None:
    """Raise Mistake for the view of a game that is not installed."""
    with suppress(ValueError):  # the parser describes it better
        document = json.loads(text)
        if isinstance(document, dict) and isinstance(document.get(OTHER), dict):
            try:
                other_message(document[OTHER].get("@type"))
            except OtherMessageError as error:
                raise Mistake(f"{path}: {OTHER}: {error}") from None


def game_of_view(view: view_pb2.View) -> str:
    """Return the name in `--game` of a view's game."""
    return (game_of(view, "game") or "").replace("_", "-")


def save_view(
    view: view_pb2.View, path: str, position: Callable[[view_pb2.View], str] | None = None
) -> None:
    """Write a view to a new file; FileExistsError if there is one.

    `position` writes it in the notation of its game, for a file whose name ends in `.txt`.
    """
    if position is not None and Path(path).suffix.casefold() == TEXT:
        text = position(view)
    else:
        text = json_format.MessageToJson(view) + "\n"
    write_new(Path(path), text, private=True)

"""Records of games in files, whichever game they are of (docs/notation.md, sections 6 and 7)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from covert_command.options.file_path import opened
from covert_command.terminal.mistakes import Mistake, in_file

GAMES = {"covert-record": "covert", "covert-action-record": "covert-action"}
"""By the first word of a record."""
VERSIONS = "'covert-record 2' or 'covert-action-record 1'"
LONGEST = 60  # characters shown of a line that could be anything


def game_of_record(path: str) -> str:
    """The game of the record in a file, as `--game` names it; Mistake if it is not a record."""
    with in_file(path):
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    contents = (line.partition("#")[0].strip() for line in lines)
    number, first = next(((n, line) for n, line in enumerate(contents, 1) if line), (0, ""))
    if not first:
        raise Mistake(f"{path}: the text is empty; expected {VERSIONS} and a game")
    game = GAMES.get(first.split()[0])
    if game is None:
        wrong = f"{first[:LONGEST]!r} does not begin the record of a game"
        raise Mistake(f"{path}: line {number}: {wrong}; expected {VERSIONS}")
    return game


@contextmanager
def kept_in(
    path: str | Path | None,
    written: Callable[[], str],
    *,
    overwrite: bool,
    instead: str = "--overwrite",
) -> Iterator[Callable[[], None]]:
    """Keeps a text in a file: whenever what it yields is called, and at the end, finished or not.

    `written` is the text as it is then. It replaces a file only to `overwrite`; `instead` is what
    to type where the file was meant. A new file is for its owner alone, for a record has all cards;
    one that is there keeps its mode.
    """
    if path is None:
        yield lambda: None
        return
    place = Path(path).resolve()
    if place.is_file() and not overwrite:
        raise Mistake(f"{path}: the file exists; expected another name, or {instead}")
    special = place.exists() and not place.is_file()  # such as a pipe: it is written once

    latest: str | None = None

    def keep() -> None:
        """Writes the text if it is new, beside the file first: it is whole whatever happens
        meanwhile. What another window has written stays."""
        nonlocal latest
        text = written()
        if text == latest and place.exists():
            return
        try:
            if latest is not None and place.exists() and place.read_bytes() != latest.encode():
                raise Mistake(
                    f"{path}: the file was changed meanwhile, perhaps in another window with this "
                    "game; it stays as it is, and this game ends here"
                )
            if special:
                place.write_text(text, encoding="utf-8")
            else:
                _replace(place, text)
        except OSError as error:
            raise Mistake(f"{path}: {error.strerror or error}") from error
        latest = text

    if special:
        try:
            yield lambda: None
        finally:
            keep()
        return
    keep()  # whether it can be written is known before the game
    try:
        yield keep
    finally:
        keep()


def _replace(place: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    beside = place.with_name(f".{place.name}.new")
    beside.unlink(missing_ok=True)  # of a process that was killed over it
    try:
        with opened(beside, private=True, new=True) as file:
            if place.exists():
                os.fchmod(file.fileno(), place.stat().st_mode & 0o777)
            file.write(text)
        beside.replace(place)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise

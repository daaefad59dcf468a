"""Records of games in files, of any game (docs/notation.md, sections 6 and 7)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from covert_command.options.file_path import opened
from covert_command.terminal.mistakes import Mistake


@contextmanager
def kept_in(
    path: str | Path | None,
    written: Callable[[], str],
    *,
    overwrite: bool,
    instead: str = "--overwrite",
) -> Iterator[Callable[[], None]]:
    """Keep a text in a file: whenever the yielded function is called, and at the end, finished or
    not.

    `written` returns the text at that time. It replaces a file only if that is empty, or to
    `overwrite`; `instead` is the option to suggest otherwise. A new file is for its owner alone,
    because a record has all cards; an existing one keeps its mode.
    """
    if path is None:
        yield lambda: None
        return
    place = Path(path).resolve()
    if place.is_file() and place.stat().st_size and not overwrite:
        raise Mistake(f"{path}: the file exists; choose another name, or {instead}")
    special = place.exists() and not place.is_file()  # such as a pipe, which is written once

    latest: str | None = None

    def keep() -> None:
        """Write the text if it is new, first beside the file, so that the file is always whole. A
        file changed by another window is left alone."""
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
    keep()  # before the game, to find out that the file can be written
    try:
        yield keep
    finally:
        keep()


def _replace(place: Path, text: str) -> None:
    """Write a file whole or not at all."""
    beside = place.with_name(f".{place.name}.new")
    beside.unlink(missing_ok=True)  # left by a killed process
    try:
        with opened(beside, private=True, new=True) as file:
            if place.exists():
                os.fchmod(file.fileno(), place.stat().st_mode & 0o777)
            file.write(text)
        beside.replace(place)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise

"""Files on the command line: their names, and new ones."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, TextIO

import click

PRIVATE = 0o600  # of what holds hidden cards


class FilePath(click.Path):
    """A path, which is not empty, as a variable that is not set would make it."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        if value == "":
            what = "file" if self.file_okay else "folder"
            self.fail(f"''; expected the name of a {what}", param, ctx)
        return super().convert(value, param, ctx)


def opened(path: Path, *, private: bool = False, new: bool = False) -> TextIO:
    """A file to write text to, made if need be, from the start for its owner alone if it is
    private; FileExistsError if it is to be new and is there."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | (os.O_EXCL if new else os.O_TRUNC)
    number = os.open(path, flags, PRIVATE if private else 0o666)
    return os.fdopen(number, "w", encoding="utf-8")


def write_new(path: Path, text: str, *, private: bool = False) -> None:
    """Writes a file that is not there yet; FileExistsError if it is. Of one that cannot be written
    nothing is left, which would be in the way of the next try."""
    file = opened(path, private=private, new=True)
    try:
        with file:
            file.write(text)
    except OSError as error:
        path.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from None

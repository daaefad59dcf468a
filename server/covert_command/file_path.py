"""Files on the command line: their names, and new ones."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

__all__ = ["FilePath", "write_new"]


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


def write_new(path: Path, text: str) -> None:
    """Writes a file that is not there yet; FileExistsError if it is. Of one that cannot be written
    nothing is left, which would be in the way of the next try."""
    file = path.open("x", encoding="utf-8")
    try:
        with file:
            file.write(text)
    except OSError as error:
        path.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from None

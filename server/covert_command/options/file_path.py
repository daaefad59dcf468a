"""Files on the command line: paths as values of options, and new files."""

from __future__ import annotations

import errno
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TextIO

import click

from covert_command.terminal.mistakes import Mistake
from covert_engine.input.hints import not_installed

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


class ExistingFile(click.Path):
    """The path of an existing file; the shell completes it."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False)

    def convert(  # type: ignore[override]  # a narrower return type than click declares
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        path = str(super().convert(value, param, ctx))
        if not Path(path).exists():
            raise Mistake(f"{path}: {os.strerror(errno.ENOENT)}")
        return path


class PlotFile(click.Path):
    """The path of a plot; its extension chooses the format."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False)

    def convert(  # type: ignore[override]  # a narrower return type than click declares
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        file = Path(str(super().convert(value, param, ctx)))
        if file.suffix not in (".svg", ".png", ".pdf"):
            raise Mistake(f"--plot: {file}; expected a name that ends in .svg, .png or .pdf")
        if not file.absolute().parent.is_dir():
            raise Mistake(f"--plot: {file.parent} is not a folder")
        if find_spec("matplotlib") is None:
            raise Mistake(not_installed("matplotlib", "report"))
        return file


plot = click.option(
    "--plot",
    type=PlotFile(),
    metavar="FILE",
    help="Draw the curve, as .svg, .png or .pdf. Needs the extra `report`.",
)
overwrite = click.option("--overwrite", is_flag=True, help="Let --record replace an existing file.")


def opened(path: Path, *, private: bool = False, new: bool = False) -> TextIO:
    """Open a file to write text to, and make it if need be; a private one is for its owner alone
    from the start. FileExistsError if it is to be new and exists."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | (os.O_EXCL if new else os.O_TRUNC)
    number = os.open(path, flags, PRIVATE if private else 0o666)
    return os.fdopen(number, "w", encoding="utf-8")


def write_new(path: Path, text: str, *, private: bool = False) -> None:
    """Write a new file; FileExistsError if it exists. If writing fails, remove the file, so that it
    is not in the way of the next try."""
    file = opened(path, private=private, new=True)
    try:
        with file:
            file.write(text)
    except OSError as error:
        path.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from None

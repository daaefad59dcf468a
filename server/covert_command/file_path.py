"""The name of a file on the command line."""

from __future__ import annotations

import os
from typing import Any

import click

__all__ = ["FilePath"]


class FilePath(click.Path):
    """A path, which is not empty, as a variable that is not set would make it."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        if value == "":
            self.fail("''; expected the name of a file", param, ctx)
        return super().convert(value, param, ctx)

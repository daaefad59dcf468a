"""The page of the site with all commands and their options, as `--help` says them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from covert_command.program import covert_bots


def commands_page() -> str:
    """Return the page, in Markdown."""
    root = click.Context(covert_bots, info_name="covert-bots")
    return "\n\n".join(["# Commands and options", *_lines(root, 2)]) + "\n"


def _lines(context: click.Context, level: int) -> Iterator[str]:
    command = context.command
    if level > 2:
        yield f"{'#' * (level - 1)} {context.command_path}"
        yield f"```text\n{command.get_usage(context)}\n```"
        yield _paragraphs(command.help or "")
        options = [
            record for option in command.params if (record := option.get_help_record(context))
        ]
        yield "\n\n".join(f"`{names}`\n: {_paragraphs(words)}" for names, words in options)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            own = command.get_command(context, name)
            assert own is not None
            yield from _lines(click.Context(own, context, name), level + 1)


def _paragraphs(words: str) -> str:
    """Return words of click as Markdown, in which nothing has a meaning but backquotes."""
    text = inspect.cleandoc(words).replace("\b\n", "")
    return "".join(f"\\{sign}" if sign in "*_<>[]#|" else sign for sign in text)

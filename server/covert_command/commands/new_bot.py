"""`covert-bots new-bot`: a bot to start from."""

from __future__ import annotations

import sys
from importlib import resources
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

import click

from covert_bots.covert.catalogue import describe
from covert_command.options import json_output
from covert_command.options.file_path import write_new
from covert_command.terminal.command_line import examples, with_this_program
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import print_json

NAME_IN_TEMPLATE = "BOT:make"


@click.command(epilog=examples("covert-bots new-bot my_bot"))
@click.argument("name")
@json_output.as_json
def command(name: str, as_json: bool) -> None:
    """Write a simple rule-based bot to NAME.py, for you to change.

    docs/your-own-bot.md explains it.
    """
    if not name.isidentifier():
        expected = "letters, digits and underscores, with a letter first, such as my_bot"
        raise Mistake(f"NAME: {name!r}; expected {expected}")
    path = Path(f"{name}.py")
    if (iskeyword(name) or not path.exists()) and (taken := _taken(name)):
        raise Mistake(f"NAME: {name!r}; {taken}; choose another name, such as my_{name}")
    template = resources.files("covert_command") / "data" / "bot.py"
    text = template.read_text(encoding="utf-8").replace(NAME_IN_TEMPLATE, f"{name}:make")
    try:
        write_new(path, text)
    except FileExistsError as error:
        raise Mistake(f"{path}: the file exists; choose another name") from error
    if as_json:
        print_json({"file": str(path), "bot": f"{name}:make"})
        return
    let_it_play = with_this_program("arena", "run", "--bots", f"{name}:make,random")
    click.echo(f"Wrote {path}. To play it: {let_it_play}")


def _taken(name: str) -> str:
    """Return what already uses a name; empty if it is free."""
    if iskeyword(name):
        return "it is a Python keyword"
    if any(bot.name == name for bot in describe()):
        return "a built-in bot has that name"
    if name in sys.stdlib_module_names or name in sys.builtin_module_names:
        return "a standard library module has that name, and the file would hide it"
    importable = name in sys.modules or find_spec(name)  # __main__ may have no spec
    return f"a module {name} can be imported already" if importable else ""

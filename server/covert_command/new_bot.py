"""`covert-bots new-bot`: a bot to begin with."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import click

from covert_command import options
from covert_command.mistakes import Mistake
from covert_command.screen import examples, print_json

NAME_IN_TEMPLATE = "BOT:make"


@click.command(epilog=examples("covert-bots new-bot my_bot"))
@click.argument("name")
@options.as_json
def command(name: str, as_json: bool) -> None:
    """Write a bot by a few rules to NAME.py, to change as you like.

    docs/your-own-bot.md explains it.
    """
    if not name.isidentifier():
        raise Mistake(f"NAME: {name!r}; expected letters, digits and underscores, such as my_bot")
    path = Path(f"{name}.py")
    template = resources.files("covert_command") / "data" / "bot.py"
    text = template.read_text(encoding="utf-8").replace(NAME_IN_TEMPLATE, f"{name}:make")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise Mistake(f"{path}: the file exists; expected another name") from error
    if as_json:
        print_json({"file": str(path), "bot": f"{name}:make"})
        return
    click.echo(f"{path}: a bot. Let it play: covert-bots arena run --bots {name}:make,random")

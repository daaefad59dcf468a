"""Bots by name: the default adviser, completion in a shell, bots from modules."""

from __future__ import annotations

import os
import sys

from click.shell_completion import CompletionItem

from covert_bots.players.catalogue import Catalogue

DEFAULT_ADVISER = "ismcts:iterations=2000"  # answers in about a second


def import_from_here() -> None:
    """Put the current folder on `sys.path`, as `python -m` does."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())


def completions(catalogue: Catalogue, incomplete: str) -> list[CompletionItem]:
    """Return shell completions for the name of a bot or level, each with its description. In a list
    with commas, complete the last name.

    Parameters are not completed: the shell would add a space after each, and so cut the spec in
    two.
    """
    before, comma, begun = incomplete.rpartition(",")
    known = {
        **{bot.name: bot.description for bot in catalogue.describe()},
        **{
            level.name: level.description or f"Plays as {level.spec}." for level in catalogue.levels
        },
    }
    return [
        CompletionItem(f"{before}{comma}{name}", help=description)
        for name, description in known.items()
        if name.startswith(begun)
    ]

"""The setup of a game, as it is printed."""

from __future__ import annotations

from rich.console import Console

from covert_bots.arena.plan import setup_in_words
from covert_bots.players.game import Facts


def show_setup(console: Console, setup: Facts) -> None:
    """Prints what is chosen, if anything is."""
    if setup:
        console.print(f"Setup: {setup_in_words(setup)}", soft_wrap=True)

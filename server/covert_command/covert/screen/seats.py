"""The names of the seats of Covert, and their colours."""

from __future__ import annotations

from rich.text import Text

from covert_bots.covert.words.change import SEAT_NAMES

SEAT_STYLES = ("cyan", "yellow", "magenta", "green")


def seat_text(seat: int) -> Text:
    """The name of a seat in its colour."""
    return Text(SEAT_NAMES[seat], style=SEAT_STYLES[seat])

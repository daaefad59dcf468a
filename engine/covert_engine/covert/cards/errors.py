"""A caller's mistake with a card set; the others are in `covert_engine.reading.errors`."""

from __future__ import annotations

from covert_engine.reading.errors import ProblemsError


class CardSetError(ProblemsError):
    """A card set that cannot be played with; `problems` are all that were found, in file order."""

"""A caller's mistake with a card set; `covert_engine.input.errors` has the others."""

from __future__ import annotations

from covert_engine.input.errors import ProblemsError


class CardSetError(ProblemsError):
    """A card set with mistakes; `problems` lists them all, in file order."""

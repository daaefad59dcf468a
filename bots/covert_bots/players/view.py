"""The view of a seat, as bots and arena see it, of any game."""

from __future__ import annotations

from typing import Protocol


class View(Protocol):
    """A position as one seat may know it; the engine searches one that is a `SearchView` too."""

    @property
    def seat(self) -> int:
        """The seat whose view it is."""

    @property
    def actor(self) -> int | None:
        """The seat to decide, as far as this seat knows; None if there is none."""

    def legal_actions(self, *, canonical: bool = False) -> list[int]:
        """Return the legal actions; with `canonical` one of each equivalent set."""

    def digest(self) -> bytes:
        """Return a digest, which is the same for equal views on every machine."""

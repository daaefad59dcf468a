"""The view of a seat, as bots and arena see it, of any game."""

from __future__ import annotations

from typing import Protocol

__all__ = ["View"]


class View(Protocol):
    """What one seat may know. A search of the engine takes one that is a `SearchView` too."""

    @property
    def seat(self) -> int:
        """Whose it is."""
        ...

    @property
    def actor(self) -> int | None:
        """The seat to decide, as far as this one knows; None where nobody is."""
        ...

    def legal_actions(self, *, canonical: bool = False) -> list[int]:
        """Those of the seat to decide; with `canonical` none that another is as good as."""
        ...

    def digest(self) -> bytes:
        """The same for equal views, on every machine."""
        ...

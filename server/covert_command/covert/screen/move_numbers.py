"""The numbers of moves on the screen."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from covert_command.covert.screen.choices import Choice
from covert_command.covert.screen.menu import Item
from covert_engine.covert import View


class MoveNumbers:
    """Numbers by which moves are chosen: words keep their number as long as a phase lasts."""

    def __init__(self) -> None:
        self._given: dict[Hashable, dict[str, int]] = {}

    def on(
        self, view: View, items: Sequence[tuple[Choice, Item]]
    ) -> dict[int, tuple[Choice, Item]]:
        """Return the choices of a decision by their numbers, in their order."""
        fields = view.fields()
        given = self._given.setdefault((fields["round"], fields["phase"], view.decision), {})
        return {
            given.setdefault(item.sentence, len(given) + 1): (choice, item)
            for choice, item in items
        }

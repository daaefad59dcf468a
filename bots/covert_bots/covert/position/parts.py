"""The parts of a text, and what comes of them."""

from __future__ import annotations

from typing import Any

from covert_bots.covert.position.keys import LINES, Part, Sort
from covert_bots.covert.position.lines import Text
from covert_bots.covert.position.mistakes import Mistakes
from covert_bots.covert.position.values import Values, items_of
from covert_engine.covert.cards.card_set import CardSet


class Parts:
    """The parts of one text. Cards are `Told` until all have been read."""

    def __init__(self, text: str, card_set: CardSet, mistakes: Mistakes) -> None:
        self.text = Text(text, mistakes)
        self.mistakes = mistakes
        self.values = Values(card_set, mistakes)
        self.card_set = card_set
        """The card set, with what had to be added."""
        self.options: dict[str, bool] = {}
        self.assumed: list[str] = []
        self.players = 0
        self.seat = 0

    def get(self, owner: str, name: str, part: Part, path: str) -> Any:
        """Return the value of a part; None for one that is missing, or that has a mistake, which
        leaves the field at `path` unread."""
        value = self.text.values.get((owner, name))
        if value is None:
            return None
        if not value.text and part.sort is not Sort.FLAG:
            return None
        return self.values.read(value._replace(path=path), part)

    def line(self, name: str) -> Any:
        """Return the value of a line with a single part."""
        return self.get(name, "", LINES[name], LINES[name].field)

    def missing(self, line: int, text: str, path: str) -> None:
        """Add a mistake, without which the field at `path` would have been read."""
        self.mistakes.add(line, text)
        self.mistakes.unread.add(path)

    def needed(self, name: str, may_miss: bool = False) -> Any:
        """Return a line's values; a mistake if the line is missing or blank."""
        if self.text.get(name) is None and not may_miss:
            line = self.text.line_of(name)
            self.missing(
                line or 1,
                f"{name} is missing; expected {LINES[name].sort.value}",
                LINES[name].field,
            )
        read = self.line(name)
        return [] if read is None else read

    def filled(self, name: str, cards: list[Any], spaces: int) -> list[Any]:
        """Return the cards of a row of spaces; a mistake unless all of its spaces are told."""
        value = self.text.get(name)
        if value is not None and LINES[name].field not in self.mistakes.unread:
            unknown = sum(item == "?" for item in items_of(value.text))
            if len(cards) > spaces or (cards and len(cards) < spaces) or unknown:
                wrong = f"{len(cards)} cards" if not unknown else "'?'"
                expected = f"expected {spaces} cards, with `-` for an empty space"
                self.missing(value.line, f"{name}: {wrong}; {expected}", LINES[name].field)
        return [*cards, *[0] * spaces][:spaces]

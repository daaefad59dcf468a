"""The text of an action, and the number of one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from covert_engine.input.errors import NotationError
from fuzz.game import Game
from fuzz.mutations import changed_words

__all__ = ["Notation", "mutated_text"]


def mutated_text(game: Game, text: str, random: Random) -> str:
    """Return another text with words of actions in it."""
    return changed_words(text, game.words(), game.odd, random)


class Notation:
    """The door of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def seeds(self) -> Iterator[bytes]:
        """Yield an action of every form."""
        for text in self.game.actions():
            yield text.encode()

    def try_one(self, data: bytes) -> bool:
        """Check that text is an action or a NotationError, and so is a number."""
        number = int.from_bytes(data[:5], "little")
        text = data.decode(errors="surrogateescape")
        accepted = False
        for cards in self.game.card_sets():
            self._try_number(number, cards)
            self._try_number(-number, cards)
            accepted |= self._try_text(text, cards)
        return accepted

    def _try_number(self, number: int, cards: Any) -> None:
        try:
            text = self.game.format(number, cards)
        except NotationError as error:
            assert str(error)
        else:
            assert self.game.parse(text, cards) == number

    def _try_text(self, text: str, cards: Any) -> bool:
        try:
            action = self.game.parse(text, cards)
        except NotationError as error:
            assert str(error)
            return False
        written = self.game.format(action, cards)
        assert self.game.parse(written, cards) == action
        assert " ".join(text.split()).casefold() == written.casefold()
        return True

    def mutate(self, data: bytes, random: Random) -> bytes | None:
        """Return another text with words of actions in it."""
        try:
            return mutated_text(self.game, data.decode(), random).encode()
        except UnicodeDecodeError:
            return None

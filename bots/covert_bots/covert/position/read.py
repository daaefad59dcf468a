"""Reads a position from its text (docs/positions.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from covert_bots.covert.position.fields import read_fields
from covert_bots.covert.position.mistakes import Mistakes, PositionError, TooManyError
from covert_bots.covert.position.parts import Parts
from covert_bots.covert.position.reports import report
from covert_bots.players.message_fields import message_from_fields
from covert_engine.covert import CardSetError, View, compile
from covert_engine.covert.cards.card_set import CardSet
from covertbots.v1 import view_pb2
from covertbots.v1.covert_view_pb2 import CovertView

__all__ = ["Position", "PositionError", "read_position"]


@dataclass(frozen=True)
class Position:
    """A position that was read."""

    view: View
    card_set: CardSet
    """Its cards; not the set that was read with if cards had to be made up."""
    assumed: tuple[str, ...]
    """Assumptions where the text says nothing, in sentences."""

    @property
    def message(self) -> view_pb2.View:
        """The view as a message."""
        return view_pb2.View(covert=message_from_fields(CovertView, self.view.fields()))


def read_position(text: str, card_set: CardSet) -> Position:
    """Read a position; PositionError lists every mistake with its line.

    `card_set` has the cards that are not told of, and all whose faces fit.
    """
    mistakes = Mistakes()
    try:
        parts = Parts(text, card_set, mistakes)
        fields: dict[str, Any] | None = read_fields(parts)
        if fields is not None:
            try:
                cards = compile(parts.card_set, parts.options)
            except CardSetError as error:
                mistakes.add(1, f"cards: {error.problems[0]}")
                mistakes.check()
            fields["card_set"] = cards.source.digest
            fields["options"] = {
                name: getattr(cards.options, name) for name in vars(parts.card_set.options)
            }
            data = message_from_fields(CovertView, fields).SerializeToString()
            for field, wrong in View.mistakes(cards, data, sorted(mistakes.unread)):
                report(field, wrong, parts)
    except TooManyError:
        mistakes.check()
    mistakes.check()
    assert fields is not None
    return Position(View.from_message(cards, data), parts.card_set, tuple(parts.assumed))

"""Notes beside a decision: what can be ordered, what abilities do when they are first offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from covert_bots.covert.words.printed import ABILITY_WORDS, character_words
from covert_bots.covert.words.rulebook import ability_words
from covert_command.covert.standing_orders import StandingOrders
from covert_engine.covert import CompiledSet, View
from covert_engine.covert.rules.actions import Ability, Kind, Source, unpack

FIRST_STEPS = (
    "Type the number of a move. `hint` shows good ones, `rules WORD` explains a word on the "
    "screen, `help` lists all commands."
)
ABILITIES = tuple(ABILITY_WORDS.values())


class Note(NamedTuple):
    """A note."""

    name: str
    """What it explains."""
    words: str


class Notes:
    """What to tell the player beside their decisions; an ability is explained once."""

    def __init__(self, cards: CompiledSet, orders: StandingOrders) -> None:
        self._cards = cards.source
        self._orders = orders
        self._known: set[str] = set()

    def on(self, view: View) -> list[Note]:
        """The notes on a decision, the most important first."""
        order = self._orders.offer(view)
        notes = [] if order is None else [Note("", f"`auto {order.name}` {order.words}.")]
        found = {note.name: note for note in (*self._opening(view), *self._abilities(view))}
        return notes + [note for name, note in found.items() if name not in self._known]

    def were_shown(self, notes: Sequence[Note]) -> None:
        """The player knows these now."""
        self._known |= {note.name for note in notes}

    def _opening(self, view: View) -> Iterator[Note]:
        """What a player needs to know first."""
        yield Note("help", FIRST_STEPS)
        if view.decision == "return_mission":
            player = view.fields()["players"][view.seat]
            character = self._cards.characters[player["character"] - 1]
            yield Note("character", f"You are {character.name}: {character_words(character)}.")

    def _abilities(self, view: View) -> Iterator[Note]:
        """What the abilities on offer do."""
        for action in view.legal_actions():
            kind, first, source, _ = unpack(action)
            if kind in (Kind.USE, Kind.REROLL) and source == Source.BY_CHARACTER:
                player = view.fields()["players"][view.seat]
                character = self._cards.characters[player["character"] - 1]
                yield Note(
                    character.name, f"{character.name}, yours: {character_words(character)}."
                )
            elif kind == Kind.USE and first < len(ABILITIES):
                yield Note(ABILITIES[first], ability_words(ABILITIES[first]))
            elif kind == Kind.SPY:
                espionage = ABILITIES[Ability.ESPIONAGE]
                yield Note(espionage, ability_words(espionage))

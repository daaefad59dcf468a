"""Covert as a `Game` for bots, arena and service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, ClassVar

from covert_bots.covert.action_message import action_messages
from covert_bots.covert.catalogue import CATALOGUE
from covert_bots.covert.decisions_left import decisions_left
from covert_bots.covert.event_message import play_observed
from covert_bots.covert.game_setup import Setup, read_setup, setup_facts
from covert_bots.covert.view_text import view_text
from covert_bots.covert.wire import view_from_message, view_to_message
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.game import Facts, FactTable, KeptGame
from covert_bots.players.message_fields import message_from_fields
from covert_engine.covert import CompiledSet, State, View, house_set, parse_action
from covert_engine.covert.cards.card_set import CardSet, Options
from covertbots.v1 import action_pb2, referee_pb2, view_pb2
from covertbots.v1.covert_card_set_pb2 import CovertOptions
from covertbots.v1.covert_pb2 import CovertSetup

# Decisions of a seat in a game of `greedy` with the house set, by the number of players; rounded.
# docs/balance.md has those of all seats for 2 and 4. Searching bots have two thirds.
DECISIONS = {2: 286, 3: 273, 4: 260}


@dataclass(frozen=True)
class Covert:
    """Covert with a card set and a setup.

    None stands for the house set, the card set's own options, characters dealt by chance, and a
    roll for the first player.
    """

    source: CardSet | None = None
    options: Options | None = None
    characters: tuple[int, ...] | None = None  # by seat, numbered from 0
    first_player: int | None = None  # a seat

    name: ClassVar[str] = "covert"
    first_seat: ClassVar[int] = 0
    players: ClassVar[Sequence[int]] = (2, 3, 4)
    # 60 rounds of 4 turns with 100 plays (rules 8.4, 11.3), 10 decisions each.
    longest: ClassVar[int] = 240_000
    catalogue: ClassVar[Catalogue] = CATALOGUE

    @cached_property
    def cards(self) -> CompiledSet:
        """The cards, compiled."""
        return CompiledSet(self.source or house_set(), self.options)

    @property
    def card_set(self) -> str:
        """The digest of its cards."""
        return self.cards.source.digest

    @classmethod
    def with_setup(cls, source: CardSet, setup: Mapping[str, Any], players: int) -> Covert:
        """Return the game of a setup in facts, such as those of `setup`; SetupError names a wrong
        entry."""
        return cls(source, *read_setup(setup, source, players))

    @property
    def setup(self) -> Facts:
        """The choices: options that differ from the card set's own, by name; `characters`, names by
        seat; `first_player`, a seat."""
        chosen = Setup(self.options, self.characters, self.first_player)
        return setup_facts(chosen, self.cards.source)

    def __reduce__(self) -> tuple[type[Covert], tuple[Any, ...]]:
        return Covert, (self.source, self.options, self.characters, self.first_player)

    def decisions(self, players: int) -> float:
        """Return about how many decisions a seat takes in a game."""
        return DECISIONS[players]

    @staticmethod
    def decisions_left(view: View) -> float:
        """Return about how many decisions remain to the view's seat, without forced ones."""
        return decisions_left(view)

    def deal(self, players: int, seed: int) -> State:
        """Deal a new game."""
        return State.deal(self.cards, players, seed, self.characters, self.first_player)

    def facts(self, state: State) -> Facts:
        """Return the fact `sixth_mission`, true if a sixth mission ended the game (rules 8.1)."""
        return {"sixth_mission": state.view(0).fields()["final_round"]}

    def seat_facts(self, state: State) -> list[Facts]:
        """Return the facts of each seat: its `character` and its completed `missions`, ascending,
        both numbered from 0, and the number of completed `codes` that it still holds."""
        return [
            {
                "character": player["character"] - 1,
                "missions": [number - 1 for number in player["completed_missions"]],
                "codes": len(player["completed_codes"]),
            }
            for player in state.view(0).fields()["players"]
        ]

    def tables(self, games: Iterable[KeptGame]) -> list[FactTable]:
        """Return no tables: `arena balance` shows the facts of Covert."""
        return []

    def parse_action(self, text: str) -> int:
        """Parse an action in the notation of docs/notation.md; NotationError if it is none."""
        return parse_action(text, self.cards)

    def view_to_message(self, view: View) -> view_pb2.View:
        """Return a view as a message."""
        return view_to_message(view)

    def view_text(self, view: View, events: Sequence[str] = ()) -> str:
        """Return a view as plain text for people and language models: what happened, which is
        `events` in words, what lies on the table, and the numbered legal actions."""
        return view_text(view, events)

    def deal_to_message(self, players: int, seed: int) -> referee_pb2.Record:
        """Return the record of a game that has just been dealt."""
        setup = CovertSetup(
            card_set=self.card_set,
            options=message_from_fields(CovertOptions, vars(self.cards.options)),
            characters=[number + 1 for number in self.characters or ()],
            first_player=self.first_player,
        )
        return referee_pb2.Record(players=players, seed=seed, covert=setup)

    def view_from_message(self, message: view_pb2.View) -> View:
        """Return the view in a message; ViewError if no game with these cards could show it."""
        return view_from_message(message.covert, self.cards)

    def action_to_message(self, action: int) -> action_pb2.Action:
        """Return an action as a message, without seat and words."""
        message = action_messages(self.cards).action(action)
        return action_pb2.Action(text=message.text, covert=message.covert)

    def card_set_facts(self) -> Facts:
        """Return the fields of its `CardSet`."""
        return asdict(self.cards.source)

    @classmethod
    def of_facts(
        cls, card_set: Mapping[str, Any], setup: Mapping[str, Any], players: int
    ) -> Covert:
        """Return the game with the cards of `card_set_facts` and this setup."""
        return cls.with_setup(CardSet.of_fields(card_set), setup, players)

    def play_observed(
        self, state: State, action: int, seats: Sequence[int]
    ) -> list[list[referee_pb2.Event]]:
        """Play an action, and return the events that each of these seats observes."""
        return play_observed(state, action, seats)

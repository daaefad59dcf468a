"""Covert Action as a `Game` for bots, arena and service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from covert_bots.covert_action.action_message import action_message, operands_of
from covert_bots.covert_action.catalogue import CATALOGUE
from covert_bots.covert_action.event_message import event_messages
from covert_bots.covert_action.setup_message import setup_of_settings
from covert_bots.covert_action.shots import tables_of
from covert_bots.covert_action.table import Table
from covert_bots.covert_action.view_text import view_text
from covert_bots.covert_action.wire import view_from_message, view_to_message
from covert_bots.covert_action.words.names import seat_names
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.game import Facts, FactTable, KeptGame
from covert_engine.covert_action import Settings, SettingsError, View, parse_action
from covertbots.v1 import action_pb2, referee_pb2, view_pb2

SETTINGS = tuple(name for name in Settings(4).fields() if name != "players")
"""The names of the settings, without the number of players."""
# The rounds of an average game, and the fewest expected to remain in a longer game.
ROUNDS, FEWEST_ROUNDS = 7, 2


@dataclass(frozen=True)
class CovertAction:
    """Covert Action with a setup: settings by name; missing ones have their defaults."""

    setup: Facts = field(default_factory=dict)

    name: ClassVar[str] = "covert-action"
    first_seat: ClassVar[int] = 1
    card_set: ClassVar[str] = ""  # there is only one
    players: ClassVar[Sequence[int]] = tuple(range(4, 15))
    # 60 rounds of 30 beats, in each of which 14 seats speak and choose, and an order (rules 3, 5)
    longest: ClassVar[int] = 60 * (30 * 2 * 14 + 1)
    catalogue: ClassVar[Catalogue] = CATALOGUE

    @classmethod
    def with_setup(cls, setup: Mapping[str, Any], players: int) -> CovertAction:
        """Return the game of some settings, without those at their defaults; SettingsError names a
        wrong one."""
        for name in setup:
            if name not in SETTINGS:
                raise SettingsError(name, setup[name], f"one of {', '.join(SETTINGS)}")
        return cls.of_settings(Settings.from_fields({"players": players, **setup}))

    @classmethod
    def of_settings(cls, settings: Settings) -> CovertAction:
        """Return the game of these settings."""
        chosen, usual = settings.fields(), Settings(settings.players).fields()
        return cls({name: chosen[name] for name in SETTINGS if chosen[name] != usual[name]})

    def settings(self, players: int) -> Settings:
        """Return the settings of its games."""
        return Settings.from_fields({"players": players, **self.setup})

    def decisions(self, players: int) -> float:
        """Return about how many decisions a seat takes in a game of 7 rounds."""
        return ROUNDS * _in_a_round(self.settings(players))

    @staticmethod
    def decisions_left(view: View) -> float:
        """Return about how many decisions remain to the view's seat, without forced ones."""
        return max(FEWEST_ROUNDS, ROUNDS + 1 - view.round) * _in_a_round(view.settings)

    def deal(self, players: int, seed: int) -> Table:
        """Deal a new game."""
        return Table(self.settings(players), seed)

    def facts(self, state: Table) -> Facts:
        """Return the facts of `Table.facts`."""
        return state.facts()

    def seat_facts(self, state: Table) -> list[Facts]:
        """Return the facts of `Table.seat_facts`."""
        return state.seat_facts()

    def tables(self, games: Iterable[KeptGame]) -> list[FactTable]:
        """Return tables of shots and hits, and of draws by bot and role."""
        return tables_of(list(games))

    def parse_action(self, text: str) -> int:
        """Parse an action in the notation of docs/notation.md; NotationError if it is none."""
        return parse_action(text)

    def view_to_message(self, view: View) -> view_pb2.View:
        """Return a view as a message."""
        return view_to_message(view)

    def view_text(self, view: View, events: Sequence[str] = ()) -> str:
        """Return a view as plain text for people and language models: what happened, which is
        `events` in words, what lies on the table, and the numbered legal actions."""
        return view_text(view, events)

    def deal_to_message(self, players: int, seed: int) -> referee_pb2.Record:
        """Return the record of a game that has just been dealt."""
        setup = setup_of_settings(self.settings(players))
        return referee_pb2.Record(players=players, seed=seed, covert_action=setup)

    def view_from_message(self, message: view_pb2.View) -> View:
        """Return the view in a message; ViewError if no game could show it."""
        return view_from_message(message.covert_action)

    def action_to_message(self, action: int) -> action_pb2.Action:
        """Return an action as a message, without seat and words."""
        text = action_message(action).text
        return action_pb2.Action(text=text, covert_action=operands_of(action))

    def card_set_facts(self) -> Facts:
        """Return no facts: there is one set of cards."""
        return {}

    @classmethod
    def of_facts(
        cls, card_set: Mapping[str, Any], setup: Mapping[str, Any], players: int
    ) -> CovertAction:
        """Return the game with this setup."""
        return cls.with_setup(setup, players)

    def play_observed(
        self, state: Table, action: int, seats: Sequence[int]
    ) -> list[list[referee_pb2.Event]]:
        """Play an action, and return the events that each of these seats observes."""
        before = [state.view(seat).fields() for seat in seats]
        events = state.play(action)
        if not events:  # a choice in a window that is still open
            return [[] for _ in seats]
        winners = state.winners() if state.over else []
        names = seat_names(state.players)
        return [
            event_messages(events, was, state.view(seat).fields(), names, winners)
            for was, seat in zip(before, seats, strict=True)
        ]


def _in_a_round(settings: Settings) -> float:
    """Return about how many decisions a seat takes in a round: statements and windows."""
    return settings.beats * (0.75 + settings.talk)

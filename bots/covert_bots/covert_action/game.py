"""Covert Action as bots and arena see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from covert_bots.covert_action.catalogue import CATALOGUE
from covert_bots.covert_action.shots import tables_of
from covert_bots.covert_action.table import Table
from covert_bots.covert_action.view_message import view_to_message
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.game import Facts, FactTable, KeptGame
from covert_engine.covert_action import Settings, SettingsError, View, parse_action
from covertbots.v1 import view_pb2

SETTINGS = tuple(name for name in Settings(4).fields() if name != "players")
"""What can be set beside the number of players."""
# About how many rounds a game has, and the fewest that are to be expected in a longer one.
ROUNDS, FEWEST_ROUNDS = 7, 2


@dataclass(frozen=True)
class CovertAction:
    """Covert Action by a setup: settings by name, those left out being as usual."""

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
        """The game of such settings, without those that are as usual; SettingsError names one that
        is wrong."""
        for name in setup:
            if name not in SETTINGS:
                raise SettingsError(name, setup[name], f"one of {', '.join(SETTINGS)}")
        chosen = Settings.from_fields({"players": players, **setup}).fields()
        usual = Settings(players).fields()
        return cls({name: chosen[name] for name in SETTINGS if chosen[name] != usual[name]})

    def settings(self, players: int) -> Settings:
        """The settings of its games."""
        return Settings.from_fields({"players": players, **self.setup})

    def decisions(self, players: int) -> float:
        """About how many a seat takes in a game of 7 rounds."""
        return ROUNDS * _in_a_round(self.settings(players))

    @staticmethod
    def decisions_left(view: View) -> float:
        """About how many decisions the view's seat has yet to take, forced ones not counted."""
        return max(FEWEST_ROUNDS, ROUNDS + 1 - view.round) * _in_a_round(view.settings)

    def deal(self, players: int, seed: int) -> Table:
        """A new game."""
        return Table(self.settings(players), seed)

    def facts(self, state: Table) -> Facts:
        """What `Table.facts` says."""
        return state.facts()

    def seat_facts(self, state: Table) -> list[Facts]:
        """What `Table.seat_facts` says."""
        return state.seat_facts()

    def tables(self, games: Sequence[KeptGame]) -> list[FactTable]:
        """Shots and hits, and by bot and role who draws."""
        return tables_of(games)

    def parse_action(self, text: str) -> int:
        """The action of a text of docs/notation.md; NotationError if it is none."""
        return parse_action(text)

    def view_to_message(self, view: View) -> view_pb2.View:
        """A view as the message that says the same."""
        return view_to_message(view)


def _in_a_round(settings: Settings) -> float:
    """Decisions of a seat: statements and windows, less where there is no talk."""
    return settings.beats * (0.75 + settings.talk)

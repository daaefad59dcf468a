"""The protocol of a game, for bots, arena and service; `covert_bots.covert.game` is an example.

Code that uses these protocols names nothing that only a single game has. A game describes its
finished games and their seats by facts, as JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from covert_bots.players.catalogue import Catalogue
from covert_bots.players.view import View
from covertbots.v1 import action_pb2, referee_pb2, view_pb2

Facts: TypeAlias = dict[str, Any]
"""Names and values that can be written as JSON."""


@dataclass(frozen=True)
class KeptGame:
    """The record that a ledger keeps of a finished game."""

    bots: tuple[str, ...]  # by seat
    facts: Facts  # of the game
    seat_facts: tuple[Facts, ...]  # of each seat


class FactTable(NamedTuple):
    """A table about many games."""

    title: str
    columns: tuple[tuple[str, str], ...]  # heads, and format specs of the values
    rows: tuple[tuple[str | int | float, ...], ...]

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads of the columns."""
        return tuple(head for head, _ in self.columns)

    def as_json(self) -> Facts:
        """Return its title and its rows by the heads of the columns."""
        rows = [dict(zip(self.heads, row, strict=True)) for row in self.rows]
        return {"title": self.title, "rows": rows}

    def texts(self) -> list[tuple[str, ...]]:
        """Return the rows as text; nan becomes a dash."""
        return [
            tuple(
                "-" if value != value else format(value, form)
                for value, (_, form) in zip(row, self.columns, strict=True)
            )
            for row in self.rows
        ]


class State(Protocol):
    """A game in progress, hidden cards included; only its host has it."""

    @property
    def over(self) -> bool:
        """True if the game has ended."""

    @property
    def actor(self) -> int | None:
        """The seat to decide; None when the game is over."""

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 before the first."""

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the seat to decide."""

    def view(self, seat: int) -> View:
        """Return the view of a seat."""

    def play(self, action: int) -> object:
        """Play an action; a ValueError says why it is not legal."""

    def scores(self) -> list[int]:
        """Return the current scores by seat."""

    def winners(self) -> list[int]:
        """Return the seats that share the victory, once the game is over."""


class Game(Protocol):
    """A game with its cards and settings. It can be pickled, for other processes."""

    @property
    def name(self) -> str:
        """Its name in plans, ledgers and records."""

    @property
    def card_set(self) -> str:
        """A digest of its cards."""

    @property
    def setup(self) -> Facts:
        """The setup of all its deals beside the cards, perhaps empty. A plan keeps it."""

    @property
    def players(self) -> Sequence[int]:
        """The possible numbers of players, ascending."""

    @property
    def first_seat(self) -> int:
        """The number of the first seat on screens: 0 or 1. In code and files seats count from 0."""

    @property
    def longest(self) -> int:
        """The largest number of actions in a game."""

    @property
    def catalogue(self) -> Catalogue:
        """The bots that play it."""

    def decisions(self, players: int) -> float:
        """Return about how many decisions a seat takes in a game."""

    def decisions_left(self, view: Any) -> float:
        """Return about how many decisions remain to the view's seat, without forced ones; more
        than 0."""

    def deal(self, players: int, seed: int) -> State:
        """Deal a new game; its chance is a function of the seed."""

    def facts(self, state: Any) -> Facts:
        """Return the facts to keep of a finished game."""

    def seat_facts(self, state: Any) -> list[Facts]:
        """Return the facts to keep of each seat, also of a game broken off."""

    def tables(self, games: Iterable[KeptGame]) -> list[FactTable]:
        """Return tables of the facts of many games, which are read as they are asked for; perhaps
        none."""

    def parse_action(self, text: str) -> int:
        """Parse the notation of an action; ValueError if it is none."""

    def view_to_message(self, view: Any) -> view_pb2.View:
        """Return a view as a message of the service."""

    def deal_to_message(self, players: int, seed: int) -> referee_pb2.Record:
        """Return the record of a game that has just been dealt, as a message of the service."""

    def view_from_message(self, message: view_pb2.View) -> View:
        """Return the view in a message; a ValueError if no game of this kind could show it."""

    def action_to_message(self, action: int) -> action_pb2.Action:
        """Return an action as a message, without seat and words. It is shared: do not change
        it."""

    def card_set_facts(self) -> Facts:
        """Return its cards as facts; none if there is but one set."""

    @classmethod
    def of_facts(cls, card_set: Mapping[str, Any], setup: Mapping[str, Any], players: int) -> Game:
        """Return the game with these cards and this setup; a ValueError if there is none."""

    def play_observed(
        self, state: Any, action: int, seats: Sequence[int]
    ) -> list[list[referee_pb2.Event]]:
        """Play an action, and return the events that each of these seats observes."""

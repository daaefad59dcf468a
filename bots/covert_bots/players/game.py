"""What a game is to bots, arena and service: the few things they ask of it.

Covert is one (`covert_bots.covert.game`). Who works through these protocols names nothing that only
one game has: what a game wants to have kept of its games and seats are its facts, as JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from covert_bots.players.catalogue import Catalogue
from covert_bots.players.view import View
from covertbots.v1 import view_pb2

Facts: TypeAlias = dict[str, Any]
"""Names and values that can be written as JSON."""


@dataclass(frozen=True)
class KeptGame:
    """What was kept of a game that has ended."""

    bots: tuple[str, ...]  # by seat
    facts: Facts  # of the game
    seat_facts: tuple[Facts, ...]  # of each seat


class FactTable(NamedTuple):
    """What a game has to say of many of its games, as a table."""

    title: str
    columns: tuple[tuple[str, str], ...]  # heads, and how the values below are written (`format`)
    rows: tuple[tuple[str | int | float, ...], ...]

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads of the columns."""
        return tuple(head for head, _ in self.columns)

    def texts(self) -> list[tuple[str, ...]]:
        """The rows as they are written; what is not a number of anything (nan) is a dash."""
        return [
            tuple(
                "-" if value != value else format(value, form)
                for value, (_, form) in zip(row, self.columns, strict=True)
            )
            for row in self.rows
        ]


class State(Protocol):
    """A game that is being played: the truth, for who hosts it."""

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        ...

    @property
    def actor(self) -> int | None:
        """The seat to decide; None when the game is over."""
        ...

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 before the first."""
        ...

    def legal_actions(self) -> list[int]:
        """Those of the seat to decide."""
        ...

    def view(self, seat: int) -> View:
        """What a seat may know."""
        ...

    def play(self, action: int) -> object:
        """Plays an action; a ValueError says why it is not legal."""
        ...

    def scores(self) -> list[int]:
        """By seat, as they stand."""
        ...

    def winners(self) -> list[int]:
        """The seats that share the victory, once the game is over."""
        ...


class Game(Protocol):
    """A game with all it is played with. It can be pickled: other processes play it too."""

    @property
    def name(self) -> str:
        """Its name in plans, ledgers and records."""
        ...

    @property
    def card_set(self) -> str:
        """A digest of what it is played with."""
        ...

    @property
    def setup(self) -> Facts:
        """What is chosen for all its deals beside that; empty if nothing is. A plan keeps it."""
        ...

    @property
    def players(self) -> Sequence[int]:
        """How many can play it, ascending."""
        ...

    @property
    def first_seat(self) -> int:
        """What people call the first seat: 0 or 1. In code and in files seats count from 0."""
        ...

    @property
    def longest(self) -> int:
        """No game has more actions."""
        ...

    @property
    def catalogue(self) -> Catalogue:
        """The bots that play it."""
        ...

    def decisions(self, players: int) -> float:
        """About how many a seat takes in a game."""
        ...

    def deal(self, players: int, seed: int) -> State:
        """A new game; its chance is a function of the seed."""
        ...

    def facts(self, state: Any) -> Facts:
        """What is to be kept of a game that has ended."""
        ...

    def seat_facts(self, state: Any) -> list[Facts]:
        """What is to be kept of each seat, also of a game broken off."""
        ...

    def tables(self, games: Sequence[KeptGame]) -> list[FactTable]:
        """What is to be shown of the facts of many games; nothing if there is nothing."""
        ...

    def parse_action(self, text: str) -> int:
        """The action of a text; ValueError if it is none."""
        ...

    def view_to_message(self, view: Any) -> view_pb2.View:
        """A view as a message of the service."""
        ...

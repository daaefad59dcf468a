"""The game that an OpenSpiel game plays: its deals, its actions and what its seats see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import Any

from covert_bots.covert.game import Covert
from covert_bots.covert_action.game import CovertAction
from covert_bots.players.catalogue import Catalogue
from covert_engine.covert import State as CovertState
from covert_engine.covert import format_action
from covert_engine.covert.encoding import CovertEncoding
from covert_engine.covert_action import Settings
from covert_engine.covert_action import State as CovertActionState
from covert_engine.covert_action import format_action as format_covert_action
from covert_engine.covert_action.encoding import CovertActionEncoding
from covert_engine.encoding import Encoding


class Rules(ABC):
    """A game with its cards or settings and its seats. Pickled, it is small."""

    catalogue: Catalogue  # of the bots that play it
    longest: int  # a bound of the decisions in a game
    encoding: Encoding

    @abstractmethod
    def deal(self, seed: int) -> Any:
        """Deal a new game: a state of the engine."""

    @abstractmethod
    def read(self, data: bytes) -> Any:
        """Return the state in these bytes."""

    @abstractmethod
    def play(self, state: Any, action: int) -> list[list[bytes]]:
        """Play an action in place, and return what each seat sees of it, in order."""

    @abstractmethod
    def text(self, action: int) -> str:
        """Return an action in the notation."""


class CovertRules(Rules):
    """Covert with its cards, options, characters and first player."""

    def __init__(self, game: Covert, players: int) -> None:
        self.game = game
        self.catalogue = game.catalogue
        self.longest = game.longest
        self.encoding = CovertEncoding(game.cards, players)

    def __reduce__(self) -> tuple[Any, ...]:
        return covert_rules, (self.game, self.encoding.players)

    def deal(self, seed: int) -> CovertState:
        """Deal a new game."""
        return self.game.deal(self.encoding.players, seed)

    def read(self, data: bytes) -> CovertState:
        """Return the state in these bytes."""
        return CovertState.from_bytes(self.game.cards, data)

    def play(self, state: CovertState, action: int) -> list[list[bytes]]:
        """Play an action, and return the views that each seat had of it, as digests."""
        watched, _ = state.play_watched(action)
        return [[view.digest() for view in views] for views in watched]

    def text(self, action: int) -> str:
        """Return an action in the notation."""
        return format_action(action, self.game.cards)


class CovertActionRules(Rules):
    """Covert Action with its settings."""

    catalogue = CovertAction.catalogue
    longest = CovertAction.longest

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.encoding = CovertActionEncoding(settings)

    def __reduce__(self) -> tuple[Any, ...]:
        return covert_action_rules, (self.settings,)

    def deal(self, seed: int) -> CovertActionState:
        """Deal a new game."""
        return CovertActionState.deal(self.settings, seed)

    def read(self, data: bytes) -> CovertActionState:
        """Return the state in these bytes."""
        return CovertActionState.from_bytes(data)

    def play(self, state: CovertActionState, action: int) -> list[list[bytes]]:
        """Play an action, and return for each seat the events, and its view if that is new."""
        before = [state.view(seat) for seat in range(state.players)]
        events = [repr(event).encode() for event in state.play_with_events(action)]
        after = [state.view(seat) for seat in range(state.players)]
        return [
            [*events, view.digest()] if events or view != old else []
            for view, old in zip(after, before, strict=True)
        ]

    def text(self, action: int) -> str:
        """Return an action in the notation."""
        return format_covert_action(action)


@cache
def covert_rules(game: Covert, players: int) -> CovertRules:
    """Return the rules of Covert; the same object for equal games, so its cards are compiled
    once."""
    return CovertRules(game, players)


@cache
def covert_action_rules(settings: Settings) -> CovertActionRules:
    """Return the rules of Covert Action; the same object for equal settings."""
    return CovertActionRules(settings)

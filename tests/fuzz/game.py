"""What the doors know of a game: its positions, its texts, and what holds of what it lets in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from google.protobuf.message import Message

from covert_bots.players.bot import Bot
from covert_server.games import ServedGame
from covertbots.v1 import view_pb2

__all__ = ["Game"]

MOVES = 20  # played in a world, at most


class Game(ABC):
    """A game that the doors are tried with. States and views are the engine's own."""

    member: str
    """Field of the message `View`."""
    sealed: str
    """Begins the first line of its positions as bytes."""
    version: int
    """Version of those bytes."""
    message: type[Message]
    """Message of a view."""
    served: ServedGame
    """The game in the service."""
    bots: Sequence[Bot]
    """Bots with few nodes, so that a search costs no more than the rest."""
    beliefs: Sequence[Any] = (None,)
    """Beliefs that deal worlds; None: all alike."""
    odd: Sequence[str]
    """Words that texts of actions stumble over."""

    @abstractmethod
    def views(self) -> Sequence[Any]:
        """Return a view of each sort."""

    @abstractmethod
    def states(self) -> Iterator[Any]:
        """Yield positions of games from beginning to end."""

    @abstractmethod
    def actions(self) -> Sequence[str]:
        """Return the text of an action of every form."""

    @abstractmethod
    def words(self) -> Sequence[str]:
        """Return words of actions."""

    @abstractmethod
    def to_message(self, view: Any) -> view_pb2.View: ...

    @abstractmethod
    def copies(self, view: Any, message: view_pb2.View) -> Sequence[Any]:
        """Return a view by every way there and back; `message` is what it became."""

    @abstractmethod
    def view_of_fields(self, fields: Any) -> Any: ...

    @abstractmethod
    def view_of_bytes(self, data: bytes) -> Any: ...

    @abstractmethod
    def state_of_bytes(self, data: bytes) -> Any: ...

    @abstractmethod
    def card_sets(self) -> Sequence[Any]:
        """Return the card sets by which actions are read; a game without them has one, None."""

    @abstractmethod
    def format(self, action: int, cards: Any) -> str: ...

    @abstractmethod
    def parse(self, text: str, cards: Any) -> int: ...

    @abstractmethod
    def records(self) -> Iterator[bytes]:
        """Yield games of all sizes, broken off here and there."""

    @abstractmethod
    def read_record(self, data: bytes) -> tuple[Any, Any] | None:
        """Return a record and its cards; None for a refusal with a line that can be printed."""

    @abstractmethod
    def parse_record(self, text: str) -> tuple[Any, Any]:
        """Return a record and its cards."""

    @abstractmethod
    def format_record(self, record: Any, cards: Any) -> str: ...

    @abstractmethod
    def replay(self, record: Any, cards: Any) -> Any: ...

    @abstractmethod
    def play(self, state: Any, random: Random, style: str = "random") -> int | None:
        """Play an action by chance; return it, None if nobody can play any more."""

    @abstractmethod
    def check_state(self, state: Any) -> None:
        """Check that a state is in order."""

    def cards_of(self, view: Any) -> Any:
        """Return the card set by which the actions of a view are read."""
        return None

    def legal_actions(self, world: Any, seat: int) -> list[int]:
        """Return the legal actions of a seat that is to decide."""
        return list(world.legal_actions())

    @abstractmethod
    def check_more(self, view: Any) -> None:
        """Check what only views of this game have."""

    def check_record(self, record: Any, cards: Any) -> None:
        """Check that a record that replays does so again."""
        assert self.replay(record, cards) == self.replay(record, cards)

    @abstractmethod
    def suggestion(self, suggestion: Any, view: Any) -> Message:
        """Return a bot's answer as a message."""

    def check_worlds(self, view: Any, key: int) -> Any:
        """Check that the worlds of a view are in order and show it; return the last of them."""
        for belief in self.beliefs:
            for number in (key, key ^ 1):
                world = view.sample(number, belief)
                self.check_state(world)
                assert world.view(view.seat) == view
        return world

    def check_view(self, view: Any) -> None:
        """Check that a view is itself again by every way there and back, that its worlds show it,
        and that a bot can be asked about it."""
        message = self.to_message(view)
        sent = view_pb2.View.FromString(message.SerializeToString())
        assert sent == message
        for again in self.copies(view, sent):
            assert again == view
            assert again.digest() == view.digest()
        key = int.from_bytes(view.digest()[:8], "little")
        world = self.check_worlds(view, key)
        self.check_more(view)
        legal = view.legal_actions()
        assert len(set(legal)) == len(legal)
        assert set(view.legal_actions(canonical=True)) <= set(legal)
        if view.actor != view.seat:
            assert not legal
            return
        assert legal == self.legal_actions(world, view.seat)
        for action in legal:
            cards = self.cards_of(view)
            assert self.parse(self.format(action, cards), cards) == action
        for bot in self.bots:
            suggestion = bot.suggest(view, seed=key)
            assert {move.action for move in suggestion.moves} <= set(legal)
            assert self.suggestion(suggestion, view).SerializeToString()
        self.check_game(world, Random(key))

    def check_game(self, state: Any, random: Random) -> None:
        """Check that a state is in order, and what can be played from it."""
        self.check_state(state)
        for _ in range(MOVES):
            if self.play(state, random) is None:
                break
        self.check_state(state)
        assert len(state.scores()) == state.players
        assert state.winners()

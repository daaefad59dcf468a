"""The rules of a game in plain Python, and how the compiled search calls them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

NOBODY = -1
MOST_ACTIONS = 256  # of one decision, as in `_game.pxd`
MOST_PLAYERS = 14


class Rules(Protocol):
    """The rules of a game. A method gets legal states and actions and keeps nothing between calls.

    Actions are whole numbers, 0 to 2^32 - 1. Seats decide one after the other.
    """

    @property
    def name(self) -> str:
        """The name of the game."""
        ...

    @property
    def players(self) -> int:
        """The number of seats, 14 at most."""
        ...

    @property
    def state_bytes(self) -> int:
        """The length of every state."""
        ...

    @property
    def view_bytes(self) -> int:
        """The length of every view."""
        ...

    def actor(self, state: bytes) -> int | None:
        """Return the seat to decide; None when the game is over."""
        ...

    def legal_actions(self, state: bytes) -> Sequence[int]:
        """Return the legal actions, 256 at most; none when the game is over."""
        ...

    def play(self, state: bytes, action: int) -> bytes:
        """Return the state after a legal action and all chance and forced steps that follow."""
        ...

    def observed(self, state: bytes, action: int, observer: int) -> int:
        """Return a number for what an observer sees of an action: equal ones look the same, 0 is
        nothing at all. A seat's own actions have different numbers."""
        ...

    def view(self, state: bytes, seat: int) -> bytes:
        """Return all that a seat knows and remembers: it changes with all that the seat sees."""
        ...

    def sample(self, view: bytes, key: int) -> bytes:
        """Deal a state that agrees with a view, its chance to come included: a function of the view
        and the key, and over all keys as likely as the game deals it."""
        ...

    def utilities(self, state: bytes) -> Sequence[float]:
        """Return the utility of each seat, 0 to 1, once the game is over."""
        ...


def _guarded(
    method: Callable[Concatenate[Guard, P], T],
) -> Callable[Concatenate[Guard, P], T | None]:
    """Keep the first error of a method, and return None from then on."""

    def guarded(guard: Guard, /, *args: P.args, **kwargs: P.kwargs) -> T | None:
        if guard.error is not None:
            return None
        try:
            return method(guard, *args, **kwargs)
        except BaseException as error:  # also Ctrl-C
            guard.error = error
            return None

    return guarded


class Guard:
    """Rules as the compiled search calls them: with numbers that fit into C, and no exception."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.error: BaseException | None = None
        if not 1 <= rules.players <= MOST_PLAYERS:
            raise ValueError(f"players: {rules.players}; expected 1 to {MOST_PLAYERS}")

    @_guarded
    def actor(self, state: bytes) -> int:
        actor = self.rules.actor(state)
        return NOBODY if actor is None else self._number("actor", actor, self.rules.players)

    @_guarded
    def legal(self, state: bytes) -> list[int]:
        actions = list(self.rules.legal_actions(state))
        if len(actions) > MOST_ACTIONS:
            raise ValueError(f"legal_actions: {len(actions)}; expected {MOST_ACTIONS} at most")
        return [self._number("legal_actions", action, 1 << 32) for action in actions]

    @_guarded
    def observed(self, state: bytes, action: int, observer: int) -> int:
        return self._number("observed", self.rules.observed(state, action, observer), 1 << 64)

    @_guarded
    def play(self, state: bytes, action: int) -> bytes:
        return self._memory("play", self.rules.play(state, action), self.rules.state_bytes)

    @_guarded
    def view(self, state: bytes, seat: int) -> bytes:
        return self._memory("view", self.rules.view(state, seat), self.rules.view_bytes)

    @_guarded
    def sample(self, view: bytes, key: int) -> bytes:
        return self._memory("sample", self.rules.sample(view, key), self.rules.state_bytes)

    @_guarded
    def utilities(self, state: bytes) -> list[float]:
        utilities = [float(utility) for utility in self.rules.utilities(state)]
        if len(utilities) != self.rules.players or not all(0 <= value <= 1 for value in utilities):
            expected = f"{self.rules.players} numbers, 0 to 1"
            raise ValueError(f"utilities: {utilities}; expected {expected}")
        return utilities

    def _number(self, method: str, value: Any, end: int) -> int:
        if not isinstance(value, int) or not 0 <= value < end:
            raise ValueError(f"{method}: {value!r}; expected a whole number, 0 to {end - 1}")
        return value

    def _memory(self, method: str, value: Any, length: int) -> bytes:
        if not isinstance(value, bytes) or len(value) != length:
            raise ValueError(f"{method}: {value!r}; expected {length} bytes")
        return value

from typing import Any, Self

from typing_extensions import disjoint_base

from covert_engine.covert_action._seat_view import View
from covert_engine.covert_action.exchange.fields import EventFields, HiddenFields, StateFields
from covert_engine.covert_action.rules._settings import Settings
from covert_engine.covert_action.rules.names import PhaseName
from covert_engine.search import GameState

@disjoint_base
class State(GameState):
    """A legal position that knows everything: the host's truth, or one world of a search.

    It stands at a decision with at least two legal actions, or the game is over; forced steps have
    been played. (In a world sampled in a window from the view of a seat that has chosen, nobody may
    be left to choose; the world stands there all the same.) It changes only when it is played on.
    It can be copied, compared and pickled, but not hashed.

    >>> from covert_engine.covert_action import Settings, State
    >>> state = State.deal(Settings(4), seed=1)
    >>> state.phase, state.actor, state.legal_texts()[:5]
    ('talk', 2, ['pass', 'am sniper', 'am cleaner', 'am mole', 'is 1 sniper'])
    >>> state.play_with_events("am mole")
    [{'kind': 'said', 'seat': 2, 'text': 'am mole'}]
    >>> state.playout(key=1), state.over, state.winners()
    (72, True, [1, 3])
    """

    settings: Settings
    """The settings of the game."""

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """Raise TypeError; `deal` and `View.sample` make states."""
    @staticmethod
    def deal(settings: Settings, seed: int) -> State:
        """Deal a new game, up to its first decision; ValueError unless the seed is 0..2^64-1.

        The same seed gives the same deals, deck and lots however the game is played.
        """
    @staticmethod
    def from_fields(fields: StateFields | dict[str, Any]) -> State:
        """Return the state that `fields` describes, as written by `fields()`. StateError lists
        everything that no game could reach."""
    @staticmethod
    def from_bytes(data: bytes) -> State:
        """Read the bytes of `to_bytes`; the state continues as the original would, chance included.

        StateError if they are of another version, truncated or changed. They are checked like any
        fields, so untrusted bytes are safe to read.
        """
    @property
    def players(self) -> int:
        """Seats of the game, 4 to 14; seats are numbered from 0."""
    @property
    def round(self) -> int:
        """The round being played, 1 to 60."""
    @property
    def t(self) -> int:
        """The beat of the round, 1 to 30 (3.1)."""
    @property
    def phase(self) -> PhaseName:
        """Stage of the beat, `over` at the end."""
    @property
    def actor(self) -> int | None:
        """The seat to decide, or in a window the next of those by number; None when the game is
        over."""
    @property
    def over(self) -> bool:
        """True if the game is over."""
    @property
    def deciders(self) -> list[int]:
        """All seats to decide now: in a window, those that have yet to choose. This is the truth of
        the host: no seat may learn it (4.4)."""
    def legal_actions(self, *, canonical: bool = False, seat: int | None = None) -> list[int]:
        """Return the legal actions of the seat to decide, or of another of the `deciders`, at most
        58, in a fixed order; none at the end. All are canonical. An action is a number;
        `format_action` gives its text."""
    def legal_texts(self, *, seat: int | None = None) -> list[str]:
        """Return the legal actions in the notation."""
    def play(self, action: int | str, *, seat: int | None = None) -> None:
        """Play a legal action, a number or its text, and every forced step after it, in place.

        In a window `seat` may be any of the `deciders`: their order does not affect the result.
        IllegalActionError names the legal actions and leaves the state as it was.
        """
    def play_with_events(self, action: int | str, *, seat: int | None = None) -> list[EventFields]:
        """Play like `play`; return the public events, in order. There are none for a choice in a
        window that stays open."""
    def view(self, seat: int) -> View:
        """Return the view of `seat` (rules 4). ValueError if there is no such seat."""
    def scores(self) -> list[int]:
        """Return the number of different types of Plan cards of each seat."""
    def winners(self) -> list[int]:
        """Return the seats that share the victory, or would if the game ended now (5.1, 5.2)."""
    def hidden(self) -> HiddenFields:
        """Return everything beyond all views. Not for players."""
    def fields(self) -> StateFields:
        """Return the state as plain data, fit for JSON. Not for players."""
    def to_bytes(self) -> bytes:
        """Return the state as bytes to keep; `from_bytes` reads them. Not for players."""

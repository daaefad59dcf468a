from typing import Any, ClassVar

from typing_extensions import disjoint_base

from covert_engine.covert_action._seat_view import View
from covert_engine.covert_action.exchange.fields import EventFields, HiddenFields, StateFields
from covert_engine.covert_action.rules._settings import Settings
from covert_engine.covert_action.rules.names import PhaseName
from covert_engine.search import EvaluatorTable

@disjoint_base
class State:
    """A legal position that knows everything: the host's truth, or one world of a search.

    It stands at a decision with at least two legal actions, or the game is over; what is forced has
    been done. (A world sampled in a window from the view of a seat that has chosen may have nobody
    left to choose: then it stands there.) `play` and `playout` change it, nothing else does. It can
    be copied, compared and pickled, but not hashed.

    >>> from covert_engine.covert_action import Settings, State
    >>> state = State.deal(Settings(4), seed=1)
    >>> state.phase, state.actor, state.legal_texts()[:5]
    ('talk', 2, ['pass', 'am sniper', 'am cleaner', 'am mole', 'is 1 sniper'])
    >>> state.play_watched("am mole")
    [{'kind': 'said', 'seat': 2, 'text': 'am mole'}]
    >>> state.playout(key=1), state.over, state.winners()
    (72, True, [1, 3])
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]
    settings: Settings
    """Those of the game."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Not to be called: `deal` and `View.sample` make states."""
    @staticmethod
    def deal(settings: Settings, seed: int) -> State:
        """A new game at its first decision; the seed is 0..2^64-1, ValueError otherwise.

        The same seed gives the same deals, deck and lots however the game is played.
        """
    @staticmethod
    def from_fields(fields: StateFields | dict[str, Any]) -> State:
        """The state that `fields` describes, as `fields()` writes them. StateError lists everything
        that no game could reach."""
    @staticmethod
    def from_bytes(data: bytes) -> State:
        """The state in bytes from `to_bytes`; it continues as the original would, chance included.

        StateError if they are of another version, truncated or changed. They are checked like any
        fields, so bytes from anywhere are safe to read.
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
        """Where in the beat the game stands, `over` at the end."""
    @property
    def actor(self) -> int | None:
        """The seat to decide, of several that may in a window the next one by number; None when the
        game is over."""
    @property
    def over(self) -> bool:
        """Whether the game is over."""
    @property
    def deciders(self) -> list[int]:
        """All seats that are to decide now: in a window those that have yet to choose. That is the
        host's truth: no seat may learn it (4.4)."""
    def legal_actions(self, *, canonical: bool = False, seat: int | None = None) -> list[int]:
        """The legal actions of the seat to decide, or of another of the `deciders`, at most 58, in
        a fixed order; none at the end. All are canonical. An action is a number; `format_action`
        gives its text."""
    def legal_texts(self, *, seat: int | None = None) -> list[str]:
        """The same in the notation."""
    def play(self, action: int | str, *, seat: int | None = None) -> None:
        """Plays a legal action, a number or its text, and every forced step after it, in place.

        In a window `seat` may be any of the `deciders`: what comes of it does not depend on the
        order. IllegalActionError names the legal actions and leaves the state as it was.
        """
    def play_watched(self, action: int | str, *, seat: int | None = None) -> list[EventFields]:
        """Plays like `play`; returns what all could see, in order. It is empty for a choice in a
        window that stays open."""
    def view(self, seat: int) -> View:
        """What `seat` may know (rules 4). ValueError if there is no such seat."""
    def scores(self) -> list[int]:
        """How many different types of Plan cards each seat holds."""
    def winners(self) -> list[int]:
        """The seats that share the victory, or would if the game ended now (5.1, 5.2)."""
    def hidden(self) -> HiddenFields:
        """What it knows beyond all views. Not for players."""
    def fields(self) -> StateFields:
        """The state as plain data, fit for JSON. Not for players."""
    def to_bytes(self) -> bytes:
        """The state as bytes to keep; `from_bytes` reads them. Not for players."""
    def playout(self, key: int) -> int:
        """Plays on to the end, in place, by legal actions drawn evenly; returns how many decisions
        that took. The draws are a function of `key` (0..2^64-1); the game's own chance is
        separate."""
    def value(self, evaluator: EvaluatorTable | None = None) -> list[float]:
        """What the position is worth to each seat, 0..1: its share of the victory once the game is
        over, else by the evaluator (None: the plain one). ValueError for that of another game."""
    def priors(self, evaluator: EvaluatorTable | None = None) -> list[float]:
        """The share of the evaluator's policy in each legal action; they add up to 1."""
    def copy(self) -> State:
        """The same position, to be played on by itself."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: object) -> State: ...
    def __bytes__(self) -> bytes: ...
    def __eq__(self, value: object, /) -> bool: ...

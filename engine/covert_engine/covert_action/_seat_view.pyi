from collections.abc import Iterable
from typing import Any, Self

from typing_extensions import disjoint_base

from covert_engine.covert_action._game import State
from covert_engine.covert_action.evaluation._posterior import Belief
from covert_engine.covert_action.exchange.fields import ViewFields
from covert_engine.covert_action.rules._settings import Settings
from covert_engine.covert_action.rules.names import PhaseName
from covert_engine.search import SearchView

@disjoint_base
class View(SearchView):
    """Everything one seat may know (rules 4), with perfect memory.

    The seat cannot tell positions with equal views apart. A view comes from `State.view(seat)` or,
    from outside, from `View.from_fields(fields)` or `View.from_bytes(data)`. It is immutable; it
    can be compared, hashed and pickled, and its copy is itself.

    >>> from covert_engine.covert_action import Settings, State, View
    >>> view = State.deal(Settings(6), seed=1).view(0)
    >>> [player["role"] for player in view.fields()["players"]]
    ['mole', None, None, None, None, None]
    >>> view.arrangements()
    144
    >>> view.sample(key=1).view(0) == view
    True
    >>> View.from_bytes(view.to_bytes()) == view
    True
    """

    settings: Settings
    """The settings of the game."""

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """Raise TypeError; `State.view`, `from_fields` and `from_bytes` make views."""
    @staticmethod
    def from_fields(fields: ViewFields | dict[str, Any]) -> View:
        """Return the view that `fields` describes, as written by `fields()`.

        ViewError lists everything that no game could show, except that the number of Plan cards
        drawn in the round is only checked against bounds. Missing statements count as passes (9.7).
        """
    @staticmethod
    def from_message(settings: Settings, data: bytes) -> View:
        """Return the view in the bytes of a message `CovertActionView`; ViewError as in
        `from_fields`, with the paths of the message.

        The bytes must be as Protobuf writes the message. Its settings are not read: they are
        `settings`.
        """
    @staticmethod
    def mistakes(
        settings: Settings, data: bytes, unread: Iterable[str] = ()
    ) -> list[tuple[str, str]]:
        """List the mistakes in a message of which some fields could not be read.

        Those are absent; `unread` has their paths. Nothing that depends on them is checked.
        """
    @staticmethod
    def from_bytes(data: bytes) -> View:
        """Read the bytes of `to_bytes`.

        ViewError if they are of another version, truncated or changed. They are checked like any
        fields, so untrusted bytes are safe to read.
        """
    @property
    def seat(self) -> int:
        """The seat whose view this is."""
    @property
    def players(self) -> int:
        """Seats of the game, 4 to 14; seats are numbered from 0."""
    @property
    def round(self) -> int:
        """The round being played, 1 to 60."""
    @property
    def phase(self) -> PhaseName:
        """Stage of the beat, `over` at the end."""
    @property
    def actor(self) -> int | None:
        """The seat to decide, as far as this seat knows; None also when the game is over. In a
        window and at the deadline it is None or the view's own seat."""
    def legal_actions(self, *, canonical: bool = False) -> list[int]:
        """Return the legal actions if this seat is to decide, at most 58, in a fixed order; else
        none. All are canonical."""
    def sample(self, key: int, belief: Belief | None = None) -> State:
        """Deal a world that agrees with the view, a function of the view and `key` (0..2^64-1)
        only.

        Over all keys, every arrangement of the Spy cards and every deal of the Plan cards that
        agrees with the view is equally likely (4.5); a belief replaces the odds of the
        arrangements. The world's own chance follows from `key` too. ValueError for a key out of
        range.
        """
    def arrangements(self) -> int:
        """Count the arrangements of the Spy cards, with the centre, that agree with the view; two
        Bodyguards of a team are alike."""
    def fields(self) -> ViewFields:
        """Return the view as plain data, fit for JSON."""
    def to_bytes(self) -> bytes:
        """Return the view as bytes to keep; `from_bytes` reads them. Equal views give equal
        bytes."""

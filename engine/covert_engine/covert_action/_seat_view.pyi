from collections.abc import Iterable
from typing import Any

from typing_extensions import disjoint_base

from covert_engine.covert_action._game import State
from covert_engine.covert_action.evaluation._posterior import Belief
from covert_engine.covert_action.exchange.fields import ViewFields
from covert_engine.covert_action.rules._settings import Settings
from covert_engine.covert_action.rules.names import PhaseName
from covert_engine.search import GameTable, SearchView

@disjoint_base
class View(SearchView):
    """What one seat may know (rules 4), perfect memory included.

    Positions with equal views are all one to the seat. A view comes from `State.view(seat)` or,
    from outside, through `View.from_fields(fields)` or `View.from_bytes(data)`. It never changes;
    it can be compared, hashed, pickled and copied, which gives itself.

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
    """Those of the game."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Not to be called: `State.view`, `from_fields` and `from_bytes` make views."""
    @staticmethod
    def from_fields(fields: ViewFields | dict[str, Any]) -> View:
        """The view that `fields` describes, as `fields()` writes them.

        ViewError lists everything that no game could show, but that how many Plan cards were drawn
        in the round is only bounded. Statements may be missing: who is not said to have spoken has
        passed (9.7).
        """
    @staticmethod
    def mistakes(
        fields: ViewFields | dict[str, Any], unread: Iterable[str] = ()
    ) -> list[tuple[str, str]]:
        """What `from_fields` would say is wrong with fields of which some could not be read.

        `unread` has their paths. What stands there, and what depends on it, is not asked about.
        """
    @staticmethod
    def from_bytes(data: bytes) -> View:
        """The view in bytes from `to_bytes`.

        ViewError if they are of another version, truncated or changed. They are checked like any
        fields, so bytes from anywhere are safe to read.
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
        """Where in the beat the game stands, `over` at the end."""
    @property
    def actor(self) -> int | None:
        """The seat to decide, as far as this seat knows; None also when the game is over. In a
        window and at the deadline a view says it of nobody but its own seat."""
    def legal_actions(self, *, canonical: bool = False) -> list[int]:
        """The legal actions if it is this seat that decides, at most 58, in a fixed order; else
        none. All are canonical."""
    def sample(self, key: int, belief: Belief | None = None) -> State:
        """A world that agrees with the view: a function of the view and `key` (0..2^64-1) only.

        Over all keys, every arrangement of the Spy cards and every deal of the Plan cards that
        agrees with the view is equally likely (4.5); with a belief the arrangements are as likely
        as it has them. The world's own chance follows from `key` too. ValueError for a key out of
        range.
        """
    def arrangements(self) -> int:
        """How many arrangements of the Spy cards, the centre included, agree with the view; two
        Bodyguards of a team are alike."""
    def fields(self) -> ViewFields:
        """The view written down: plain data, fit for JSON."""
    def to_bytes(self) -> bytes:
        """The view as bytes to keep; `from_bytes` reads them. Equal views give equal bytes."""
    def digest(self) -> bytes:
        """32 bytes that name the view and its settings."""
    def table(self) -> GameTable:
        """The game as the search sees it."""
    def __copy__(self) -> View: ...
    def __deepcopy__(self, memo: object) -> View: ...
    def __bytes__(self) -> bytes: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

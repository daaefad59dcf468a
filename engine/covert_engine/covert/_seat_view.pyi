from collections.abc import Iterable, Mapping
from typing import Any, Self

from typing_extensions import disjoint_base

from covert_engine.covert._belief import Belief
from covert_engine.covert._game import State
from covert_engine.covert.cards._compiled import CompiledSet
from covert_engine.covert.cards.stages import DecisionName, PhaseName
from covert_engine.covert.exchange.fields import ViewFields
from covert_engine.search._game import SearchView

@disjoint_base
class View(SearchView):
    """Everything one seat may know and remember (rules 10).

    The seat cannot tell positions with equal views apart. A view comes from `State.view(seat)` or,
    from outside, from `View.from_fields(cards, fields)` or `View.from_bytes(cards, data)`. It is
    immutable; it can be compared, hashed and pickled, and its copy is itself.

    >>> from covert_engine.covert import State, View, compile, house_set
    >>> view = State.deal(compile(house_set()), players=3, seed=2026).view(0)
    >>> [place["card"] for place in view.fields()["players"][0]["missions"]]
    [18, 20, 32]
    >>> [place["card"] for place in view.fields()["players"][1]["missions"]]
    [0, 0, 0]
    >>> first, second = view.sample(key=1), view.sample(key=2)
    >>> first == second, first.view(0) == second.view(0) == view
    (False, True)
    >>> View.from_bytes(view.cards, view.to_bytes()) == view
    True
    """

    cards: CompiledSet
    """Its compiled card set."""

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """Raise TypeError; `State.view`, `from_fields` and `from_bytes` make views."""
    @staticmethod
    def from_fields(cards: CompiledSet, fields: ViewFields | dict[str, Any]) -> View:
        """Return the view that `fields` describes. ViewError lists everything that no game could
        show.

        `fields` mirrors the message `CovertView` of covertbots/v1/covert_view.proto: a missing
        field has its default there. Lists without an order of their own may come in any order. The
        seat's memory may be empty: the card in another hand or a deck, the seats that know it, its
        lot, and the lists of unseen cards.
        """
    @staticmethod
    def from_message(cards: CompiledSet, data: bytes) -> View:
        """Return the view in the bytes of a message `CovertView`; ViewError as in `from_fields`.

        The bytes must be as Protobuf writes the message. This takes a third of the time of
        `from_fields`.
        """
    @staticmethod
    def mistakes(
        cards: CompiledSet, data: bytes, unread: Iterable[str] = ()
    ) -> list[tuple[str, str]]:
        """List the mistakes that `from_message` would report in a message of which some fields
        could not be read.

        Those are absent; `unread` has their paths. Nothing that depends on them is checked.
        """
    @staticmethod
    def from_bytes(cards: CompiledSet, data: bytes) -> View:
        """Read the bytes of `to_bytes`.

        ViewError if they are of another version, of another card set or other options, truncated or
        changed. They are checked like any fields, so untrusted bytes are safe to read.
        """
    @property
    def seat(self) -> int:
        """The seat whose view this is."""
    @property
    def players(self) -> int:
        """Seats of the game, 2 to 4; seats are numbered from 0."""
    @property
    def round(self) -> int:
        """The round being played, 1 to 60 (8.4); 0 during setup."""
    @property
    def phase(self) -> PhaseName:
        """Stage of the round: one of `PhaseName`, `over` at the end."""
    @property
    def decision(self) -> DecisionName:
        """Kind of choice before the seat to decide, as far as this seat knows: one of
        `DecisionName`."""
    @property
    def actor(self) -> int | None:
        """The seat to decide, as far as this seat knows; None also when the game is over."""
    @property
    def on_turn(self) -> int | None:
        """The seat on turn; None between turns."""
    @property
    def in_use(self) -> bool:
        """True if an ability, a flight or a mission is being used or paid for."""
    @property
    def hand(self) -> dict[str, list[int]]:
        """The seat's own agency_cards, missions and codes, by their numbers from 1."""
    def legal_actions(self, *, canonical: bool = False) -> list[int]:
        """Return the legal actions if this seat is to decide, at most 256, in a fixed order; else
        none.

        With `canonical`, only those that a search expands, one of several with the same outcome. An
        action is a number; `format_action` gives its text, docs/notation.md lists them.
        """
    def sample(self, key: int, belief: Belief | None = None) -> State:
        """Deal a world that agrees with the view, a function of the view and `key` (0..2^64-1)
        only.

        Over all keys, every way to deal the unseen cards and tokens that agrees with the view is
        equally likely (10.8); a belief replaces the odds of the others' hands. The world's own
        chance follows from `key` too. ValueError for a key out of range.
        """
    def fields(self) -> ViewFields:
        """Return the view as plain data, field by field as in covertbots/v1/covert_view.proto.

        It fits JSON; `ViewFields` lists the fields. Enum values are their names in lower case
        without prefix; absent messages are left out.
        """
    def situation(self) -> Mapping[str, Any]:
        """Return those of the same fields that describe the choices of the seat to decide.

        The mapping is shared by all calls: do not change it.
        """
    def to_bytes(self) -> bytes:
        """Return the view as bytes to keep, without its cards; `from_bytes` reads them.

        Equal views give equal bytes: they hold nothing that the seat may not know.
        """

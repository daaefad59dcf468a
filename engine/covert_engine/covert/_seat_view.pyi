from collections.abc import Iterable, Mapping
from typing import Any

from typing_extensions import disjoint_base

from covert_engine.covert._belief import Belief
from covert_engine.covert._game import State
from covert_engine.covert.cards._compiled import CompiledSet
from covert_engine.covert.cards.stages import DecisionName, PhaseName
from covert_engine.covert.exchange.fields import ViewFields
from covert_engine.search._game import SearchView

@disjoint_base
class View(SearchView):
    """What one seat may know and remember (rules 10).

    Positions with equal views are all one to the seat. A view comes from `State.view(seat)` or,
    from outside, through `View.from_fields(cards, fields)` or `View.from_bytes(cards, data)`. It
    never changes; it can be compared, hashed, pickled and copied, which gives itself.

    >>> from covert_engine.covert import State, View, compile, house_set
    >>> view = State.deal(compile(house_set()), players=3, seed=2026).view(0)
    >>> [place["card"] for place in view.fields()["players"][0]["missions"]]
    [18, 20, 32]
    >>> [place["card"] for place in view.fields()["players"][1]["missions"]]
    [0, 0, 0]
    >>> one, other = view.sample(key=1), view.sample(key=2)
    >>> one == other, one.view(0) == other.view(0) == view
    (False, True)
    >>> View.from_bytes(view.cards, view.to_bytes()) == view
    True
    """

    cards: CompiledSet
    """The card set it is of, compiled."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Not to be called: `State.view`, `from_fields` and `from_bytes` make views."""
    @staticmethod
    def from_fields(cards: CompiledSet, fields: ViewFields | dict[str, Any]) -> View:
        """The view that `fields` describes. ViewError lists everything that no game could show.

        `fields` mirrors the message `CovertView` of covertbots/v1/covert_view.proto: what is left
        out has its default there. Lists without an order of their own may come in any. The seat's
        memory may be left empty: the card in another hand or a deck, who else knows it, its lot,
        and the lists of unseen cards.
        """
    @staticmethod
    def from_message(cards: CompiledSet, data: bytes) -> View | None:
        """The view that the bytes of a message `CovertView` describe, if nothing is wrong with it.

        They are those that the message writes of itself. This takes a tenth of the time that
        `from_fields` takes, which says what is wrong where this gives None.
        """
    @staticmethod
    def mistakes(
        cards: CompiledSet, fields: ViewFields | dict[str, Any], unread: Iterable[str] = ()
    ) -> list[tuple[str, str]]:
        """What `from_fields` would say is wrong with fields of which some could not be read.

        These are left out of `fields`, and `unread` has their paths. What depends on them is not
        asked about.
        """
    @staticmethod
    def from_bytes(cards: CompiledSet, data: bytes) -> View:
        """The view in bytes from `to_bytes`.

        ViewError if they are of another version, of another card set or other options, truncated
        or changed. They are checked like any fields, so bytes from anywhere are safe to read.
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
        """Where in the round the game stands: one of `PhaseName`, `over` at the end."""
    @property
    def decision(self) -> DecisionName:
        """What the seat to decide is choosing, as far as this seat knows: one of `DecisionName`."""
    @property
    def actor(self) -> int | None:
        """The seat to decide, as far as this seat knows; None also when the game is over."""
    @property
    def on_turn(self) -> int | None:
        """The seat whose turn it is, if it is one's."""
    @property
    def in_use(self) -> bool:
        """Whether an ability, a flight or a mission is being used or paid for."""
    @property
    def hand(self) -> dict[str, list[int]]:
        """The seat's own agency_cards, missions and codes, by their numbers from 1."""
    def legal_actions(self, *, canonical: bool = False) -> list[int]:
        """The legal actions if it is this seat that decides, at most 256, in a fixed order; else
        none.

        With `canonical`, those that a search expands: one of several with the same outcome. An
        action is a number; `format_action` gives its text, docs/notation.md has them all.
        """
    def sample(self, key: int, belief: Belief | None = None) -> State:
        """A world that agrees with the view: a function of the view and `key` (0..2^64-1) only.

        Over all keys, every way to deal the unseen cards and tokens that agrees with the view is
        equally likely (10.8); with a belief the hands of others are as likely as it has them. The
        world's own chance follows from `key` too. ValueError for a key out of range.
        """
    def fields(self) -> ViewFields:
        """The view written down, field by field as in covertbots/v1/covert_view.proto.

        Plain data, fit for JSON; `ViewFields` names what is there. Enum values are their names in
        lower case without prefix; messages that are not there are left out.
        """
    def situation(self) -> Mapping[str, Any]:
        """Those of the same fields that words need, to say what the seat to decide can do.

        They are written once, for the words of all its actions: do not change them.
        """
    def to_bytes(self) -> bytes:
        """The view as bytes to keep, without its cards; `from_bytes` reads them.

        Equal views give equal bytes: there is nothing in them that the seat may not know.
        """
    def digest(self) -> bytes:
        """32 bytes that name the view, its card set and its options: a SHA-256 of all three."""
    def __copy__(self) -> View: ...
    def __deepcopy__(self, memo: object) -> View: ...
    def __bytes__(self) -> bytes: ...

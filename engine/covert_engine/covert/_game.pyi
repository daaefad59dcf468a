from collections.abc import Sequence
from typing import Any, Self

from typing_extensions import disjoint_base

from covert_engine.covert._seat_view import View
from covert_engine.covert.cards._compiled import CompiledSet
from covert_engine.covert.cards.stages import DecisionName, PhaseName
from covert_engine.covert.exchange.fields import StateFields
from covert_engine.search import GameState

@disjoint_base
class State(GameState):
    """A legal position that knows everything: the host's truth, or one world of a search.

    It stands at a decision with at least two legal actions, or the game is over; forced steps have
    been played. (A world sampled in a window from the view of a seat that is not asked stands at
    the opening of the window.) It changes only when it is played on. It can be copied, compared and
    pickled, but not hashed.

    >>> from covert_engine.covert import State, compile, format_action, house_set
    >>> state = State.deal(compile(house_set()), players=3, seed=2026)
    >>> state.phase, state.decision, state.actor
    ('setup', 'return_mission', 0)
    >>> actions = state.legal_actions()
    >>> [format_action(action, state.cards) for action in actions]
    ['return M18', 'return M20', 'return M32']
    >>> state.play(actions[1])
    >>> again = State.from_bytes(state.cards, state.to_bytes())
    >>> again == state
    True
    >>> again.playout(key=1), again.over, again.scores()
    (3494, True, [12, 12, 12])
    """

    cards: CompiledSet
    """Its compiled card set."""

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """Raise TypeError; `deal`, `from_fields`, `from_bytes` and `View.sample` make states."""
    @staticmethod
    def deal(
        cards: CompiledSet,
        players: int,
        seed: int,
        characters: Sequence[int] | None = None,
        first_player: int | None = None,
    ) -> State:
        """Deal a new game of 2 to 4 seats, up to its first decision; the seed is 0..2^64-1.

        `characters` are numbers of the card set's characters by seat, from 0, all different;
        without them chance deals them (rules 2.1). `first_player` is a seat; without it the roll
        decides (2.8). The same seed gives the same dice and decks however the game is played.
        ValueError names an argument out of range.
        """
    @staticmethod
    def from_fields(cards: CompiledSet, fields: StateFields | dict[str, Any]) -> State:
        """Return the state that `fields` describes. StateError lists everything that no game could
        reach.

        `fields` come from `fields()` or its JSON; `cards` is the set, with the options, that they
        name.
        """
    @staticmethod
    def from_bytes(cards: CompiledSet, data: bytes) -> State:
        """Read the bytes of `to_bytes`; the state continues as the original would, chance included.

        StateError if they are of another version, of another card set or other options, truncated
        or changed. They are checked like any fields, so untrusted bytes are safe to read.
        """
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
        """Kind of choice before the seat to decide: one of `DecisionName`, `none` at the end."""
    @property
    def actor(self) -> int | None:
        """The seat to decide; None when the game is over."""
    @property
    def over(self) -> bool:
        """True if the game is over."""
    def legal_actions(self, *, canonical: bool = False) -> list[int]:
        """Return the legal actions of the seat to decide, at most 256, in a fixed order; none at
        the end.

        With `canonical`, only those that a search expands, one of several with the same outcome. An
        action is a number; `format_action` gives its text, docs/notation.md lists them.
        """
    def play(self, action: int) -> None:
        """Play a legal action and every forced step after it, in place.

        IllegalActionError names the legal ones and leaves the state as it was.
        """
    def play_watched(self, action: int) -> tuple[list[list[View]], list[tuple[int, int]]]:
        """Play like `play`; return the views of each seat and all actions played.

        The first list has the new views of each seat in order, without equal neighbours: one for
        every public event, so that a window shows even if nobody can answer it (rules 10.9), and
        one for a roll, even if the dice allow no choice; the rolling seat is not asked then. A seat
        that refuses sees the window as it was before it was asked, even if another seat is asked
        next. The second list has every action as (seat, action), forced ones included.
        """
    def play_witnessed(
        self, action: int
    ) -> tuple[list[list[tuple[View, list[tuple[int, int]]]]], list[tuple[int, int]]]:
        """Play like `play_watched`, and pair each view with the actions since the seat's previous
        view.

        So a seat learns the same of an action whenever others refuse (rules 10.9). Some of these
        actions are hidden from other seats: not for players as it stands.
        """
    def first_rolls(self) -> list[list[int]]:
        """Return the roll for the first player (2.8): five faces for each seat, by the seed of the
        deal.

        It has no effect if the deal names the first player. A world sampled from a view has another
        seed, so its roll differs from that of the game.
        """
    def view(self, seat: int) -> View:
        """Return the view of `seat` (rules 10). ValueError if there is no such seat."""
    def check(self) -> list[tuple[str, str]]:
        """Return everything about the state that no game could reach, at most 64 pairs (field,
        mistake); empty for a state that this module made."""
    def scores(self) -> list[int]:
        """Return the points of each seat on the present board (8.3); final once the game is
        over."""
    def winners(self) -> list[int]:
        """Return the seats that share the victory on the present board (8.3)."""
    def fields(self) -> StateFields:
        """Return the state as plain data: the view of seat 0 and everything hidden. Not for
        players.

        Fit for JSON; `StateFields` is its type.
        """
    def to_bytes(self) -> bytes:
        """Return the state as bytes to keep, without its cards; `from_bytes` reads them. Not for
        players."""
    def redrawn(self, key: int, *, dice: bool = False) -> State:
        """Return a copy with other chance to come, a function of `key` (0..2^64-1).

        Dice, tokens and shuffles to come differ, and so does the order of the cards in the decks
        that no seat knows. Over all keys, every order that agrees with the joint knowledge of the
        seats is equally likely: playing an action on many copies shows what chance could make of
        it. With `dice` the roll of the round is drawn anew too, as if the copy had been made just
        before it. ValueError for a key out of range, or if the roll is not the latest event.
        """

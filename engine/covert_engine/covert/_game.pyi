from collections.abc import Sequence
from typing import Any, ClassVar

from typing_extensions import disjoint_base

from covert_engine.covert._seat_view import View
from covert_engine.covert.cards._compiled import CompiledSet
from covert_engine.covert.cards.stages import DecisionName, PhaseName
from covert_engine.covert.evaluation._hand_made import HandMade
from covert_engine.covert.exchange.fields import StateFields
from covert_engine.search import EvaluatorTable

@disjoint_base
class State:
    """A legal position that knows everything: the host's truth, or one world of a search.

    It stands at a decision with at least two legal actions, or the game is over; what is forced has
    been done. (A world sampled from the view of a seat that is not asked in a window stands where
    the window opens.) `play` and `playout` change it, nothing else does. It can be copied, compared
    and pickled, but not hashed.

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

    __hash__: ClassVar[None]  # type: ignore[assignment]
    cards: CompiledSet
    """The card set it is of, compiled."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Not to be called: `deal`, `from_fields`, `from_bytes` and `View.sample` make states."""
    @staticmethod
    def deal(
        cards: CompiledSet,
        players: int,
        seed: int,
        characters: Sequence[int] | None = None,
        first_player: int | None = None,
    ) -> State:
        """A new game of 2 to 4 seats, at its first decision; the seed is 0..2^64-1.

        `characters` are numbers of the card set's characters by seat, from 0, all different;
        without them chance deals them (rules 2.1). `first_player` is a seat; without it the roll
        decides (2.8). The same seed gives the same dice and decks however the game is played.
        ValueError names an argument out of range.
        """
    @staticmethod
    def from_fields(cards: CompiledSet, fields: StateFields | dict[str, Any]) -> State:
        """The state that `fields` describes. StateError lists everything that no game could
        reach.

        `fields` are those of `fields()` or of its JSON, `cards` the set and the options they name.
        """
    @staticmethod
    def from_bytes(cards: CompiledSet, data: bytes) -> State:
        """The state in bytes from `to_bytes`; it continues as the original would, chance included.

        StateError if they are of another version, of another card set or other options, truncated
        or changed. They are checked like any fields, so bytes from anywhere are safe to read.
        """
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
        """What the seat to decide is choosing: one of `DecisionName`, `none` at the end."""
    @property
    def actor(self) -> int | None:
        """The seat to decide; None when the game is over."""
    @property
    def over(self) -> bool:
        """Whether the game is over."""
    def legal_actions(self, *, canonical: bool = False) -> list[int]:
        """The legal actions of the seat to decide, at most 256, in a fixed order; none at the end.

        With `canonical`, those that a search expands: one of several with the same outcome. An
        action is a number; `format_action` gives its text, docs/notation.md has them all.
        """
    def play(self, action: int) -> None:
        """Plays a legal action and every forced step after it, in place.

        IllegalActionError names the legal ones and leaves the state as it was.
        """
    def play_watched(self, action: int) -> tuple[list[list[View]], list[tuple[int, int]]]:
        """Plays like `play`; returns what each seat saw, and everything that was done.

        The first list has the new views of each seat in order, without equal neighbours: one for
        every public event, so that the opening of a window shows even if nobody can answer (rules
        10.9), and one for a roll, even if nothing is left to be done with the dice: its own seat is
        then not asked. A seat that refuses sees the window as it was before it was asked, whether
        or not another seat is asked after it. The second has every action as (seat, action), forced
        ones included.
        """
    def play_witnessed(
        self, action: int
    ) -> tuple[list[list[tuple[View, list[tuple[int, int]]]]], list[tuple[int, int]]]:
        """Plays like `play_watched`, and pairs each view with what has been done since the seat's
        view before it.

        So what a seat learns of an action does not depend on when others refuse (rules 10.9). Some
        of what is done is hidden from other seats: not for players as it stands.
        """
    def features(self, hand_made: HandMade = ...) -> list[list[float]]:
        """What the learned value sees of each seat: the figures that `FEATURE_NAMES` names
        (`evaluation/features.py`), most of them within 0 and 1. Among them is what `hand_made`
        says."""
    def hand_features(self, seat: int) -> list[float]:
        """What a belief sees of the cards and tokens in the hands of others that `seat` does not
        know: the sums of the figures that `HAND_FEATURE_NAMES` names
        (`evaluation/hand_features.py`). In setup all are 0."""
    def playout(self, key: int) -> int:
        """Plays on to the end, in place, by legal actions drawn evenly; returns how many decisions
        that took.

        The draws are a function of `key` (0..2^64-1); the game's own chance is separate. A world in
        which a seat cannot pay for the mission it has named stops there, with `over` False.
        """
    def simulate(self, key: int, rounds: int = 1, evaluator: EvaluatorTable | None = None) -> int:
        """Plays on, in place, by the policy of the evaluator (None: the hand-made one), until so
        many rounds have ended (0: to the end of the game); returns how many decisions that took.

        So a search simulates what comes after its tree; setup is part of round 1. The draws are a
        function of `key` (0..2^64-1); the game's own chance is separate. ValueError for a key out
        of range, rounds below 0, or the evaluator of another game.
        """
    def first_rolls(self) -> list[list[int]]:
        """The roll for the first player (2.8): five faces for each seat, by the seed of the deal.

        It has decided nothing if the deal named the first player. A world sampled from a view has
        another seed, so its roll is not that of the game.
        """
    def view(self, seat: int) -> View:
        """What `seat` may know (rules 10). ValueError if there is no such seat."""
    def check(self) -> list[tuple[str, str]]:
        """Everything about the state that no game could reach, as pairs (field, what is wrong with
        it), at most 64; empty for a state that this module made."""
    def scores(self) -> list[int]:
        """Points of each seat as the table stands (8.3); final once the game is over."""
    def winners(self) -> list[int]:
        """The seats that share the victory as the table stands (8.3)."""
    def value(self, evaluator: EvaluatorTable | None = None) -> list[float]:
        """What the position is worth to each seat, 0..1, as a search values a leaf.

        The margin m in points over the best opponent, squashed: 1/2 + x / (2 sqrt(1 + x^2)) where
        x = (m / s - b) / sqrt 3, so that s points are worth 3/4 if b is 0. The points are those
        that the evaluator (None: the hand-made one) expects at the end. s is larger the more rounds
        are left, and so is b, which is 0 for two players (`margin` and `behind` in
        `evaluation/_value.pxd`). Once the game is over they are the scores, s is 12, b is 0, and
        the value is 2/5 of that figure and 3/5 of the victory, which its winners share
        (`evaluation/_utility.pyx`). ValueError for the evaluator of another game.
        """
    def estimate(self, evaluator: EvaluatorTable | None = None) -> tuple[list[float], list[float]]:
        """The final scores in points that the evaluator (None: the hand-made one) expects, seat by
        seat, and each seat's chance to win, which add up to 1.

        The chances are in proportion to u / (1 - u), u being the margin squashed as in `value`, by
        an s of its own (`win_margin`). Of a game that is over both are exact. ValueError for the
        evaluator of another game.
        """
    def priors(
        self, evaluator: EvaluatorTable | None = None, *, canonical: bool = False
    ) -> list[float]:
        """The share of the evaluator's policy (None: the hand-made one) in each legal action, in
        the order of `legal_actions(canonical=...)`; they add up to 1. ValueError as in `value`."""
    def fields(self) -> StateFields:
        """The state as plain data: what seat 0 sees, and everything hidden. Not for players.

        Fit for JSON; `StateFields` is its type.
        """
    def to_bytes(self) -> bytes:
        """The state as bytes to keep, without its cards; `from_bytes` reads them. Not for
        players."""
    def redrawn(self, key: int, *, dice: bool = False) -> State:
        """A copy whose chance still to come is another, a function of `key` (0..2^64-1).

        Dice, tokens and shuffles to come are others, and so is the order of the cards in the decks
        that no seat knows. Over all keys, every order that agrees with what the seats together know
        is equally likely: to `play` on many such copies shows what chance could have made of an
        action. With `dice` the roll of the round is another too, as if the copy had been made just
        before it. ValueError for a key out of range, or if the roll is not the latest event.
        """
    def copy(self) -> State:
        """The same position, to be played on by itself; the card set is shared."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: object) -> State: ...
    def __bytes__(self) -> bytes: ...
    def __eq__(self, value: object, /) -> bool: ...

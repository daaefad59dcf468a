"""A bot with limits of attention, for levels that play like people.

It does not play worse by noise. In some rounds it does not think of some kinds of moves, it sees
less of what comes after the nearest mission, it holds on to cards, and with its last dice it plays
by habit. What it thinks of is compared as in `flat`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b

from covert_bots.covert.bots import SEARCH, Searching
from covert_bots.players.bot import Question
from covert_bots.players.bots import ITERATIONS, searched
from covert_bots.players.spec import Parameter
from covert_bots.players.view import View
from covert_engine.covert import HandMade
from covert_engine.covert import View as CovertView
from covert_engine.covert.evaluation.weights import VALUE_WEIGHTS
from covert_engine.covert.rules.actions import Ability, Action, Kind, Source, Target, unpack
from covert_engine.search import Limit, SearchParams, SearchResult, flat

LAST_DICE = 2  # of a round: with no more than these left to place or resolve, patience ends
EFFECTS = {Kind.COMPLETE, Kind.TAKE_MISSION, Kind.TAKE_AGENCY, Kind.MOVE}  # of a die


def _uses(action: Action, *abilities: Ability) -> bool:
    return action.kind is Kind.USE and action.first in abilities


def _codes(action: Action) -> bool:
    decoder = action.kind is Kind.PLACE and action.second == Target.DECODER
    breaking = action.kind in (Kind.SWAP, Kind.CLAIM) or _uses(action, Ability.CODE_BREAKER)
    return decoder or breaking


def _abilities(action: Action) -> bool:
    if _uses(action, Ability.FIRST, Ability.CODE_BREAKER):
        return False
    return action.kind in (Kind.USE, Kind.REROLL) and action.second != Source.BY_CHARACTER


# Kinds of moves that it may forget for a round, by the parameter that says how often it does not.
FORGOTTEN: dict[str, Callable[[Action], bool]] = {
    "codes": _codes,
    "abilities": _abilities,
    "espionage": lambda action: action.kind is Kind.SPY,
    "first": lambda action: _uses(action, Ability.FIRST),
    "flights": lambda action: action.kind is Kind.FLY,
}


def _thinks_of(name: str, moves: str) -> Parameter:
    words = f"Share of the rounds in which it thinks of {moves}."
    return Parameter(name, "float", 1.0, 0.0, 1.0, words)


AHEAD = Parameter(
    "ahead",
    "float",
    1.0,
    0.0,
    1.0,
    "How much it thinks of missions other than the nearest: their share of the usual worth; at 0 "
    "it plans one mission at a time.",
)
HOARD = Parameter(
    "hoard",
    "float",
    0.0,
    0.0,
    5.0,
    "Points that an Agency Card in hand seems worth beyond the usual: it holds on to cards.",
)
HABIT = Parameter(
    "habit",
    "float",
    0.0,
    0.0,
    1.0,
    f"Chance, at each decision with {LAST_DICE} dice or fewer left to place or to resolve, that it "
    "does not compare moves and draws one by the policy's priors.",
)


@lru_cache(64)
def judgement(ahead: float, hoard: float) -> HandMade:
    """Return the hand-made evaluator as it is with these parameters."""
    weights = dict(VALUE_WEIGHTS)
    following, card = weights["next_mission"], weights["card"]
    assert isinstance(following, float)
    assert isinstance(card, float)
    return HandMade({**weights, "next_mission": ahead * following, "card": card + hoard})


class Person(Searching):
    """A bot with limits of attention."""

    name = "person"
    description = (
        "Compares moves as `flat` does, within limits of attention like those of people: it "
        "forgets kinds of moves for a round, plans few missions at a time, holds on to cards, and "
        "plays its last dice by habit. It gives no die up that it can use, and infers nothing of "
        "hidden cards."
    )
    settings = SEARCH
    parameters = (
        replace(ITERATIONS, default=32),
        AHEAD,
        _thinks_of("codes", "codes: the Decoder, swaps, Code Breaker and claims"),
        _thinks_of("abilities", "the other abilities of its cards and tokens, and the reroll"),
        _thinks_of("espionage", "Espionage"),
        _thinks_of("first", "First"),
        _thinks_of("flights", "flights"),
        HOARD,
        HABIT,
    )

    def settings_for(self, view: View, budget: Limit | None) -> SearchParams:
        return replace(
            self.settings, evaluator=judgement(self._number("ahead"), self._number("hoard"))
        )

    def think(self, question: Question) -> SearchResult:
        view, limit = question.view, question.limit
        assert isinstance(view, CovertView)
        assert limit is not None
        result = flat(
            searched(view),
            limit,
            question.seed,
            self.params(question),
            stop=question.stop,
            only=self.considered(view, question.decision.actions, question.seed),
        )
        if dice_left(view) > LAST_DICE or self._draw(question, b"habit") >= self._number("habit"):
            return result
        return by_habit(result, self._draw(question, b"move"))

    def considered(self, view: CovertView, actions: Collection[int], seed: int) -> list[int]:
        """Return those of the actions that it thinks of; if it thinks of none, all."""
        forgotten = [
            kind for name, kind in FORGOTTEN.items() if not self._remembers(name, view, seed)
        ]
        thought_of = [
            action for action in actions if not any(kind(unpack(action)) for kind in forgotten)
        ] or list(actions)
        kinds = {unpack(action).kind for action in thought_of}
        if Kind.FORFEIT not in kinds or not kinds & EFFECTS:
            return thought_of
        return [action for action in thought_of if unpack(action).kind is not Kind.FORFEIT]

    def _remembers(self, name: str, view: CovertView, seed: int) -> bool:
        """Return true if it thinks of this kind of moves; it is the same for a whole round."""
        return drawn(seed, bytes((view.seat, view.round)), name.encode()) < self._number(name)

    def _draw(self, question: Question, purpose: bytes) -> float:
        assert isinstance(question.view, CovertView)
        return drawn(question.seed, question.view.digest(), purpose)

    def _number(self, name: str) -> float:
        number = self.spec.number(name)
        assert number is not None
        return number


def dice_left(view: CovertView) -> float:
    """Return the dice that the view's seat has left to place or, after that, to resolve; without
    bound in other phases."""
    fields = view.fields()
    if view.phase == "placing":
        return len(fields["players"][view.seat]["dice"])
    if view.phase == "resolving":
        return sum(circle["spaces"].count(view.seat + 1) for circle in fields["circles"])
    return float("inf")


def by_habit(result: SearchResult, draw: float) -> SearchResult:
    """Return the result with the action drawn (0 <= draw < 1) by the policy's priors."""
    rest = draw * sum(move.prior for move in result.actions)
    for move in result.actions:
        rest -= move.prior
        if rest < 0:
            return result._replace(action=move.action, variation=())
    return result


def drawn(seed: int, *parts: bytes) -> float:
    """Draw a number from 0 to 1, without 1, a function of the seed and the parts."""
    key = seed.to_bytes(8, "little") + b"".join(parts)
    return int.from_bytes(blake2b(key, digest_size=6).digest(), "little") / (1 << 48)

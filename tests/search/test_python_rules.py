"""Rules in Python are searched like rules in C: Leduc poker of the examples beside that of the
toys."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from covert_bots.players.bots import Random
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.python_bots import Flat, Ismcts
from covert_engine.search import Limit, SearchParams, flat, search
from covert_engine.search.python.game import PythonView, errors_of
from leduc.rules import CALL, CARDS, FOLD, RAISE, RULES, LeducRules, actions_of, deal, written
from toys import ToyState
from toys import leduc as toy

CATALOGUE = Catalogue((Random, Flat, Ismcts))
PARAMS = SearchParams(horizon=0)
JACK, QUEEN, KING = range(3)


def view_of(state: bytes, seat: int = 0, rules: LeducRules = RULES) -> PythonView:
    return PythonView(rules, rules.view(state, seat), seat)


def both(cards: Sequence[int], *actions: int) -> tuple[ToyState, bytes]:
    """Return the same game in C, whose cards are two of each rank, and in Python."""
    of_toy = toy.deal(*cards)
    state = written(bytes(card // 2 for card in cards), b"")
    for action in actions:
        of_toy.play(action)
        state = RULES.play(state, action)
    return of_toy, state


@pytest.mark.parametrize("seed", range(300))
def test_the_rules_are_those_of_the_toy(seed: int) -> None:
    draw = random.Random(seed)
    of_toy, state = both(draw.sample(range(6), 3))
    while of_toy.actor >= 0:
        assert RULES.actor(state) == of_toy.actor
        assert RULES.legal_actions(state) == of_toy.legal_actions
        action = draw.choice(of_toy.legal_actions)
        of_toy.play(action)
        state = RULES.play(state, action)
    assert RULES.actor(state) is None
    assert RULES.legal_actions(state) == []
    assert RULES.utilities(state) == pytest.approx(of_toy.result())


@pytest.mark.parametrize("cards", [(0, 2, 4), (4, 0, 2), (2, 5, 1)])
def test_simulations_have_the_values_of_the_toy(cards: Sequence[int]) -> None:
    of_toy, state = both(cards, CALL, RAISE)
    limit = Limit(iterations=6000)
    expected = flat(of_toy.view(0), limit, 1, PARAMS)
    compared = flat(view_of(state), limit, 1, PARAMS)
    assert [entry.action for entry in compared.actions] == [FOLD, CALL, RAISE]
    for entry, other in zip(compared.actions, expected.actions, strict=True):
        error = 5 * (entry.standard_error**2 + other.standard_error**2) ** 0.5
        assert abs(entry.value - other.value) <= max(error, 1e-6)


def test_a_tree_folds_what_is_lost_and_raises_what_is_won() -> None:
    lost = written(bytes([JACK, KING, KING]), bytes([CALL, CALL, CALL, RAISE]))
    won = written(bytes([KING, JACK, KING]), bytes([CALL, CALL, CALL, RAISE]))
    for state, action in ((lost, FOLD), (won, RAISE)):
        best = search(view_of(state), Limit(iterations=1500), 3, PARAMS)
        assert best.action == action
        assert 0 < best.distinct_worlds <= 3


def test_a_world_agrees_with_the_view_and_so_does_a_search_again() -> None:
    view = view_of(deal(5), 0)
    for key in range(50):
        world = view.sample(key)
        assert RULES.view(world, 0) == view.data
        assert max(map(world[:CARDS].count, world[:CARDS])) <= 2  # of a rank
    assert search(view, Limit(iterations=200), 7, PARAMS) == search(
        view_of(deal(5), 0), Limit(iterations=200), 7, PARAMS
    )
    two = SearchParams(horizon=0, lanes=2)
    one_thread = search(view, Limit(iterations=200), 7, two)
    assert one_thread == search(view, Limit(iterations=200), 7, two, threads=2)


def test_views_are_compared_by_what_they_tell() -> None:
    view = view_of(deal(5), 0)
    assert view == view_of(deal(5), 0)
    assert hash(view) == hash(view_of(deal(5), 0))
    assert view != view_of(deal(5), 1)
    assert (view.actor, view.legal_actions()) == (0, [CALL, RAISE])
    assert view_of(deal(5), 1).legal_actions() == []
    with pytest.raises(ValueError, match="data: 3 bytes; expected 11"):
        PythonView(RULES, b"abc", 0)


class Broken(LeducRules):
    """Rules with a mistake beyond the first decision of a game."""

    def __init__(self, method: str, value: object) -> None:
        self._method, self._value = method, value

    def _or_wrong(self, method: str, state: bytes, right: object) -> object:
        wrong = method == self._method and len(actions_of(state)) > 1
        if wrong and isinstance(self._value, BaseException):
            raise self._value
        return self._value if wrong else right

    def actor(self, state: bytes) -> int | None:
        return self._or_wrong("actor", state, super().actor(state))  # type: ignore[return-value]

    def legal_actions(self, state: bytes) -> list[int]:
        right = super().legal_actions(state)
        return self._or_wrong("legal_actions", state, right)  # type: ignore[return-value]

    def play(self, state: bytes, action: int) -> bytes:
        right = super().play(state, action)
        return self._or_wrong("play", state, right)  # type: ignore[return-value]

    def utilities(self, state: bytes) -> list[float]:
        right = super().utilities(state)
        return self._or_wrong("utilities", state, right)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("method", "value", "said"),
    [
        ("play", KeyError("here"), "here"),
        ("play", KeyboardInterrupt(), ""),
        ("play", b"short", "play: b'short'; expected 11 bytes"),
        ("play", 3, "play: 3; expected 11 bytes"),
        ("actor", 2, "actor: 2; expected a whole number, 0 to 1"),
        ("legal_actions", [-1], "legal_actions: -1; expected a whole number, 0 to 4294967295"),
        ("legal_actions", [0] * 257, "legal_actions: 257; expected 256 at most"),
        ("utilities", [2.0, 0.0], "expected 2 numbers, 0 to 1"),
        ("utilities", [1.0], "expected 2 numbers, 0 to 1"),
    ],
)
@pytest.mark.parametrize("spec", ["ismcts:iterations=100,lanes=2", "flat:iterations=100"])
def test_a_mistake_in_rules_is_raised_by_the_bots(
    spec: str, method: str, value: object, said: str
) -> None:
    view = view_of(deal(5), 0, Broken(method, value))
    kind = type(value) if isinstance(value, BaseException) else ValueError
    if method == "actor" and spec.startswith("flat"):
        return  # no simulation asks for the actor
    with pytest.raises(kind, match=said or None):
        CATALOGUE.make(spec).suggest(view)
    assert view.guard.error is None


def test_a_search_alone_raises_them_with_errors_of() -> None:
    view = view_of(deal(5), 0, Broken("play", KeyError("here")))
    with pytest.raises(KeyError), errors_of(view):
        search(view, Limit(iterations=100), 1, PARAMS)

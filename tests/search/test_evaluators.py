"""What judges a search is a parameter of it, and only an evaluator of the game will do."""

from collections.abc import Mapping

import pytest

from covert_engine.covert import HandMade, State, compile, house_set
from covert_engine.covert.evaluation.weights import (
    FIRST_VALUE_WEIGHTS,
    POLICY_WEIGHTS,
    VALUE_WEIGHTS,
    Weight,
)
from covert_engine.search import Limit, SearchError, SearchParams, flat, greedy, search
from covert_engine.toys import kuhn, tic_tac_toe

CARDS = compile(house_set())


def test_an_evaluator_of_another_game_is_refused() -> None:
    params = SearchParams(evaluator=HandMade())
    view = tic_tac_toe.start().view(0)
    with pytest.raises(SearchError, match=r"params.evaluator.*an evaluator of tic tac toe"):
        search(view, Limit(iterations=1), 1, params)
    with pytest.raises(SearchError, match=r"params.evaluator"):
        flat(view, Limit(iterations=8), 1, params)
    with pytest.raises(SearchError, match=r"params.evaluator"):
        greedy(view, 1, params)
    poker = SearchParams(evaluator=kuhn.deal(0, 1).table.evaluator)
    with pytest.raises(SearchError, match=r"params.evaluator.*an evaluator of covert"):
        greedy(State.deal(CARDS, 2, 1).view(0), 1, poker)


def test_the_games_own_evaluator_is_that_of_now() -> None:
    view = State.deal(CARDS, 3, 1).view(0)
    assert view.table().evaluator.game == "covert"
    for weights, same in ((VALUE_WEIGHTS, True), ({**VALUE_WEIGHTS, "card": 3.0}, False)):
        params = SearchParams(evaluator=HandMade(weights))
        limit = Limit(iterations=200)
        assert (search(view, limit, 1, params) == search(view, limit, 1)) is same


def test_an_evaluator_lives_as_long_as_its_search() -> None:
    """Nothing but the search holds it here."""
    from covert_engine.search import Search

    view = State.deal(CARDS, 2, 3).view(0)
    growing = Search(view, 1, SearchParams(evaluator=HandMade(FIRST_VALUE_WEIGHTS)))
    other = Search(view, 1, SearchParams(evaluator=HandMade(FIRST_VALUE_WEIGHTS)))
    del growing._params
    for number in range(200):
        HandMade({**VALUE_WEIGHTS, "card": float(number)})
    for one in (growing, other):
        one.run(300)
    assert [lane.root_actions() for lane in growing._lanes] == [
        lane.root_actions() for lane in other._lanes
    ]


def test_the_policy_has_weights_of_its_own() -> None:
    view = State.deal(CARDS, 3, 1).view(0)
    priors = []
    for weights in (POLICY_WEIGHTS, {**POLICY_WEIGHTS, "drop": 5.0}):
        params = SearchParams(evaluator=HandMade(policy_weights=weights))
        found = search(view, Limit(iterations=1), 1, params)
        priors.append([entry.prior for entry in found.actions])
    assert priors[0] != priors[1]


@pytest.mark.parametrize(
    ("field", "names"), [("value_weights", VALUE_WEIGHTS), ("policy_weights", POLICY_WEIGHTS)]
)
def test_weights_are_all_there_and_no_others(field: str, names: Mapping[str, Weight]) -> None:
    first, *others = names
    for wrong in ({}, {name: names[name] for name in others}, {**names, "luck": 1.0}):
        with pytest.raises(
            ValueError, match=f"{field}: .* is missing or unknown; expected {first}, "
        ):
            HandMade(**{field: wrong})


def test_weights_can_be_read_again() -> None:
    made = HandMade()
    for read, given in (
        (made.value_weights, VALUE_WEIGHTS),
        (made.policy_weights, POLICY_WEIGHTS),
    ):
        assert list(read) == list(given)
        for name, weight in given.items():
            assert read[name] == pytest.approx(weight)

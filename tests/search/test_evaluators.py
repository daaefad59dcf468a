"""The evaluator is a parameter of a search, and only an evaluator of the game is accepted."""

from collections.abc import Mapping
from math import inf, nan
from struct import pack
from typing import Any

import pytest

from covert_engine.covert import HandMade, Learned, State, compile, house_set
from covert_engine.covert.evaluation.weights import (
    FIRST_VALUE_WEIGHTS,
    POLICY_WEIGHTS,
    VALUE_WEIGHTS,
    Weight,
    learned_weights,
)
from covert_engine.search import (
    UNIFORM,
    EvaluatorTable,
    Limit,
    SearchError,
    SearchParams,
    flat,
    greedy,
    search,
    without_prior,
)
from toys import kuhn, payoffs, tic_tac_toe

CARDS = compile(house_set())
SEARCHES = 800


def test_an_evaluator_of_another_game_is_refused() -> None:
    params = SearchParams(evaluator=HandMade())
    view = tic_tac_toe.start().view(0)
    with pytest.raises(SearchError, match=r"params.evaluator.*an evaluator of tic tac toe"):
        search(view, Limit(iterations=1), 1, params)
    with pytest.raises(SearchError, match=r"params.evaluator"):
        flat(view, Limit(iterations=8), 1, params)
    with pytest.raises(SearchError, match=r"params.evaluator"):
        greedy(view, 1, params)
    poker = SearchParams(evaluator=kuhn.deal(0, 1).table().evaluator)
    with pytest.raises(SearchError, match=r"params.evaluator.*an evaluator of covert"):
        greedy(State.deal(CARDS, 2, 1).view(0), 1, poker)


def test_an_evaluator_that_was_never_set_up_is_refused() -> None:
    """A subclass may forget to call its parent's constructor."""

    class Forgetful(HandMade):
        def __init__(self) -> None: ...

    state = State.deal(CARDS, 2, 1)
    for evaluator in (EvaluatorTable(), Forgetful()):
        for params in (SearchParams(evaluator=evaluator), SearchParams(policy=evaluator)):
            with pytest.raises(SearchError, match=r"an evaluator that has been set up"):
                search(state.view(0), Limit(iterations=1), 1, params)
        with pytest.raises(ValueError, match="evaluator: it has not been set up"):
            evaluator.value(state)


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
    for searching in (growing, other):
        searching.run(300)
    assert [lane.root_actions() for lane in growing._lanes] == [
        lane.root_actions() for lane in other._lanes
    ]


def test_the_uniform_evaluator_serves_any_game_and_judges_nothing() -> None:
    params = SearchParams(evaluator=UNIFORM)
    leaves = [(path / 7, 0.1, 0.9) for path in range(8)]
    for view in (payoffs.start(leaves, weights=(5, 5)).view(0), State.deal(CARDS, 2, 1).view(0)):
        result = search(view, Limit(iterations=60), 1, params)
        assert {value for entry in result.actions for value in entry.values} == {0.5}
        priors = [entry.prior for entry in result.actions]
        assert priors == pytest.approx([1 / len(priors)] * len(priors))


def test_an_evaluator_without_its_prior_values_as_before() -> None:
    state = State.deal(CARDS, 2, 1)
    whole = HandMade(FIRST_VALUE_WEIGHTS)
    bare = without_prior(whole)
    assert bare.value(state) == whole.value(state) != HandMade().value(state)
    even = [1 / len(state.legal_actions())] * len(state.legal_actions())
    assert bare.priors(state) == pytest.approx(even)
    assert whole.priors(state) != pytest.approx(even)


def test_simulations_follow_the_policy_and_the_tree_the_evaluator() -> None:
    """RIGHT weighs as much as LEFT or three times as much; each search ends with its first
    simulation."""
    leaves = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)] * 2  # seat 0 gets 1 for seat 1's RIGHT
    view = payoffs.start(leaves, weights=(3, 3)).view(0)
    own, even = view.table().evaluator, UNIFORM
    for evaluator, policy, prior, chance in (
        (own, None, 3 / 4, 3 / 4),
        (own, even, 3 / 4, 1 / 2),
        (even, own, 1 / 2, 3 / 4),
        (even, None, 1 / 2, 1 / 2),
    ):
        params = SearchParams(horizon=0, prior_uniform=0, evaluator=evaluator, policy=policy)
        rights = 0.0
        for seed in range(SEARCHES):
            result = search(view, Limit(iterations=1), seed, params)
            rights += result.values[0]
            assert result.actions[payoffs.RIGHT].prior == pytest.approx(prior)
        error = (chance * (1 - chance) / SEARCHES) ** 0.5
        assert rights / SEARCHES == pytest.approx(chance, abs=4 * error)


@pytest.mark.parametrize("horizon", [1, 2, 3])
@pytest.mark.parametrize("secret", [(), (1, 2)])
def test_an_evaluator_can_follow_a_simulation_step_by_step(
    horizon: int, secret: tuple[int, ...]
) -> None:
    """It never reads a state, and yet values all of them like an evaluator that does."""
    leaves = [(path * 7 % 32 / 31, path * 5 % 32 / 31, path * 3 % 32 / 31) for path in range(32)]
    view = payoffs.start(leaves, secret).view(0)
    looking, followed = payoffs.averaging(), payoffs.averaging(followed=True)
    for way in ("evaluator", "both"):
        policy = UNIFORM if way == "both" else None
        first = SearchParams(horizon=horizon, evaluator=looking, policy=policy)
        second = SearchParams(horizon=horizon, evaluator=followed, policy=policy)
        limit = Limit(iterations=300)
        assert search(view, limit, 1, first) == search(view, limit, 1, second)
        assert flat(view, limit, 1, first) == flat(view, limit, 1, second)
        assert greedy(view, 1, first) == greedy(view, 1, second)
    plain = search(view, Limit(iterations=300), 1, SearchParams(horizon=horizon))
    assert plain != search(view, Limit(iterations=300), 1, first)


def test_the_policy_has_weights_of_its_own() -> None:
    view = State.deal(CARDS, 3, 1).view(0)
    priors = []
    for weights in (POLICY_WEIGHTS, {**POLICY_WEIGHTS, "drop": 5.0}):
        params = SearchParams(evaluator=HandMade(policy_weights=weights))
        result = search(view, Limit(iterations=1), 1, params)
        priors.append([entry.prior for entry in result.actions])
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


@pytest.mark.parametrize("wrong", [nan, inf, -inf, 1e300])
def test_weights_are_finite(wrong: float) -> None:
    """NaN would be the best and the worst of all values at once. In single precision, as weights
    are kept, 1e300 is infinite."""
    name = next(name for name, weight in VALUE_WEIGHTS.items() if not isinstance(weight, float))
    for weights in ({**VALUE_WEIGHTS, "mission": wrong}, {**VALUE_WEIGHTS, name: (1.0, wrong)}):
        with pytest.raises(ValueError, match=r"value_weights\['.*'\]: .* is not finite"):
            HandMade(weights)
    with pytest.raises(ValueError, match=r"policy_weights\['drop'\]: .* is not finite"):
        HandMade(policy_weights={**POLICY_WEIGHTS, "drop": wrong})
    network = learned_weights()
    with pytest.raises(ValueError, match="weights: not all are finite"):
        Learned(pack("f", inf if wrong == 1e300 else wrong) + network[4:])


def test_a_network_comes_with_an_evaluator_by_hand() -> None:
    nothing: Any = None
    with pytest.raises(TypeError):
        Learned(learned_weights(), nothing)
    with pytest.raises(TypeError):
        HandMade().truth_features(nothing)


def test_weights_can_be_read_again() -> None:
    made = HandMade()
    for read, given in (
        (made.value_weights, VALUE_WEIGHTS),
        (made.policy_weights, POLICY_WEIGHTS),
    ):
        assert list(read) == list(given)
        for name, weight in given.items():
            assert read[name] == pytest.approx(weight)


def test_no_action_is_given_up_for_one_bad_result() -> None:
    """With a sharp policy and without the term of UCB, most actions stay with a single visit."""
    state = State.deal(CARDS, 2, 1)
    while len(state.legal_actions(canonical=True)) < 20:
        state.play(state.legal_actions()[0])
    assert state.actor is not None
    view = state.view(state.actor)

    def tried_once(params: SearchParams) -> int:
        result = search(view, Limit(iterations=3000), 1, params)
        return sum(action.visits == 1 for action in result.actions)

    given_up = tried_once(SearchParams(confidence=0, root_confidence=0))
    assert given_up > 5
    assert tried_once(SearchParams()) < given_up / 3

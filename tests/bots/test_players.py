"""Laws that hold for every bot."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from covert_bots import Bot, Covert, Suggestion, make, play_game
from covert_bots.players.bot import Wanted
from covert_bots.players.bots import Searching
from covert_engine.covert import Belief, CompiledSet, State, View
from covert_engine.search import Limit, SearchError, StopFlag, compare

Walk = Callable[[int, int], Iterator[State]]
SPECS = ("random", "greedy:worlds=2", "flat:iterations=40", "ismcts:iterations=40")
SEARCHING = ("flat:iterations=40", "ismcts:iterations=40")


@pytest.fixture(params=SPECS)
def bot(request: pytest.FixtureRequest) -> Bot:
    return make(request.param)


def test_the_same_question_has_the_same_answer(bot: Bot, views: list[View]) -> None:
    for view in views:
        assert bot.suggest(view, seed=7) == bot.suggest(view, seed=7)


def test_a_choice_is_the_first_move_of_the_suggestion(bot: Bot, views: list[View]) -> None:
    for view in views:
        assert bot.choose(view, 7) == bot.suggest(view, seed=7).moves[0].action


def test_the_answer_depends_on_the_view_alone_not_on_the_truth(bot: Bot, views: list[View]) -> None:
    for view in views:
        worlds = [view.sample(key) for key in range(3)]
        assert any(bytes(world) != bytes(worlds[0]) for world in worlds)
        answers = [bot.suggest(world.view(view.seat), seed=7) for world in worlds]
        assert answers == [bot.suggest(view, seed=7)] * 3


@pytest.mark.parametrize("spec", ["random", *SEARCHING])
def test_another_seed_searches_otherwise(spec: str, views: list[View]) -> None:
    bot = make(spec)
    answers = [[bot.suggest(view, seed=seed).moves for view in views] for seed in (7, 8)]
    assert answers[0] != answers[1]


def test_moves_are_legal_and_each_is_reported_once(bot: Bot, views: list[View]) -> None:
    for view in views:
        actions = [move.action for move in bot.suggest(view, seed=7).moves]
        assert actions
        assert len(set(actions)) == len(actions)
        assert set(actions) <= set(view.legal_actions())


def test_the_textbook_search_has_no_prior_and_takes_the_most_visited(views: list[View]) -> None:
    for view in views:
        first, *others = make("textbook:iterations=60").suggest(view, seed=7).moves
        assert all(move.prior == pytest.approx(first.prior) for move in others)
        assert all(move.visits <= first.visits for move in others)


def test_figures_keep_their_bounds(bot: Bot, views: list[View]) -> None:
    for view in views:
        suggestion = bot.suggest(view, seed=7)
        assert 0 <= suggestion.distinct_worlds <= suggestion.worlds
        assert sum(move.prior for move in suggestion.moves) == pytest.approx(1)
        for move in suggestion.moves:
            assert 0 <= move.value <= 1
            assert move.visits <= move.availability <= max(move.visits, suggestion.iterations)
            assert suggestion.line_of(move)[0] == move.action
            if move.win_probability:
                assert sum(move.win_probability) == pytest.approx(1, abs=1e-4)
                assert len(move.win_probability) == len(move.expected_score)


@pytest.mark.parametrize("players", [2, 4])
def test_every_bot_plays_whole_games(bot: Bot, cards: CompiledSet, players: int) -> None:
    result = play_game(Covert(), [bot] * players, seed=11)
    assert len(result.scores) == players
    assert result.winners
    assert max(result.scores) == max(result.scores[seat] for seat in result.winners)
    assert sum(seat.decisions for seat in result.seats) == result.decisions


def test_one_legal_action_needs_no_search(bot: Bot, views: list[View]) -> None:
    for view in views[:6]:
        action = view.legal_actions()[-1]
        suggestion = bot.suggest(view, seed=7, only=[action])
        assert [move.action for move in suggestion.moves] == [action]
        assert suggestion.stop_reason == "one_move"
        assert bool(suggestion.iterations) == bot.searches


@pytest.mark.parametrize("spec", [*SEARCHING, "ismcts:horizon=0", "textbook"])
def test_a_forced_move_has_a_value_and_chances_like_any_other(spec: str, walk: Walk) -> None:
    """A move may be forced by the rules, by `only`, or because all others can only be worse."""
    bot, limit = make(spec), Limit(iterations=20)
    views = [state.view(state.actor) for seed in range(3) for state in walk(2, seed)]  # type: ignore[arg-type]
    alone = [view for view in views if len(canonical(view)) == 1]
    worse = [(view, sorted(set(view.legal_actions()) - set(canonical(view)))) for view in views]
    asked: list[tuple[View, list[int] | None]] = [
        *((view, None) for view in alone[:4]),
        *((view, canonical(view)[:1]) for view in views[:4]),
        *[(view, actions[:1]) for view, actions in worse if actions][:4],
        *[(view, actions) for view, actions in worse if len(actions) > 1][:4],
    ]
    assert len(asked) == 16
    for view, only in asked:
        answer = bot.suggest(view, limit, seed=7, only=only)
        assert answer == bot.suggest(view, limit, seed=7, only=only)
        assert answer.stop_reason == ("one_move" if len(answer.moves) == 1 else "no_search")
        assert 0 < answer.distinct_worlds <= answer.worlds <= 20
        bounds = [move.lower_bound for move in answer.moves[1:]]
        assert bounds == sorted(bounds, reverse=True)
        for move in answer.moves:
            assert move.visits == answer.worlds
            assert 0 < move.value < 1
            assert move.standard_error > 0
            assert len(move.win_probability) == len(move.expected_score) == 2
            assert sum(move.win_probability) == pytest.approx(1, abs=1e-5)


def canonical(view: View) -> list[int]:
    return view.legal_actions(canonical=True)


def test_the_value_of_a_forced_move_is_about_that_of_a_search(views: list[View]) -> None:
    bot = make("ismcts")
    for view in views[::4]:
        best = bot.suggest(view, Limit(iterations=1000), seed=7).moves[0]
        alone = bot.suggest(view, seed=7, only=[best.action]).moves[0]
        assert alone.value == pytest.approx(best.value, abs=0.1)


def test_only_and_avoid_narrow_the_choice(bot: Bot, views: list[View]) -> None:
    for view in views:
        legal = view.legal_actions()
        kept = legal[:2]
        chosen = bot.suggest(view, seed=7, only=kept)
        assert {move.action for move in chosen.moves} <= set(kept)
        best = bot.suggest(view, seed=7).moves[0].action
        others = bot.suggest(view, seed=7, avoid=[best])
        assert best not in {move.action for move in others.moves}


def test_actions_that_can_only_be_worse_can_be_asked_for_too(walk: Walk) -> None:
    asked = 0
    for state in walk(2, 3):
        assert state.actor is not None
        view = state.view(state.actor)
        worse = set(view.legal_actions()) - set(view.legal_actions(canonical=True))
        if len(worse) > 1:
            suggestion = make("greedy").suggest(view, only=worse)
            assert {move.action for move in suggestion.moves} == worse
            assert suggestion.stop_reason == "no_search"
            asked += 1
    assert asked


@pytest.mark.parametrize(
    ("field", "only", "avoid"),
    [("only", [0], None), ("avoid", None, [0]), ("only", [], None)],
)
def test_an_invalid_restriction_of_actions_is_a_mistake(
    bot: Bot, views: list[View], field: str, only: list[int] | None, avoid: list[int] | None
) -> None:
    with pytest.raises(SearchError) as caught:
        bot.suggest(views[0], only=only, avoid=avoid)
    assert caught.value.field == field


def test_everything_avoided_leaves_no_choice(bot: Bot, views: list[View]) -> None:
    with pytest.raises(SearchError) as caught:
        bot.suggest(views[0], avoid=views[0].legal_actions())
    assert caught.value.field == "avoid"


@pytest.mark.parametrize("seed", [-1, 1 << 64])
def test_a_seed_has_64_bits(bot: Bot, views: list[View], seed: int) -> None:
    with pytest.raises(SearchError) as caught:
        bot.choose(views[0], seed)
    assert caught.value.field == "seed"


def test_a_seat_that_is_not_to_decide_gets_no_advice(bot: Bot, views: list[View]) -> None:
    view = views[0]
    other = view.sample(0).view((view.seat + 1) % 2)
    with pytest.raises(SearchError) as caught:
        bot.suggest(other)
    assert caught.value.field == "view"


@pytest.mark.parametrize("spec", SEARCHING)
def test_the_limit_of_the_caller_is_kept(spec: str, views: list[View]) -> None:
    bot = make(spec)
    for view in views:
        suggestion = bot.suggest(view, Limit(iterations=16), seed=7)
        assert suggestion.iterations <= 16
        assert suggestion.stop_reason in ("iterations", "one_move")


@pytest.mark.parametrize("spec", ["flat", "ismcts"])
def test_a_stop_flag_raised_meanwhile_ends_the_search(spec: str, views: list[View]) -> None:
    """The timer's thread could not raise it if the search held the GIL."""
    stop = StopFlag()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    suggestion = make(spec).suggest(_wide(views), Limit(seconds=60.0), seed=7, stop=stop)
    assert suggestion.stop_reason == "stopped"
    assert suggestion.moves


def test_an_answer_without_a_search_says_when_it_was_stopped(views: list[View]) -> None:
    stop = StopFlag()
    stop.set()
    suggestion = make("greedy:worlds=100").suggest(_wide(views), seed=7, stop=stop)
    assert (suggestion.stop_reason, suggestion.worlds) == ("stopped", 1)


def test_cpu_time_is_named_though_a_slice_ends_with_it(
    views: list[View], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("covert_bots.players.bots.PROGRESS_SECONDS", 1e-6)
    bot = make("ismcts:cpu_seconds=0.005")
    assert bot.suggest(_wide(views), on_progress=lambda _: None).stop_reason == "cpu_time"


def test_cpu_time_ends_a_search_that_tells_of_its_progress(views: list[View]) -> None:
    reported: list[Suggestion] = []
    before = time.process_time()
    final = make("ismcts:cpu_seconds=0.35,lanes=2").suggest(
        _wide(views), on_progress=reported.append
    )
    assert final.stop_reason == "cpu_time"
    assert reported
    assert time.process_time() - before >= 0.35


def test_a_stop_between_two_slices_is_what_ended_the_search(
    views: list[View], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = StopFlag()
    looks: list[float] = []

    def clock() -> float:
        """The third look of a search is that after its first slice."""
        looks.append(len(looks))
        if len(looks) == 3:
            stop.set()
        return 0.0

    monkeypatch.setattr("covert_bots.players.bots.time.monotonic", clock)
    limit = Limit(seconds=100)
    final = make("ismcts").suggest(_wide(views), limit, stop=stop, on_progress=lambda _: None)
    assert (len(looks) >= 3, final.stop_reason) == (True, "stopped")


def test_progress_is_reported_and_changes_nothing(views: list[View]) -> None:
    bot = make("ismcts:iterations=6000")
    reported: list[Suggestion] = []
    view = _wide(views)
    final = bot.suggest(view, seed=7, on_progress=reported.append)
    assert reported
    iterations = [answer.iterations for answer in reported]
    assert iterations == sorted(iterations)
    assert final == bot.suggest(view, seed=7)


def test_threads_do_not_disturb_each_other(bot: Bot, views: list[View]) -> None:
    alone = [bot.suggest(view, seed=7) for view in views]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda view: bot.suggest(view, seed=7), views))
    assert together == alone


@pytest.mark.parametrize("lam", [0.0, 0.3, 0.8])
def test_a_simulation_is_worth_the_lambda_return_of_its_rounds(
    views: list[View], lam: float
) -> None:
    """Two actions meet the same chance however far a simulation looks and whatever it counts."""

    def worth(view: View, horizon: int, td_lambda: float = 1.0) -> tuple[float, float]:
        first, second, *_ = ismcts.decision(view).actions
        params = replace(ismcts.settings, horizon=horizon, td_lambda=td_lambda)
        figures = compare(view, first, second, 20, 3, params).figures
        return figures[0].first, figures[0].second

    ismcts = make("ismcts")
    assert isinstance(ismcts, Searching)
    compared = 0
    for view in views[::3]:
        near, two, three = (worth(view, rounds) for rounds in (1, 2, 3))
        for action in (0, 1):
            later = (1 - lam) * two[action] + lam * three[action]
            expected = (1 - lam) * near[action] + lam * later
            assert worth(view, 3, lam)[action] == pytest.approx(expected, abs=1e-6)
        compared += near != two
    assert compared > 3


@pytest.mark.parametrize(
    ("spec", "limit", "two", "three"),
    [
        ("ismcts", None, (1, 1), (1, 1)),
        ("ismcts", Limit(iterations=3999), (1, 1), (1, 1)),
        ("ismcts", Limit(iterations=4000), (2, 1), (2, 0.5)),
        ("ismcts", Limit(cpu_seconds=0.009), (1, 1), (1, 1)),
        ("ismcts", Limit(cpu_seconds=0.01), (2, 0.5), (1, 1)),
        ("ismcts", Limit(cpu_seconds=0.03), (2, 0.5), (2, 0.5)),
        ("ismcts", Limit(cpu_seconds=0.049), (2, 0.5), (2, 0.5)),
        ("ismcts", Limit(cpu_seconds=0.05), (2, 1), (2, 0.5)),
        ("ismcts", Limit(seconds=0.009), (1, 1), (1, 1)),
        ("ismcts", Limit(seconds=0.01), (2, 0.5), (1, 1)),
        ("ismcts", Limit(seconds=0.05), (2, 1), (2, 0.5)),
        ("ismcts", Limit(4000, cpu_seconds=0.049), (2, 0.5), (2, 0.5)),
        ("ismcts", Limit(3999, seconds=1.0), (1, 1), (1, 1)),
        ("ismcts:horizon=1", Limit(4000), (1, 1), (1, 1)),
        ("ismcts:horizon=2", Limit(cpu_seconds=0.01), (2, 1), (2, 1)),
        ("ismcts:horizon=0", Limit(1), (0, 1), (0, 1)),
        ("ismcts-1", Limit(4000), (1, 1), (1, 1)),
        ("flat", Limit(4000), (1, 1), (1, 1)),
    ],
    ids=str,
)
def test_a_long_search_looks_two_rounds_ahead(
    walk: Walk, spec: str, limit: Limit | None, two: tuple[int, float], three: tuple[int, float]
) -> None:
    """The number of rounds, and the share of the last one in the value, depend on the players."""
    bot = make(spec)
    assert isinstance(bot, Searching)
    four = two if "horizon" in spec else (1, 1)
    for players, wanted in ((2, two), (3, three), (4, four)):
        settings = bot.settings_for(next(walk(players, 1)).view(0), limit)
        assert (settings.horizon, settings.td_lambda) == wanted


@pytest.mark.parametrize(
    ("spec", "two", "more"),
    [
        ("ismcts", True, False),
        ("flat", True, False),
        ("ismcts:belief=uniform", False, False),
        ("ismcts:belief=learned", True, True),
        ("ismcts-1", False, False),
        ("textbook", False, False),
    ],
)
def test_others_hold_what_seats_keep_in_games_of_two(
    walk: Walk, spec: str, two: bool, more: bool
) -> None:
    bot = make(spec)
    assert isinstance(bot, Searching)
    for players in (2, 3, 4):
        settings = bot.settings_for(next(walk(players, 1)).view(0), None)
        assert (settings.belief is not None) == (two if players == 2 else more)


def test_a_belief_that_is_given_stays(walk: Walk) -> None:
    belief = Belief(dict.fromkeys(Belief().weights, 0.0))
    bot = make("ismcts").with_settings(belief=belief)
    assert isinstance(bot, Searching)
    assert bot.settings_for(next(walk(2, 1)).view(0), None).belief is belief


@pytest.mark.parametrize(("horizon", "worlds"), [(1, 256), (2, 256), (3, 64), (0, 64)])
def test_far_ahead_moves_are_compared_in_fewer_worlds(
    views: list[View], horizon: int, worlds: int
) -> None:
    bot = make(f"ismcts:iterations=60,horizon={horizon}")
    answer = bot.suggest(_wide(views), seed=1, wanted=Wanted(comparison=True))
    assert answer.comparison is not None
    assert answer.comparison.worlds == worlds


def test_so_does_the_comparison_of_its_moves(views: list[View]) -> None:
    view = _wide([view for view in views if view.players == 2])
    answer = make("ismcts:iterations=4000").suggest(view, seed=1, wanted=Wanted(comparison=True))
    assert answer.comparison is not None
    assert answer.comparison.horizon == 2
    assert answer == make("ismcts:iterations=4000,horizon=2").suggest(
        view, seed=1, wanted=Wanted(comparison=True)
    )


def _wide(views: list[View]) -> View:
    """Return the view with the most actions to choose from."""
    return max(views, key=lambda view: len(view.legal_actions()))


def test_a_bot_with_other_settings_leaves_those_of_the_same_spec_as_they_are(
    views: list[View],
) -> None:
    view, usual = _wide(views), make("ismcts:iterations=60")
    before = usual.suggest(view, seed=1)
    changed = usual.with_settings(exploration=0.1, confidence=3.0, horizon=0)
    assert changed.suggest(view, seed=1) != before
    assert changed.settings.confidence == 3.0
    assert make("ismcts:iterations=60").suggest(view, seed=1) == before

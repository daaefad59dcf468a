"""Games between bots, duplicate pairs, and the interval that is made from them."""

from __future__ import annotations

import pytest
from scipy import stats

from covert_bots import Bot, GameResult, SeatResult, make, play_game
from covert_bots.arena.statistics.elo import mean_interval, share_interval
from covert_bots.duel import Pair, play_pair, report
from covert_engine.covert import CompiledSet, State


def _without_time(result: GameResult) -> tuple[object, ...]:
    seats = [(seat.bot, seat.character, seat.missions, seat.decisions) for seat in result.seats]
    return (*seats, result.scores, result.winners, result.rounds, result.decisions)


def test_a_game_is_a_function_of_its_bots_and_its_seed(cards: CompiledSet) -> None:
    bots = [make("greedy:worlds=1"), make("random")]
    first, second = (_without_time(play_game(cards, bots, seed=3)) for _ in range(2))
    assert first == second
    assert _without_time(play_game(cards, bots, seed=4)) != first


def test_a_result_agrees_with_the_table(cards: CompiledSet) -> None:
    """Scores are the points of completed missions and 2 for each code; the best score wins."""
    for seed in range(5):
        result = play_game(cards, [make("greedy:worlds=1")] * 3, seed)
        for seat, score in zip(result.seats, result.scores, strict=True):
            points = sum(cards.source.missions[mission].points for mission in seat.missions)
            assert score == points + 2 * seat.codes
        assert sum(result.share(seat) for seat in range(3)) == pytest.approx(1)
        longest = max(len(seat.missions) for seat in result.seats)
        assert result.sixth_mission == (longest >= 6)


class _Watcher(Bot):
    """Plays at random and remembers its seeds."""

    name = "watcher"
    description = "For a test."

    def __init__(self) -> None:
        self.seeds: set[int] = set()

    def choose(self, view, seed, limit=None):  # type: ignore[no-untyped-def]
        self.seeds.add(seed)
        return view.legal_actions()[0]

    def think(self, question):  # type: ignore[no-untyped-def]
        raise NotImplementedError

    def __str__(self) -> str:
        return self.name


def test_bots_are_not_told_the_seed_of_the_game(cards: CompiledSet) -> None:
    watchers = [_Watcher(), _Watcher()]
    play_game(cards, watchers, seed=12345)
    assert 12345 not in watchers[0].seeds | watchers[1].seeds
    assert watchers[0].seeds.isdisjoint(watchers[1].seeds)


def test_a_pair_has_one_deal_and_both_seatings(cards: CompiledSet) -> None:
    first, second = make("greedy:worlds=1"), make("random")
    pair = play_pair(cards, (first, second), seed=9, number=4)
    assert [seat.bot for seat in pair.first.seats] == ["greedy:worlds=1", "random"]
    assert [seat.bot for seat in pair.second.seats] == ["random", "greedy:worlds=1"]
    characters = [[seat.character for seat in game.seats] for game in (pair.first, pair.second)]
    assert characters[0] == characters[1]


def _game(scores: tuple[int, int], winners: tuple[int, ...]) -> GameResult:
    seat = SeatResult("bot", 0, (), 0, decisions=10, cpu_seconds=0.05)
    return GameResult((seat, seat), scores, winners, 9, 20, True)


def test_ties_are_split_and_seats_swapped() -> None:
    both = Pair(_game((30, 20), (0,)), _game((10, 40), (1,)))
    assert (both.share, both.margin) == (1.0, 20.0)
    one_each = Pair(_game((30, 20), (0,)), _game((40, 10), (0,)))
    assert (one_each.share, one_each.margin) == (0.5, -10.0)
    tied = Pair(_game((30, 20), (0,)), _game((10, 10), (0, 1)))
    assert tied.share == 0.75


def test_the_interval_comes_from_the_pairs() -> None:
    values = [1.0, 1.0, 0.5, 0.0, 1.0, 0.75]
    found = mean_interval(values)
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert found.mean == pytest.approx(sum(values) / 6)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_shares_stay_between_none_and_all() -> None:
    found = share_interval([1.0] * 19 + [0.5])
    assert found.low == mean_interval([1.0] * 19 + [0.5]).low
    assert found.high == 1.0


def test_winning_every_pair_is_not_certainty() -> None:
    exact = stats.binomtest(300, 300).proportion_ci(method="exact")
    assert share_interval([1.0] * 300).low == pytest.approx(exact.low)
    assert share_interval([0.0] * 300).high == pytest.approx(1 - exact.low)


def test_a_report_counts_what_was_played() -> None:
    pairs = [Pair(_game((30, 20), (0,)), _game((10, 40), (1,)))] * 3
    found = report(pairs)
    assert (found.pairs, found.share.mean, found.margin.mean) == (3, 1.0, 20.0)
    assert found.sides[0].decisions_a_game == 10
    assert found.sides[0].cpu_ms_a_decision == pytest.approx(5.0)
    assert (found.rounds_a_game, found.decisions_a_game) == (9, 20)


def test_a_stronger_bot_wins(cards: CompiledSet) -> None:
    pairs = [play_pair(cards, (make("greedy"), make("random")), 1, number) for number in range(10)]
    assert report(pairs).share.low > 0.5


def test_a_duplicate_deal_repeats_dice_whatever_is_played(cards: CompiledSet) -> None:
    states = [State.deal(cards, 2, 5) for _ in range(2)]
    for state, index in zip(states, (0, -1), strict=True):
        while state.round == 0:
            state.play(state.legal_actions()[index])
    dice = [[player["dice"] for player in state.view(0).fields()["players"]] for state in states]
    assert dice[0] == dice[1]

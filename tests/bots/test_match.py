"""Games between bots in one process."""

from __future__ import annotations

import pytest

from covert_bots import Bot, Covert, GameResult, make, play_game
from covert_engine.covert import CompiledSet


def _without_time(result: GameResult) -> tuple[object, ...]:
    seats = [(seat.bot, seat.facts, seat.decisions) for seat in result.seats]
    return (*seats, result.scores, result.winners, result.rounds, result.decisions)


def test_a_game_is_a_function_of_its_bots_and_its_seed() -> None:
    bots = [make("greedy:worlds=1"), make("random")]
    first, second = (_without_time(play_game(Covert(), bots, seed=3)) for _ in range(2))
    assert first == second
    assert _without_time(play_game(Covert(), bots, seed=4)) != first


def test_a_result_agrees_with_the_table(cards: CompiledSet) -> None:
    """Scores are the points of completed missions and 2 for each code; the best score wins."""
    for seed in range(3):
        result = play_game(Covert(), [make("greedy:worlds=1")] * 3, seed)
        for seat, score in zip(result.seats, result.scores, strict=True):
            points = sum(
                cards.source.missions[mission].points for mission in seat.facts["missions"]
            )
            assert score == points + 2 * seat.facts["codes"]
        assert sum(result.share(seat) for seat in range(3)) == pytest.approx(1)
        longest = max(len(seat.facts["missions"]) for seat in result.seats)
        assert result.facts["sixth_mission"] == (longest >= 6)


class _Watcher(Bot):
    """A bot that plays at random and remembers its seeds."""

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


def test_bots_do_not_get_the_seed_of_the_game() -> None:
    watchers = [_Watcher(), _Watcher()]
    play_game(Covert(), watchers, seed=12345)
    assert 12345 not in watchers[0].seeds | watchers[1].seeds
    assert watchers[0].seeds.isdisjoint(watchers[1].seeds)

"""Training: games in pieces, the same weights again, a network better than what it began with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from covert_bots import make
from covert_bots.covert.training.card_sets import drawn_set
from covert_bots.covert.training.games import load, save
from covert_bots.covert.training.positions import Positions, joined, play
from covert_bots.covert.training.train import Schedule, TrainingError, fit, train
from covert_engine.covert import CompiledSet, Learned, State, house_set
from covert_engine.covert.evaluation.features import FEATURE_NAMES

SMALL = Schedule(games=(22, 2, 0), drawn=0.5, generations=2, iterations=2, epochs=2, seed=3)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[bytes]]:
    folder = tmp_path_factory.mktemp("trained")
    done = list(train(house_set(), SMALL, folder, workers=2))
    return folder, [one.weights for one in done]


def test_positions_are_those_at_the_beginning_of_rounds(cards: CompiledSet) -> None:
    positions = play([(cards, 5), (cards, 6)], 3, make("greedy:worlds=1"))
    assert positions.figures.shape[1:] == (3, len(FEATURE_NAMES))
    for seed in (5, 6):
        of_game = positions.chosen(positions.game == seed)
        assert list(of_game.round) == list(range(1, len(of_game.round) + 1))
        assert np.array_equal(of_game.score, np.repeat(of_game.score[:1], len(of_game.round), 0))
    assert positions.win.sum(1) == pytest.approx(np.ones(len(positions.game)))
    placing = FEATURE_NAMES.index("placing")
    assert (positions.figures[:, :, placing] == 1).all()


def test_figures_name_no_card_by_its_number(cards: CompiledSet) -> None:
    """Most are within 0 and 1, all are small."""
    state = State.deal(cards, 4, 3)
    bot = make("greedy:worlds=1")
    while state.actor is not None:
        figures = np.array(state.features())
        assert figures.shape == (4, len(FEATURE_NAMES))
        assert np.isfinite(figures).all()
        assert abs(figures).max() <= 10
        state.play(bot.choose(state.view(state.actor), 1))


def test_positions_come_back_from_a_file(cards: CompiledSet, tmp_path: Path) -> None:
    positions = play([(cards, (1 << 64) - 1)], 2, make("greedy:worlds=1"))
    save(positions, tmp_path / "some.npz")
    again = load(Positions, tmp_path / "some.npz")
    for name, values in positions._asdict().items():
        assert np.array_equal(values, getattr(again, name))
    both = joined([positions, again])
    assert len(both.game) == 2 * len(positions.game)


def test_a_training_that_was_stopped_comes_to_the_same_weights(
    trained: tuple[Path, list[bytes]], tmp_path: Path
) -> None:
    folder, weights = trained
    for file in sorted(folder.glob("games-1-*.npz"))[:1]:  # all that had been played
        (tmp_path / file.name).write_bytes(file.read_bytes())
    again = list(train(house_set(), SMALL, tmp_path, workers=1))
    assert [one.weights for one in again] == weights
    assert weights[0] != weights[1]
    assert (folder / "generation-2.weights").read_bytes() == weights[1]


def test_another_schedule_is_refused(trained: tuple[Path, list[bytes]]) -> None:
    folder, _ = trained
    with pytest.raises(TrainingError, match="iterations is 2 there, not 5"):
        list(train(house_set(), replace(SMALL, iterations=5), folder, workers=1))


def test_fitting_makes_errors_on_held_out_games_smaller(cards: CompiledSet) -> None:
    positions = play([(cards, seed) for seed in range(60)], 2, make("greedy:worlds=1"))
    schedule = Schedule((60, 0, 0), 0, 1, 1, epochs=15, seed=1)
    errors = fit([positions], schedule).errors["2"]
    assert errors["positions"] > 30
    assert errors["score"] < errors["score_before"] / 2
    assert errors["chance"] < errors["chance_before"]


@pytest.mark.parametrize("bot", ["ismcts:iterations=30", "flat:iterations=30"])
def test_a_bot_plays_by_the_learned_value_if_its_spec_says_so(bot: str, cards: CompiledSet) -> None:
    learned, state = make(f"{bot},evaluator=learned"), State.deal(cards, 2, 4)
    assert str(learned).endswith("evaluator=learned")
    differs = 0
    for _ in range(60):
        assert state.actor is not None
        view = state.view(state.actor)
        action = learned.choose(view, 1)
        assert action in view.legal_actions()
        differs += action != make(bot).choose(view, 1)
        state.play(action)
    assert differs > 0


def test_seats_are_alike_to_the_learned_value(cards: CompiledSet) -> None:
    """Values of two seats add up as those of the hand-made value do, nearly."""
    network = make("ismcts:evaluator=learned")
    evaluator = network.evaluators["learned"]
    assert isinstance(evaluator, Learned)
    state = State.deal(cards, 2, 9)
    bot = make("greedy:worlds=1")
    sums = []
    while state.actor is not None:
        value = state.value(evaluator)
        assert all(0 <= one <= 1 for one in value)
        sums.append(sum(value))
        scores, chances = state.estimate(evaluator)
        assert sum(chances) == pytest.approx(1)
        assert all(-20 < score < 140 for score in scores)
        state.play(bot.choose(state.view(state.actor), 1))
    assert np.mean(sums) == pytest.approx(1, abs=0.1)


def test_card_sets_are_drawn_by_their_seed_and_can_be_played() -> None:
    bot = make("greedy:worlds=1")
    sets = [drawn_set(house_set(), seed) for seed in range(4)]
    assert sets[1] == drawn_set(house_set(), 1)
    assert len({one.digest for one in sets}) == len(sets)
    for one in sets:
        state = State.deal(CompiledSet(one), 3, 1)
        while state.actor is not None:
            state.play(bot.choose(state.view(state.actor), 1))
        assert max(state.scores()) > 20


def test_half_of_the_games_are_of_drawn_sets_if_so_asked(tmp_path: Path) -> None:
    """Games of the set trained for are those that a training without drawn sets has too."""
    games = {}
    for drawn in (0.0, 0.5):
        schedule = replace(SMALL, games=(12, 0, 0), drawn=drawn, generations=1)
        list(train(house_set(), schedule, tmp_path / str(drawn), workers=1))
        played = load(Positions, tmp_path / str(drawn) / "games-1-2-000000.npz")
        games[drawn] = {
            int(seed): played.figures[played.game == seed].tobytes() for seed in set(played.game)
        }
    same = sum(games[0.0][seed] == games[0.5][seed] for seed in games[0.0])
    assert same == 6

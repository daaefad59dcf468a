"""Training: games in pieces, reproducible weights, and a network better than its first one."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from covert_bots import make
from covert_bots.covert.training.card_sets import drawn_set
from covert_bots.covert.training.games import load, pieces_of, saved
from covert_bots.covert.training.network import Network
from covert_bots.covert.training.points import Outcomes
from covert_bots.covert.training.policy import Examples, sharpened
from covert_bots.covert.training.positions import errors_of, fit_network, joined, positions_of
from covert_bots.covert.training.rounds import Rounds, played, rounds_of
from covert_bots.covert.training.searches import Searches
from covert_bots.covert.training.train import Schedule, Trained, Weights, _parted, player, train
from covert_bots.players.bots import Searching
from covert_bots.players.pieces import Processes, TrainingError
from covert_engine.covert import CompiledSet, HandMade, Learned, State, house_set
from covert_engine.covert.evaluation.features import FEATURE_NAMES
from covert_engine.covert.evaluation.weights import (
    FIRST_POLICY_WEIGHTS,
    FIRST_VALUE_WEIGHTS,
    Weight,
)

SMALL = Schedule(
    searched=(1, 1, 0),
    games=(1, 1, 0),
    drawn=0.5,
    generations=2,
    long_iterations=8,
    iterations=2,
    epochs=2,
    seed=3,
)


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with Processes(1) as pool:
        yield pool


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Trained]:
    folder = tmp_path_factory.mktemp("trained")
    with Processes(2) as two:
        return folder, train(house_set(), SMALL, folder, two)


def test_positions_are_those_at_the_beginning_of_rounds(cards: CompiledSet) -> None:
    rounds = rounds_of(played([(cards, 5), (cards, 6)], 3, make("greedy:worlds=1")))
    positions = positions_of(rounds, {5: cards, 6: cards}, HandMade())
    assert positions.figures.shape == (len(rounds.game), 3, len(FEATURE_NAMES))
    assert np.array_equal(positions.score, rounds.score)
    placing = FEATURE_NAMES.index("placing")
    assert (positions.figures[:, :, placing] == 1).all()
    both = joined([positions, positions])
    assert len(both.figures) == 2 * len(positions.figures)


def test_a_training_that_was_stopped_comes_to_the_same_weights(
    trained: tuple[Path, Trained], pool: Executor, tmp_path: Path
) -> None:
    """It uses the games from before it was stopped, another number of processes, and a folder from
    before signatures were kept."""
    folder, once = trained
    schedule = json.loads((folder / "schedule.json").read_text(encoding="utf-8"))
    del schedule["signature"]
    (tmp_path / "schedule.json").write_text(json.dumps(schedule), encoding="utf-8")
    for file in sorted(folder.glob("*-1-*.npz"))[1:]:
        shutil.copy(file, tmp_path)
    again = train(house_set(), SMALL, tmp_path, pool)
    assert again == once


def test_the_bots_that_play_the_games_have_no_belief_and_do_not_explore(cards: CompiledSet) -> None:
    bot = player(3000, FIRST_VALUE_WEIGHTS, FIRST_POLICY_WEIGHTS)
    assert isinstance(bot, Searching)
    settings = bot.settings_for(State.deal(cards, 2, 1).view(0), bot.budget())
    assert settings.belief is None
    assert (settings.confidence, settings.root_confidence) == (0, 0)


def test_each_generation_goes_on_from_the_one_before(trained: tuple[Path, Trained]) -> None:
    first, second = trained[1].generations
    assert first.policy not in (FIRST_POLICY_WEIGHTS, second.policy)
    assert first.points not in (FIRST_VALUE_WEIGHTS, second.points)
    assert first.policy_errors["least"] < first.policy_errors["after"]
    assert second.points_errors["2"]["positions"] > 0


def test_the_value_is_fitted_to_all_games_and_errors_use_the_unsharpened_policy(
    trained: tuple[Path, Trained], pool: Executor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    positions, compared = [], []

    def errors(_: Examples, before: Weights, after: Weights) -> dict[str, float]:
        compared.append((before, after))
        return {"positions": 0}

    def fitted(outcomes: Outcomes, *_: object) -> dict[str, Weight]:
        positions.append(len(outcomes.states))
        return dict(FIRST_VALUE_WEIGHTS)

    monkeypatch.setattr("covert_bots.covert.training.train.fit_points", fitted)
    monkeypatch.setattr("covert_bots.covert.training.train._policy_errors", errors)
    folder = shutil.copytree(trained[0], tmp_path / "again")
    for file in folder.glob("points-*.json"):
        file.unlink()
    done = train(house_set(), SMALL, folder, pool).generations
    first_games, both = positions
    assert both > 1.5 * first_games
    (first, after_first), (before_second, _) = compared
    assert first == FIRST_POLICY_WEIGHTS
    assert before_second == after_first != done[0].policy == sharpened(after_first)


def test_one_piece_in_ten_is_held_out_and_never_fitted_to() -> None:
    for number in range(2, 45):
        fitted, held_out = _parted(range(number))
        assert held_out == list(range(0, number, 10))
        assert fitted == [piece for piece in range(number) if piece % 10]


def first_half(games: Searches | Rounds) -> Searches | Rounds:
    """Return the first half of the positions."""
    half = len(games.game) // 2
    per_position = {
        name: values[:half]
        for name, values in games._asdict().items()
        if name not in ("states", "visits")
    }
    states = games.states[: games.sizes[:half].sum()]
    if isinstance(games, Rounds):
        return Rounds(states=states, **per_position)
    return Searches(
        states=states, visits=games.visits[: games.actions[:half].sum()], **per_position
    )


def test_no_weight_depends_on_games_that_are_held_out(
    trained: tuple[Path, Trained], pool: Executor, tmp_path: Path
) -> None:
    """Without half of their positions all fits stay the same, and only errors change."""
    folder, once = shutil.copytree(trained[0], tmp_path / "again"), trained[1]
    for file in folder.glob("searches-1-2-000000.npz"):
        file.write_bytes(saved(first_half(load(Searches, file))))
    for file in folder.glob("rounds-*-2-000000.npz"):
        file.write_bytes(saved(first_half(load(Rounds, file))))
    again = train(house_set(), SMALL, folder, pool)
    for now, before in zip(again.generations, once.generations, strict=True):
        assert (now.policy, now.points) == (before.policy, before.points)
        assert now.points_errors["2"]["positions"] < before.points_errors["2"]["positions"]
    assert (again.network, again.belief) == (once.network, once.belief)
    fewer, all_positions = (
        done.generations[0].policy_errors["positions"] for done in (again, once)
    )
    assert fewer < all_positions
    assert again.network_errors != once.network_errors
    assert again.belief_errors != once.belief_errors


def test_one_piece_alone_has_no_errors_on_games_held_out(pool: Executor, tmp_path: Path) -> None:
    alone = replace(SMALL, searched=(1, 0, 0), games=(1, 0, 0), generations=1)
    done = train(house_set(), alone, tmp_path, pool)
    (generation,) = done.generations
    assert (generation.policy_errors, generation.points_errors) == ({"positions": 0}, {})
    assert (done.network_errors, done.belief_errors) == ({}, {})


def test_games_of_another_version_of_the_bots_are_refused(
    trained: tuple[Path, Trained], pool: Executor, tmp_path: Path
) -> None:
    schedule = json.loads((trained[0] / "schedule.json").read_text(encoding="utf-8"))
    file = tmp_path / "schedule.json"
    file.write_text(json.dumps({**schedule, "signature": "of others"}), encoding="utf-8")
    with pytest.raises(TrainingError, match="another version of the bots has played its games"):
        train(house_set(), SMALL, tmp_path, pool)


def test_games_played_with_other_weights_than_those_fitted_now_are_refused(
    trained: tuple[Path, Trained], pool: Executor, tmp_path: Path
) -> None:
    """They may come from another version of the fit."""
    folder = shutil.copytree(trained[0], tmp_path / "again")
    file = folder / "policy-1.json"
    weights = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(dict.fromkeys(weights, 0.5)), encoding="utf-8")
    with pytest.raises(TrainingError, match=r"policy-1.json: the fit comes to other figures now"):
        train(house_set(), SMALL, folder, pool)


def test_a_damaged_file_of_games_is_named(
    trained: tuple[Path, Trained], pool: Executor, tmp_path: Path
) -> None:
    """A machine that loses power may leave such a file."""
    folder = shutil.copytree(trained[0], tmp_path / "again")
    (folder / "searches-1-2-000000.npz").write_bytes(b"")
    with pytest.raises(TrainingError, match=r"-1-2-000000.npz: not a file of games; move it away"):
        train(house_set(), SMALL, folder, pool)


def test_a_file_of_something_else_than_games_is_named(
    trained: tuple[Path, Trained], tmp_path: Path
) -> None:
    """It may be a part of a file of games, or have a wrong byte."""
    whole = (trained[0] / "rounds-1-2-000000.npz").read_bytes()
    wrong = bytearray(whole)
    wrong[len(whole) // 2] ^= 0xFF
    parts = [whole[: int(kept * len(whole))] for kept in (0.01, 0.5, 0.9, 0.99)]
    file = tmp_path / "games.npz"
    np.savez(file, states=np.zeros(3))
    arrays = file.read_bytes()
    with file.open("wb") as opened:
        np.save(opened, np.zeros(3))
    for content in (file.read_bytes(), arrays, bytes(wrong), *parts):
        file.write_bytes(content)
        with pytest.raises(TrainingError, match="not a file of games"):
            load(Rounds, file)


def test_cards_that_no_playable_set_is_like_are_refused_before_any_game(
    pool: Executor, tmp_path: Path
) -> None:
    """Sets drawn like this one have missions that ask for nothing."""
    house = house_set()
    asking = tuple(
        replace(mission, equipment=(house.equipment[0],), cities=(), regions=(), any_cards=0)
        for mission in house.missions
    )
    thin = replace(house, missions=asking)
    with pytest.raises(TrainingError, match=r"drawn: no set like .* expected 0, for no drawn sets"):
        train(thin, replace(SMALL, drawn=1.0), tmp_path, pool)
    assert not list(tmp_path.glob("*.npz"))


def test_fitting_makes_errors_on_other_games_smaller(cards: CompiledSet) -> None:
    """The hand-made value is far off, as one set by hand is."""
    bot = make("greedy:worlds=1")
    first = HandMade(FIRST_VALUE_WEIGHTS)
    fitted, others = (
        positions_of(
            rounds_of(played([(cards, seed) for seed in seeds], 2, bot)),
            dict.fromkeys(seeds, cards),
            first,
        )
        for seeds in (range(16), range(60, 68))
    )
    before = errors_of(Network(len(FEATURE_NAMES), 1), others)
    after = errors_of(fit_network([fitted], 20, 1), others)
    assert after["score"] < before["score"] / 2
    assert after["chance"] < before["chance"]


def test_seats_are_alike_to_the_learned_value(cards: CompiledSet) -> None:
    """Values of two seats add up as those of the hand-made value do, nearly."""
    network = make("ismcts:evaluator=learned")
    evaluator = network.evaluators["learned"]
    assert isinstance(evaluator, Learned)
    state = State.deal(cards, 2, 9)
    bot = make("greedy:worlds=1")
    sums = []
    while state.actor is not None:
        value = evaluator.value(state)
        assert all(0 <= worth <= 1 for worth in value)
        sums.append(sum(value))
        scores, chances = evaluator.estimate(state)
        assert sum(chances) == pytest.approx(1)
        assert all(-20 < score < 140 for score in scores)
        state.play(bot.choose(state.view(state.actor), 1))
    assert np.mean(sums) == pytest.approx(1, abs=0.1)


def test_card_sets_are_drawn_by_their_seed_and_can_be_played() -> None:
    bot = make("greedy:worlds=1")
    sets = [drawn_set(house_set(), seed) for seed in range(4)]
    assert sets[1] == drawn_set(house_set(), 1)
    assert len({card_set.digest for card_set in sets}) == len(sets)
    for card_set in sets:
        state = State.deal(CompiledSet(card_set), 3, 1)
        while state.actor is not None:
            state.play(bot.choose(state.view(state.actor), 1))
        assert max(state.scores()) > 20


def test_some_drawn_decks_have_many_cards_alike_and_others_of_each_kind_as_many() -> None:
    commonest = []
    for seed in range(20):
        agency = drawn_set(house_set(), seed).agency
        ((_, cards),) = Counter(card.equipment for card in agency).most_common(1)
        commonest.append(cards / len(agency))
    assert min(commonest) < 0.2
    assert max(commonest) > 0.4


def test_half_of_the_games_are_of_drawn_sets_if_so_asked(tmp_path: Path) -> None:
    """The games of the given set are those of a training without drawn sets."""
    digests = {}
    for drawn in (0.0, 0.5):
        (piece,) = pieces_of((12, 0, 0), 12, house_set(), drawn, tmp_path, "some", 3)
        digests[drawn] = {seed: cards.digest for cards, seed in piece.deals()}
    assert len(digests[0.0]) == 12
    assert digests[0.0].keys() == digests[0.5].keys()
    assert sum(digests[0.0][seed] == digest for seed, digest in digests[0.5].items()) == 6

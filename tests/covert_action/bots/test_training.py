"""Training: reproducible figures, fitted to what was seen, and better than none."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from covert_bots.covert_action.bots import Greedy
from covert_bots.covert_action.catalogue import make
from covert_bots.covert_action.training.chances import fit_chances, loss_of
from covert_bots.covert_action.training.figures import fitted, losses
from covert_bots.covert_action.training.file import command_of, facts_of, text_of
from covert_bots.covert_action.training.games import SHOOT, Standing, play, watch
from covert_bots.covert_action.training.train import (
    Generation,
    Schedule,
    _pieces,
    _place,
    _play_piece,
    settings_of,
    train,
)
from covert_bots.players.match import seed_of
from covert_bots.players.pieces import Processes, TrainingError
from covert_engine.covert_action import Belief, Settings, State
from covert_engine.covert_action.evaluation.behaviour import (
    ACTS,
    CAP,
    EVEN,
    LIKELIHOODS,
    REPEATED,
    TABLES,
    deaf,
    table_of,
)
from covert_engine.covert_action.evaluation.fitted import (
    A_SEAT_MORE,
    AT_FOUR,
    DEAF_BOTS,
    OF_BOTS,
    REPEATED_BY_BOTS,
    tables_of,
)
from covert_engine.covert_action.rules.names import ROLES

SMALL = Schedule(games=12, generations=2, seed=3)
FILE = (
    Path(__file__).parents[3] / "engine/covert_engine/covert_action/evaluation/data/behaviour.json"
)


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with Processes(1) as pool:
        yield pool


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Generation]]:
    folder = tmp_path_factory.mktemp("trained")
    with Processes(2) as two:
        return folder, list(train(SMALL, folder, two))


def test_a_training_that_was_stopped_comes_to_the_same_figures(
    trained: tuple[Path, list[Generation]], pool: Executor, tmp_path: Path
) -> None:
    folder, done = trained
    for file in sorted(folder.glob("games-1-*.json"))[:3]:  # all that had been played
        (tmp_path / file.name).write_bytes(file.read_bytes())
    again = list(train(SMALL, tmp_path, pool))
    assert text_of(facts_of(SMALL, again)) == text_of(facts_of(SMALL, done))
    assert done[0].behaviour != done[1].behaviour
    for file in folder.glob("games-*.json"):
        assert (tmp_path / file.name).read_bytes() == file.read_bytes()


def test_games_played_with_other_figures_than_those_fitted_now_are_refused(
    trained: tuple[Path, list[Generation]], pool: Executor, tmp_path: Path
) -> None:
    """They may come from another version of the fit."""
    folder = shutil.copytree(trained[0], tmp_path / "again")
    (folder / "hearing-1.json").write_text("{}", encoding="utf-8")
    with pytest.raises(TrainingError, match=r"hearing-1.json: the fit comes to other figures now"):
        list(train(SMALL, folder, pool))


@pytest.mark.parametrize("kept", ["{}", "[1]", '{"chosen": [1], "standings": []}'])
def test_a_damaged_file_of_games_is_named(
    kept: str, trained: tuple[Path, list[Generation]], pool: Executor, tmp_path: Path
) -> None:
    folder = shutil.copytree(trained[0], tmp_path / "again")
    file = next(folder.glob("games-1-*.json"))
    file.write_text(kept, encoding="utf-8")
    with pytest.raises(TrainingError, match=f"{file.name}: not a file of games; move it away"):
        list(train(SMALL, folder, pool))


def test_a_training_changes_no_bot_of_the_catalogue() -> None:
    bot = make("greedy")
    assert isinstance(bot, Greedy)
    before = bot.evaluator
    play(Settings(6), 5, Belief(EVEN))
    assert make("greedy") is bot
    assert bot.evaluator is before


def test_one_game_in_ten_is_held_out_under_all_settings_in_turn() -> None:
    for settings in {len(settings_of(table)) for table in TABLES}:
        held_out = [number for number in range(100 * settings) if _place(number, settings) == 0]
        assert len(held_out) == pytest.approx(10 * settings, abs=settings)
        assert {number % settings for number in held_out} == set(range(settings))


def test_nothing_of_a_game_held_out_is_counted(tmp_path: Path) -> None:
    """The counts of a piece are the sums over its games."""
    (piece, *_) = _pieces(Schedule(24, generations=1, seed=5), 1, (EVEN, REPEATED), tmp_path)
    kept = json.loads(_play_piece(piece))
    settings, belief = settings_of(piece.table), Belief(EVEN, cap=CAP, repeated=REPEATED)
    chosen: list[Counter[tuple[str, str]]] = []
    standings: list[list[list[Standing]]] = [[], []]
    held_out, looked_at = [], []
    for number, seed in zip(piece.numbers, piece.seeds, strict=True):
        record = play(settings[number % len(settings)], seed, belief)
        apart = _place(number, len(settings)) == 0
        held_out += [record.format()] * apart
        looked_at += [record.format()] * (_place(number, len(settings)) == 5)
        standings[apart].append(watch(record).standings)
        if not apart:
            chosen.append(watch(record).chosen)
    counted = [{(act, role): times for act, role, times in game} for game in kept["chosen"]]
    assert counted == chosen
    assert kept["standings"] == json.loads(json.dumps(standings))
    assert len(held_out) > 1
    assert (kept["held_out"], kept["looked_at"]) == (held_out, looked_at)
    assert not set(held_out) & set(looked_at)


def test_no_figure_depends_on_games_that_are_held_out(
    trained: tuple[Path, list[Generation]], pool: Executor, tmp_path: Path
) -> None:
    """Without half of what is known of them all figures stay the same, and only losses change."""
    folder = shutil.copytree(trained[0], tmp_path / "again")
    for file in folder.glob("games-*.json"):
        kept = json.loads(file.read_text(encoding="utf-8"))
        kept["held_out"] = kept["held_out"][::2]
        kept["standings"][1] = kept["standings"][1][::2]
        file.write_text(json.dumps(kept), encoding="utf-8")
    for now, before in zip(train(SMALL, folder, pool), trained[1], strict=True):
        assert (now.behaviour, now.repeated) == (before.behaviour, before.repeated)
        assert now.chances == before.chances
        assert now.losses != before.losses
        assert now.chance_losses != before.chance_losses


def test_a_damaged_piece_is_named(
    trained: tuple[Path, list[Generation]], pool: Executor, tmp_path: Path
) -> None:
    folder = shutil.copytree(trained[0], tmp_path / "again")
    (folder / "games-1-2-000000.json").write_bytes(b"")
    with pytest.raises(TrainingError, match=r"games-1-2-000000\.json: not valid JSON; move"):
        list(train(SMALL, folder, pool))


def test_games_of_another_version_of_the_bots_are_refused(
    trained: tuple[Path, list[Generation]], pool: Executor, tmp_path: Path
) -> None:
    """A folder from before signatures were kept is accepted."""
    schedule = json.loads((trained[0] / "schedule.json").read_text(encoding="utf-8"))
    file = tmp_path / "schedule.json"
    file.write_text(json.dumps({**schedule, "signature": "of others"}), encoding="utf-8")
    with pytest.raises(TrainingError, match="another version of the bots has played its games"):
        list(train(SMALL, tmp_path, pool))
    folder = shutil.copytree(trained[0], tmp_path / "again")
    del schedule["signature"]
    (folder / "schedule.json").write_text(json.dumps(schedule), encoding="utf-8")
    assert list(train(SMALL, folder, pool)) == trained[1]


def test_another_schedule_is_refused(
    trained: tuple[Path, list[Generation]], pool: Executor
) -> None:
    folder, _ = trained
    with pytest.raises(TrainingError, match="games is 12 there, not 13"):
        list(train(replace(SMALL, games=13), folder, pool))


def test_all_settings_belong_to_one_table() -> None:
    of_tables = [settings_of(table) for table in TABLES]
    assert all(of_tables)
    players = {(item.players, item.talk, item.saboteurs) for some in of_tables for item in some}
    assert len(players) == 2 * (11 + 9)
    assert sum(map(len, of_tables)) == len({item.digest() for some in of_tables for item in some})


@pytest.mark.parametrize("players", [4, 5, 6, 9])
def test_all_that_is_chosen_is_counted(players: int) -> None:
    record = play(Settings(players, saboteurs=players == 9), 4, Belief(OF_BOTS))
    seen = watch(record)
    state, asked = State.deal(record.settings, record.seed), Counter[str]()
    opened = []
    for action in record.actions:
        asked[state.phase] += 1
        if state.phase == "window":
            opened.append((state.round, state.t))
        state.play(action)
    assert state.over
    found = [(window.view.round, window.view.fields()["t"]) for window in seen.windows]
    assert found == list(dict.fromkeys(opened))
    spoken = sum(times for (act, _), times in seen.chosen.items() if act not in ("hold", SHOOT))
    assert spoken == asked["talk"]
    windows = sum(
        seen.chosen[act, role] for act in ("hold", SHOOT) for role in ROLES if role != "mole"
    )
    assert windows == asked["window"]
    assert seen.chosen[SHOOT, "mole"] == 0
    assert seen.chosen["hold", "mole"] > 0
    assert {act for act, _ in seen.chosen} <= {*ACTS, SHOOT}
    for window in seen.windows:
        assert window.view.phase == "window"
        assert window.roles[window.view.seat] == ROLES.index(
            window.view.fields()["players"][window.view.seat]["role"] or ""
        )


def test_figures_are_shares_of_what_a_role_could_do() -> None:
    first = Counter({("am mole", "mole"): 300, ("pass", "mole"): 700, ("hold", "mole"): 1000})
    second = Counter({("am mole", "sniper"): 600, ("pass", "sniper"): 400})
    second += Counter({("hold", "sniper"): 250, (SHOOT, "sniper"): 750})
    fit = fitted([first, second])
    assert fit.likelihoods["am mole"] == pytest.approx({"sniper": 1, "mole": 0.5}, abs=1e-3)
    assert fit.likelihoods["hold"] == pytest.approx({"sniper": 0.25, "mole": 1}, abs=1e-3)
    assert fit.errors["am mole"]["sniper"] == pytest.approx((0.6 * 0.4 / 1000) ** 0.5 / 0.6, 1e-2)
    assert "am cleaner" not in fit.likelihoods


def test_errors_of_figures_say_how_far_they_are_off_in_a_game_of_its_own_style() -> None:
    """Each game has its own chance that the Mole passes, the Sniper's is the same in all."""
    chance = np.random.default_rng(2)
    passes, errors = [], []
    for _ in range(200):
        games = []
        for _ in range(60):
            style, told = chance.beta(2, 2), Counter[tuple[str, str]]()
            for role, likely in (("mole", style), ("sniper", 0.7)):
                did = int(chance.binomial(20, likely))
                told += Counter({("pass", role): did, ("am sniper", role): 20 - did})
            games.append(told)
        fit = fitted(games)
        highest = fit.likelihoods["pass"]["sniper"]
        assert highest == 1
        passes.append(fit.likelihoods["pass"]["mole"])
        errors.append(fit.errors["pass"]["mole"])
    assert np.median(errors) == pytest.approx(np.std(passes), rel=0.15)
    alike = np.sqrt(0.5 * 0.5 / (60 * 20)) / 0.7
    assert np.median(errors) > 2 * alike


def test_a_posterior_that_says_nothing_loses_the_logarithm_of_the_roles() -> None:
    """Six players, before anything is done: an enemy holds each of four cards alike."""
    windows = watch(play(Settings(6, talk=False), 5, Belief(EVEN))).windows[:1]
    loss = losses(windows, Belief(EVEN))
    own = windows[0].view.fields()["players"]
    mates = sum(one["team"] == own[windows[0].view.seat]["team"] for one in own) - 1
    assert loss.seats == 5
    expected = (mates * log(3) + (5 - mates) * log(4)) / 5
    assert loss.log_loss == pytest.approx(expected, abs=1e-3)


def test_chances_come_back_from_what_was_drawn_with_them() -> None:
    chance = np.random.default_rng(1)
    weights = np.array([0.0, 0.5, 1.2, 2.4])
    games = [_drawn(chance, weights, players) for players in (4, 7) for _ in range(6000)]
    fit = fit_chances(games)
    standings = [one for game in games for one in game]
    assert fit.at_four[:3] == pytest.approx(weights[1:], abs=0.15)
    assert fit.a_seat_more[:3] == pytest.approx(0.1 * weights[1:], abs=0.05)
    assert fit.at_four[3] == 0  # nobody had all four
    assert loss_of(fit, standings) < loss_of(None, standings)


def _drawn(
    chance: np.random.Generator, weights: NDArray[np.float64], players: int, times: int = 1
) -> list[Standing]:
    """Return the only standing of a game, so many times, with winners by the weights."""
    types = chance.integers(0, 4, players)
    likely = np.exp(weights[types] * (1 + 0.1 * (players - 4)))
    winner = chance.choice(players, p=likely / likely.sum())
    shares = tuple(float(seat == winner) for seat in range(players))
    return [Standing(tuple(int(one) for one in types), shares)] * times


def test_errors_of_chances_do_not_shrink_as_a_game_shows_the_same_again() -> None:
    chance, weights = np.random.default_rng(3), np.array([0.0, 0.5, 1.2, 2.4])
    fits = [
        fit_chances(
            [_drawn(chance, weights, players, times=9) for players in (4, 7) for _ in range(150)]
        )
        for _ in range(40)
    ]
    three_at_four = [fit.at_four[2] for fit in fits]
    errors = [fit.errors[2] for fit in fits]
    assert np.median(errors) == pytest.approx(np.std(three_at_four), rel=0.3)


def test_the_file_in_the_package_is_what_is_read() -> None:
    facts = json.loads(FILE.read_text(encoding="utf-8"))
    assert text_of(facts) == FILE.read_text(encoding="utf-8")
    assert facts["cap"] == CAP
    assert facts["repeated"] == REPEATED_BY_BOTS
    assert tables_of(facts["likelihoods"]) == OF_BOTS
    assert [*AT_FOUR] == [0, *facts["chances"]["at four"]]
    assert [*A_SEAT_MORE] == [0, *facts["chances"]["a seat more"]]
    _, games, _, generations, _, seed = facts["command"].split()[-6:]
    assert facts["command"] == command_of(Schedule(int(games), int(generations), int(seed)))


def test_the_figures_do_better_on_held_out_games_than_none() -> None:
    """This holds for the figures in the file, and on games played now."""
    ways = json.loads(FILE.read_text(encoding="utf-8"))["held out"][-1]["roles"]
    assert ways.keys() == set(TABLES)
    for table, losses_of in ways.items():
        assert losses_of["fitted"]["log_loss"] <= losses_of["uniform"]["log_loss"], table
        assert losses_of["fitted"]["log_loss"] < losses_of["one table"]["log_loss"], table
    belief = Belief(OF_BOTS, repeated=REPEATED_BY_BOTS)
    windows = [
        window
        for seed in range(25)
        for window in watch(play(Settings(6), seed_of("check", seed), belief)).windows
    ]
    assert losses(windows, belief).log_loss < losses(windows, Belief(EVEN)).log_loss - 0.05
    assert losses(windows, belief).brier < losses(windows, Belief(EVEN)).brier - 0.03


@pytest.mark.parametrize(
    ("settings", "table"),
    [
        ({"players": 5}, "talk; sniper, cleaner, mole"),
        ({"players": 6}, "talk; bodyguards"),
        ({"players": 8, "saboteurs": True}, "talk; saboteurs"),
        ({"players": 9, "talk": False}, "silence; bodyguards"),
    ],
)
def test_a_belief_takes_the_figures_of_its_settings(settings: dict[str, Any], table: str) -> None:
    chosen = Settings(**settings)
    assert table_of([ROLES[role] for role in chosen.team_cards], chosen.talk) == table
    state = State.deal(chosen, 2)
    while state.t == 1:
        state.play("pass" if state.phase == "talk" else "hold")
    telling = {**EVEN, "hold": (0.5, 1.0, 1.0, 1.0, 1.0)}
    view = state.view(0)
    for name in TABLES:
        beliefs = Belief({**dict.fromkeys(TABLES, EVEN), name: telling}).beliefs(view)
        assert (beliefs == Belief(EVEN).beliefs(view)) == (name != table)
    with pytest.raises(ValueError, match=f"likelihoods of '{table}': 'pass' has"):
        Belief({**dict.fromkeys(TABLES, EVEN), table: {**EVEN, "pass": (0.0,) * 5}})


def test_deaf_bots_see_who_holds() -> None:
    assert deaf(LIKELIHOODS) == {**EVEN, "hold": LIKELIHOODS["hold"]}
    assert all(DEAF_BOTS[table] == {**EVEN, "hold": OF_BOTS[table]["hold"]} for table in TABLES)
    assert make("greedy:belief=deaf") is not None

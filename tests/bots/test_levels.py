"""The levels of play: each is a bot, and plays as its spec does."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from arena.tournaments import plan_of, won
from click.testing import CliRunner

from covert_bots import Covert, make
from covert_bots.arena.attempt import Failure, Outcome, failed
from covert_bots.arena.plan import Plan
from covert_bots.arena.statistics.plackett_luce import fit
from covert_bots.covert.catalogue import CATALOGUE
from covert_engine.covert import View
from covert_engine.search import ActionResult, Limit, SearchParams

ROOT = Path(__file__).parents[2]
BY_NAME = {level.name: level for level in CATALOGUE.levels}
LADDER = [level for level in CATALOGUE.levels if level.name.startswith("club-")]
VALUE, LOWER_BOUND = attrgetter("value"), attrgetter("lower_bound")
WARM = (
    ("greedy:temperature=0.02", VALUE),
    ("flat:iterations=40,temperature=0.1", VALUE),
    ("ismcts:iterations=40,temperature=0.1", LOWER_BOUND),
)


def test_the_levels_have_their_names_and_those_for_people_a_character() -> None:
    names = [level.name for level in CATALOGUE.levels]
    people = ["beginner", "easy", "medium", "hard", "expert"]
    assert names == [*people, *(f"club-{n + 1}" for n in range(len(LADDER)))]
    assert [level.name for level in CATALOGUE.levels if level.description] == people
    rungs = [level.spec for level in LADDER]
    places = [rungs.index(BY_NAME[name].spec) for name in ("hard", "expert")]
    assert places == sorted(set(places))
    assert places[-1] == len(LADDER) - 1


def test_each_level_for_people_pays_more_attention_than_the_one_before() -> None:
    persons = [make(level.spec) for level in CATALOGUE.levels if level.spec.startswith("person:")]
    assert len(persons) == 3
    for bot, better in pairwise(persons):
        for name, value in bot.spec.values.items():
            other = better.spec.values[name]
            assert isinstance(value, int | float)
            assert isinstance(other, int | float)
            if name in ("hoard", "habit"):
                assert other < value
            else:
                assert other >= value


def test_a_level_plays_as_its_spec_and_goes_by_its_name(views: list[View]) -> None:
    for level in CATALOGUE.levels:
        bot, other = make(level.name), make(level.spec)
        assert str(bot) == level.name
        few = Limit(iterations=20)
        assert bot.suggest(views[0], few, seed=3) == other.suggest(views[0], few, seed=3)


def test_a_level_is_never_given_more_iterations_than_its_own() -> None:
    assert make("hard").budget(Limit(iterations=1_000_000)) == make("hard").budget()


def test_no_clock_ends_the_thinking_of_a_level() -> None:
    assert not [level.spec for level in CATALOGUE.levels if "seconds" in level.spec]


@pytest.mark.parametrize("spec", ["greedy", "flat:iterations=40", "ismcts:iterations=40"])
def test_at_temperature_0_the_best_is_taken(spec: str, views: list[View]) -> None:
    cold = f"{spec}{',' if ':' in spec else ':'}temperature=0"
    for view in views[:8]:
        assert make(cold).suggest(view, seed=5) == make(spec).suggest(view, seed=5)


@pytest.mark.parametrize(("spec", "judged"), WARM)
def test_a_drawn_move_is_a_plausible_one_and_stands_first(
    spec: str, judged: Callable[[ActionResult], float], views: list[View]
) -> None:
    bot, worse = make(spec), 0
    temperature = bot.spec.number("temperature") or 0.0
    for view in views:
        suggestion = bot.suggest(view, seed=5)
        assert suggestion == bot.suggest(view, seed=5)
        taken, *rest = suggestion.moves
        floor = SearchParams().bound_share * max(move.visits for move in suggestion.moves)
        missed = max(judged(move) for move in suggestion.moves if move.visits >= floor) - judged(
            taken
        )
        assert 0 <= missed <= 3 * temperature
        assert suggestion.principal_variation[0] == taken.action
        bounds = [move.lower_bound for move in rest if move.visits]
        assert bounds == sorted(bounds, reverse=True)
        worse += missed > 0
    assert worse


def program(folder: str) -> Any:
    """Return the `levels.py` of a folder."""
    spec = spec_from_file_location(f"{folder}_levels", ROOT / folder / "levels.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_size_has_the_day_on_which_it_was_measured() -> None:
    by_size = program("docs").by_size
    assert by_size({"2": "2026-11-26", "3": "2026-11-26"}) == "2026-11-26"
    assert by_size({"2": "2026-12-24", "3": "2026-11-26", "4": "2026-11-26"}) == (
        "2026-12-24 (2 players), 2026-11-26 (3 and 4 players)"
    )


def test_only_what_is_measured_anew_has_a_new_day_and_card_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    measuring, file = program("benchmarks"), tmp_path / "levels.json"
    tree = json.loads(measuring.LEVELS.read_text(encoding="utf-8"))
    before = {"dates": "2020-02-20", "card_sets": "another", "priors": 9}
    tree["measured"] |= {name: dict.fromkeys("234", old) for name, old in before.items()}
    top = measuring.club_specs()[4:]
    old = [tree["ratings"][spec]["2"]["elo"] for spec in top]
    file.write_text(json.dumps(tree), encoding="utf-8")
    monkeypatch.setattr(measuring, "LEVELS", file)
    monkeypatch.setattr(measuring, "played", steps_of_three_to_one)
    words = ("--blocks", "2,0,0", "--lowest", "5", "--ledgers", str(tmp_path), "--write")
    done = CliRunner().invoke(measuring.main, words)
    assert done.exit_code == 0, done.output
    written = json.loads(file.read_text(encoding="utf-8"))
    now = written["measured"]
    assert now["blocks"] == {**tree["measured"]["blocks"], "2": 2}
    assert now["dates"].pop("2") > "2020-02-20"
    assert now["card_sets"].pop("2") == Covert().card_set
    assert now["priors"].pop("2") == measuring.PRIOR
    assert {name: now[name] for name in before} == {
        name: dict.fromkeys("34", old) for name, old in before.items()
    }
    assert {apart: row["pairs"] for apart, row in now["fits"]["2"]["apart"].items()} == {
        "1": 4,
        "2": 3,
        "3": 2,
    }
    # Levels that were not measured are as far above the others as before.
    new = [written["ratings"][spec]["2"]["elo"] for spec in top]
    assert [elo - new[0] for elo in new] == [elo - old[0] for elo in old]
    assert new[0] == 1000


def test_at_tables_of_two_distant_levels_meet_too_and_at_larger_ones_neighbours() -> None:
    groups = program("benchmarks").groups
    pairs = groups("ABCDEFG", 2)
    assert {ord(second) - ord(first) for first, second in pairs} == {1, 2, 3, 5}
    assert len(pairs) == len(set(pairs)) == 6 + 5 + 4 + 2
    assert groups("ABCDE", 3) == [("A", "B", "C", "D"), ("B", "C", "D", "E")]


def steps_of_three_to_one(plan: Plan, *_: object) -> list[SimpleNamespace]:
    """Return the games of a pair of levels as if the higher one had three times the odds of the
    lower one, or nine times, and so on."""
    names = [level.spec for level in LADDER]
    apart = abs(names.index(plan.settings.bots[1]) - names.index(plan.settings.bots[0]))
    fixtures = [game for block in plan for game in block.games]
    nothing, won = SimpleNamespace(cpu_seconds=0.0, decisions=0), len(fixtures) * 3**apart
    return [
        SimpleNamespace(
            outcome=Outcome.FINISHED,
            fixture=game,
            figures=[nothing, nothing],
            winners=(game.seats.index(number * (1 + 3**apart) < won),),
        )
        for number, game in enumerate(fixtures)
    ]


def test_ratings_are_as_far_from_greedy_as_the_games_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of four bots wins three games of four against the next: 400 log10(3) = 191 Elo."""
    measuring = program("benchmarks")
    ladder = measuring.club_specs()[3:7]
    monkeypatch.setattr(measuring, "played", steps_of_three_to_one)
    games = measuring.games(ladder, 2, 112, 1, Path())
    ratings = measuring.ratings(ladder, fit(games, 4, 2, prior=0.05))
    assert ratings["greedy"] == {"elo": 1000, "margin": 0}
    for spec, steps in zip(ladder, (-1, 0, 1, 2), strict=True):
        assert ratings[spec]["elo"] == pytest.approx(1000 + 191 * steps, abs=5)
    assert 0 < ratings[ladder[2]]["margin"] < ratings[ladder[3]]["margin"]


def test_a_deal_with_a_forfeit_rates_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    """A bot with better seats in the games that are left would be rated too high."""
    measuring = program("benchmarks")
    plan = plan_of("greedy", "random", blocks=2)
    lost, *others = (won(game, 0) for block in plan for game in block.games)
    forfeit = failed(lost.fixture, 1, Failure.BOT_ERROR, 0, "no idea")
    assert measuring.in_whole_blocks(plan, [forfeit, *others]) == others[1:]
    assert capsys.readouterr().err == "left out 1 block with unfinished games\n"
    assert len(measuring.in_whole_blocks(plan, [lost, *others])) == plan.games


def test_the_readme_and_the_page_of_bots_show_the_levels_of_the_data() -> None:
    done = subprocess.run([sys.executable, "docs/levels.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0

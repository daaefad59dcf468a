"""Everything in a ledger that follows from its plan and its actions is compared when it is
verified."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arena.tournaments import edit, game_of, plan_of, run

from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Fixture, Plan
from covert_bots.arena.verify import verify

Change = Callable[[dict[str, Any]], dict[str, Any]]
BOTS = ("random", "flat:iterations=1", "badly_behaved:raises", "badly_behaved:unready")
PLAN = plan_of(*BOTS, blocks=1)


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a ledger of finished games and of games that a bot broke off, some before any
    action."""
    file = tmp_path_factory.mktemp("verified") / "games"
    with Ledger(file) as ledger:
        run(PLAN, ledger)
        assert verify(PLAN, ledger, game_of(PLAN), None).differences == ()
        assert verify(PLAN, ledger, game_of(PLAN), 2).replayed == 2
    return file


def game_with(ledger: Path, which: str) -> Fixture:
    """Return the first game of the kind."""
    with Ledger(ledger, reading=True) as opened:
        for attempt in opened.attempts(PLAN, final=True):
            kind = (
                "finished"
                if attempt.failure is None
                else "broken off"
                if attempt.actions
                else "unmade"
            )
            if kind == which:
                return attempt.fixture
    raise AssertionError(which)


def is_of(line: dict[str, Any], game: Fixture) -> bool:
    return (line.get("block"), line.get("rotation")) == (game.block, game.rotation)


def differences(ledger: Path, plan: Plan) -> tuple[str, ...]:
    with Ledger(ledger, reading=True) as opened:
        return verify(plan, opened, game_of(plan), None).differences


@pytest.mark.parametrize("which", ["finished", "broken off", "unmade"])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda row: {"seed": str(int(row["seed"]) + 1)}, "its seed should be "),
        (lambda _: {"seats": ["random", "random"]}, "its seats should be "),
        (lambda _: {"winners": [0, 1]}, "its winners should be "),
        (lambda _: {"scores": [7, 7]}, "its scores should be "),
        (lambda row: {"rounds": row["rounds"] + 1}, "its rounds should be "),
        (lambda _: {"failure": "infrastructure", "culprit": 0}, "failure "),
        (lambda row: {"facts": {**row["facts"], "game": {"a": 1}}}, "its facts should be "),
        (
            lambda row: {"facts": {**row["facts"], "seats": [{}, {"a": 1}]}},
            "its seat_facts should be ",
        ),
    ],
)
def test_a_row_that_does_not_follow_from_its_game_is_found_out(
    ledger: Path,
    tmp_path: Path,
    which: str,
    change: Change,
    words: str,
) -> None:
    game = game_with(ledger, which)
    changed = tmp_path / "changed"
    shutil.copy(ledger, changed)
    edit(changed, lambda line: is_of(line, game) and line.update(change(line)))
    (line,) = differences(changed, PLAN)
    assert line.startswith(f"game {game.key}: ")
    assert words in line
    assert "infrastructure" in line or words != "failure "


def test_the_culprit_of_an_unmade_game_is_one_of_its_seats(ledger: Path, tmp_path: Path) -> None:
    game = game_with(ledger, "unmade")
    changed = tmp_path / "changed"
    shutil.copy(ledger, changed)
    edit(changed, lambda line: is_of(line, game) and line.update(culprit=2))
    assert differences(changed, PLAN) == (f"game {game.key}: its culprit is 2; expected a seat",)

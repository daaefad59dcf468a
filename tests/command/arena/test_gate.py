"""Conditions of `--fail-if`: checked before the first game, judged after the last."""

from __future__ import annotations

from typing import Any

import click
import pytest
from arena.tournaments import game_of, plan_of
from command.shell import run

from covert_bots.arena.plan import Format
from covert_bots.arena.statistics.sprt import Hypotheses
from covert_bots.covert.game import Covert
from covert_bots.covert_action.game import CovertAction
from covert_command.arena.gate import Gate
from covert_command.terminal.mistakes import Mistake

DOCUMENT: dict[str, Any] = {
    "failures": {"bot error": 2},
    "luck": {"games_between_equals": {20: 500}},
    "superiority": ((0.5, 0.9), (0.1, 0.5)),
    "bots": [{"name": "greedy", "elo_low": -3.0, "iterations": None}],
}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("elo_low < 0", True),
        ("elo_low > 0", False),
        ("name == greedy", True),
        ("failures.bot_error >= 2", True),
        ("failures.illegal_action > 0", False),
        ("failures.deadline == 0", True),
        ("luck.games_between_equals.20 > 499", True),
        ("superiority.0.1 < 0.8", False),
    ],
)
def test_a_gate_is_a_comparison_with_a_figure(text: str, holds: bool) -> None:
    assert Gate.read(text).holds(DOCUMENT) is holds


def test_what_the_games_do_not_tell_is_no_figure() -> None:
    with pytest.raises(Mistake, match=r"'iterations\.low' is not available from these games"):
        Gate.read("iterations.low > 5").holds(DOCUMENT)


@pytest.mark.parametrize(
    "text",
    [
        "elo_low < -10",
        "bots.2.win_share < 0.5",
        "iterations.middle < 100",
        "failures.bot_error > 0",
        "failures.infrastructure > 0",
        "luck.games_between_equals.20 > 500",
        "luck.games_at_these_shares.10 > 500",
        "seats.1.elo > 20",
        "superiority.2.0 > 0.5",
        "rounds.high > 40",
        "verified.replayed < 20",
        "verdict.state == interim",
        "head_to_head.2.share.low < 0.5",
        "head_to_head.2.share.mean < 0.5",
        "head_to_head.2.elo.mean < 0",
        "head_to_head.0.result == weaker",
    ],
)
def test_the_figures_of_a_tournament_are_known_before_it(text: str) -> None:
    plan = plan_of("greedy", "random", "flat:iterations=1")
    Gate.read(text).check(plan, game_of(plan), None, verified=True)


@pytest.mark.parametrize("form", [Format.ROUND_ROBIN, Format.GAUNTLET])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_pairing_and_each_bot_has_the_same_figures(players: int, form: Format) -> None:
    """This holds for any number of bots, and for any number of them at a table."""
    plan = plan_of(
        "greedy", "random", *(f"flat:iterations={n}" for n in (1, 2)), players=players, form=form
    )
    last = 5 if form is Format.ROUND_ROBIN else 2
    for figure in ("share.mean < 0.5", "elo.mean < 0", "blocks < 3", "result != open"):
        for pairing in (0, last):
            gate = Gate.read(f"head_to_head.{pairing}.{figure}")
            gate.check(plan, game_of(plan), None, verified=False)
    Gate.read("bots.3.win_share < 0.5").check(plan, game_of(plan), None, verified=False)
    after = Gate.read(f"head_to_head.{last + 1}.blocks < 3")
    with pytest.raises(click.BadParameter, match="is not a figure"):
        after.check(plan, game_of(plan), None, verified=False)


@pytest.mark.parametrize(
    "text", ["facts.0.rows.3.of_all < 0.1", "facts.2.rows.40.hits < 0.2", "facts.1.title == ends"]
)
def test_what_a_game_says_of_its_games_has_figures_too(text: str) -> None:
    plan = plan_of("greedy", "random", players=4)
    Gate.read(text).check(plan, CovertAction(), None, verified=False)
    with pytest.raises(click.BadParameter, match="is not a figure"):
        Gate.read(text).check(plan, Covert(), None, verified=False)


@pytest.mark.parametrize("text", ["sprt.verdict != accepted", "sprt.elo_unbiased.low < 0"])
def test_the_figures_of_a_test_are_known_before_it(text: str) -> None:
    plan = plan_of("greedy", "random", form=Format.SPRT)
    Gate.read(text).check(plan, Covert(), Hypotheses(), verified=False)
    with pytest.raises(click.BadParameter, match="is not a figure"):
        Gate.read(text).check(plan_of("greedy", "random"), Covert(), None, verified=False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("elo_lwo < -10", "'elo_lwo' is not a figure; expected one of .*elo_low"),
        ("bots < 3", "'bots' is not a figure"),
        ("bots.2.elo < 3", "is not a figure"),
        ("failures.bot_eror > 0", "is not a figure; expected one of bot_error, illegal_action, "),
        ("luck.games_between_equals.21 > 1", "is not a figure; expected one of 10, 20, 35, 100$"),
        ("verified.replayed < 20", "is not a figure"),
        ("elo == accepted", "elo is a number; expected NAME < NUMBER"),
        ("name > 3", "name is a word; expected NAME < NUMBER"),
    ],
)
def test_what_is_no_figure_is_reported_before_any_game(text: str, message: str) -> None:
    with pytest.raises(click.BadParameter, match=message):
        Gate.read(text).check(plan_of("greedy", "random"), Covert(), None, verified=False)


def test_against_itself_a_bot_has_no_elo_and_its_seats_have_figures() -> None:
    plan = plan_of("greedy", players=4, form=Format.SELF_PLAY)
    Gate.read("seats.3.win_share < 0.2").check(plan, Covert(), None, verified=False)
    with pytest.raises(click.BadParameter, match="'elo' is not a figure"):
        Gate.read("elo < 0").check(plan, Covert(), None, verified=False)


def test_one_deal_has_no_luck_to_tell_of() -> None:
    plan = plan_of("greedy", "random", blocks=1)
    with pytest.raises(click.BadParameter, match="is not a figure"):
        Gate.read("luck.deal < 0.5").check(plan, Covert(), None, verified=False)


def test_each_of_several_gates_is_looked_at() -> None:
    played = ("arena", "run", "--bots", "random,greedy", "--seed", "1", "--blocks", "1")
    gates = ("--fail-if", "games > 1", "--fail-if", "games > 9", "--fail-if", "elo < 9999")
    done = run(*played, *gates)
    assert done.returncode == 1
    said = done.stderr.splitlines()[-2:]
    assert said == [f"covert-bots: --fail-if: {gate} is true" for gate in (gates[1], gates[5])]

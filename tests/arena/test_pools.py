"""Ledgers of the same conditions are a single tournament."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from arena.tournaments import Winner, edit, kept, plan_of

from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_bots.arena.report.ledger_tournament import tournament_of, tournament_of_all
from covert_bots.arena.report.source import played
from covert_bots.arena.report.tournament import Tournament
from covert_bots.engines.clock import Clock


def wins(bot: int) -> Winner:
    return lambda fixture: fixture.seats.index(bot) if bot in fixture.seats else 0


def pooled(*paths: Path, simultaneous: bool = False) -> Tournament:
    ledgers = [Ledger(path, reading=True) for path in paths]
    try:
        return tournament_of_all(ledgers, simultaneous=simultaneous)
    finally:
        for ledger in ledgers:
            ledger.close()


def test_the_games_of_both_ledgers_count(tmp_path: Path) -> None:
    first = kept(tmp_path / "a", plan_of("greedy", "random", blocks=2), wins(0))
    second = kept(tmp_path / "b", plan_of("random", "greedy", blocks=3, seed=2), wins(1))
    tournament = pooled(first, second)
    ratings = tournament.standings
    assert tournament.names == ["greedy", "random"]
    assert ratings.ended
    assert (ratings.games, ratings.blocks, len(tournament.plan)) == (10, 5, 5)
    assert {attempt.fixture.block for attempt in tournament.attempts} == set(range(5))
    assert [bot.own.share.mean for bot in ratings.bots] == [1.0, 0.0]
    assert [pairing.blocks for pairing in ratings.head_to_head] == [5]
    assert tournament.verdict is not None
    assert tournament.verdict.sentences[0].endswith("after 5 pairs.")


def test_a_ledger_alone_is_what_it_is_with_another(tmp_path: Path) -> None:
    """With the same blocks in one ledger the figures are the same."""
    plan = plan_of("greedy", "random", "greedy:worlds=2", players=3, blocks=4)
    path = kept(tmp_path / "a", plan, lambda fixture: fixture.seed % 3)
    with Ledger(path, reading=True) as ledger:
        alone = tournament_of(plan, ledger).standings
    assert pooled(path).standings.bots == alone.bots


def test_bots_that_only_one_ledger_has_are_rated_with_the_others(tmp_path: Path) -> None:
    first = kept(tmp_path / "a", plan_of("greedy", "random", blocks=2), wins(0))
    other = plan_of("greedy:worlds=2", "greedy", blocks=2, seed=2, form=Format.GAUNTLET)
    tournament = pooled(first, kept(tmp_path / "b", other, wins(0)))
    assert tournament.names == ["greedy", "random", "greedy:worlds=2"]
    assert [tournament.names[bot] for bot in tournament.order] == [
        "greedy:worlds=2",
        "greedy",
        "random",
    ]
    assert tournament.plan.pairs == ((0, 1), (0, 2))


def test_until_all_are_played_nothing_is_claimed(tmp_path: Path) -> None:
    first = kept(tmp_path / "a", plan_of("greedy", "random", blocks=2), wins(0))
    second = kept(tmp_path / "b", plan_of("greedy", "random", blocks=9, seed=2), wins(0), 1)
    verdict = pooled(first, second).verdict
    assert verdict is not None
    assert verdict.sentences[0].startswith("Interim, after 3 of 11 pairs")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seed": 1}, "b has the same deals as .*a; expected another seed"),
        ({"players": 3}, "b: its players: 3; expected that of .*a, 2"),
        ({"clock": Clock(60, 1)}, "b: its clock: 60 seconds .*; expected that of .*a, none"),
        ({"move_seconds": 5}, r"b: its move_seconds: 5\.0; expected that of .*a, 60"),
        ({"setup": {"first_player": 0}}, "b: its setup: first_player 0; expected .*nothing chosen"),
        ({"form": Format.SPRT}, "b: its format is sprt; expected round-robin, balanced or gaunt"),
    ],
)
def test_other_conditions_are_refused_and_named(
    tmp_path: Path, settings: dict[str, Any], message: str
) -> None:
    first = kept(tmp_path / "a", plan_of("greedy", "random", blocks=1), wins(0))
    other = plan_of("greedy", "random", **{"seed": 2, "blocks": 1, **settings})
    with pytest.raises(LedgerError, match=message):
        pooled(first, kept(tmp_path / "b", other, wins(0)))


@pytest.mark.parametrize(
    ("whose", "words"),
    [("greedy", "of greedy"), ("engine and catalogue", "of this program, or of Python")],
)
def test_other_code_is_refused(tmp_path: Path, whose: str, words: str) -> None:
    first = kept(tmp_path / "a", plan_of("greedy", "random", blocks=1), wins(0))
    second = kept(tmp_path / "b", plan_of("greedy", "random", blocks=1, seed=2), wins(0))

    def change(line: dict[str, Any]) -> None:
        if "plan" in line:
            line["plan"]["code"][whose]["digest"] = "0" * 64

    edit(second, change)
    with pytest.raises(LedgerError, match=f"b: another version {words} played its games"):
        pooled(first, second)


def test_simultaneous_intervals_are_wider_by_as_much_as_it_takes(tmp_path: Path) -> None:
    bots = tuple(f"greedy:worlds={number}" for number in range(1, 7))
    plan = Plan(PlanSettings(bots, 4, 40, 1, Format.BALANCED))
    path = kept(tmp_path / "a", plan, lambda fixture: fixture.seed % 4)
    each = pooled(path).standings
    together = pooled(path, simultaneous=True).standings
    assert (each.together, together.together) == (1, 10)
    for alone, joint in zip(each.bots, together.bots, strict=True):
        assert joint.elo.mean == alone.elo.mean
        wider = (joint.elo.high - joint.elo.low) / (alone.elo.high - alone.elo.low)
        assert wider == pytest.approx(2.80 / 1.96, rel=0.03)  # normal quantiles, and a few blocks
        assert joint.own.share.low < alone.own.share.low


def test_a_report_tells_which_bots_joined_later_and_from_which_ledgers_games_are(
    tmp_path: Path,
) -> None:
    joined = plan_of("greedy", "random", blocks=2).settings.joined(
        ("greedy", "random", "greedy:worlds=2"), 2
    )
    path = kept(tmp_path / "a", Plan(joined), wins(0))
    with Ledger(path, reading=True) as ledger:
        section = played(tournament_of(Plan(joined), ledger), "report").body
    assert "joined later" in section
    other = kept(tmp_path / "b", plan_of("greedy", "random", blocks=1, seed=2), wins(0))
    section = played(pooled(path, other), "report").body
    assert "one for each ledger" in section
    assert "6 to 6" in section  # the block of the second
    assert "plan.toml" not in section

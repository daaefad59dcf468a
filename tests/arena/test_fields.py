"""Many bots: balanced tables, and bots that join later."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from arena.tournaments import plan_of, run, won

from covert_bots.arena.errors import LedgerError, PlanError
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_bots.arena.schedule.balanced import cycle
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics import choices

BOTS = tuple(f"greedy:worlds={number}" for number in range(1, 14))
FIELDS = [(12, 2), (13, 2), (7, 3), (12, 3), (5, 4), (12, 4), (13, 4), (30, 6)]


def balanced(bots: int = 12, players: int = 4, blocks: int = 4, seed: int = 1) -> Plan:
    return Plan(PlanSettings(BOTS[:bots], players, blocks, seed, Format.BALANCED))


def tables_of(plan: Plan) -> list[tuple[int, ...]]:
    return [block.table for block in plan]


def efficiency(tables: list[tuple[int, ...]], bots: int) -> float:
    """Return how much tables tell about the ratings of equals, on average, as a part of what the
    same number would if each two bots met equally often."""
    seats = len(tables[0])
    information = np.zeros((bots, bots))
    for table in tables:
        for bot, other in combinations(table, 2):
            information[[bot, other], [other, bot]] -= 1 / seats**2
            information[[bot, other], [bot, other]] += 1 / seats**2
    values = np.linalg.eigvalsh(information)[1:]
    return (bots - 1) ** 2 / float((1 / values).sum() * values.sum())


@pytest.mark.parametrize(("bots", "seats"), FIELDS)
def test_a_cycle_gives_every_bot_as_many_deals_and_tells_as_much_as_any_could(
    bots: int, seats: int
) -> None:
    tables = list(cycle(bots, seats))
    played = Counter(bot for table in tables for bot in table)
    assert len(played) == bots
    assert len(set(played.values())) == 1
    assert all(len(set(table)) == seats for table in tables)
    assert efficiency(tables, bots) > 0.97


@pytest.mark.parametrize(("bots", "seats"), FIELDS)
def test_two_deals_of_each_bot_connect_all(bots: int, seats: int) -> None:
    group = list(range(bots))
    for table in cycle(bots, seats)[: -(-2 * bots // seats)]:
        joined = {group[bot] for bot in table}
        group = [min(joined) if each in joined else each for each in group]
    assert set(group) == {0}


def test_at_any_moment_no_bot_is_more_than_a_block_ahead() -> None:
    played = Counter(dict.fromkeys(range(13), 0))
    for table in tables_of(balanced(13, 4, 40)):
        played.update(table)
        assert max(played.values()) - min(played.values()) <= 1
    assert min(played.values()) == 40


def test_over_the_cycles_each_two_bots_meet_nearly_equally_often() -> None:
    assert efficiency(tables_of(balanced(blocks=220)), 12) > 0.99


def test_balanced_tables_depend_on_the_seed_and_a_longer_plan_begins_with_a_shorter() -> None:
    assert tables_of(balanced()) == tables_of(balanced(blocks=9))[:12]
    assert tables_of(balanced()) != tables_of(balanced(seed=2))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"bots": BOTS[:3]},
            "bots: 3 for balanced; expected at least 4, one for each seat, or the",
        ),
        ({"blocks": 1}, "blocks: 1 for balanced; expected at least 2 for each bot"),
        (
            {"bots": tuple(map(str, range(64))), "players": 6, "format": Format.ROUND_ROBIN},
            "bots: 64 make 74974368 combinations for 6 seats; expected 1000000 at most, or the",
        ),
    ],
)
def test_fields_that_make_no_tournament_are_named(
    settings: dict[str, object], message: str
) -> None:
    usual = {"bots": BOTS[:6], "players": 4, "format": Format.BALANCED}
    with pytest.raises(PlanError, match=f"^{message}"):
        PlanSettings(**{**usual, **settings})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("form", "players", "before", "after"),
    [
        (Format.ROUND_ROBIN, 2, 3, 4),
        (Format.ROUND_ROBIN, 4, 2, 3),  # copies of each other
        (Format.ROUND_ROBIN, 3, 4, 6),
        (Format.GAUNTLET, 3, 3, 4),
        (Format.BALANCED, 4, 6, 7),
        (Format.BALANCED, 2, 2, 3),
        (Format.BALANCED, 2, 5, 8),
    ],
)
def test_with_more_bots_a_plan_begins_with_its_former_blocks(
    form: Format, players: int, before: int, after: int
) -> None:
    former = PlanSettings(BOTS[:before], players, 5, 1, form)
    now = former.joined(BOTS[:after], 5)
    assert list(Plan(now))[: len(Plan(former))] == list(Plan(former))
    longer = PlanSettings(now.bots, players, 7, 1, form, stages=now.stages)
    assert list(Plan(longer))[: len(Plan(now))] == list(Plan(now))
    played = Counter(bot for table in tables_of(Plan(now)) for bot in set(table))
    assert min(played.values()) >= min(
        Counter(bot for table in tables_of(Plan(former)) for bot in set(table)).values()
    )


def test_a_newcomer_to_a_round_robin_plays_what_a_plan_with_it_has() -> None:
    joined = PlanSettings(BOTS[:4], players=3, blocks=2).joined(BOTS[:6], 2)
    whole = PlanSettings(BOTS[:6], players=3, blocks=2)
    assert Counter(tables_of(Plan(joined))) == Counter(tables_of(Plan(whole)))


def test_a_newcomer_to_a_balanced_field_meets_all_equally_often() -> None:
    joined = balanced(12, blocks=22).settings.joined(BOTS, 22)
    new = tables_of(Plan(joined))[len(balanced(12, blocks=22)) :]
    assert len(new) == 22  # as many deals as the others have, and no more
    assert all(12 in table for table in new)
    met = Counter(bot for table in new for bot in table if bot != 12)
    assert max(met.values()) - min(met.values()) <= 2


def test_a_bot_joins_a_ledger_and_only_its_games_are_played(tmp_path: Path) -> None:
    plan = plan_of("random", "greedy", blocks=2)
    more = ("greedy:worlds=2", "random", "greedy")
    with Ledger(tmp_path / "ledger") as ledger:
        run(plan, ledger)
        before = ledger.digest()
        settings = ledger.joined_by(more)
        assert settings is not None
        assert settings.bots == ("random", "greedy", "greedy:worlds=2")
        joined = Plan(settings)
        assert run(joined, ledger).attempts == 2 * 2 * 2
        assert ledger.digest(len(plan)) == before
    with Ledger(tmp_path / "ledger", reading=True) as ledger:
        kept = ledger.settings()
        assert kept == joined.settings
        assert len(list(ledger.attempts(joined))) == joined.games == 12
        assert not any(ledger.unlike_the_plan(a, kept.bots) for a in ledger.attempts(joined))


def test_a_plan_that_was_once_longer_goes_on_after_its_longest(tmp_path: Path) -> None:
    """Its blocks would else be taken for those of the newcomer."""
    with Ledger(tmp_path / "ledger") as ledger:
        run(plan_of("random", "greedy", blocks=3), ledger)
        run(plan_of("random", "greedy", blocks=1), ledger)
        joined = ledger.joined_by(("random", "greedy", "greedy:worlds=2"))
        assert joined is not None
        assert (joined.blocks, joined.stages) == (3, ((2, 3),))


def test_what_cannot_join_is_refused(tmp_path: Path) -> None:
    plan = plan_of("greedy", "random", blocks=1, form=Format.GAUNTLET)
    other = plan_of("greedy", "random", "greedy:worlds=2", blocks=1, seed=2, form=Format.GAUNTLET)
    with Ledger(tmp_path / "ledger") as ledger:
        run(plan, ledger)
        with pytest.raises(PlanError, match="bots: random first; expected greedy"):
            ledger.joined_by(("random", "greedy", "greedy:worlds=2"))
        with pytest.raises(LedgerError, match="seed: 1 in the ledger, but 2 was asked for"):
            ledger.check_plan(other)
    with pytest.raises(PlanError, match="greedy:worlds=2 cannot join a ledger of the format sprt"):
        PlanSettings(("greedy", "random"), format=Format.SPRT).joined(
            ("greedy", "random", "greedy:worlds=2"), 50
        )


def test_standings_keep_a_few_bytes_of_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game's attempt has thousands."""
    monkeypatch.setattr(choices, "CHUNK", 64)

    def peak(blocks: int) -> int:
        plan = balanced(6, 4, blocks)
        tracemalloc.start()
        try:
            ratings = standings(plan, (won(g, g.seed % 4) for block in plan for g in block.games))
            assert ratings.games == plan.games
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(10)  # what is made once
    few, many = peak(20), peak(100)  # deals of each bot, and 6 games for each
    assert (many - few) / (80 * 6) < 400

"""Whatever a bot does costs its own game alone, and is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from arena.tournaments import plan_of, played

from covert_bots.arena.game import Attempt, Failure, Outcome


def attempts_of(bot: str, **settings: float) -> list[Attempt]:
    """A tournament of a bot with one that plays legal moves."""
    return played(plan_of(f"badly_behaved:{bot}", "badly_behaved:calm", blocks=1, **settings))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bot", "failure", "detail"),
    [
        ("raises", Failure.BOT_ERROR, "RuntimeError: no idea what to do"),
        ("curses", Failure.BOT_ERROR, "what no text may hold: ?"),
        ("unready", Failure.BOT_ERROR, "no model to load"),
        ("cheats", Failure.ILLEGAL_ACTION, "0 at decision"),
        ("mumbles", Failure.ILLEGAL_ACTION, "'pass' at decision"),
    ],
)
def test_a_bot_that_fails_forfeits_its_game(bot: str, failure: Failure, detail: str) -> None:
    attempts = attempts_of(bot)
    assert len(attempts) == 2
    for attempt in attempts:
        mine = attempt.game.seats.index(0)
        assert attempt.outcome is Outcome.FORFEIT
        assert attempt.failure is failure
        assert attempt.culprit == mine
        assert attempt.winners == (1 - mine,)
        assert detail in attempt.detail


def test_a_bot_that_hangs_forfeits_and_the_others_play_on() -> None:
    plan = plan_of(
        "badly_behaved:hangs", "badly_behaved:calm", "random", blocks=1, move_seconds=1.5
    )
    attempts = played(plan)
    assert len(attempts) == plan.games
    for attempt in attempts:
        hung = 0 in attempt.game.seats
        assert attempt.failure is (Failure.DEADLINE if hung else None)
        if hung:
            assert attempt.culprit == attempt.game.seats.index(0)
            assert attempt.detail == "no move within 1.5 s"


def test_the_first_death_is_infrastructure_and_the_second_the_bots_crash() -> None:
    attempts = attempts_of("dies")
    assert len(attempts) == 4
    for attempt in attempts:
        mine = attempt.game.seats.index(0)
        assert attempt.culprit == mine
        if attempt.number == 1:
            assert attempt.outcome is Outcome.VOID
            assert attempt.failure is Failure.INFRASTRUCTURE
        else:
            assert attempt.outcome is Outcome.FORFEIT
            assert attempt.failure is Failure.CRASH
            assert attempt.winners == (1 - mine,)


def test_a_game_whose_process_died_once_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BADLY_BEHAVED_MARK", str(tmp_path / "mark"))
    attempts = attempts_of("dies_once")
    assert [one.outcome for one in attempts].count(Outcome.VOID) == 1
    assert [one.outcome for one in attempts].count(Outcome.FINISHED) == 2
    undisturbed = attempts_of("dies_once")
    assert [one.actions for one in attempts if one.actions] == [one.actions for one in undisturbed]


def test_what_a_bot_prints_is_nobodys_concern(capfd: pytest.CaptureFixture[str]) -> None:
    assert all(one.outcome is Outcome.FINISHED for one in attempts_of("prints"))
    assert capfd.readouterr() == ("", "")


def test_at_a_table_of_four_the_others_share_a_forfeited_victory() -> None:
    plan = plan_of("badly_behaved:raises", "random", players=4, blocks=1)
    for attempt in played(plan):
        if attempt.outcome is Outcome.FORFEIT:
            assert attempt.culprit is not None
            assert set(attempt.winners) == set(range(4)) - {attempt.culprit}
            assert attempt.share(attempt.winners[0]) == pytest.approx(1 / 3)

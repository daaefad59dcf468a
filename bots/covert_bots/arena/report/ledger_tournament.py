"""The tournament in a ledger, or in several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from covert_bots.arena.attempt import Attempt
from covert_bots.arena.course import PlanProgress
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_bots.arena.report.pool import attempts_of, pooled
from covert_bots.arena.report.text import printable
from covert_bots.arena.report.tournament import Tournament
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt
from covert_bots.players.installed import BOTS, installed


def tournament_of(
    plan: Plan, ledger: Ledger, build: str = "", *, simultaneous: bool = False
) -> Tournament:
    """Return the tournament in a ledger, with its test as far as the games go; NoBlockError if
    there is nothing to say yet."""
    attempts = tuple(ledger.attempts(plan, actions=False))
    fields = ledger.test()
    test = None
    if fields is not None:
        test = Sprt(Hypotheses(**fields))  # type: ignore[arg-type]  # `seats` was written as an int
        PlanProgress(plan, test, attempts)
    former = ledger.former_blocks()
    return _tournament(plan, attempts, test, former, build, simultaneous)


def tournament_of_all(
    ledgers: Sequence[Ledger], build: str = "", *, simultaneous: bool = False
) -> Tournament:
    """Return ledgers of the same conditions as a single tournament; LedgerError names the condition
    that differs, NoBlockError if there is nothing to say yet."""
    pool = pooled(ledgers)
    attempts = tuple(attempts_of(pool, ledgers))
    former = sorted({blocks for ledger in ledgers for blocks in ledger.former_blocks()})
    return _tournament(pool, attempts, None, tuple(former), build, simultaneous)


def _tournament(
    plan: Plan,
    attempts: tuple[Attempt, ...],
    test: Sprt | None,
    former: tuple[int, ...],
    build: str,
    simultaneous: bool,
) -> Tournament:
    """Return a tournament. The names of bots are made safe for a screen: the ledger may come from
    anybody."""
    ratings = standings(plan, attempts, simultaneous=simultaneous)
    bots = tuple(replace(bot, name=printable(bot.name)) for bot in ratings.bots)
    games = installed(BOTS)
    game = games[plan.settings.game]() if plan.settings.game in games else None
    return Tournament(plan, attempts, replace(ratings, bots=bots), test, former, build, game)

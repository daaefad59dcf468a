"""The contents of a ledger: its plan, and the standings of its tournament."""

from __future__ import annotations

from dataclasses import replace

from covert_bots.arena.course import PlanProgress
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_bots.arena.report import Tournament
from covert_bots.arena.report.text import printable
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt
from covert_bots.players.installed import BOTS, installed
from covert_command.terminal.mistakes import Mistake
from covert_server.build import build


def plan_of(ledger: Ledger, path: str) -> Plan:
    """Return the plan of the ledger's tournament; Mistake if it has none yet."""
    settings = ledger.settings()
    if settings is None:
        raise Mistake(f"{path}: an empty ledger; expected one from `covert-bots arena run`")
    return Plan(settings)


def tournament_of(plan: Plan, ledger: Ledger) -> Tournament:
    """Return the tournament in a ledger, with its test as far as the games go. The names of bots
    are made safe for a terminal: the ledger may come from anybody."""
    attempts = tuple(ledger.attempts(plan, actions=False))
    try:
        ratings = standings(plan, attempts)
    except ValueError as error:
        raise Mistake(f"{ledger.path}: {error}") from None
    bots = tuple(replace(bot, name=printable(bot.name)) for bot in ratings.bots)
    fields = ledger.test()
    test = None
    if fields is not None:
        test = Sprt(Hypotheses(**fields))  # type: ignore[arg-type]  # `seats` was written as an int
        PlanProgress(plan, test, attempts)
    games = installed(BOTS)
    game = games[plan.settings.game]() if plan.settings.game in games else None
    return Tournament(
        plan, attempts, replace(ratings, bots=bots), test, ledger.former_blocks(), build(), game
    )

"""What a ledger holds: its plan, and the standings of its tournament."""

from __future__ import annotations

from dataclasses import replace

from covert_bots.arena.course import Course
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_bots.arena.report import Tournament
from covert_bots.arena.report.text import printable
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt
from covert_command.arena.games import GAMES
from covert_command.terminal.mistakes import Mistake
from covert_server.build import build


def plan_of(ledger: Ledger, path: str) -> Plan:
    """The plan of the ledger's tournament; raises Mistake if it has none yet."""
    settings = ledger.settings()
    if settings is None:
        raise Mistake(f"{path}: an empty ledger; expected one from `covert-bots arena run`")
    return Plan(settings)


def tournament_of(plan: Plan, ledger: Ledger) -> Tournament:
    """The tournament in a ledger, and its test as far as the games take it. The names of its bots
    are as a terminal may show them: the ledger may be anybody's."""
    attempts = tuple(ledger.attempts(plan, actions=False))
    try:
        found = standings(plan, attempts)
    except ValueError as error:
        raise Mistake(f"{ledger.path}: {error}") from None
    bots = tuple(replace(bot, name=printable(bot.name)) for bot in found.bots)
    fields = ledger.test()
    test = None
    if fields is not None:
        test = Sprt(Hypotheses(**fields))  # type: ignore[arg-type]  # `seats` was written as an int
        Course(plan, test, attempts)
    game = GAMES[plan.settings.game]() if plan.settings.game in GAMES else None
    return Tournament(
        plan, attempts, replace(found, bots=bots), test, ledger.former_blocks(), build(), game
    )

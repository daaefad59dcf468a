"""The tournament in a ledger."""

from __future__ import annotations

from dataclasses import replace

from covert_bots.arena.course import PlanProgress
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_bots.arena.report.text import printable
from covert_bots.arena.report.tournament import Tournament
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt
from covert_bots.players.installed import BOTS, installed


def tournament_of(plan: Plan, ledger: Ledger, build: str = "") -> Tournament:
    """Return the tournament in a ledger, with its test as far as the games go; NoBlockError if
    there is nothing to say yet. The names of bots are made safe for a screen: the ledger may come
    from anybody."""
    attempts = tuple(ledger.attempts(plan, actions=False))
    ratings = standings(plan, attempts)
    bots = tuple(replace(bot, name=printable(bot.name)) for bot in ratings.bots)
    fields = ledger.test()
    test = None
    if fields is not None:
        test = Sprt(Hypotheses(**fields))  # type: ignore[arg-type]  # `seats` was written as an int
        PlanProgress(plan, test, attempts)
    games = installed(BOTS)
    game = games[plan.settings.game]() if plan.settings.game in games else None
    stop = ledger.stop()
    return Tournament(
        *(plan, attempts, replace(ratings, bots=bots), test, ledger.former_blocks(), build),
        voidings=tuple(
            voiding._replace(reason=printable(voiding.reason)) for voiding in ledger.voidings()
        ),
        stop=stop and stop._replace(bot=printable(stop.bot), detail=printable(stop.detail)),
        game=game,
    )

"""The contents of a ledger: its plan, and the standings of its tournament."""

from __future__ import annotations

from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_bots.arena.report import Tournament, ledger_tournament
from covert_bots.arena.standings import NoBlockError
from covert_command.terminal.mistakes import Mistake
from covert_server.build import build


def plan_of(ledger: Ledger, path: str) -> Plan:
    """Return the plan of the ledger's tournament; Mistake if it has none yet."""
    settings = ledger.settings()
    if settings is None:
        raise Mistake(f"{path}: an empty ledger; expected one from `covert-bots arena run`")
    return Plan(settings)


def tournament_of(plan: Plan, ledger: Ledger, *, simultaneous: bool = False) -> Tournament:
    """Return the tournament in a ledger; Mistake if there is nothing to say yet."""
    try:
        return ledger_tournament.tournament_of(plan, ledger, build(), simultaneous=simultaneous)
    except NoBlockError as error:
        raise Mistake(f"{ledger.path}: {error}") from None

"""`covert-bots arena`: tournaments of bots, on this machine or a cluster."""

from __future__ import annotations

import click

from covert_command.arena import ledgers, play

__all__ = ["command"]


@click.group(commands=[play.run, play.sprt, ledgers.show, ledgers.verify, ledgers.balance])
def command() -> None:
    """Tournaments of bots whose verdicts can be trusted.

    Each deal is played once in each rotation of the seats; a deal's games are one piece of
    evidence. With a ledger, a tournament that is stopped goes on where it was.
    """

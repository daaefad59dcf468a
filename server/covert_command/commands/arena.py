"""`covert-bots arena`: tournaments of bots, on this machine or a cluster."""

from __future__ import annotations

import click

from covert_command.arena import (
    balance,
    dataset,
    export,
    game_list,
    ledgers,
    play,
    pool,
    serve,
    submit,
    void,
    watch,
)
from covert_command.terminal.command_line import examples


@click.group(
    commands=[
        play.run,
        play.sprt,
        ledgers.show,
        pool.pool,
        game_list.games,
        watch.watch,
        serve.serve,
        submit.submit,
        submit.withdraw,
        submit.entrants,
        ledgers.verify,
        void.void,
        balance.balance,
        export.export,
        export.import_,
        dataset.dataset,
    ],
    epilog=examples("covert-bots arena run --bots greedy,random --blocks 20"),
)
def command() -> None:
    """Tournaments between bots, with verdicts you can trust.

    Each deal is played once in each rotation of the seats, and its games count as one observation.
    With a ledger, a stopped tournament resumes where it was.
    """

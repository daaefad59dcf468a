"""One position for a bot of the user's own, in this process, so that a debugger can stop in it."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

import click

from covert_bots.arena.entrants.enter import enter
from covert_bots.engines.answers import legal_one, text_of, trace_of, wrong_answer
from covert_bots.players.game import Game
from covert_bots.players.view import View
from covert_command.terminal.screen import messages


def ask(bot: str, view: View, game: Game, seed: int) -> int:
    """Return the action of a bot from a module, for a view whose seat is to decide.

    Its exception is shown with the traceback, and the command ends with 1. Its output goes to
    standard error: standard output is for the answer.
    """
    legal = view.legal_actions()
    try:
        with redirect_stdout(sys.stderr):
            answer = enter(bot, game).answer(view, seed).action
    except (Exception, SystemExit) as error:  # a bot may raise anything
        trace = trace_of(error) or f"{type(error).__name__}: {text_of(str, error)}"
        messages().print(trace.rstrip(), soft_wrap=True)
        raise click.exceptions.Exit(1) from None
    action = legal_one(answer, legal)
    if action is None:
        wrong = wrong_answer(answer, legal)
        messages().print(f"{bot}: illegal action: {wrong}", soft_wrap=True)
        raise click.exceptions.Exit(1)
    return action

"""A bot of one's own is asked about one position, in this process: a debugger can stop in it."""

from __future__ import annotations

from dataclasses import dataclass

import click

from covert_bots.arena.answers import legal_one, text_of, trace_of, wrong_answer
from covert_bots.arena.entrants import enter
from covert_bots.covert.game import Covert
from covert_bots.covert.wire import fields_from_message, view_from_message
from covert_bots.covert.words.narration import phrase
from covert_command.mistakes import Mistake, in_file
from covert_engine.covert import compile, format_action
from covert_engine.covert.cards.card_set import CardSet
from covertbots.v1.covert_view_pb2 import CovertView

__all__ = ["OwnChoice", "ask"]


@dataclass(frozen=True)
class OwnChoice:
    """What the bot chose."""

    number: int  # of the action
    action: str  # in notation
    words: str


def ask(bot: str, file: str, message: CovertView, cards: CardSet, seed: int) -> OwnChoice:
    """What a bot that is a module chooses in the view of a file.

    What it raises is shown with its traceback, and the command ends with 1.
    """
    with in_file(file):
        view = view_from_message(message, compile(cards, fields_from_message(message.options)))
        if view.actor != view.seat:
            raise Mistake(f"{file}: another seat decides; expected a view of the seat to decide")
        legal = view.legal_actions()
    try:
        answer = enter(bot, Covert(cards)).answer(view, seed).action
    except Exception as error:  # a bot may raise anything
        trace = trace_of(error) or f"{type(error).__name__}: {text_of(str, error)}"
        click.echo(trace.rstrip(), err=True)
        raise SystemExit(1) from None
    action = legal_one(answer, legal)
    if action is None:
        click.echo(f"{bot}: illegal action: {wrong_answer(answer, legal)}", err=True)
        raise SystemExit(1)
    words = phrase(action, view.cards.source, view.fields()).advice
    return OwnChoice(action, format_action(action, view.cards), words)

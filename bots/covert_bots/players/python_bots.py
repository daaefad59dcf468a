"""Bots for games whose rules are in Python (`covert_engine.search.python.game`)."""

from __future__ import annotations

from typing import Any

from covert_bots.players import bots
from covert_bots.players.bot import Question
from covert_bots.players.spec import Parameter
from covert_engine.search import SearchParams, SearchResult
from covert_engine.search.python.game import PythonView, errors_of

NOT_THEIRS = ("horizon", "uniform", "evaluator", "policy")  # such rules judge no position


def _parameters(parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    return tuple(parameter for parameter in parameters if parameter.name not in NOT_THEIRS)


class _OfPython(bots.Searching):
    """A bot whose searches raise the errors of the rules; they play all games to the end."""

    settings = SearchParams(horizon=0, actor_knows=True)

    def think(self, question: Question) -> SearchResult:
        think = super().think  # type: ignore[safe-super]  # of the bot beside it in a class
        return self._asked(think, question)

    def valued(self, question: Question) -> SearchResult:
        return self._asked(super().valued, question)

    def _asked(self, ask: Any, question: Question) -> SearchResult:
        view = question.view
        assert isinstance(view, PythonView)
        with errors_of(view):
            result: SearchResult = ask(question)
        return result


class Flat(_OfPython, bots.Flat):
    """A bot that compares actions by simulations, without a tree."""

    parameters = _parameters(bots.Flat.parameters)


class Ismcts(_OfPython, bots.Ismcts):
    """A bot that searches a tree of its seat's observations."""

    parameters = _parameters(bots.Ismcts.parameters)

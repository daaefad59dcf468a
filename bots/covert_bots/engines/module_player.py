"""A bot of a module, which a factory makes."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any

from covert_bots.engines.answering import Answered, RefusalError
from covert_bots.engines.answers import legal_one, text_of, trace_of, wrong_answer
from covert_bots.engines.clock import TimeLeft
from covert_bots.players.game import Game
from covert_bots.players.view import View

TIMERS = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)


class ModulePlayer:
    """A bot of a module, made anew for each game."""

    def __init__(self, module: str, factory: str) -> None:
        self.name = f"{module}:{factory}"
        self._module, self._factory = module, factory
        self._bot: Any = None
        self._games = 0

    def begin(self, game: Game, seat: int) -> None:
        """Make a bot; end the process if the last one has left something running."""
        if self._games and _something_left():
            os._exit(0)
        self._games += 1
        try:
            self._bot = getattr(import_module(self._module), self._factory)()
        except Exception as error:  # a factory may raise anything
            raise RefusalError(text_of(str, error), trace=trace_of(error)) from None

    def choose(
        self, view: View, seed: int, stopped: Callable[[], bool], clock: TimeLeft | None = None
    ) -> Answered:
        """Return the bot's action. A bot with an attribute `clock` finds the time left there."""
        legal = view.legal_actions()
        try:
            if hasattr(self._bot, "clock"):
                self._bot.clock = clock
            given = self._bot.choose(view, seed)
        except Exception as error:  # a bot may raise anything
            told = f"{type(error).__name__}: {text_of(str, error)}"
            raise RefusalError(told, trace=trace_of(error)) from None
        action = legal_one(given, legal)
        if action is None:
            raise RefusalError(wrong_answer(given, legal), illegal=True)
        return Answered(action)


def _something_left() -> bool:
    """Return true if a bot has left threads, child processes or timers."""
    if any(signal.getitimer(timer)[0] > 0 for timer in TIMERS):
        return True
    if threading.active_count() > 1:
        return True
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:  # there is none
        return False
    return True

"""The bots of the catalogue as engines."""

from __future__ import annotations

from collections.abc import Callable

from covert_bots.engines.answering import Answered, RefusalError
from covert_bots.engines.clock import CPU, Pace, TimeLeft
from covert_bots.players.bot import Bot, Question
from covert_bots.players.game import Game
from covert_bots.players.spec import BotSpecError
from covert_bots.players.view import View
from covert_engine.search import Limit, SearchResult, StopFlag


class CataloguePlayer:
    """A bot of the catalogue of whatever game begins."""

    def __init__(self, spec: str) -> None:
        self.name = spec
        self._bot: Bot | None = None
        self._game: Game | None = None
        self._pace = Pace()

    def begin(self, game: Game, seat: int) -> None:
        """Make the bot; RefusalError if the game has no such bot."""
        self._game, self._pace = game, Pace()
        try:
            self._bot = game.catalogue.make(self.name)
        except BotSpecError as error:
            raise RefusalError(str(error)) from None

    def choose(
        self, view: View, seed: int, stopped: Callable[[], bool], clock: TimeLeft | None = None
    ) -> Answered:
        """Return the action that the bot would choose in process, unless it is stopped before."""
        bot, game, flag = self._bot, self._game, StopFlag()
        assert bot is not None
        assert game is not None
        decision = bot.decision(view)
        if len(decision.actions) == 1:
            return Answered(decision.actions[0])

        def look(_: SearchResult) -> None:
            if stopped():
                flag.set()

        budget = bot.budget(limit_of(self._pace, clock, game, view))
        result = bot.think(Question(decision, budget, seed, stop=flag, progress=look))
        return Answered(result.action, result.iterations)


def limit_of(pace: Pace, clock: TimeLeft | None, game: Game, view: View) -> Limit | None:
    """Return the limit that a clock sets for a decision; None without a clock. A budget in the
    bot's spec holds beside it."""
    if clock is None:
        return None
    seconds = pace.share(clock, game.decisions_left(view))
    return Limit(cpu_seconds=seconds) if clock.of == CPU else Limit(seconds=seconds)

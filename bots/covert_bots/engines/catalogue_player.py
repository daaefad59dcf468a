"""The bots of the catalogue as engines."""

from __future__ import annotations

from collections.abc import Callable

from covert_bots.engines.answering import Answered, RefusalError
from covert_bots.players.bot import Bot, Question
from covert_bots.players.game import Game
from covert_bots.players.spec import BotSpecError
from covert_bots.players.view import View
from covert_engine.search import SearchResult, StopFlag


class CataloguePlayer:
    """A bot of the catalogue of whatever game begins."""

    def __init__(self, spec: str) -> None:
        self.name = spec
        self._bot: Bot | None = None

    def begin(self, game: Game, seat: int) -> None:
        """Make the bot; RefusalError if the game has no such bot."""
        try:
            self._bot = game.catalogue.make(self.name)
        except BotSpecError as error:
            raise RefusalError(str(error)) from None

    def choose(self, view: View, seed: int, stopped: Callable[[], bool]) -> Answered:
        """Return the action that the bot would choose in process, unless it is stopped before."""
        bot, flag = self._bot, StopFlag()
        assert bot is not None
        decision = bot.decision(view)
        if len(decision.actions) == 1:
            return Answered(decision.actions[0])

        def look(_: SearchResult) -> None:
            if stopped():
                flag.set()

        result = bot.think(Question(decision, bot.budget(), seed, stop=flag, progress=look))
        return Answered(result.action, result.iterations)

"""An engine as a bot of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from covert_bots.engines.documents import Teller
from covert_bots.players.bot import Bot, Question, ranked_equal
from covert_bots.players.game import Game
from covert_bots.players.match import seed_of
from covert_engine.search import SearchResult, StopReason
from covert_server.engines.processes import EngineQuestion, Engines

DESCRIPTION = "An engine: a program that the operator of this server runs. It has no parameters."


class EngineBot(Bot):
    """A bot that asks an engine. It says which action is best, and nothing about the others."""

    description = DESCRIPTION
    pausable = False
    expands_all = True  # an engine knows which actions it compares
    engines: ClassVar[Engines]
    game_of: ClassVar[Callable[[Any], tuple[Game, int]]]  # of a view, with its number of seats
    teller: ClassVar[Teller | None] = None  # of the game asked about last

    def think(self, question: Question) -> SearchResult:
        """Ask the engine; EngineFailedError if it does not answer as it should."""
        view, actions = question.view, question.decision.actions
        game, players = type(self).game_of(view)
        limit = question.limit
        assert limit is not None
        assert limit.seconds is not None
        stop = question.stop
        asked = EngineQuestion(
            self._teller_of(game),
            players,
            view,
            actions,
            seed_of(question.seed, view.digest().hex()),
            limit.seconds,
            lambda: stop is not None and stop.is_set,
        )
        action, iterations = self.engines.ask(self.name, asked)
        result = ranked_equal(actions, actions.index(action))
        reason = StopReason.STOPPED if asked.stopped() else result.stop_reason
        return result._replace(iterations=iterations, stop_reason=reason)

    @classmethod
    def _teller_of(cls, game: Game) -> Teller:
        teller = cls.teller
        if teller is None or teller.game != game:
            teller = cls.teller = Teller(game)
        return teller


def engine_bot(
    name: str, engines: Engines, game_of: Callable[[Any], tuple[Game, int]]
) -> type[EngineBot]:
    """Return the kind of bot that asks an engine about views of a game."""
    fields = {"name": name, "engines": engines, "game_of": staticmethod(game_of)}
    return type(f"EngineBot_{name}", (EngineBot,), fields)

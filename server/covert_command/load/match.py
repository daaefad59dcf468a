"""The served bot, under load, against itself without load: the wins that the load costs.

Both think about as long: the served bot by the clock, as its callers wait for it, the other in this
process by its own CPU time, which a busy machine does not reduce.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from grpc import StatusCode

from covert_bots.arena.statistics.elo import Interval, share_interval
from covert_bots.players.bot import Bot
from covert_bots.players.game import Game
from covert_bots.players.match import play_game, seed_of
from covert_bots.players.spec import BotSpecError
from covert_bots.players.view import View
from covert_command.options.server import ServerAddress
from covert_command.terminal.mistakes import Mistake
from covertbots.client import Client, ServiceError, limits

PATIENCE = 120.0  # seconds for one decision
PAUSE = 0.05  # seconds before the next try, if the server names none
FOR_LATER = (StatusCode.UNAVAILABLE, StatusCode.RESOURCE_EXHAUSTED, StatusCode.DEADLINE_EXCEEDED)


def unloaded(game: Game, bot: str, think_ms: int) -> str:
    """Return the spec of the same bot with so much CPU time; Mistake if it does not think by
    time."""
    spec = f"{bot}{',' if ':' in bot else ':'}cpu_seconds={think_ms / 1000:g}"
    try:
        game.catalogue.make(spec)
    except BotSpecError as error:
        raise Mistake(f"--strength, --bot: {error}") from None
    return spec


@dataclass(frozen=True)
class MatchResult:
    """The result of the served bot."""

    blocks: int
    share: Interval
    """Share of the wins, 0 to 1; a fair share is 1 / number of players."""
    decisions: int
    """Decisions asked of it."""
    tries: int
    """Calls made for them: the server may refuse some, or be late."""
    iterations: float
    """Mean iterations per decision."""


@dataclass(frozen=True)
class Match:
    """Blocks of as many games as there are seats, each with the same deal: the served bot sits in
    every seat once, and copies of the unloaded bot in the others."""

    game: Game
    bot: str
    think_ms: int
    deadline: float
    """Seconds for one call; after a late answer it is repeated."""
    players: int
    blocks: int
    seed: int = 1

    def play(self, server: ServerAddress) -> MatchResult:
        """Play against a bot of a server; Mistake if the server does not answer."""
        with server.client(self.deadline, attempts=1) as client:
            served, other = _Served(client, self), self._unloaded()
            shares = [self._block(served, other, block) for block in range(self.blocks)]
        return MatchResult(
            self.blocks,
            share_interval(shares),
            served.decisions,
            served.tries,
            served.iterations / max(1, served.decisions),
        )

    def _unloaded(self) -> Bot:
        return self.game.catalogue.make(unloaded(self.game, self.bot, self.think_ms))

    def _block(self, served: _Served, other: Bot, block: int) -> float:
        """Return the served bot's mean share of the wins, of one deal, over all seats."""
        deal, shares = seed_of(self.seed, block), 0.0
        for own in range(self.players):
            bots: list[Any] = [other] * self.players
            bots[own] = served
            shares += play_game(self.game, bots, deal).share(own)
        return shares / self.players


class _Served:
    """Repeats refused and late calls, as a program at play would."""

    def __init__(self, client: Client, match: Match) -> None:
        self._client, self._match, self._game = client, match, match.game
        self._limits = limits(seconds=match.think_ms / 1000)
        self.decisions = self.tries = self.iterations = 0

    def choose(self, view: View, seed: int) -> int:
        self.decisions += 1
        started = time.monotonic()
        while True:
            self.tries += 1
            try:
                answer = self._client.suggest_move(
                    self._game.view_to_message(view), self._match.bot, self._limits, seed=seed
                )
            except ServiceError as error:
                if error.code not in FOR_LATER or time.monotonic() > started + PATIENCE:
                    raise Mistake(f"a game under load ended: the server answers {error}") from None
                time.sleep(error.retry_after or PAUSE)
                continue
            self.iterations += answer.suggestion.iterations
            return self._game.parse_action(answer.suggestion.moves[0].action.text)

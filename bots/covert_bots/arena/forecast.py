"""What a tournament will take, said before it starts."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from covert_bots.arena.entrants import enter
from covert_bots.arena.plan import Plan
from covert_bots.arena.statistics.elo import games_for
from covert_bots.catalogue import BotSpecError, make
from covert_engine.covert import CompiledSet, State, View

__all__ = ["Forecast", "blocks_for", "forecast", "precision_of"]

# Decisions of a seat in a game, at tables of 2, 3 and 4: about what greedy games of the house set
# have (docs/balance.md).
DECISIONS = {2: 344, 3: 324, 4: 307}
APART = 17  # decisions between the positions in which a bot's time is measured
SAMPLES = 6  # of these at least
SECONDS = 0.5  # of a bot, after which there are no more


@dataclass(frozen=True)
class Forecast:
    """Blocks, games, and how long they are likely to take."""

    blocks: int
    games: int
    # Elo: half of the 95 % interval of a bot near the fair share, luck unreckoned; None: of one bot
    precision: float | None
    core_seconds: float | None  # None where a bot's time cannot be measured here

    def wall_seconds(self, workers: int) -> float | None:
        """With so many processes, none of them in another's way."""
        return None if self.core_seconds is None else self.core_seconds / workers


def blocks_for(precision: float, seats: int) -> int:
    """Blocks after which a bot near the fair share has a 95 % interval of +- `precision` Elo.

    As if games of one deal had nothing in common: duplicates save some of them.
    """
    return max(2, ceil(games_for(precision, 1 / seats) / seats))


def precision_of(blocks: int, seats: int) -> float:
    """The inverse of `blocks_for`."""
    return sqrt(games_for(1.0, 1 / seats) / (blocks * seats))


def forecast(plan: Plan, cards: CompiledSet) -> Forecast:
    """The forecast of a plan: each bot's time is measured in a few positions."""
    settings = plan.settings
    positions = _positions(settings.players, cards)
    times = [_seconds_a_decision(bot, positions) for bot in settings.bots]
    seconds = 0.0
    for number in range(len(plan.tables)):
        for game in plan.block(number).games:
            seconds += sum((times[bot] or 0.0) for bot in game.seats)
    seconds *= settings.blocks * DECISIONS[settings.players]
    # Each bot meets others at its tables: blocks that a bot takes part in.
    own = settings.blocks * min(sum(0 in table for table in plan.tables), len(plan.tables))
    return Forecast(
        blocks=len(plan),
        games=plan.games,
        precision=precision_of(own, settings.players) if len(settings.bots) > 1 else None,
        core_seconds=None if None in times else seconds,
    )


def _seconds_a_decision(bot: str, positions: Sequence[View]) -> float | None:
    """The mean over some of these positions, of as many as there is time for."""
    try:
        make(bot)
    except BotSpecError:  # other people's code, or another machine: not to be run in this process
        return None
    entrant = enter(bot)
    spent, asked = 0.0, 0
    for view in positions:
        if asked >= SAMPLES and spent >= SECONDS:
            break
        started = time.perf_counter()
        entrant.answer(view, 1)
        spent += time.perf_counter() - started
        asked += 1
    return spent / asked


def _positions(players: int, cards: CompiledSet) -> list[View]:
    """What the seats that are to decide see here and there in a game, in no order."""
    state = State.deal(cards, players, 1)
    greedy = enter("greedy")
    found = []
    number = 0
    while not state.over:
        assert state.actor is not None
        view = state.view(state.actor)
        if number % APART == 0:
            found.append(view)
        state.play(greedy.answer(view, number).action)
        number += 1
    random.Random(1).shuffle(found)
    return found

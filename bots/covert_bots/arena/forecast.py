"""Forecasts of a tournament's games, precision and time."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from covert_bots.arena.entrants.enter import enter
from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_bots.arena.statistics.elo import games_for
from covert_bots.engines.clock import INCREMENT_SPENT
from covert_bots.players.game import Game
from covert_bots.players.spec import BotSpecError
from covert_bots.players.view import View
from covert_engine.search import Limit

APART = 17  # decisions between the positions in which a bot's time is measured
SAMPLES = 6  # least number of positions
SECONDS = 0.5  # of a bot, after which measuring ends if there are enough samples
MOST_SECONDS = 3.0  # of a bot, after which measuring ends in any case


@dataclass(frozen=True)
class Forecast:
    """The blocks, games, precision and time of a tournament."""

    blocks: int
    games: int
    # Half of the 95% interval of the reported Elo of a bot near the fair share, without the
    # savings of duplicates; None for a single bot
    precision: float | None
    core_seconds: float | None  # None if a bot's time cannot be measured here

    def wall_seconds(self, workers: int) -> float | None:
        """Return the wall time with some number of processes that do not slow each other down."""
        return None if self.core_seconds is None else self.core_seconds / workers


def blocks_for(precision: float, plan: Plan) -> int:
    """Return the blocks for each table of the plan after which the Elo of a bot near the fair share
    is reported with a 95% interval of +- `precision`.

    The savings of duplicates are left out: games count as independent.
    """
    return max(2, ceil(plan.settings.blocks * (precision_of(plan) / precision) ** 2))


def precision_of(plan: Plan) -> float:
    """Return the inverse of `blocks_for`: the +- Elo of the bot at the fewest tables, after all
    blocks of the plan."""
    blocks: dict[int, float] = defaultdict(float)
    for table, often in plan.schedule.weighted():
        for bot in set(table):
            blocks[bot] += often
    games = min(blocks.values()) * plan.rotations
    of_share = sqrt(games_for(1.0, 1 / plan.settings.players) / games)
    return of_share * _from_the_average(plan.settings)


def _from_the_average(settings: PlanSettings) -> float:
    """Return the ratio of an Elo's error in the common table to that from a bot's own share.

    The Fisher information of a game between equals about the ratings is diag(p) - pp', with the
    bots' parts p of the seats; ratings are relative to the average of the table. If all of m bots
    meet each other equally often, the ratio is 1 - 1/m. In a gauntlet each bot meets only the
    first, which is known best. A test reports the whole difference of two bots.
    """
    bots = len(settings.bots)
    if settings.format is Format.SPRT:
        return 1.0
    if settings.format is Format.GAUNTLET:
        return sqrt(1 - 1 / bots - 1 / bots**2)
    return 1 - 1 / bots


def forecast(plan: Plan, game: Game, *, timed: bool = True) -> Forecast:
    """Forecast a plan; if `timed`, measure each bot's time in a few positions."""
    settings = plan.settings
    positions = _positions(settings.players, game) if timed else []
    times = [
        _seconds_a_decision(bot, positions, game, settings) if timed else None
        for bot in settings.bots
    ]
    seconds = 0.0
    for table, often in plan.schedule.weighted():
        seconds += often * sum((times[bot] or 0.0) for bot in table)
    seconds *= plan.rotations * game.decisions(settings.players)
    return Forecast(
        blocks=len(plan),
        games=plan.games,
        precision=precision_of(plan) if len(settings.bots) > 1 else None,
        core_seconds=None if None in times else seconds,
    )


def _seconds_a_decision(
    bot: str, positions: Sequence[View], game: Game, settings: PlanSettings
) -> float | None:
    """Measure the mean over as many of these positions as time allows; None for a foreign bot. A
    bot that searches for as long as a clock lets it uses all of it."""
    try:
        budget = game.catalogue.make(bot).budget(Limit(seconds=MOST_SECONDS))
    except BotSpecError:  # foreign code must not run in this process
        return None
    clock = settings.budget.clock
    if clock is not None and budget is not None and budget.iterations is None:
        each = clock.seconds / game.decisions(settings.players)
        return each + INCREMENT_SPENT * clock.increment
    entrant = enter(bot, game)
    spent, asked = 0.0, 0
    for view in positions:
        if spent >= MOST_SECONDS or (asked >= SAMPLES and spent >= SECONDS):
            break
        started = time.perf_counter()
        entrant.answer(view, 1)
        spent += time.perf_counter() - started
        asked += 1
    return spent / asked


def _positions(players: int, game: Game) -> list[View]:
    """Return views of the seats to decide from a whole game, shuffled."""
    state = game.deal(players, 1)
    names = game.catalogue.names
    player = enter("greedy" if "greedy" in names else names[0], game)
    views = []
    number = 0
    while not state.over:
        assert state.actor is not None
        view = state.view(state.actor)
        if number % APART == 0:
            views.append(view)
        state.play(player.answer(view, number).action)
        number += 1
    random.Random(1).shuffle(views)
    return views

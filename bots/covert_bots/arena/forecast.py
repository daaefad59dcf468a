"""What a tournament will take, said before it starts."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from covert_bots.arena.entrants.enter import enter
from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_bots.arena.statistics.elo import games_for
from covert_bots.players.game import Game
from covert_bots.players.spec import BotSpecError
from covert_bots.players.view import View

APART = 17  # decisions between the positions in which a bot's time is measured
SAMPLES = 6  # of these at least
SECONDS = 0.5  # of a bot, after which there are no more
MOST_SECONDS = 3.0  # after which there are no more, however few there have been


@dataclass(frozen=True)
class Forecast:
    """Blocks, games, and how long they are likely to take."""

    blocks: int
    games: int
    # Half of the 95 % interval of the reported Elo of a bot near the fair share, luck
    # unreckoned; None: of one bot
    precision: float | None
    core_seconds: float | None  # None where a bot's time cannot be measured here

    def wall_seconds(self, workers: int) -> float | None:
        """With so many processes, none of them in another's way."""
        return None if self.core_seconds is None else self.core_seconds / workers


def blocks_for(precision: float, plan: Plan) -> int:
    """Blocks for each table of the plan, whatever it has, after which the Elo of a bot near the
    fair share is reported with a 95 % interval of +- `precision`.

    As if games of one deal had nothing in common: duplicates save some of them.
    """
    return max(2, ceil((_after_a_block(plan) / precision) ** 2))


def precision_of(plan: Plan) -> float:
    """The inverse of `blocks_for`: +- so many Elo after all blocks of the plan."""
    return _after_a_block(plan) / sqrt(plan.settings.blocks)


def _after_a_block(plan: Plan) -> float:
    """+- Elo of the bot that is at the fewest tables, after one block at each of them."""
    tables = Counter(bot for table in plan.tables for bot in set(table))
    games = min(tables.values()) * plan.rotations
    of_share = sqrt(games_for(1.0, 1 / plan.settings.players) / games)
    return of_share * _from_the_average(plan.settings)


def _from_the_average(settings: PlanSettings) -> float:
    """An error of Elo in the common table, in errors of Elo from a bot's own share.

    A game of equals says diag(p) - pp' of the ratings (Fisher's information), with the parts p of
    the seats that the bots have; a table's ratings are taken from their average. Where all of m
    bots meet each other alike that comes to 1 - 1/m. In a gauntlet each meets the first alone, of
    whom most is known. A test tells the difference of two bots whole.
    """
    bots = len(settings.bots)
    if settings.format is Format.SPRT:
        return 1.0
    if settings.format is Format.GAUNTLET:
        return sqrt(1 - 1 / bots - 1 / bots**2)
    return 1 - 1 / bots


def forecast(plan: Plan, game: Game, *, timed: bool = True) -> Forecast:
    """The forecast of a plan: where it is to be timed, each bot is measured in a few positions."""
    settings = plan.settings
    positions = _positions(settings.players, game) if timed else []
    times = [_seconds_a_decision(bot, positions, game) if timed else None for bot in settings.bots]
    seconds = 0.0
    for number in range(len(plan.tables)):
        for fixture in plan.block(number).games:
            seconds += sum((times[bot] or 0.0) for bot in fixture.seats)
    seconds *= settings.blocks * game.decisions(settings.players)
    return Forecast(
        blocks=len(plan),
        games=plan.games,
        precision=precision_of(plan) if len(settings.bots) > 1 else None,
        core_seconds=None if None in times else seconds,
    )


def _seconds_a_decision(bot: str, positions: Sequence[View], game: Game) -> float | None:
    """The mean over some of these positions, of as many as there is time for."""
    try:
        game.catalogue.make(bot)
    except BotSpecError:  # other people's code, or another machine: not to be run in this process
        return None
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
    """What the seats that are to decide see here and there in a game, in no order."""
    state = game.deal(players, 1)
    greedy = enter("greedy", game)
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

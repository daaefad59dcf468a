"""Time management: the number of decisions to come, and a match of two ways to share out the time.

    python benchmarks/clock.py --count --players 2 --games 60
    python benchmarks/clock.py --first game --second 40 --clock 8 --blocks 40

A seat has `--clock` seconds of CPU time for a whole game. For each decision that is not forced it
takes what is left of them, divided by a number, or by `game`, the decisions to come as
`Covert.decisions_left` has them; `game*0.7` is fewer, so more is spent early. The first way has one
seat, the second all others, and each deal is played in each rotation of the seats. Prints the share
of the wins of the first way after each block.
"""

from __future__ import annotations

import re
import time
from collections import defaultdict
from multiprocessing import Pool
from statistics import mean
from typing import NamedTuple, cast

import click
from pooled import shown

from covert_bots.arena.statistics.elo import share_interval
from covert_bots.covert.catalogue import make
from covert_bots.covert.game import Covert
from covert_bots.players.bot import Bot
from covert_bots.players.cores import cores
from covert_bots.players.match import play_game, seed_of
from covert_command.options.game_choice import SpecOfGame
from covert_command.options.number import LONGEST_TIME, Number
from covert_engine.covert import View
from covert_engine.search import Limit

BY_GAME = "game"
NUMBER = r"\d+(\.\d+)?"
WAY = re.compile(rf"({BY_GAME}|{NUMBER})(\*{NUMBER})?")
LEAST = 0.0005  # seconds


class Clocked:
    """A bot with a clock, for one game."""

    def __init__(self, bot: str, divisor: str, seconds: float) -> None:
        self._bot = make(bot)
        self._divisor = divisor
        self._left = seconds

    def __str__(self) -> str:
        return f"{self._bot} by {self._divisor}"

    def choose(self, view: View, seed: int) -> int:
        """Take its share of the clock."""
        by_game, _, scale = self._divisor.partition("*")
        divisor = Covert.decisions_left(view) if by_game == BY_GAME else float(by_game)
        share = max(LEAST, self._left / max(1.0, divisor * float(scale or 1)))
        started = time.process_time()
        action = self._bot.choose(view, seed, Limit(cpu_seconds=share))
        self._left -= time.process_time() - started
        return action


class Task(NamedTuple):
    """A block, or a game that is counted."""

    bot: str
    players: int
    number: int
    ways: tuple[str, str] = (BY_GAME, BY_GAME)
    seconds: float = 0.0


def block(task: Task) -> float:
    """Return the first way's share of the wins in all rotations of a deal."""
    shares = []
    for own in range(task.players):
        ways = [task.ways[seat != own] for seat in range(task.players)]
        # Of a bot a game asks no more than this.
        bots = [cast(Bot, Clocked(task.bot, way, task.seconds)) for way in ways]
        shares.append(play_game(Covert(), bots, seed_of("clock", task.number)).share(own))
    return mean(shares)


def counted(task: Task) -> list[tuple[int, int]]:
    """Return, for each decision of a game that is not forced, the most missions that anybody has
    completed and how many decisions its seat has yet to take."""
    bot, seed = make(task.bot), seed_of("count", task.players, task.number)
    state = Covert().deal(task.players, seed)
    most: list[list[int]] = [[] for _ in range(task.players)]
    while state.actor is not None:
        view = state.view(state.actor)
        if len(bot.decision(view).actions) > 1:
            players = view.fields()["players"]
            most[view.seat].append(max(len(player["completed_missions"]) for player in players))
        state.play(bot.choose(view, seed))
    return [
        (missions, len(of_seat) - at) for of_seat in most for at, missions in enumerate(of_seat)
    ]


def way(_: click.Context, __: click.Parameter, text: str) -> str:
    """Check a way of sharing."""
    if not WAY.fullmatch(text):
        raise click.BadParameter(f"{text!r}; expected a number, `{BY_GAME}`, or `{BY_GAME}*0.7`")
    return text


@click.command(help="How to share out a clock.")
@click.option(
    "--bot", type=SpecOfGame(), help="[default: `ismcts`; to count `ismcts:iterations=250`]"
)
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option(
    "--first",
    default=BY_GAME,
    callback=way,
    show_default=True,
    help="A number, `game`, `game*0.7`.",
)
@click.option("--second", default="40", callback=way, show_default=True)
@click.option(
    "--clock",
    type=Number(0, LONGEST_TIME, min_open=True),
    default=8.0,
    show_default=True,
    help="Seconds of CPU time.",
)
@click.option("--blocks", type=click.IntRange(2), default=40, show_default=True)
@click.option("--count", is_flag=True, help="Count decisions in games of the bot with itself.")
@click.option("--games", type=click.IntRange(1), default=60, show_default=True, help="To count in.")
@click.option("--workers", type=click.IntRange(1), default=cores)
def main(
    bot: str | None,
    players: int,
    first: str,
    second: str,
    clock: float,
    blocks: int,
    count: bool,
    games: int,
    workers: int,
) -> None:
    with Pool(workers) as pool:
        if count:
            bot = bot or "ismcts:iterations=250"
            tasks = [Task(bot, players, number) for number in range(games)]
            left = defaultdict(list)
            for of_game in pool.imap(counted, tasks):
                for missions, number in of_game:
                    left[missions].append(number)
            print(f"{bot}, {players} players, {games} games; decisions yet to take:")
            for missions in sorted(left):
                print(f"  {missions} missions {mean(left[missions]):6.1f}")
            return
        bot = bot or "ismcts"
        tasks = [Task(bot, players, number, (first, second), clock) for number in range(blocks)]
        shares: list[float] = []
        for share in pool.imap(block, tasks):
            shares.append(share)
            if len(shares) > 1:
                print(len(shares), shown(share_interval(shares)), flush=True)


if __name__ == "__main__":
    main()

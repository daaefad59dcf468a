"""The overhead of a move: the same bot in process, as an engine, and on a server.

    python benchmarks/speed/engine_overhead.py

`random` does not think, so what is measured is asking it and being answered. With --c PROGRAM also
the compiled examples/engines/any_move.c, once without views and once with views in JSON, which it
does not read.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from statistics import median, quantiles
from typing import Any

import click

from covert_bots.arena.entrants.enter import enter
from covert_bots.arena.entrants.entrant import Entrant
from covert_bots.arena.entrants.foreign import ForeignBots
from covert_bots.covert.game import Covert
from covert_bots.covert_action.game import CovertAction
from covert_bots.engines.isolation import USUAL

BOT = "random"
GAMES = ((Covert(), 2), (CovertAction(), 6))
SEED = 1
WARM = 200  # moves


@contextmanager
def server() -> Iterator[str]:
    """Start a server on a free port; yields its address."""
    command = [sys.executable, "-m", "covert_command", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        line = process.stdout.readline().decode()  # that it is ready, and where
        try:
            yield "127.0.0.1:" + line.partition("127.0.0.1:")[2].split()[0].strip(".,;")
        finally:
            process.terminate()


def milliseconds(entrant: Entrant, game: Any, players: int, moves: int) -> list[float]:
    """Return the time of each move of games in which a bot plays all seats."""
    spent: list[float] = []
    number = 0
    while len(spent) < moves:
        number += 1
        state = game.deal(players, number)
        while not state.over and len(spent) < moves:
            view = state.view(state.actor)
            started = time.perf_counter()
            action = entrant.answer(view, SEED).action
            spent.append((time.perf_counter() - started) * 1e3)
            state.play(action)
    return spent


def cpu_seconds(entrant: Any, views: str) -> float:
    """Return the CPU time of this process, and of an engine."""
    return time.process_time() + (entrant.cpu_seconds() if views else 0.0)


@click.command()
@click.option("--moves", default=2000, show_default=True)
@click.option("--c", "program", help="The compiled engine in C.")
def command(moves: int, program: str | None) -> None:
    """Print the overhead of each way."""
    ours = f"engine:{sys.executable} -m covert_command engine --bot {BOT}"
    with server() as address:
        for game, players in GAMES:
            ways = [("in process", BOT, ""), ("engine", ours, "message")]
            ways.append(("gRPC", f"grpc://{address}/{BOT}", ""))
            if program is not None:
                ways.append(("engine in C, no views", f"engine:{program}", "none"))
                if game.name == "covert":
                    ways.append(("engine in C, views in JSON", f"engine:{program}", "json"))
            for way, bot, views in ways:
                with closing(ForeignBots(USUAL)) as foreign:
                    entrant: Any
                    if views:
                        entrant = foreign.enter(bot, game, 0, players, 0, SEED, 60.0)
                        hello = entrant._engine.hello  # the engine in C reads no view in any form
                        entrant._engine._hello = hello._replace(views=views)
                    else:
                        entrant = enter(bot, game)
                    milliseconds(entrant, game, players, WARM)
                    cpu = cpu_seconds(entrant, views)
                    times = milliseconds(entrant, game, players, moves)
                    cpu = cpu_seconds(entrant, views) - cpu
                low, both = quantiles(times, n=10)[0], cpu / moves * 1e3
                click.echo(
                    f"{game.name:14} {way:28} median {median(times):.3f} ms, a tenth of them "
                    f"{low:.3f} ms or less; CPU {both:.3f} ms, dealing and playing included"
                )


if __name__ == "__main__":
    command()

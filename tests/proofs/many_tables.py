"""Plays at many tables of one server at once: every game ends, and no news is lost or doubled.

    PYTHONPATH=tests python tests/proofs/many_tables.py [--tables 200] [--game covert_action]

At each table sits one person, who takes actions by chance, among bots of `greedy`. The server has
two workers and a process of its own. How long an action takes is measured from the call to its
answer.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path

from tables.killing import Victim

from covertbots.client import AsyncClient
from covertbots.v1 import covert_action_pb2, covert_pb2
from covertbots.v1 import tables_pb2 as v1

SETUPS = {
    "covert": covert_pb2.CovertSetup(),
    "covert_action": covert_action_pb2.CovertActionSetup(),
}


async def play(client: AsyncClient, game: str, number: int, times: list[float]) -> int:
    """Play a game, and return how many news the person had."""
    seats = [v1.SeatPlan(host="Ann"), *[v1.SeatPlan(bot="greedy")] * 3]
    table = await client.create_table(seats, SETUPS[game], seed=number)
    name, token, after = table.table, table.seat_token, 0
    rng = random.Random(number)
    while True:
        shown = await client.get_table(name, token, after, wait=30, timeout=120)
        for item in shown.news:
            assert item.number == after + 1, f"{item.number} after {after}"
            after = item.number
        if after < shown.table.news:
            continue
        if shown.table.status == v1.TABLE_STATUS_OVER:
            return after
        if shown.table.to_decide.legal_actions:
            action = rng.choice(shown.table.to_decide.legal_actions)
            start = time.monotonic()
            await client.act(name, token, after, action, timeout=120)
            times.append(time.monotonic() - start)


async def play_all(target: str, game: str, tables: int) -> tuple[int, list[float]]:
    """Play at so many tables at once."""
    times: list[float] = []
    async with AsyncClient(target) as client:
        news = await asyncio.gather(
            *(play(client, game, number, times) for number in range(tables))
        )
    return sum(news), times


def main() -> None:
    """Play, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--game", choices=SETUPS, default="covert_action")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        victim = Victim(str(Path(folder) / "tables.db"))
        victim.start()
        start = time.monotonic()
        news, times = asyncio.run(play_all(victim.target, options.game, options.tables))
        seconds = time.monotonic() - start
        victim.kill()
    median, high = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    print(f"{options.tables} tables of {options.game}, all over after {seconds:.0f} s")
    print(f"{news} news of people, numbered without a gap; {len(times)} actions of people")
    print(f"an action took {1000 * median:.0f} ms (median), 95% less than {1000 * high:.0f} ms")


if __name__ == "__main__":
    main()

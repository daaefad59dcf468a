"""Many games at once on a default server all end, and no host has to ask again.

    PYTHONPATH=tests python tests/proofs/many_games.py [--games 50 --games 200] [--decisions N]

The hosts share one Python client, on one event loop. In each game one seat is played by `greedy`
and one by a search of 16 iterations, both over `PlaySeat`. Prints how many games ended, how long
that took, and how often the server's log speaks of refusals, for which the client makes up by
itself; fails if a game is lost.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import NamedTuple

import click
from proofs.nothing_lost import process

from covertbots.client import AsyncClient, ServiceError

BOTS = ("greedy", "ismcts:iterations=16")


class Games(NamedTuple):
    """The outcomes of some games."""

    ended: int
    decisions: int
    lost: Counter[str]
    """Games that an error ended, by its reason."""


async def host(client: AsyncClient, seed: int, most: int) -> int:
    """Play a game to its end, or so many decisions of it; return how many there were."""
    decisions = 0
    async with client.play_seat(BOTS[0]) as first, client.play_seat(BOTS[1]) as second:
        seats = first, second
        game = await client.advance(await client.deal(players=2, seed=seed))
        views = [news.moments[-1].view for news in game.news]
        while not game.HasField("result") and decisions < most:
            seat = game.to_decide[0].seat
            action = (await seats[seat].decide(views[seat])).action
            game = await client.advance(game.record, action)
            decisions += 1
            for news in game.news:
                for moment in news.moments:
                    views[news.seat] = moment.view
    return decisions


async def play(target: str, games: int, most: int, attempts: int = 5) -> Games:
    """Play so many games at once."""
    async with AsyncClient(target, attempts=attempts) as client:
        hosts = [host(client, seed, most) for seed in range(games)]
        results = await asyncio.gather(*hosts, return_exceptions=True)
    lost: Counter[str] = Counter()
    for wrong in results:
        if isinstance(wrong, BaseException):
            if not isinstance(wrong, ServiceError):
                raise wrong
            lost[wrong.reason or wrong.code.name] += 1
    ended = [number for number in results if isinstance(number, int)]
    return Games(len(ended), sum(ended), lost)


@click.command()
@click.option("--games", type=click.IntRange(1), multiple=True, default=(50, 200))
@click.option("--decisions", type=click.IntRange(1), default=1_000_000)
def main(games: tuple[int, ...], decisions: int) -> None:
    """Host many games at once."""
    lost = False
    for number in games:
        with process("--log-level", "info") as server:
            begun = time.monotonic()
            played = asyncio.run(play(server.target, number, decisions))
            seconds = time.monotonic() - begun
            refused = Counter(
                line.get("reason", "") for line in server.lines() if line["message"] == "refused"
            )
        print(
            f"{number} games at once: {played.ended} ended, {played.decisions} decisions in "
            f"{seconds:.0f} s; lost {dict(played.lost)}; refusals in the log {dict(refused)}",
            flush=True,
        )
        lost |= bool(played.lost)
    raise SystemExit(1 if lost else 0)


if __name__ == "__main__":
    main()

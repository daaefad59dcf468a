"""A server that is stopped in the middle of many games and started again: all go on, with the moves
that they would have had. The hosts do nothing for it."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from service.both_clients import Connect, asked, both
from service.server import start_server

from covertbots.client import AsyncClient, ServiceError, limits
from covertbots.v1 import referee_pb2

GAMES = 5
DECISIONS = 16  # of each game; with 10,000 all are played to their end
ENDED_AT = {15: signal.SIGKILL, 50: signal.SIGTERM}  # decisions of all games
AWAY = 0.3  # seconds
THOUGHT = limits(iterations=8)
PATIENCE = 600.0  # seconds: on a machine with much else to do a start takes long


class Restarted:
    """A server in a process of its own, ended and started again as decisions are counted."""

    def __init__(self, ends: dict[int, signal.Signals]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.target = f"127.0.0.1:{free.getsockname()[1]}"
        self._ends = dict(ends)
        self._decisions = 0
        self._counting = threading.Lock()
        self._restarting: list[threading.Thread] = []
        self.restarts = 0

    def __enter__(self) -> Restarted:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        for thread in self._restarting:
            thread.join()
        self._process.kill()
        self._process.communicate()

    def _start(self) -> None:
        """Start a server that takes the port of the one before."""
        self._process, _ = start_server(address=self.target)

    def count(self) -> None:
        """Count a decision of one of the games."""
        with self._counting:
            self._decisions += 1
            if (sent := self._ends.pop(self._decisions, None)) is not None:
                self._restarting.append(threading.Thread(target=self.restart, args=(sent,)))
                self._restarting[-1].start()

    def end(self, sent: signal.Signals) -> None:
        """End the server and wait until it is gone."""
        self._process.send_signal(sent)
        self._process.wait()

    def end_unheard(self, sent: signal.Signals) -> None:
        """End the server when gRPC notices it but the event loop does not yet."""
        self.end(sent)
        time.sleep(0.2)

    def restart(self, sent: signal.Signals) -> None:
        """End the server, and start another in its place a while later."""
        self.end(sent)
        time.sleep(AWAY)
        self._start()
        self.restarts += 1


def goes_on(game: referee_pb2.AdvanceResponse) -> bool:
    return not game.HasField("result") and len(game.record.actions) < DECISIONS


def seat_to_decide(game: referee_pb2.AdvanceResponse, views: dict[int, Any]) -> int:
    """Remember what each seat has seen."""
    views.update((news.seat, news.moments[-1].view) for news in game.news if news.moments)
    return game.to_decide[0].seat if game.to_decide else 0


def play(connect: Connect, target: str, decided: Callable[[], None]) -> list[list[str]]:
    async def play_one(client: Any, seed: int) -> list[str]:
        game = await client.advance(await client.deal(2, seed))
        views: dict[int, Any] = {}
        async with (
            client.play_seat("ismcts", THOUGHT) as first,
            client.play_seat("greedy:worlds=1") as second,
        ):
            while goes_on(game):
                seat = seat_to_decide(game, views)
                action = (await (first, second)[seat].decide(views[seat])).action
                game = await client.advance(game.record, action)
                decided()
        return [action.text for action in game.record.actions]

    async def play_all(client: Any) -> list[list[str]]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(GAMES))
        return await asyncio.gather(*(play_one(client, seed) for seed in range(GAMES)))

    return asked(connect, target, play_all, timeout=PATIENCE, patience=PATIENCE)


@pytest.fixture(scope="module")
def undisturbed() -> list[list[str]]:
    with Restarted({}) as server:
        return play(AsyncClient, server.target, server.count)


@both
def test_games_go_on_as_they_would_have_if_their_server_is_started_again(
    connect: Connect, undisturbed: list[list[str]]
) -> None:
    with Restarted(ENDED_AT) as server:
        assert play(connect, server.target, server.count) == undisturbed
    assert server.restarts == len(ENDED_AT)


def test_a_message_that_cannot_be_written_is_an_attempt_that_failed() -> None:
    async def decide_on_a_lost_connection(server: Restarted) -> None:
        async with AsyncClient(server.target, patience=0) as client:
            game = await client.advance(await client.deal(2, 1))
            views: dict[int, Any] = {}
            decider = seat_to_decide(game, views)
            async with client.play_seat("random") as seat:
                await seat.decide(views[decider])
                server.end_unheard(signal.SIGKILL)
                with pytest.raises(ServiceError, match=r"^UNAVAILABLE: the connection was lost"):
                    await seat.decide(views[decider])

    with Restarted({}) as server:
        asyncio.run(decide_on_a_lost_connection(server))

"""Two servers, of which one is killed in the middle: the games do not show it."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from threading import Timer

import pytest
from service.both_clients import Connect, both
from service.server import start_server

from covertbots.client import AsyncClient, Client, limits

SEED = 2026
KILLED_AT = 17  # the decision, of twice as many
THOUGHT = limits(iterations=12)
UNTIL_ASKED = 0.3  # seconds


class Replicas:
    """Two servers, each in a process of its own, and named by what its answers say."""

    def __init__(self, stack: ExitStack) -> None:
        self.processes: dict[str, subprocess.Popen[str]] = {}
        targets = []
        for name in ("first", "second"):
            process, target = start_server(workers=1, replica=name)
            stack.enter_context(process)
            stack.callback(process.kill)
            self.processes[name] = process
            targets.append(target)
        self.target = ",".join(targets)

    def kill(self, name: str) -> None:
        """Send SIGKILL while a call waits for its answer, after a moment of standing still."""
        self.processes[name].send_signal(signal.SIGSTOP)
        Timer(UNTIL_ASKED, self.processes[name].kill).start()


@pytest.fixture
def replicas() -> Iterator[Replicas]:
    with ExitStack() as stack:
        yield Replicas(stack)


async def game(connect: Connect, replicas: Replicas, kill: bool) -> tuple[list[str], list[str]]:
    """Return the moves of a game between two seats, and the server that each came from.

    At one decision the server that has it may be killed.
    """
    moves: list[str] = []
    by: list[str] = []
    latest = ["", ""]
    with Client(replicas.target) as referee:
        async with (
            connect(replicas.target) as client,
            client.play_seat("ismcts", seed=SEED) as first,
            client.play_seat("ismcts", seed=SEED) as second,
        ):
            now = referee.advance(referee.deal(2, SEED))
            views = [news.moments[-1].view for news in now.news]
            while not now.HasField("result") and len(moves) < 2 * KILLED_AT:
                seat = now.to_decide[0].seat
                if kill and len(moves) == KILLED_AT:
                    replicas.kill(latest[seat])
                answer = await (first, second)[seat].decide(views[seat], THOUGHT)
                assert answer.suggestion.iterations in (0, THOUGHT.iterations)  # 0: a single move
                moves.append(answer.action.text)
                latest[seat] = answer.measured.replica
                by.append(latest[seat])
                now = referee.advance(now.record, answer.action)
                for news in now.news:
                    for moment in news.moments:
                        views[news.seat] = moment.view
    return moves, by


@pytest.fixture(scope="module")
def undisturbed() -> list[str]:
    """Return the moves where no server is killed."""
    with ExitStack() as stack:
        moves, _ = asyncio.run(game(AsyncClient, Replicas(stack), kill=False))
    return moves


@both
def test_a_seat_goes_on_at_the_other_server_as_if_nothing_had_happened(
    replicas: Replicas, connect: Connect, undisturbed: list[str]
) -> None:
    moves, by = asyncio.run(game(connect, replicas, kill=True))
    assert moves == undisturbed
    (dead,) = (name for name, process in replicas.processes.items() if process.poll() is not None)
    assert dead in by[:KILLED_AT]
    assert dead not in by[KILLED_AT:]

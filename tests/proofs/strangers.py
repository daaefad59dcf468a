"""Attacks of clients without a token on a server whose other clients have one.

    PYTHONPATH=tests python tests/proofs/strangers.py [--seconds 60] [--only TEXT]...

Starts a server with TLS and tokens on all ports. Strangers, who have other addresses of this
machine, do one thing after the other that has brought a server down; each attack is a function of
`strangers_connections.py`, `strangers_grpc.py` or `strangers_http.py`. Meanwhile health is checked,
and the holder of a token asks a bot, over one connection and over a new one each time. Prints for
each attack how soon 99 of 100 health checks were answered, the most memory that the server had, and
what the holder got. A health check that fails counts as one that is never answered; the holder's
client asks again as it does for everybody. Fails if 99 of 100 health checks take longer than 0.5 s,
if the server has more than 300 MB, or if a call of the holder is not answered.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click
from proofs import strangers_connections, strangers_grpc, strangers_http
from proofs.strangers_target import Attack, Reached, Target

SLOWEST_HEALTH = 0.5  # seconds in which 99 of 100 health checks are answered
MOST_MEMORY = 300.0  # MB
STRANGERS = 1000  # of an attack at most: each attack is by others
MOST_LOG = 10_000  # bytes a second of an attack


def idle(target: Reached) -> Counter[str]:
    """Do nothing: the baseline of this machine."""
    time.sleep(3)
    return Counter()


def attacks(number: int) -> Iterator[tuple[str, Attack]]:
    """Yield the name and the function of each attack."""
    yield "nothing, for comparison", idle
    yield from strangers_grpc.attacks()
    yield from strangers_http.attacks()
    yield from strangers_connections.attacks(number)


def measure(
    number: int, only: Sequence[str] = ("",), seconds: float = 60.0
) -> Iterator[dict[str, Any]]:
    """Run every attack whose name has one of `only` in it; yield its figures."""
    # In a process of its own: what it does must not keep the watching ones from watching.
    strangers = ProcessPoolExecutor(1, get_context("spawn"))
    with tempfile.TemporaryDirectory() as folder, strangers:
        target = Target(Path(folder), seconds)
        try:
            with target.watched():  # so that it has done all that it does
                time.sleep(2)
            for place, (name, attack) in enumerate(attacks(number)):
                if attack is not idle and not any(wanted in name for wanted in only):
                    continue
                reached = replace(target.reached, first=place * STRANGERS)
                target.forget_peak()
                begun, logged = time.monotonic(), target.log_bytes()
                with target.watched() as watched:
                    answers = strangers.submit(attack, reached).result()
                    time.sleep(0.5)
                yield {
                    "attack": name,
                    "answers": dict(answers),
                    "health_seconds": round(watched.health_within(0.99), 4),
                    "memory_mb": round(target.memory(), 1),
                    "log_bytes_a_second": round(
                        (target.log_bytes() - logged) / (time.monotonic() - begun)
                    ),
                    "holder_answered": watched.answers,
                    "not_answered": dict(watched.failures),
                }
        finally:
            target.process.terminate()
            target.process.wait(60)


def holds(result: dict[str, Any]) -> bool:
    """Return True if the server withstood an attack."""
    return (
        result["health_seconds"] <= SLOWEST_HEALTH
        and result["memory_mb"] <= MOST_MEMORY
        and result["log_bytes_a_second"] <= MOST_LOG
        and result["holder_answered"] > 0
        and not any(name.startswith("holder") for name in result["not_answered"])
    )


@click.command()
@click.option("--seconds", type=click.FloatRange(1), default=60.0, show_default=True)
@click.option("--connections", "number", type=click.IntRange(1), default=1000, show_default=True)
@click.option(
    "--only", multiple=True, default=("",), help="Attacks with this in their name; may be repeated."
)
def main(number: int, only: tuple[str, ...], seconds: float) -> None:
    """Let strangers loose on a server."""
    with suppress(AttributeError):
        print(f"{len(os.sched_getaffinity(0))} cores", flush=True)
    failed = 0
    for result in measure(number, only, seconds):
        failed += not holds(result)
        answers = ", ".join(f"{count} {code}" for code, count in result["answers"].items())
        print(
            f"{result['attack']:52} health {result['health_seconds']:.3f} s, "
            f"{result['memory_mb']:.0f} MB, log {result['log_bytes_a_second']} B/s, "
            f"holder {result['holder_answered']} answered {result['not_answered'] or ''} "
            f"{'' if holds(result) else 'FAILS'}  [{answers}]",
            flush=True,
        )
    print(f"{failed} failed")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()

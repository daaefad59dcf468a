"""Attacks on the port for gRPC."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import grpc
from proofs.strangers_target import Attack, Reached

__all__ = ["AT_ONCE", "LARGEST", "METHODS", "attacks"]

LARGEST = 1 << 17  # bytes of a request
AT_ONCE = 33
METHODS = (
    *(f"covertbots.v1.Opponent/{one}" for one in ("ListBots", "SuggestMove", "Watch")),
    *(f"covertbots.v1.Referee/{one}" for one in ("GetCardSet", "Deal", "Advance")),
    "grpc.health.v1.Health/Check",
    "grpc.health.v1.Health/Watch",
)


def attacks() -> Iterator[tuple[str, Attack]]:
    """What a stranger does, and how."""
    for path in METHODS:
        for calls in (1, AT_ONCE):
            yield f"gRPC {path}, {calls}", partial(largest, path=path, calls=calls)


def largest(target: Reached, path: str, calls: int) -> Counter[str]:
    """Sends a method so many of the largest requests at once."""
    found: Counter[str] = Counter()
    credentials = grpc.ssl_channel_credentials(target.authority.read_bytes())
    with grpc.secure_channel(f"localhost:{target.port}", credentials) as channel:
        call: Any = channel.unary_stream(f"/{path}")

        def one(_: int) -> str:
            try:
                list(call(b"\x0a\x00" * (LARGEST // 2 - 16), timeout=60))
            except grpc.RpcError as failed:
                error: Any = failed
                return str(error.code().name)
            return "OK"

        with ThreadPoolExecutor(calls) as pool:
            found.update(pool.map(one, range(calls)))
    return found

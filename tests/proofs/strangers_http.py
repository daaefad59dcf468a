"""Attacks on the port for HTTP."""

from __future__ import annotations

import ssl
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import httpx
from proofs.strangers_grpc import AT_ONCE, LARGEST, METHODS
from proofs.strangers_target import Attack, Reached

__all__ = ["attacks"]


def attacks() -> Iterator[tuple[str, Attack]]:
    """What a stranger does, and how."""
    for path in METHODS:
        for calls in (1, AT_ONCE):
            yield f"HTTP {path}, {calls}", partial(largest, path=path, calls=calls)


def largest(target: Reached, path: str, calls: int) -> Counter[str]:
    """Sends a method so many of the largest requests at once, in JSON that is slow to read."""
    context = ssl.create_default_context(cafile=target.authority)
    names = ",".join(f'"a{number}":[]' for number in range(LARGEST // 11))
    data = f"{{{names}}}".encode()[: LARGEST - 1]
    stream = path.endswith("Watch")
    kind = "application/connect+json" if stream else "application/json"
    if stream:
        data = b"\0" + len(data).to_bytes(4, "big") + data
    url = f"https://localhost:{target.http_port}/{path}"

    def one(_: int) -> str:
        try:
            headers = {"content-type": kind}
            found = httpx.post(url, content=data, headers=headers, verify=context, timeout=60)
        except httpx.TransportError as error:
            return type(error).__name__
        return str(found.status_code)

    with ThreadPoolExecutor(calls) as pool:
        return Counter(pool.map(one, range(calls)))

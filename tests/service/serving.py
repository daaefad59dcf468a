"""A real server on a free port, on an event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from types import TracebackType
from typing import Any, TypeVar

from covert_server.app import Server
from covert_server.settings import Settings

__all__ = ["Serving", "eventually"]

T = TypeVar("T")


class Serving:
    """Serves while its `with` block lasts."""

    def __init__(self, settings: Settings | None = None, address: str = "127.0.0.1:0") -> None:
        self._settings = replace(settings or Settings(), address=address)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Serving:
        self._thread.start()
        self.do(self._start())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.do(self.server.stop(0.0))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self) -> None:
        self.server = Server(self._settings)
        self.target = f"127.0.0.1:{await self.server.start()}"
        self.url = f"http://127.0.0.1:{self.server.http_port}"

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine on the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    @property
    def running(self) -> int:
        """Searches in a worker."""
        return self.do(self._gauge(lambda: self.server.searchers.running))

    @property
    def waiting(self) -> int:
        """Searches in the queue."""
        return self.do(self._gauge(lambda: self.server.searchers.waiting))

    async def _gauge(self, read: Callable[[], int]) -> int:
        return read()


def eventually(holds: Callable[[], bool], within: float = 10.0) -> float:
    """Waits until something holds; returns the seconds it took."""
    start = time.monotonic()
    while not holds():
        assert time.monotonic() - start < within, "it never came to hold"
        time.sleep(0.002)
    return time.monotonic() - start

"""One thread for one connection to a database, with one transaction for all work that waits.

Each piece of work is a savepoint: it is done as a whole or not at all, and its result is handed on
only when the transaction is in the database. So a change whose result came survives the end of the
process, and many changes cost as much as one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from covert_server.tables.kept import StoreError

C = TypeVar("C", bound="Connection")
T = TypeVar("T")


class Connection(Protocol):
    """A connection to a database that begins no transaction of its own."""

    def execute(self, query: Any, parameters: Any = ..., /) -> Any:
        """Run a statement."""

    def close(self) -> None:
        """End it."""

    @property
    def closed(self) -> bool:
        """True if it is lost, or ended."""


class _Work(NamedTuple):
    do: Callable[[Any], Any]
    result: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Writer(Generic[C]):
    """A thread that does the work of a database."""

    def __init__(
        self, connect: Callable[[], C], errors: tuple[type[Exception], ...], together: int
    ) -> None:
        """`connect` opens a connection, now and when it is lost; it may raise what `errors` has,
        those of the database, which later become a StoreError. So many pieces of work may be done
        in a transaction."""
        self._connect = connect
        self._connection = connect()
        self._errors = errors
        self._most = together
        self._queue: SimpleQueue[_Work | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="tables", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[C], T]) -> T:
        """Do work in a transaction and return its result; StoreError if the database fails."""
        loop = asyncio.get_running_loop()
        result: asyncio.Future[T] = loop.create_future()
        self._queue.put(_Work(work, result, loop))
        return await result

    async def close(self) -> None:
        """End the thread once all work is done."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, ends = [first], False
            with suppress(Empty):
                while len(batch) < self._most and not ends:
                    more = self._queue.get_nowait()
                    if more is None:
                        ends = True
                    else:
                        batch.append(more)
            for work, outcome in zip(batch, self._together(batch), strict=True):
                with suppress(RuntimeError):  # its loop has ended
                    work.loop.call_soon_threadsafe(_hand_on, work.result, outcome)
            if ends:
                break
        self._connection.close()

    def _together(self, batch: list[_Work]) -> list[Any]:
        """Do work in one transaction; return the results, exceptions where it failed."""
        try:
            if self._connection.closed:
                self._connection = self._connect()
            self._connection.execute("BEGIN")
            outcomes = [self._alone(work) for work in batch]
            self._connection.execute("COMMIT")
        except Exception as error:
            with suppress(Exception):
                self._connection.execute("ROLLBACK")
            return [self._failure(error)] * len(batch)
        return outcomes

    def _alone(self, work: _Work) -> Any:
        self._connection.execute("SAVEPOINT work")
        try:
            outcome = work.do(self._connection)
        except Exception as error:
            self._connection.execute("ROLLBACK TO work")
            outcome = self._failure(error)
        self._connection.execute("RELEASE work")
        return outcome

    def _failure(self, error: Exception) -> Exception:
        return StoreError(str(error)) if isinstance(error, self._errors) else error


def _hand_on(result: asyncio.Future[Any], outcome: Any) -> None:
    if result.done():  # who asked has gone
        return
    if isinstance(outcome, Exception):
        result.set_exception(outcome)
    else:
        result.set_result(outcome)

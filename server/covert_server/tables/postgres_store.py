"""Tables in a database of PostgreSQL, which several servers may share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Any

import psycopg

from covert_server.tables.kept import StoreError
from covert_server.tables.sql_store import CREATE, SCHEMA, SqlStore
from covert_server.tables.writer import Writer

log = logging.getLogger(__name__)

NAME = "covertbots"  # of the schema in which all lies, and of the channel that announces changes
LOCK = 0x436F7662  # of the servers that start at the same time
CONNECTING = 10  # seconds to reach the database
LONGEST = "10s"  # for a statement
LISTENING = 1.0  # seconds between two looks if the server ends, or until it connects again


class PostgresStore(SqlStore):
    """A store in a database of PostgreSQL."""

    def __init__(self, address: str) -> None:
        """`psycopg.Error` if the database cannot be used."""
        self._address = address
        super().__init__(Writer(self._connect, (psycopg.Error,), together=1), "%s")
        self._ended = Event()
        self._thread: Thread | None = None

    def _connect(self) -> psycopg.Connection[Any]:
        connection = psycopg.connect(
            self._address,
            autocommit=True,
            connect_timeout=CONNECTING,
            options=f"-c search_path={NAME} -c statement_timeout={LONGEST}",
            prepare_threshold=None,  # so that a pool such as PgBouncer may stand between
        )
        try:
            with connection.transaction():
                _prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    async def latest(self, name: str) -> int:
        """Return the version of a table; 0 if there is none of this name."""

        def work(connection: Any) -> int:
            select = "SELECT version FROM tables WHERE name = ?"
            row = self._run(connection, select, (name,)).fetchone()
            return 0 if row is None else int(row[0])

        return await self._writer.do(work)

    def announce(self, connection: Any, name: str, version: int) -> None:
        """Announce a change to other processes once it is kept."""
        self._run(connection, "SELECT pg_notify(?, ?)", (NAME, f"{name} {version}"))

    def listen(self, heard: Callable[[str | None, int], None]) -> None:
        """Call `heard` with changes, those of this process too."""
        loop = asyncio.get_running_loop()
        self._thread = Thread(
            target=self._listen, args=(loop, heard), name="tables-listen", daemon=True
        )
        self._thread.start()

    def _listen(
        self, loop: asyncio.AbstractEventLoop, heard: Callable[[str | None, int], None]
    ) -> None:
        def hear(name: str | None, version: int) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(heard, name, version)

        while not self._ended.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {NAME}")
                    hear(None, 0)  # what was announced before is not known
                    while not self._ended.is_set():
                        for notice in connection.notifies(timeout=LISTENING):
                            name, _, version = notice.payload.partition(" ")
                            hear(name, int(version))
            except psycopg.Error as error:
                log.error("tables cannot be listened to", extra={"fields": {"error": str(error)}})
                self._ended.wait(LISTENING)

    async def close(self) -> None:
        """End, once all that was asked for is done."""
        self._ended.set()
        await super().close()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)


def postgres_store(address: str) -> PostgresStore:
    """Return the store at an address such as `postgresql://user@host/database`; StoreError if it
    cannot be used."""
    try:
        return PostgresStore(address)
    except psycopg.Error as error:
        raise StoreError(" ".join(str(error).split())) from None


def _prepare(connection: psycopg.Connection[Any]) -> None:
    """Make what is missing in the database; StoreError if it is of another version."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
    connection.execute(f"CREATE SCHEMA IF NOT EXISTS {NAME}")
    connection.execute("CREATE TABLE IF NOT EXISTS version (number INTEGER NOT NULL)")
    row = connection.execute("SELECT number FROM version").fetchone()
    if row is None:
        for statement in CREATE:
            connection.execute(statement.format(blob="BYTEA", big="BIGINT").encode())
        connection.execute("INSERT INTO version VALUES (%s)", (SCHEMA,))
    elif row[0] != SCHEMA:
        wrong = f"the schema {NAME} is of version {row[0]}; this server has version {SCHEMA}"
        raise StoreError(wrong)

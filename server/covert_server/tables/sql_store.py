"""Tables in a database, by statements that SQLite and PostgreSQL both know."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from covert_server.tables.kept import (
    Change,
    ChangedError,
    Counts,
    Entry,
    GivenHint,
    GoneError,
    KeptTable,
    ManyTablesError,
    Most,
    Seat,
    TakenError,
)
from covert_server.tables.writer import Writer

SCHEMA = 1  # its version; a database of another version is refused

# Names and specs are short, hashes have 32 bytes. `news` is a list of numbers in JSON.
CREATE = (
    """CREATE TABLE tables (
        name TEXT PRIMARY KEY, game TEXT NOT NULL, client TEXT NOT NULL, deal {blob} NOT NULL,
        hints INTEGER NOT NULL, host {blob} NOT NULL, invitation {blob} NOT NULL,
        host_seat INTEGER, is_over INTEGER NOT NULL, undone INTEGER NOT NULL,
        version INTEGER NOT NULL, expires {big} NOT NULL, open_for INTEGER NOT NULL,
        is_seeded INTEGER NOT NULL, window_closes {big})""",
    """CREATE TABLE seats (
        table_name TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seat INTEGER NOT NULL,
        name TEXT NOT NULL, bot TEXT NOT NULL, token {blob} NOT NULL,
        PRIMARY KEY (table_name, seat))""",
    """CREATE TABLE actions (
        table_name TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, number INTEGER NOT NULL,
        seat INTEGER NOT NULL, text TEXT NOT NULL, after INTEGER NOT NULL, news TEXT NOT NULL,
        PRIMARY KEY (table_name, number))""",
    """CREATE TABLE choices (
        table_name TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seat INTEGER NOT NULL,
        text TEXT NOT NULL, PRIMARY KEY (table_name, seat))""",
    """CREATE TABLE hints (
        table_name TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, number INTEGER NOT NULL,
        seat INTEGER NOT NULL, bot TEXT NOT NULL, build TEXT NOT NULL,
        PRIMARY KEY (table_name, number, seat))""",
    "CREATE INDEX tables_of_client ON tables (client)",
    "CREATE INDEX tables_by_expiry ON tables (expires)",
)
COLUMNS = (
    "name, game, client, deal, hints, open_for, is_seeded, host, invitation, host_seat, "
    "is_over, undone, version, expires, window_closes"
)
COUNT_TABLES = """SELECT CASE WHEN is_over = 1 THEN 'over' WHEN EXISTS (
    SELECT 1 FROM seats WHERE table_name = tables.name AND bot = '' AND length(token) = 0
    ) THEN 'open' ELSE 'playing' END AS status, count(*)
    FROM tables WHERE expires > ? GROUP BY 1"""
COUNT_SEATS = """SELECT CASE WHEN bot <> '' THEN 'bot' WHEN length(token) > 0 THEN 'person'
    ELSE 'open' END AS player, count(*)
    FROM seats JOIN tables ON tables.name = table_name
    WHERE expires > ? AND is_over = 0 GROUP BY 1"""


class SqlStore:
    """A store in a database."""

    def __init__(self, writer: Writer[Any], mark: str) -> None:
        """`mark` stands for a parameter in a statement."""
        self._writer = writer
        self._mark = mark

    def _run(self, connection: Any, statement: str, values: Sequence[Any] = ()) -> Any:
        return connection.execute(statement.replace("?", self._mark), values)

    def announce(self, connection: Any, name: str, version: int) -> None:
        """Announce a change to other processes once it is kept: here there are none."""

    async def create(self, table: KeptTable, most: Most, now: int) -> None:
        """Keep a new table; ManyTablesError if there are too many."""

        def work(connection: Any) -> None:
            self._forget(connection, now)
            count = "SELECT count(*) FROM tables"
            if self._run(connection, count).fetchone()[0] >= most.tables:
                raise ManyTablesError(of_client=False)
            of_client = self._run(connection, f"{count} WHERE client = ?", (table.client,))
            if of_client.fetchone()[0] >= most.of_client:
                raise ManyTablesError(of_client=True)
            self._insert(connection, table)

        await self._writer.do(work)

    def _insert(self, connection: Any, table: KeptTable) -> None:
        """Insert a table and its seats."""
        values = (
            *(table.name, table.game, table.client, table.deal, table.hints, table.window),
            *(int(table.seeded), table.host, table.invitation, table.host_seat),
            *(int(table.over), table.undone, table.version, table.expires, table.window_closes),
        )
        marks = ", ".join("?" * len(values))
        self._run(connection, f"INSERT INTO tables ({COLUMNS}) VALUES ({marks})", values)
        insert = "INSERT INTO seats (table_name, seat, name, bot, token) VALUES (?, ?, ?, ?, ?)"
        for number, seat in enumerate(table.seats):
            self._run(connection, insert, (table.name, number, *seat))

    def _add(self, connection: Any, name: str, first: int, entries: Sequence[Entry]) -> None:
        """Add actions to the log of a table."""
        for number, entry in enumerate(entries, first):
            self._run(
                connection,
                "INSERT INTO actions (table_name, number, seat, text, after, news) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (name, number, *entry[:3], json.dumps(entry.news)),
            )

    def _choose(self, connection: Any, name: str, choices: Mapping[int, str]) -> None:
        """Keep choices in the open window of a table."""
        for seat, text in choices.items():
            self._run(
                connection,
                "INSERT INTO choices (table_name, seat, text) VALUES (?, ?, ?) "
                "ON CONFLICT (table_name, seat) DO UPDATE SET text = excluded.text",
                (name, seat, text),
            )

    async def load(self, name: str, now: int) -> KeptTable:
        """Return a table; GoneError if there is none of this name."""

        def work(connection: Any) -> KeptTable:
            select = f"SELECT {COLUMNS} FROM tables WHERE name = ? AND expires > ?"
            row = self._run(connection, select, (name, now)).fetchone()
            if row is None:
                raise GoneError
            _, game, client, deal, hints, window, seeded, host, invitation, *rest = row
            host_seat, over, undone, version, expires, window_closes = rest

            def rows(columns: str, table: str, order: str) -> Any:
                select = f"SELECT {columns} FROM {table} WHERE table_name = ? ORDER BY {order}"
                return self._run(connection, select, (name,)).fetchall()

            return KeptTable(
                name=name,
                game=game,
                client=client,
                deal=bytes(deal),
                hints=hints,
                window=window,
                seeded=bool(seeded),
                host=bytes(host),
                invitation=bytes(invitation),
                host_seat=host_seat,
                seats=[
                    Seat(seat, bot, bytes(token))
                    for seat, bot, token in rows("name, bot, token", "seats", "seat")
                ],
                log=[
                    Entry(seat, text, after, tuple(json.loads(news)))
                    for seat, text, after, news in rows(
                        "seat, text, after, news", "actions", "number"
                    )
                ],
                choices=dict(rows("seat, text", "choices", "seat")),
                window_closes=window_closes,
                over=bool(over),
                undone=undone,
                version=version,
                expires=expires,
            )

        return await self._writer.do(work)

    async def latest(self, name: str) -> int:
        """Return 0: no other process changes these tables."""
        return 0

    async def change(self, name: str, version: int, change: Change) -> None:
        """Change a table; ChangedError if it is of another version by now."""

        def work(connection: Any) -> None:
            done = self._run(
                connection,
                "UPDATE tables SET version = version + 1, expires = ?, window_closes = ?, "
                "is_over = ?, undone = undone + ? WHERE name = ? AND version = ?",
                (
                    *(change.expires, change.window_closes, int(change.over)),
                    *(int(change.keep is not None), name, version),
                ),
            )
            if done.rowcount != 1:
                raise ChangedError
            self.announce(connection, name, version + 1)
            for number, seat in change.seats.items():
                self._run(
                    connection,
                    "UPDATE seats SET name = ?, bot = ?, token = ? WHERE table_name = ? "
                    "AND seat = ?",
                    (*seat, name, number),
                )
            if change.ends_window:
                self._run(connection, "DELETE FROM choices WHERE table_name = ?", (name,))
            self._choose(connection, name, change.choices)
            if change.keep is not None:
                for table in ("actions", "hints"):
                    # A hint that was given stays noted at the position where it was asked for.
                    beyond = ">=" if table == "actions" else ">"
                    self._run(
                        connection,
                        f"DELETE FROM {table} WHERE table_name = ? AND number {beyond} ?",
                        (name, change.keep),
                    )
            self._add(connection, name, change.first, change.entries)

        await self._writer.do(work)

    async def note_hint(self, name: str, number: int, seat: int, bot: str, build: str) -> None:
        """Note that a seat has asked for a hint after so many actions, once for each position."""

        def work(connection: Any) -> None:
            self._run(
                connection,
                "INSERT INTO hints (table_name, number, seat, bot, build) "
                "SELECT name, ?, ?, ?, ? FROM tables WHERE name = ? ON CONFLICT DO NOTHING",
                (number, seat, bot, build, name),
            )

        await self._writer.do(work)

    async def names(self, now: int) -> list[str]:
        """Return the names of all tables that have not expired."""

        def work(connection: Any) -> list[str]:
            select = "SELECT name FROM tables WHERE expires > ? ORDER BY name"
            return [name for (name,) in self._run(connection, select, (now,)).fetchall()]

        return await self._writer.do(work)

    async def count(self, now: int) -> Counts:
        """Count the tables and their seats."""

        def work(connection: Any) -> Counts:
            tables = self._run(connection, COUNT_TABLES, (now,)).fetchall()
            seats = self._run(connection, COUNT_SEATS, (now,)).fetchall()
            return Counts(
                {"open": 0, "playing": 0, "over": 0, **dict(tables)},
                {"open": 0, "person": 0, "bot": 0, **dict(seats)},
            )

        return await self._writer.do(work)

    async def hints(self, name: str) -> list[GivenHint]:
        """Return the hints that were asked for at a table."""

        def work(connection: Any) -> list[GivenHint]:
            select = (
                "SELECT number, seat, bot, build FROM hints WHERE table_name = ? "
                "ORDER BY number, seat"
            )
            return [GivenHint(*row) for row in self._run(connection, select, (name,)).fetchall()]

        return await self._writer.do(work)

    async def take_up(self, tables: Sequence[tuple[KeptTable, Sequence[GivenHint]]]) -> None:
        """Keep tables from another store, all or none; TakenError names one that is here."""

        def work(connection: Any) -> None:
            for table, hints in tables:
                select = "SELECT count(*) FROM tables WHERE name = ?"
                if self._run(connection, select, (table.name,)).fetchone()[0]:
                    raise TakenError(table.name)
                self._insert(connection, table)
                self._add(connection, table.name, 0, table.log)
                self._choose(connection, table.name, table.choices)
                for hint in hints:
                    self._run(
                        connection,
                        "INSERT INTO hints (table_name, number, seat, bot, build) "
                        "VALUES (?, ?, ?, ?, ?)",
                        (table.name, *hint),
                    )

        await self._writer.do(work)

    async def remove(self, versions: Mapping[str, int]) -> None:
        """Remove tables, all or none; ChangedError names one that is of another version by now."""

        def work(connection: Any) -> None:
            for name, version in versions.items():
                delete = "DELETE FROM tables WHERE name = ? AND version = ?"
                if self._run(connection, delete, (name, version)).rowcount != 1:
                    raise ChangedError(name)
                self.announce(connection, name, version + 1)

        await self._writer.do(work)

    async def forget(self, now: int) -> int:
        """Forget the tables that have expired, and return how many."""
        return await self._writer.do(lambda connection: self._forget(connection, now))

    def _forget(self, connection: Any, now: int) -> int:
        gone: int = self._run(connection, "DELETE FROM tables WHERE expires <= ?", (now,)).rowcount
        return gone

    def listen(self, heard: Callable[[str | None, int], None]) -> None:
        """Do nothing: no other process changes these tables."""

    async def close(self) -> None:
        """End, once all that was asked for is done."""
        await self._writer.close()

"""Tables in a file of SQLite: for one server, which has the file for itself."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from covert_server.tables.kept import StoreError, StoreInUseError
from covert_server.tables.sql_store import CREATE, SCHEMA, SqlStore
from covert_server.tables.writer import Writer

APPLICATION = 0x436F7662  # "Covb": marks the files that are ours
WAIT = 1.0  # seconds for another server to leave the file
TOGETHER = 64  # changes in a transaction: each takes a while to reach the disk
LOCKED = "expected a file that no other server uses"


def sqlite_store(file: Path) -> SqlStore:
    """Return the store in a file, which is made if need be; StoreError if it cannot be used."""
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))  # it holds secrets of games
        return SqlStore(Writer(lambda: _opened(file), (sqlite3.Error,), TOGETHER), "?")
    except OSError as error:
        raise StoreError(f"{file}: {error.strerror}") from error
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StoreInUseError(f"{file}: {error}; {LOCKED}") from error
        raise StoreError(f"{file}: {error}") from error
    except (sqlite3.Error, StoreError) as error:
        raise StoreError(f"{file}: {error}") from error


class _File(sqlite3.Connection):
    """A connection to a file, which is never lost."""

    closed = False


def _opened(file: Path) -> _File:
    connection = sqlite3.connect(
        file, timeout=WAIT, isolation_level=None, check_same_thread=False, factory=_File
    )
    try:
        _prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # a second server would not see changes
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")  # of a new file
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # a commit survives the end of the machine, too
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("BEGIN IMMEDIATE")
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not objects:
            for statement in CREATE:
                connection.execute(statement.format(blob="BLOB", big="INTEGER"))
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
        elif application != APPLICATION:
            raise StoreError("is a database of something else; expected a new file")
        elif version != SCHEMA:
            raise StoreError(f"is of version {version}; this server has version {SCHEMA}")
    finally:
        if connection.in_transaction:
            connection.execute("COMMIT")

"""The store of tables at a place that an operator names."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from covert_engine.input.hints import not_installed
from covert_server.tables.kept import Store
from covert_server.tables.sqlite_store import sqlite_store

POSTGRES = ("postgresql://", "postgres://")  # how its addresses begin


def opened(place: str) -> Store:
    """Open the store at a place: the path of a file, or the address of a database of PostgreSQL.
    StoreError if it cannot be used, ImportError without the extra `postgres`."""
    if not is_shared(place):
        return sqlite_store(Path(place))
    if find_spec("psycopg") is None:
        raise ImportError(not_installed("psycopg", "postgres"))
    from covert_server.tables.postgres_store import postgres_store

    return postgres_store(place)


def without_password(place: str) -> str:
    """Return a place as it may be shown."""
    return re.sub(r"//.*@", "//...@", place) if is_shared(place) else place


def is_shared(place: str) -> bool:
    """Return True if several processes may use the store at a place."""
    return place.startswith(POSTGRES)

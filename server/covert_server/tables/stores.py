"""The store of tables that a server is told to use."""

from __future__ import annotations

from pathlib import Path

from covert_server.tables.kept import Store
from covert_server.tables.sqlite_store import sqlite_store


def opened(place: str) -> Store:
    """Open the store at a place, the path of a file; StoreError if it cannot be used."""
    return sqlite_store(Path(place))

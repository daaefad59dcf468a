"""Exported games as Parquet: a row for each game, the tournament in the metadata.

The bytes depend on the games, these settings and the version of pyarrow.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from covert_bots.arena.errors import LedgerError
from covert_bots.arena.export.fields import (
    GAME,
    NUMBER,
    OBJECT,
    SIGNED,
    TEXT,
    WHOLE,
    Field,
    Kind,
    Many,
    Record,
)
from covert_bots.arena.ledger_lines import to_bytes
from covert_bots.players.game import Facts

MAGIC = b"PAR1"  # the first bytes of a file
NAME = b"covert_bots.tournament"  # of the metadata
IN_GROUP = 500  # games of a row group, the unit of reading
AT_ONCE = 20  # games turned into columns at a time
MOST_BYTES = 1 << 28  # of so many games in memory, read from a stranger's file
PLAIN: dict[Kind, pa.DataType] = {
    TEXT: pa.string(),
    WHOLE: pa.int64(),
    SIGNED: pa.int64(),
    NUMBER: pa.float64(),
    OBJECT: pa.string(),  # as JSON
}


def _type_of(kind: Kind) -> pa.DataType:
    if isinstance(kind, Many):
        return pa.list_(_type_of(kind.of))
    if isinstance(kind, Record):
        return pa.struct([_column(field) for field in kind.fields])
    return PLAIN[kind]


def _column(field: Field) -> pa.Field:
    return pa.field(field.name, _type_of(field.kind), nullable=field.may_be_null)


COLUMNS = pa.schema([_column(field) for field in GAME.fields])
OBJECTS = tuple(field.name for field in GAME.fields if field.kind is OBJECT)
MANY_OBJECTS = tuple(field.name for field in GAME.fields if field.kind == Many(OBJECT))


class Parquet:
    """A writer of games as Parquet."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._writer: pq.ParquetWriter | None = None
        self._waiting: list[Facts] = []
        self._columns: list[pa.RecordBatch] = []

    def begin(self, tournament: Facts) -> None:
        """Write the metadata."""
        schema = COLUMNS.with_metadata({NAME: to_bytes(tournament)})
        self._writer = pq.ParquetWriter(
            self._file, schema, version="2.6", compression="zstd", compression_level=9
        )

    def add(self, document: Facts, line: bytes) -> None:
        """Write a game."""
        self._waiting.append(_as_row(document))
        if len(self._waiting) == AT_ONCE:
            self._to_columns()
        if len(self._columns) == IN_GROUP // AT_ONCE:
            self._write_group()

    def end(self) -> None:
        """Write what is left."""
        assert self._writer is not None
        if self._waiting:
            self._to_columns()
        if self._columns:
            self._write_group()
        self._writer.close()

    def _to_columns(self) -> None:
        self._columns.append(pa.RecordBatch.from_pylist(self._waiting, COLUMNS))
        self._waiting = []

    def _write_group(self) -> None:
        assert self._writer is not None
        self._writer.write_table(pa.Table.from_batches(self._columns), row_group_size=IN_GROUP)
        self._columns = []


def _as_row(document: Facts) -> Facts:
    """Return a document with objects as text."""
    row = dict(document)
    for name in OBJECTS:
        row[name] = to_bytes(row[name]).decode()
    for name in MANY_OBJECTS:
        row[name] = [to_bytes(each).decode() for each in row[name]]
    return row


def read(file: BinaryIO, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the tournament, and then each game, as documents, each with its place in words;
    LedgerError names a row that is none."""
    try:
        opened = pq.ParquetFile(file)
        data = (opened.schema_arrow.metadata or {}).get(NAME)
        if data is None or not opened.schema_arrow.equals(COLUMNS):
            raise LedgerError(f"{path}: other columns; expected games that the arena exported")
        yield f"{path}: its metadata", json.loads(data)
        number = 0
        for batch in opened.iter_batches(AT_ONCE):
            if batch.nbytes > MOST_BYTES:
                raise LedgerError(f"{path}: row {number + 1}: too long; expected a game")
            for row in batch.to_pylist():
                number += 1
                yield f"{path}: row {number}", _from_row(row)
    except (pa.ArrowException, ValueError, RecursionError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of the system
        text = str(error).partition("\n")[0][:200]
        raise LedgerError(f"{path}: {text}; expected games that the arena exported") from None


def _from_row(row: Facts) -> Facts:
    """Return a document with objects read from text."""
    for name in OBJECTS:
        row[name] = json.loads(row[name])
    for name in MANY_OBJECTS:
        row[name] = [json.loads(each) for each in row[name]]
    return row

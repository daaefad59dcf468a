"""Ledgers of layout 6, which are SQLite files: reading, and conversion to files of lines."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import sys
from array import array
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger_file import A_LEDGER, LineFile, damage_named, errors_as_ours, refused
from covert_bots.arena.ledger_lines import Line

# 1 had no actions of forfeits, 2 no times by action, 3 no hypotheses, 4 no facts, 5 no setup
LAYOUT = 6
EXPECTED = {  # by SQLite's error message
    "unable to open": "a folder that is there and that you may write to",
    "readonly": "a file that you may write to",
    "is locked": "no other program that uses it",
}
COLUMNS = (
    "block, rotation, attempt, seed, seats, outcome, failure, culprit, detail, winners, scores, "
    "rounds, actions, microseconds, iterations, figures, facts, seconds"
)
BESIDE = ("-wal", "-shm", "-lock")  # suffixes of files that may lie beside a ledger


def lines_of(path: Path) -> Iterator[Line]:
    """Yield the content of such a ledger, as lines after the header; LedgerError if it is
    unreadable."""
    try:
        with closing(sqlite3.connect(_to_read(path), uri=True)) as rows:
            rows.execute("PRAGMA query_only = ON")
            yield from _plan(path, rows)
            for row in rows.execute(
                f"SELECT {COLUMNS} FROM attempts ORDER BY block, rotation, attempt"
            ):
                yield _attempt(path, row)
    except sqlite3.Error as error:
        text = str(error)
        expected = next((right for wrong, right in EXPECTED.items() if wrong in text), A_LEDGER)
        raise LedgerError(f"{path}: {text}; expected {expected}") from None


def _plan(path: Path, rows: sqlite3.Connection) -> Iterator[Line]:
    """Yield the line of the plan, if there is one."""
    tables = {name for (name,) in rows.execute("SELECT name FROM sqlite_master")}
    if not tables:
        raise LedgerError(f"{path}: an empty file; expected {A_LEDGER}")
    if not {"plan", "attempts"} <= tables:
        raise LedgerError(f"{path}: another program's; expected {A_LEDGER}")
    for (layout,) in rows.execute("SELECT layout FROM plan"):
        if layout != LAYOUT:
            raise LedgerError(
                f"{path}: a ledger of layout {layout}, of another version of Covert bots; "
                f"expected layout {LAYOUT} or {LAYOUT + 1}, or a new file"
            )
    former, code = list[int](), dict[str, dict[str, str]]()
    if "former_lengths" in tables:  # older files of this layout have neither table
        former = [n for (n,) in rows.execute("SELECT blocks FROM former_lengths ORDER BY blocks")]
    if "code" in tables:
        files = rows.execute("SELECT bot, file, digest FROM code")
        code = {bot: {"file": file, "digest": digest} for bot, file, digest in files}
    for key, settings, test in rows.execute("SELECT key, settings, test FROM plan"):
        with damage_named(path, "the row of its plan"):
            plan = {"key": key, "settings": json.loads(settings), "test": test and json.loads(test)}
        yield {"plan": {**plan, "former_blocks": former, "code": code}}


def _attempt(path: Path, row: tuple[object, ...]) -> Line:
    line = dict(zip(COLUMNS.split(", "), row, strict=True))
    with damage_named(path, f"game {row[0]}.{row[1]}", "a row"):
        for name in ("seats", "winners", "scores", "figures", "facts"):
            line[name] = json.loads(str(line[name]))
        for name in ("actions", "microseconds", "iterations"):
            line[name] = _unpacked(line.pop(name))  # these come last
    return line


def _unpacked(numbers: object) -> list[int]:
    unpacked = array("I", numbers)  # type: ignore[call-overload]
    if sys.byteorder == "big":
        unpacked.byteswap()
    return list(unpacked)


def _to_read(path: Path) -> str:
    """Return the URI by which SQLite opens a ledger for reading.

    Even to read a file in WAL mode, SQLite writes two files beside it, and removes them only if it
    may write the ledger. If it may not, and no process has the ledger open, `immutable` prevents
    these files.
    """
    file = path.resolve()
    log = file.with_name(f"{file.name}-wal")
    may_write = os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)
    is_at_rest = not may_write and not log.exists()
    return f"{file.as_uri()}?mode={'ro&immutable=1' if is_at_rest else 'rw'}"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock a ledger against older versions, which write this layout; LedgerError if one does."""
    file = path.resolve()
    with errors_as_ours(path):
        lock = os.open(file.with_name(f"{file.name}-lock"), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise refused(path, error) from None
        yield
    finally:
        os.close(lock)


def replace(path: Path, lines: LineFile) -> LineFile:
    """Replace a ledger atomically by a file of lines, with the same mode."""
    file = path.resolve()
    beside = file.with_name(f".{file.name}.new")
    with errors_as_ours(path):
        beside.unlink(missing_ok=True)  # of a process killed here
    new = LineFile(beside)
    try:
        new.lock()
        with errors_as_ours(path):
            beside.chmod(file.stat().st_mode & 0o777)
        lines.rewind()
        for _, line in lines.new_lines():
            new.append(line.rstrip(b"\n"))
        new.rename(file)
    except BaseException:
        new.close()
        beside.unlink(missing_ok=True)
        raise
    for ending in BESIDE:
        with suppress(OSError):
            file.with_name(f"{file.name}{ending}").unlink()
    return new

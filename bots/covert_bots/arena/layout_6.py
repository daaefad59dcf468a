"""Ledgers of layout 6, which are SQLite files: read, and turned into files of lines to go on."""

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
from covert_bots.arena.ledger_file import A_LEDGER, LineFile, errors_as_ours, refused
from covert_bots.arena.ledger_lines import Line

# 1 had no actions of forfeits, 2 no times by action, 3 no hypotheses, 4 no facts, 5 no setup
LAYOUT = 6
EXPECTED = {  # by what SQLite says is wrong
    "unable to open": "a folder that is there and that you may write to",
    "readonly": "a file that you may write to",
    "is locked": "no other program that uses it",
}
COLUMNS = (
    "block, rotation, attempt, seed, seats, outcome, failure, culprit, detail, winners, scores, "
    "rounds, actions, microseconds, iterations, figures, facts, seconds"
)
BESIDE = ("-wal", "-shm", "-lock")  # files that may lie beside one


def lines_of(path: Path) -> Iterator[Line]:
    """Returns what such a ledger holds, as lines after the header; LedgerError if it is
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
    """Returns the line of its plan, if it has a plan."""
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
    if "former_lengths" in tables:  # older ones of this layout have neither
        former = [n for (n,) in rows.execute("SELECT blocks FROM former_lengths ORDER BY blocks")]
    if "code" in tables:
        kept = rows.execute("SELECT bot, file, digest FROM code")
        code = {bot: {"file": file, "digest": digest} for bot, file, digest in kept}
    for key, settings, test in rows.execute("SELECT key, settings, test FROM plan"):
        try:
            plan = {"key": key, "settings": json.loads(settings), "test": test and json.loads(test)}
        except ValueError as error:
            raise LedgerError(
                f"{path}: the row of its plan is damaged ({error}); expected one that the arena "
                "wrote"
            ) from None
        yield {"plan": {**plan, "former_blocks": former, "code": code}}


def _attempt(path: Path, row: tuple[object, ...]) -> Line:
    line = dict(zip(COLUMNS.split(", "), row, strict=True))
    by_action = {}
    try:
        for name in ("seats", "winners", "scores", "figures", "facts"):
            line[name] = json.loads(str(line[name]))
        for name in ("actions", "microseconds", "iterations"):
            by_action[name] = _unpacked(line.pop(name))
    except (ValueError, TypeError) as error:
        raise LedgerError(
            f"{path}: game {row[0]}.{row[1]} is damaged ({error}); expected a row that the arena "
            "wrote"
        ) from None
    return {**line, **by_action}


def _unpacked(numbers: object) -> list[int]:
    unpacked = array("I", numbers)  # type: ignore[call-overload]
    if sys.byteorder == "big":
        unpacked.byteswap()
    return list(unpacked)


def _to_read(path: Path) -> str:
    """Returns the URI by which SQLite opens a ledger to read it.

    Even to read a file in WAL mode, SQLite writes two files beside it, and removes them only if it
    may write the ledger too. If it may not, and nobody has the ledger open, `immutable` keeps it
    from writing any.
    """
    file = path.resolve()
    log = file.with_name(f"{file.name}-wal")
    may_write = os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)
    is_at_rest = not may_write and not log.exists()
    return f"{file.as_uri()}?mode={'ro&immutable=1' if is_at_rest else 'rw'}"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keeps the versions that write such ledgers from writing this one; LedgerError if one does."""
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
    """Puts a file of lines in the place of such a ledger, whole or not at all, with its mode."""
    file = path.resolve()
    beside = file.with_name(f".{file.name}.new")
    with errors_as_ours(path):
        beside.unlink(missing_ok=True)  # of a process that was killed over it
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

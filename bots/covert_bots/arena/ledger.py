"""What was played: a row for each attempt at a game, in an SQLite file, written by one process.

The file is in WAL mode and a row is written before the next game is waited for, so a driver that is
killed loses no finished game. The plan less the final attempts is what is left to play.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import sys
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any

from covert_bots.arena.attempt import Attempt, Failure, Outcome, SeatFigures, Thoughts
from covert_bots.arena.code import PROGRAM, Code, code_of_all
from covert_bots.arena.errors import LedgerError
from covert_bots.arena.plan import Fixture, Format, MoveBudget, Plan, PlanSettings, setup_in_words
from covert_bots.arena.statistics.sprt import Hypotheses

__all__ = ["IN_MEMORY", "Ledger"]

# 1 had no actions of forfeits, 2 no times by action, 3 no hypotheses, 4 no facts, 5 no setup
LAYOUT = 6
SCHEMA = """
CREATE TABLE IF NOT EXISTS plan (
    key TEXT PRIMARY KEY,
    settings TEXT NOT NULL,       -- JSON
    test TEXT,                    -- JSON: hypotheses of the sequential test, if it is one
    layout INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS former_lengths (  -- of the plan, with games played
    blocks INTEGER PRIMARY KEY    -- for each table
);
-- Of the bots that play here, as it was when they played; and of engine and catalogue.
CREATE TABLE IF NOT EXISTS code (
    bot TEXT PRIMARY KEY,
    file TEXT NOT NULL,           -- of the module, or the folder of its package; covert_bots
    digest TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS attempts (
    block INTEGER NOT NULL,
    rotation INTEGER NOT NULL,
    attempt INTEGER NOT NULL,     -- from 1
    seed TEXT NOT NULL,           -- of the deal, decimal
    seats TEXT NOT NULL,          -- JSON: the bot's name by seat
    outcome TEXT NOT NULL,        -- finished, forfeit, void
    failure TEXT,
    culprit INTEGER,              -- seat
    detail TEXT NOT NULL,
    winners TEXT NOT NULL,        -- JSON: seats
    scores TEXT NOT NULL,         -- JSON: by seat
    rounds INTEGER NOT NULL,
    actions BLOB NOT NULL,        -- 32-bit numbers, low byte first (docs/notation.md)
    microseconds BLOB NOT NULL,   -- of CPU time, by action; as the actions
    iterations BLOB NOT NULL,     -- the same
    figures TEXT NOT NULL,        -- JSON: by seat: decisions, iterations, times
    facts TEXT NOT NULL,          -- JSON: what the game itself keeps, of the game and by seat
    seconds REAL NOT NULL,
    PRIMARY KEY (block, rotation, attempt)
) WITHOUT ROWID;
"""
_BY_ACTION = "actions, microseconds, iterations"
_COLUMNS = (
    "block, rotation, attempt, outcome, failure, culprit, detail, winners, scores, rounds, "
    f"{_BY_ACTION}, figures, facts, seconds"
)
A_LEDGER = "a ledger of the arena"
EXPECTED = {  # by what SQLite says is wrong
    "disk is full": "room on the disk; the games so far are saved, and the same command resumes",
    "unable to open": "a folder that is there and that you may write to",
    "readonly": "a file that you may write to",
    "is locked": "no other program that uses it",
    "disk I/O error": "a disk that can be written, with room and quota left; the games so far are "
    "saved, and the same command resumes",
}
FINAL = "outcome != 'void'"
IN_MEMORY = ":memory:"  # a ledger without a file


class Ledger:
    """An open ledger. One for `reading` must be there, and is left as it is."""

    def __init__(self, path: Path | str, *, reading: bool = False) -> None:
        self.path = Path(path)
        self._lock: int | None = None  # a descriptor, while this process is the writer
        self._has_former = True  # whether it has the table of former lengths
        with self._errors_as_ours():
            if reading:
                self._rows = sqlite3.connect(_to_read(self.path), uri=True)
                self._rows.execute("PRAGMA query_only = ON")
                if not self._check_layout():
                    raise LedgerError(f"{self.path}: an empty file; expected a ledger of the arena")
                return
            self._rows = sqlite3.connect(self.path)
            self._check_layout()
            self._rows.execute("PRAGMA journal_mode = WAL")
            self._rows.execute("PRAGMA synchronous = NORMAL")
            self._rows.executescript(f"BEGIN; {SCHEMA} COMMIT;")
            self._has_former = True

    @contextmanager
    def _errors_as_ours(self) -> Iterator[None]:
        """Raises what SQLite cannot do with the file as a LedgerError."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            text = str(error)
            expected = next((one for wrong, one in EXPECTED.items() if wrong in text), A_LEDGER)
            raise LedgerError(f"{self.path}: {text}; expected {expected}") from None

    def _check_layout(self) -> bool:
        """Whether there are tables. LedgerError, nothing being written, for what this version
        cannot go on with."""
        tables = {name for (name,) in self._rows.execute("SELECT name FROM sqlite_master")}
        if tables and not {"plan", "attempts"} <= tables:
            raise LedgerError(f"{self.path}: another program's; expected a ledger of the arena")
        self._has_former = "former_lengths" in tables  # older ones of this layout have not
        for (layout,) in self._rows.execute("SELECT layout FROM plan") if tables else ():
            if layout != LAYOUT:
                raise LedgerError(
                    f"{self.path}: a ledger of layout {layout}, of another version of Covert bots; "
                    f"expected layout {LAYOUT} or a new file"
                )
        return bool(tables)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._rows.close()
        if self._lock is not None:
            with suppress(OSError):
                self._lock_file.unlink()
            os.close(self._lock)
            self._lock = None

    @property
    def _lock_file(self) -> Path:
        file = self.path.resolve()  # one lock for a file, whatever links lead to it
        return file.with_name(f"{file.name}-lock")

    def _be_the_writer(self) -> None:
        """LedgerError while another process is. The system ends the lock of one that is killed."""
        while self._lock is None and str(self.path) != IN_MEMORY:
            found = os.open(self._lock_file, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o644)
            try:
                fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                os.close(found)
                wrong = "another process plays it; expected one writer at a time"
                if not isinstance(error, BlockingIOError):
                    wrong = f"no lock ({error.strerror}); expected a file system that has them"
                raise LedgerError(f"{self.path}: {wrong}") from None
            with suppress(FileNotFoundError):
                if os.path.samestat(self._lock_file.stat(), os.fstat(found)):
                    self._lock = found
                    return
            os.close(found)  # of a writer that has just ended, and taken it away

    def settings(self) -> PlanSettings | None:
        """The settings of the plan that is played here; None in a new ledger."""
        with self._errors_as_ours():
            row = self._rows.execute("SELECT settings FROM plan").fetchone()
        try:
            return None if row is None else _settings(json.loads(row[0]))
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise LedgerError(
                f"{self.path}: the row of its plan is damaged ({error}); expected one that the "
                "arena wrote"
            ) from None

    def test(self) -> dict[str, float] | None:
        """The hypotheses of the sequential test that is played here, by the names of their fields;
        None where there is none."""
        with self._errors_as_ours():
            row = self._rows.execute("SELECT test FROM plan").fetchone()
        if row is None or row[0] is None:
            return None
        try:
            found: dict[str, float] = json.loads(row[0])
            Hypotheses(**found)  # type: ignore[arg-type]  # `seats` was written as an int
        except (ValueError, TypeError) as error:
            raise LedgerError(
                f"{self.path}: the test of its plan is damaged ({error}); expected one that the "
                "arena wrote"
            ) from None
        return found

    def former_blocks(self) -> tuple[int, ...]:
        """Blocks for each table that were planned before, with games played, and are no more."""
        if not self._has_former:
            return ()
        settings = self.settings()
        with self._errors_as_ours():
            rows = self._rows.execute("SELECT blocks FROM former_lengths ORDER BY blocks")
            return tuple(one for (one,) in rows if settings is None or one != settings.blocks)

    def check_plan(self, plan: Plan, test: dict[str, float] | None = None) -> None:
        """Finds that a plan, and the hypotheses of its test if it is one, can be played here, none
        of it being entered; from then on this process is the writer. LedgerError if another is, or
        if others are entered: the games do not depend on the hypotheses, but a verdict on those
        that were changed after a look at the games is none. It is one too if the code of a bot has
        changed since its games."""
        self._be_the_writer()
        before = self.settings()
        if before is not None and Plan(before).key != plan.key:
            raise LedgerError(
                f"{self.path}: holds the games of another plan: "
                f"{_difference(before, plan.settings)}; expected the same or a new file"
            )
        entered = self.test()
        if before is not None and test is not None and test != entered:
            raise LedgerError(
                f"{self.path}: its games were played to test {_words(entered)}, and this is to "
                f"test {_words(test)}; expected the same or a new file: hypotheses that are "
                "changed after a look at the games have no valid verdict"
            )
        self._check_code(code_of_all(plan.settings.bots))

    def open_plan(self, plan: Plan, test: dict[str, float] | None = None) -> None:
        """Enters a plan, and the hypotheses of its test if it is one, or finds that they are those
        entered. LedgerError as of `check_plan`."""
        self.check_plan(plan, test)
        text = json.dumps({**asdict(plan.settings), "format": plan.settings.format.value})
        before = self.settings()
        wanted = test or self.test()
        with self._errors_as_ours(), self._rows:
            if before is not None and before.blocks != plan.settings.blocks:
                self._rows.execute(
                    "INSERT OR IGNORE INTO former_lengths "
                    "SELECT ? WHERE EXISTS (SELECT 1 FROM attempts)",
                    (before.blocks,),
                )
            self._rows.execute("DELETE FROM plan")
            self._rows.execute(
                "INSERT INTO plan VALUES (?, ?, ?, ?)",
                (plan.key, text, wanted and json.dumps(wanted), LAYOUT),
            )
            self._rows.executemany(
                "INSERT OR REPLACE INTO code VALUES (?, ?, ?)",
                [
                    (bot, str(one.file), one.digest)
                    for bot, one in code_of_all(plan.settings.bots).items()
                ],
            )

    def _check_code(self, now: dict[str, Code]) -> None:
        """LedgerError if there are games of a bot whose code was another, or by another version of
        this program."""
        with self._errors_as_ours():
            (games,) = self._rows.execute("SELECT COUNT(*) FROM attempts").fetchone()
            before = dict(self._rows.execute("SELECT bot, digest FROM code")) if games else {}
        for bot, one in now.items():
            if before.get(bot, one.digest) != one.digest:
                of_bot = "" if bot == PROGRAM else f" of {bot}"
                raise LedgerError(
                    f"{self.path}: {one.file.name} has changed since these games{of_bot}; "
                    "expected a new ledger, or the old code back (`covert-bots arena show` shows "
                    "them)"
                )

    def add(self, attempt: Attempt, bots: tuple[str, ...]) -> None:
        """Writes a row. An attempt is written once: a second time is an sqlite3.IntegrityError."""
        fixture = attempt.fixture
        with self._errors_as_ours(), self._rows:
            self._rows.execute(
                f"INSERT INTO attempts VALUES ({', '.join('?' * 18)})",
                (
                    fixture.block,
                    fixture.rotation,
                    attempt.number,
                    *_dealt(fixture, bots),
                    attempt.outcome.value,
                    attempt.failure and attempt.failure.value,
                    attempt.culprit,
                    attempt.detail,
                    json.dumps(attempt.winners),
                    json.dumps(attempt.scores),
                    attempt.rounds,
                    _packed(attempt.actions),
                    _packed(attempt.thoughts.microseconds),
                    _packed(attempt.thoughts.iterations),
                    json.dumps([asdict(one) for one in attempt.figures]),
                    json.dumps({"game": attempt.facts, "seats": attempt.seat_facts}),
                    attempt.seconds,
                ),
            )

    def withdraw(self, attempts: Iterable[Attempt]) -> None:
        """Takes rows out again."""
        names = [(one.fixture.block, one.fixture.rotation, one.number) for one in attempts]
        with self._errors_as_ours(), self._rows:
            self._rows.executemany(
                "DELETE FROM attempts WHERE block = ? AND rotation = ? AND attempt = ?", names
            )

    def attempts(self, plan: Plan, final: bool = False, actions: bool = True) -> Iterator[Attempt]:
        """All attempts at games of the plan, or the final one of each, in schedule order; without
        their actions, most of what there is to read, if they are not wanted. There may be more in
        the ledger: a longer plan begins with the shorter."""
        which = f"block < ? AND {FINAL}" if final else "block < ?"
        columns = _COLUMNS if actions else _COLUMNS.replace(_BY_ACTION, "NULL, NULL, NULL")
        with self._errors_as_ours():
            for row in self._rows.execute(
                f"SELECT {columns} FROM attempts WHERE {which} ORDER BY block, rotation, attempt",
                (len(plan),),
            ):
                try:
                    found = _attempt(row, plan)
                except (ValueError, TypeError, LookupError) as error:
                    raise LedgerError(
                        f"{self.path}: game {row[0]}.{row[1]} is damaged ({error}); expected a row "
                        "that the arena wrote"
                    ) from None
                yield found

    def unlike_the_plan(self, attempt: Attempt, bots: tuple[str, ...]) -> str:
        """In which of seed and seats the row of an attempt is not as the plan has it; empty if it
        is. Nothing else reads them from there."""
        fixture = attempt.fixture
        with self._errors_as_ours():
            kept = self._rows.execute(
                "SELECT seed, seats FROM attempts WHERE block = ? AND rotation = ? AND attempt = ?",
                (fixture.block, fixture.rotation, attempt.number),
            ).fetchone()
        for name, planned, found in zip(
            ("seed", "seats"), _dealt(fixture, bots), kept, strict=True
        ):
            if found != planned:
                return f"its {name} should be {planned!r}; the ledger has {found!r}"
        return ""

    def digest(self, blocks: int | None = None) -> str:
        """A digest of what must not depend on how the games were run: seeds, seats, results and
        actions of all final attempts, or of those of the first blocks."""
        most = -1 if blocks is None else blocks
        found = sha256()
        with self._errors_as_ours():
            for row in self._rows.execute(
                "SELECT block, rotation, seed, seats, outcome, failure, winners, scores, rounds, "
                f"hex(actions) FROM attempts WHERE {FINAL} AND (block < ? OR ? < 0) "
                "ORDER BY block, rotation",
                (most, most),
            ):
                found.update(json.dumps(row).encode())
        return found.hexdigest()


def _to_read(path: Path) -> str:
    """The URI by which SQLite opens a ledger to read it.

    Even to read a file in WAL mode, SQLite writes two files beside it, and removes them only if it
    may write the ledger too. If it may not, and nobody has the ledger open, `immutable` keeps it
    from writing any.
    """
    file = path.resolve()
    log = file.with_name(f"{file.name}-wal")
    may_write = os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)
    is_at_rest = not may_write and not log.exists()
    return f"{file.as_uri()}?mode={'ro&immutable=1' if is_at_rest else 'rw'}"


def _settings(tree: dict[str, Any]) -> PlanSettings:
    budget = MoveBudget(**tree.pop("budget"))
    bots = tuple(tree.pop("bots"))
    return PlanSettings(bots, budget=budget, format=Format(tree.pop("format")), **tree)


def _difference(before: PlanSettings, now: PlanSettings) -> str:
    """The first setting that is another."""
    one, other = (
        {**asdict(each), "format": each.format.value, "setup": setup_in_words(each.setup)}
        for each in (before, now)
    )
    name = next(name for name in one if name != "blocks" and one[name] != other[name])
    was, asked = (
        ", ".join(each) if isinstance(each, tuple) else each for each in (one[name], other[name])
    )
    return f"{name}: {was} in the ledger, but {asked} was asked for"


def _words(test: dict[str, float] | None) -> str:
    """Hypotheses in words."""
    if test is None:
        return "nothing"
    return ", ".join(f"{name} {value:g}" for name, value in test.items())


def _packed(numbers: Iterable[int]) -> bytes:
    found = array("I", numbers)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


def _unpacked(numbers: bytes | None) -> array[int]:
    found = array("I", numbers or b"")
    if sys.byteorder == "big":
        found.byteswap()
    return found


def _dealt(fixture: Fixture, bots: tuple[str, ...]) -> tuple[str, str]:
    """Seed and seats as a row has them."""
    return str(fixture.seed), json.dumps([bots[bot] for bot in fixture.seats])


def _attempt(row: tuple[Any, ...], plan: Plan) -> Attempt:
    block, rotation, number, outcome, failure, culprit, detail, winners, scores = row[:9]
    rounds, actions, microseconds, iterations, figures, facts, seconds = row[9:]
    kept = json.loads(facts)
    found = Attempt(
        fixture=plan.block(block).games[rotation],
        number=number,
        outcome=Outcome(outcome),
        failure=None if failure is None else Failure(failure),
        culprit=culprit,
        detail=detail,
        actions=tuple(_unpacked(actions)),
        thoughts=Thoughts(_unpacked(microseconds), _unpacked(iterations)),
        scores=tuple(json.loads(scores)),
        winners=tuple(json.loads(winners)),
        rounds=rounds,
        figures=tuple(SeatFigures(**one) for one in json.loads(figures)),
        facts=kept["game"],
        seat_facts=tuple(kept["seats"]),
        seconds=seconds,
    )
    if found.outcome is Outcome.FINISHED:
        by_seat = (found.scores, found.figures, found.seat_facts)
        seats = len(found.fixture.seats)
        if any(len(one) != seats for one in by_seat) or not found.winners:
            raise ValueError(f"not {seats} scores, figures and facts, or nobody has won")
    return found

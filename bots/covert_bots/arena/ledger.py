"""Ledgers: a line for each attempt at a game, in a file that only grows.

1. The first line is the header. Each further line is a JSON object: a plan, an attempt, a
   withdrawal of attempts, or games that somebody took out. The last plan counts.
2. An attempt is written before the driver waits for the next, so a driver that is killed loses no
   finished game, and a copy of the file has all games finished by then (`ledger_file.py`). Games of
   the plan without a final attempt are still to be played.
3. A ledger of layout 6 is read into memory, and becomes such a file with the first line added.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from covert_bots.arena import layout_6
from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.entrants.code import PROGRAM, Code, code_of_all
from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger_file import A_LEDGER, HEADER, LineFile, damage_named, is_sqlite
from covert_bots.arena.ledger_lines import (
    Key,
    Line,
    Stop,
    Voiding,
    attempt_of,
    line_of,
    packed,
    read_line,
    seats_of,
    settings_line,
    settings_of,
    stop_line,
    stop_of,
    to_bytes,
    voiding_of,
)
from covert_bots.arena.plan import MOST_BLOCKS, Plan, PlanSettings, setup_in_words
from covert_bots.arena.statistics.sprt import Hypotheses

LAYOUT = layout_6.LAYOUT + 1
IN_MEMORY = ":memory:"  # a ledger without a file
BEGINNING = to_bytes({"ledger": LAYOUT})


class Ledger:
    """An open ledger. For `reading` it must exist, and does not change."""

    def __init__(self, path: Path | str, *, reading: bool = False) -> None:
        self.path = Path(path)
        self._reading = reading
        self._lock_of_layout_6: ExitStack | None = None  # while this process may convert it
        self._open()

    def _open(self) -> None:
        """Open the file, of any layout, and read it."""
        self._is_layout_6 = is_sqlite(self.path)
        in_memory = self._is_layout_6 or str(self.path) == IN_MEMORY
        self._lines = LineFile(None) if in_memory else LineFile(self.path, reading=self._reading)
        if self._is_layout_6:
            self._lines.append(BEGINNING)
            for line in layout_6.lines_of(self.path):
                self._lines.append(to_bytes(line))
        try:
            self._read()
        except LedgerError:
            self._lines.close()
            raise

    def _read(self) -> None:
        """Read the whole ledger."""
        self._plan: Line = {}
        self._places: dict[Key, int] = {}  # of the attempts
        self._void: set[Key] = set()
        self._voidings: list[Voiding] = []
        self._stop: Stop | None = None  # an outage, unless games have been played since
        self._check_header()
        self._lines.rewind()
        self._catch_up()

    def _check_header(self) -> None:
        """Raise LedgerError for a file that this version cannot continue."""
        begins = self._lines.beginning(len(HEADER))
        if not HEADER.startswith(begins):
            raise LedgerError(f"{self.path}: another program's; expected {A_LEDGER}")
        if self._reading and begins != HEADER:
            raise LedgerError(f"{self.path}: an empty file; expected {A_LEDGER}")

    def _catch_up(self) -> None:
        """Read the lines added since the last time."""
        for place, data in self._lines.new_lines():
            with damage_named(self.path, f"the line at byte {place}"):
                self._take(place, read_line(data, by_action=False))

    def _take(self, place: int, line: Line) -> None:
        if "ledger" in line:
            if line["ledger"] != LAYOUT:
                raise LedgerError(
                    f"{self.path}: a ledger of layout {line['ledger']}, of another version of "
                    f"Covert bots; expected layout {LAYOUT} or a new file"
                )
        elif "plan" in line:
            self._plan = line["plan"]
        elif "withdrawn" in line:
            for block, rotation, number in line["withdrawn"]:
                self._places.pop((block, rotation, number), None)
            self._stop = stop_of(line["outage"]) if "outage" in line else None
        elif "voided" in line:
            voiding = voiding_of(line)
            for game in voiding.games:
                self._places.pop(game, None)
            self._voidings.append(voiding)
        else:
            key: Key = line["block"], line["rotation"], line["attempt"]
            self._places[key] = place
            self._stop = None
            (self._void.add if line["outcome"] == Outcome.VOID.value else self._void.discard)(key)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._lines.close()
        if self._lock_of_layout_6 is not None:
            self._lock_of_layout_6.close()
            self._lock_of_layout_6 = None

    def _be_the_writer(self) -> None:
        """Lock the ledger for writing; LedgerError if another process has it."""
        assert not self._reading, "a ledger that was opened to be read"
        if not self._is_layout_6:
            if not self._lines.lock():
                self._read()
        elif self._lock_of_layout_6 is None:
            with ExitStack() as stack:
                stack.enter_context(layout_6.locked(self.path))
                self._open()  # again: another process may have converted it
                if self._is_layout_6:
                    self._lock_of_layout_6 = stack.pop_all()
                    return
            self._be_the_writer()

    def _add(self, line: Line) -> None:
        """Write a line, after the header in a new file."""
        self._be_the_writer()
        self._catch_up()
        if self._lock_of_layout_6 is not None:
            self._lines = layout_6.replace(self.path, self._lines)
            self._is_layout_6 = False
            self._lock_of_layout_6.close()
            self._lock_of_layout_6 = None
            self._read()
        if self._lines.beginning(len(HEADER)) != HEADER:
            self._lines.append(BEGINNING)
        self._lines.append(to_bytes(line))

    def settings(self) -> PlanSettings | None:
        """Return the settings of the ledger's plan; None in a new ledger."""
        self._catch_up()
        with damage_named(self.path, "the line of its plan"):
            return settings_of(self._plan["settings"]) if self._plan else None

    def test(self) -> dict[str, float] | None:
        """Return the hypotheses of the ledger's sequential test, by the names of their fields; None
        without a test."""
        self._catch_up()
        test: dict[str, float] | None = self._plan.get("test")
        if test is not None:
            with damage_named(self.path, "the test of its plan"):
                Hypotheses(**test)  # type: ignore[arg-type]  # `seats` was written as an int
        return test

    def code(self) -> dict[str, str]:
        """Return the digests of the code of its bots and of this program, as far as known."""
        self._catch_up()
        with damage_named(self.path, "the code of its plan"):
            return {bot: each["digest"] for bot, each in self._plan.get("code", {}).items()}

    def former_blocks(self) -> tuple[int, ...]:
        """Return the earlier numbers of blocks for each table that were planned and played."""
        settings = self.settings()
        former = self._plan.get("former_blocks", ())
        return tuple(n for n in former if settings is None or n != settings.blocks)

    def joined_by(self, bots: tuple[str, ...]) -> PlanSettings | None:
        """Return the settings of the ledger's plan, with these bots if they are its own and more;
        None in a new ledger. PlanError where no bot can join."""
        settings = self.settings()
        if settings is None:
            return None
        return settings.joined(bots, max((settings.blocks, *self._plan.get("former_blocks", ()))))

    def claim(self) -> None:
        """Become the writer of a file that others can read from now on; LedgerError if another
        process is the writer."""
        self._be_the_writer()
        if not self._is_layout_6 and self._lines.beginning(len(HEADER)) != HEADER:
            self._lines.append(BEGINNING)

    def check_plan(
        self, plan: Plan, test: dict[str, float] | None = None, left_out: Collection[str] = ()
    ) -> None:
        """Check that a plan, and the hypotheses of its test if any, can be played here, and become
        the writer. Nothing is written. The plan may have more bots than the ledger's. LedgerError
        if another process is the writer, if the ledger has another plan or other hypotheses, or if
        the code of a bot has changed since its games, unless it is one of `left_out`.
        The games do not depend on the hypotheses, but a verdict on hypotheses that were changed
        after a look at the games is invalid."""
        self._be_the_writer()
        before = self.joined_by(plan.settings.bots)
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
        self._check_code(code_of_all(bot for bot in plan.settings.bots if bot not in left_out))

    def open_plan(
        self, plan: Plan, test: dict[str, float] | None = None, left_out: Collection[str] = ()
    ) -> None:
        """Write a plan, and the hypotheses of its test if any, unless the ledger has them already.
        LedgerError as for `check_plan`."""
        self.check_plan(plan, test, left_out)
        before = self.settings()
        former = set(self._plan.get("former_blocks", ()))
        if before is not None and before.blocks != plan.settings.blocks and self._places:
            former.add(before.blocks)
        code = {
            bot: {"file": str(source.file), "digest": source.digest}
            for bot, source in code_of_all(plan.settings.bots).items()
            if bot not in left_out
        }
        code = {**self._plan.get("code", {}), **code}
        line = _plan_line(plan, test or self.test(), sorted(former), code)
        if read_line(to_bytes(line)) != self._plan:
            self._add({"plan": line})

    def begin(
        self,
        plan: Plan,
        test: dict[str, float] | None,
        former_blocks: Iterable[int],
        code: dict[str, str],
    ) -> None:
        """Write the plan of games that were played elsewhere into a new ledger, with the digests of
        the code there."""
        there = {bot: {"file": "", "digest": digest} for bot, digest in code.items()}
        self._add({"plan": _plan_line(plan, test, list(former_blocks), there)})

    def _check_code(self, now: dict[str, Code]) -> None:
        """Raise LedgerError if the ledger has games of another version of a bot or this program."""
        for bot, source in now.items():
            if self.is_changed(bot, source):
                of_bot = "" if bot == PROGRAM else f" of {bot}"
                raise LedgerError(
                    f"{self.path}: {source.file.name} has changed since these games{of_bot}; "
                    "expected a new ledger, or the old code back (`covert-bots arena show` shows "
                    "them)"
                )

    def is_changed(self, bot: str, now: Code) -> bool:
        """Return True if it has games in which a bot, or this program, had other code."""
        before = self._plan.get("code", {}) if self._places else {}
        return bool(before.get(bot, {}).get("digest", now.digest) != now.digest)

    def add(self, attempt: Attempt, bots: tuple[str, ...]) -> None:
        """Write an attempt; it must not be in the ledger."""
        self._catch_up()
        key = _key(attempt)
        assert key not in self._places, f"attempt {key} is there already"
        self._add(line_of(attempt, bots))

    def has(self, attempt: Attempt) -> bool:
        """Return true if it has an attempt at the game with this number."""
        self._catch_up()
        return _key(attempt) in self._places

    def withdraw(self, attempts: Iterable[Attempt], stop: Stop | None = None) -> None:
        """Withdraw attempts, because of an outage that stops the run."""
        line: Line = {"withdrawn": [_key(attempt) for attempt in attempts]}
        if stop is not None:
            line["outage"] = stop_line(stop)
        self._add(line)

    def void(self, attempts: Iterable[Attempt], reason: str) -> None:
        """Take games out, which count for nothing from now on and are played again. LedgerError if
        another process is the writer."""
        games = [_key(attempt) for attempt in attempts]
        self._add({"voided": games, "reason": reason, "at": round(time.time(), 1)})

    def voidings(self) -> tuple[Voiding, ...]:
        """Return the games that were taken out, with the reasons."""
        self._catch_up()
        return tuple(self._voidings)

    def stop(self) -> Stop | None:
        """Return the outage that stopped the last run; None if no outage did."""
        self._catch_up()
        return self._stop

    def attempts(self, plan: Plan, final: bool = False, actions: bool = True) -> Iterator[Attempt]:
        """Yield all attempts at games of the plan, or only the final ones, in schedule order;
        without `actions`, which are most of the data, much faster. The ledger may have games of a
        longer plan: these are left out."""
        for key, line in self._attempts(len(plan), final, actions):
            with self._damaged(key):
                attempt = attempt_of(line, plan)
            yield attempt

    def _attempts(self, blocks: int, final: bool, actions: bool) -> Iterator[tuple[Key, Line]]:
        """Yield the lines of attempts at games of the first blocks."""
        self._catch_up()
        for key in sorted(self._places):
            if key[0] < blocks and not (final and key in self._void):
                yield key, self._line(key, actions)

    def _line(self, key: Key, actions: bool = True) -> Line:
        with self._damaged(key):
            return read_line(self._lines.line_at(self._places[key]), by_action=actions)

    def _damaged(self, key: Key) -> AbstractContextManager[None]:
        return damage_named(self.path, f"game {key[0]}.{key[1]}", "a line")

    def final_attempt(self, plan: Plan, block: int, rotation: int) -> Attempt | None:
        """Return the attempt that ended a game of the plan, with its actions; None if none did."""
        self._catch_up()
        for key in self._places:
            if key[:2] == (block, rotation) and key not in self._void and block < len(plan):
                with self._damaged(key):
                    return attempt_of(self._line(key), plan)
        return None

    def unlike_the_plan(self, attempt: Attempt, bots: tuple[str, ...]) -> str:
        """Describe a difference in seed or seats between the line of an attempt and the plan; empty
        if there is none. All other readers take them from the plan."""
        fixture = attempt.fixture
        line = self._line((fixture.block, fixture.rotation, attempt.number), actions=False)
        planned = {"seed": str(fixture.seed), "seats": seats_of(fixture, bots)}
        for name, value in planned.items():
            if line.get(name) != value:
                return f"its {name} should be {value!r}; the ledger has {line.get(name)!r}"
        return ""

    def digest(self, blocks: int | None = None) -> str:
        """Return a digest of everything that must not depend on the run: seeds, seats, results and
        actions of all final attempts, or of those of the first blocks. Layout 6 gives the same."""
        digest = sha256()
        for key, line in self._attempts(MOST_BLOCKS if blocks is None else blocks, True, True):
            with self._damaged(key):
                row = (
                    *(line["block"], line["rotation"], line["seed"], json.dumps(line["seats"])),
                    *(line["outcome"], line["failure"]),
                    *(json.dumps(line["winners"]), json.dumps(line["scores"]), line["rounds"]),
                    packed(line["actions"]).hex().upper(),
                )
            digest.update(json.dumps(row).encode())
        return digest.hexdigest()


def _plan_line(
    plan: Plan,
    test: dict[str, float] | None,
    former_blocks: list[int],
    code: dict[str, dict[str, str]],
) -> Line:
    return {
        "key": plan.key,
        "settings": settings_line(plan.settings),
        "test": test,
        "former_blocks": former_blocks,
        "code": code,
    }


def _key(attempt: Attempt) -> Key:
    return attempt.fixture.block, attempt.fixture.rotation, attempt.number


def _difference(before: PlanSettings, now: PlanSettings) -> str:
    """Describe the first setting that differs."""
    old, new = (
        {
            **asdict(each),
            "format": each.format.value,
            "setup": setup_in_words(each.setup),
            "stages": "; ".join(f"{n} bots, {blocks} blocks" for n, blocks in each.stages) or "one",
            "seed": f"a secret with the SHA-256 {each.commitment}"
            if each.commitment
            else each.seed,
        }
        for each in (before, now)
    )
    name = next(name for name in old if name != "blocks" and old[name] != new[name])
    was, asked = (
        ", ".join(each) if isinstance(each, tuple) else each for each in (old[name], new[name])
    )
    return f"{name}: {was} in the ledger, but {asked} was asked for"


def _words(test: dict[str, float] | None) -> str:
    """Put hypotheses into words."""
    if test is None:
        return "nothing"
    return ", ".join(f"{name} {value:g}" for name, value in test.items())

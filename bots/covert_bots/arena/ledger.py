"""What was played: a line for each attempt at a game, in a file that only grows.

1. The first line is the header. After it each line is a JSON object: a plan, an attempt, or what is
   withdrawn. The last plan counts.
2. An attempt is written before the next one is waited for, so a driver that is killed loses no
   finished game, and a copy of the file has all games that were finished when it was taken
   (`ledger_file.py`). The plan less the final attempts is what is left to play.
3. A ledger of layout 6 is read into memory, and becomes such a file with the first line that is
   added.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from types import TracebackType

from covert_bots.arena import layout_6
from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.entrants.code import PROGRAM, Code, code_of_all
from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger_file import A_LEDGER, HEADER, LineFile, is_sqlite
from covert_bots.arena.ledger_lines import (
    Line,
    attempt_of,
    line_of,
    packed,
    read_line,
    seats_of,
    settings_line,
    settings_of,
    to_bytes,
)
from covert_bots.arena.plan import MOST_BLOCKS, Plan, PlanSettings, setup_in_words
from covert_bots.arena.statistics.sprt import Hypotheses

LAYOUT = layout_6.LAYOUT + 1
IN_MEMORY = ":memory:"  # a ledger without a file
BEGINNING = to_bytes({"ledger": LAYOUT})
Key = tuple[int, int, int]  # block, rotation, number of the attempt


class Ledger:
    """An open ledger. One for `reading` must be there, and is left as it is."""

    def __init__(self, path: Path | str, *, reading: bool = False) -> None:
        self.path = Path(path)
        self._reading = reading
        self._lock_of_layout_6: ExitStack | None = None  # while this process is to go on with it
        self._open()

    def _open(self) -> None:
        """Opens the file, whatever its layout, and reads what is there."""
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
        """Reads all that is there."""
        self._plan: Line = {}
        self._places: dict[Key, int] = {}  # of the attempts
        self._void: set[Key] = set()
        self._check_header()
        self._lines.rewind()
        self._catch_up()

    def _check_header(self) -> None:
        """LedgerError, nothing being written, for what this version cannot go on with."""
        begins = self._lines.beginning(len(HEADER))
        if not begins and not self._reading:
            return
        if HEADER.startswith(begins) and begins != HEADER:
            if self._reading:
                raise LedgerError(f"{self.path}: an empty file; expected {A_LEDGER}")
        elif begins != HEADER:
            raise LedgerError(f"{self.path}: another program's; expected {A_LEDGER}")

    def _catch_up(self) -> None:
        """Takes in the lines that were added since the last time."""
        for place, data in self._lines.new_lines():
            try:
                self._take(place, read_line(data, by_action=False))
            except (ValueError, TypeError, LookupError, AttributeError) as error:
                if isinstance(error, LedgerError):
                    raise
                raise LedgerError(
                    f"{self.path}: the line at byte {place} is damaged ({error}); expected one "
                    "that the arena wrote"
                ) from None

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
        else:
            key: Key = line["block"], line["rotation"], line["attempt"]
            self._places[key] = place
            if line["outcome"] == Outcome.VOID.value:
                self._void.add(key)
            else:
                self._void.discard(key)

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
        self._lines.close()
        if self._lock_of_layout_6 is not None:
            self._lock_of_layout_6.close()
            self._lock_of_layout_6 = None

    def _be_the_writer(self) -> None:
        """LedgerError while another process is."""
        assert not self._reading, "a ledger that was opened to be read"
        if not self._is_layout_6:
            if not self._lines.lock():
                self._read()
        elif self._lock_of_layout_6 is None:
            with ExitStack() as stack:
                stack.enter_context(layout_6.locked(self.path))
                self._open()  # as it is now: another may have gone on with it
                if self._is_layout_6:
                    self._lock_of_layout_6 = stack.pop_all()
                    return
            self._be_the_writer()

    def _add(self, line: Line) -> None:
        """Writes a line, after the header if there is none yet."""
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
        """The settings of the plan that is played here; None in a new ledger."""
        self._catch_up()
        try:
            return settings_of(self._plan["settings"]) if self._plan else None
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise LedgerError(
                f"{self.path}: the line of its plan is damaged ({error}); expected one that the "
                "arena wrote"
            ) from None

    def test(self) -> dict[str, float] | None:
        """The hypotheses of the sequential test that is played here, by the names of their fields;
        None where there is none."""
        self._catch_up()
        test: dict[str, float] | None = self._plan.get("test")
        if test is None:
            return None
        try:
            Hypotheses(**test)  # type: ignore[arg-type]  # `seats` was written as an int
        except (ValueError, TypeError) as error:
            raise LedgerError(
                f"{self.path}: the test of its plan is damaged ({error}); expected one that the "
                "arena wrote"
            ) from None
        return test

    def former_blocks(self) -> tuple[int, ...]:
        """Blocks for each table that were planned before, with games played, and are no more."""
        settings = self.settings()
        former = self._plan.get("former_blocks", ())
        return tuple(n for n in former if settings is None or n != settings.blocks)

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
        before = self.settings()
        former = set(self._plan.get("former_blocks", ()))
        if before is not None and before.blocks != plan.settings.blocks and self._places:
            former.add(before.blocks)
        code = {
            bot: {"file": str(one.file), "digest": one.digest}
            for bot, one in code_of_all(plan.settings.bots).items()
        }
        line = {
            "key": plan.key,
            "settings": settings_line(plan.settings),
            "test": test or self.test(),
            "former_blocks": sorted(former),
            "code": {**self._plan.get("code", {}), **code},
        }
        if read_line(to_bytes(line)) != self._plan:
            self._add({"plan": line})

    def _check_code(self, now: dict[str, Code]) -> None:
        """LedgerError if there are games of a bot whose code was another, or by another version of
        this program."""
        before = self._plan.get("code", {}) if self._places else {}
        for bot, one in now.items():
            if before.get(bot, {}).get("digest", one.digest) != one.digest:
                of_bot = "" if bot == PROGRAM else f" of {bot}"
                raise LedgerError(
                    f"{self.path}: {one.file.name} has changed since these games{of_bot}; "
                    "expected a new ledger, or the old code back (`covert-bots arena show` shows "
                    "them)"
                )

    def add(self, attempt: Attempt, bots: tuple[str, ...]) -> None:
        """Writes an attempt, once."""
        self._catch_up()
        key = attempt.fixture.block, attempt.fixture.rotation, attempt.number
        assert key not in self._places, f"attempt {key} is there already"
        self._add(line_of(attempt, bots))

    def withdraw(self, attempts: Iterable[Attempt]) -> None:
        """Takes attempts out again."""
        names = [(one.fixture.block, one.fixture.rotation, one.number) for one in attempts]
        self._add({"withdrawn": names})

    def attempts(self, plan: Plan, final: bool = False, actions: bool = True) -> Iterator[Attempt]:
        """All attempts at games of the plan, or the final one of each, in schedule order; without
        their actions, most of what there is to read, if they are not wanted. There may be more in
        the ledger: a longer plan begins with the shorter."""
        for key, line in self._attempts(len(plan), final, actions):
            try:
                attempt = attempt_of(line, plan)
            except (ValueError, TypeError, LookupError, AttributeError) as error:
                raise self._damaged(key, error) from None
            yield attempt

    def _attempts(self, blocks: int, final: bool, actions: bool) -> Iterator[tuple[Key, Line]]:
        """The lines of attempts at games of the first blocks."""
        self._catch_up()
        for key in sorted(self._places):
            if key[0] >= blocks or (final and key in self._void):
                continue
            yield key, self._line(key, actions)

    def _line(self, key: Key, actions: bool = True) -> Line:
        try:
            return read_line(self._lines.line_at(self._places[key]), by_action=actions)
        except ValueError as error:
            raise self._damaged(key, error) from None

    def _damaged(self, key: Key, error: Exception) -> LedgerError:
        block, rotation, _ = key
        return LedgerError(
            f"{self.path}: game {block}.{rotation} is damaged ({error}); expected a line that the "
            "arena wrote"
        )

    def unlike_the_plan(self, attempt: Attempt, bots: tuple[str, ...]) -> str:
        """In which of seed and seats the line of an attempt is not as the plan has it; empty if it
        is. Nothing else reads them from there."""
        fixture = attempt.fixture
        kept = self._line((fixture.block, fixture.rotation, attempt.number), actions=False)
        planned = {"seed": str(fixture.seed), "seats": seats_of(fixture, bots)}
        for name, value in planned.items():
            if kept.get(name) != value:
                return f"its {name} should be {value!r}; the ledger has {kept.get(name)!r}"
        return ""

    def digest(self, blocks: int | None = None) -> str:
        """A digest of what must not depend on how the games were run: seeds, seats, results and
        actions of all final attempts, or of those of the first blocks. Of layout 6 it is the same.
        """
        digest = sha256()
        for key, line in self._attempts(MOST_BLOCKS if blocks is None else blocks, True, True):
            try:
                row = (
                    *(line["block"], line["rotation"], line["seed"], json.dumps(line["seats"])),
                    *(line["outcome"], line["failure"]),
                    *(json.dumps(line["winners"]), json.dumps(line["scores"]), line["rounds"]),
                    packed(line["actions"]).hex().upper(),
                )
            except (TypeError, LookupError, OverflowError) as error:
                raise self._damaged(key, error) from None
            digest.update(json.dumps(row).encode())
        return digest.hexdigest()


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

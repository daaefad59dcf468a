"""A mutant's trial: build it, run the tests to the first failure."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from mutants.checkout import Copy
from mutants.faults import COVERT_ACTION
from mutants.patch import Mutant

KILLED, SURVIVED, TIMEOUT, NOT_COMPILED = "killed", "survived", "timeout", "not compiled"
BYTES = 12 << 30  # address space of a run: a mutant may ask for memory without end

# The tests of the arena, the service and the command are slow and see the engine through the bots;
# those of layers and packaging read files. The proofs are no tests.
LEFT_OUT = {"arena", "service", "command", "mutants", "proofs", "data"}

# These look at the clock. They come last, and must pass without the mutant to count.
TIMED = "tests/search/test_limits.py"

# Which folders of tests are likely to find a fault of a file: the first of these that its path
# begins with. All other folders follow.
FOLDERS = ("rules", "views", "golden", "notation", "cards", "bots", "search", "covert_action")
LIKELY = (
    ("engine/covert_engine/search", ("search", "bots")),
    ("engine/covert_engine/covert/cards/", ("cards",)),
    ("engine/covert_engine/covert/notation", ("notation",)),
    ("engine/covert_engine/covert/record", ("notation",)),
    ("engine/covert_engine/covert/_adapter", ("views", "search", "bots")),
    ("engine/covert_engine/covert/_seat_view", ("views",)),
    ("engine/covert_engine/covert/evaluation/", ("bots", "search")),
    ("engine/covert_engine/covert/exchange/", ("views",)),
    ("engine/covert_engine/covert/knowledge/", ("views",)),
    ("engine/covert_engine/covert_action/", ("covert_action",)),
    ("engine/covert_engine/input/_", ("views", "covert_action")),
    ("", ()),
)


RUNNING: set[int] = set()  # process groups of runs of tests


@dataclass(frozen=True)
class Limits:
    """Times, in seconds, after which something counts as a hang."""

    tests: float  # CPU time of one test
    run: float  # all tests of one mutant, by the clock


@dataclass(frozen=True)
class Outcome:
    """The outcome of the tests for a mutant."""

    outcome: str
    killer: str = ""  # the first test that failed, or was running at the end
    how: str = ""  # what ended it, where it is not a test that failed
    build: float = 0.0  # seconds
    seconds: float = 0.0  # of build and tests


@dataclass
class Run:
    """The outcome of a run of tests."""

    code: int | None  # exit status; None: it was ended after the limit
    failed: str
    last: str  # the test that was running at the end
    durations: dict[str, float]  # of the tests that ended, by file
    output: str


def test_files(root: Path) -> list[str]:
    """All test files that are run, as paths from the root."""
    return sorted(
        str(path.relative_to(root))
        for path in (root / "tests").glob("*/**/test_*.py")
        if path.relative_to(root / "tests").parts[0] not in LEFT_OUT
    )


def in_order(
    files: list[str], mutant: Mutant, durations: dict[str, float], killer: str = ""
) -> list[str]:
    """Return the files of tests with likely killers first, quick ones before slow ones.

    First of all comes the one with the test that killed it last time; then those of the chapter, or
    of the limits, that a fault made by hand breaks.
    """
    chapters = {
        (
            "covert_action" if name.startswith(COVERT_ACTION) else "rules",
            name.removeprefix(COVERT_ACTION).split(".")[0],
        )
        for name in mutant.breaks
    }
    likely = next(folders for start, folders in LIKELY if mutant.file.startswith(start))
    order = [*likely, *(folder for folder in FOLDERS if folder not in likely)]

    def place(file: str) -> tuple[int, float, str]:
        folder = Path(file).parts[1]
        rank = order.index(folder) if folder in order else len(order)
        of_chapter = re.search(r"test_chapter_(\d+)", file)
        if of_chapter and (folder, of_chapter[1]) in chapters:
            rank = -1
        if file == killer.split("::")[0]:
            rank = -2
        elif file == TIMED:
            rank = -1 if "limits" in mutant.breaks else len(order) + 1
        return rank, durations.get(file, 0.0), file

    return sorted(files, key=place)


def run_tests(copy: Copy, tests: list[str], limits: Limits) -> Run:
    """Run tests to the first failure."""
    log = copy.root / "watched"
    log.write_text("", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=short", "-p", "no:cacheprovider"]
    command += ["-p", "mutants.watch", "--hypothesis-profile=mutants", "--hypothesis-seed=0"]
    process = subprocess.Popen(
        [*command, *tests],
        cwd=copy.root,
        env=copy.environment() | {"COVERT_WATCH": str(log), "COVERT_TEST_LIMIT": str(limits.tests)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES)),
    )
    RUNNING.add(process.pid)
    try:
        output, _ = process.communicate(timeout=limits.run)
        code: int | None = process.returncode
    except subprocess.TimeoutExpired:
        code = None
    end(process.pid)  # and whatever it has started
    RUNNING.discard(process.pid)
    if code is None:
        output, _ = process.communicate()
    return _told(code, log.read_text(encoding="utf-8"), output.decode(errors="replace"))


def end(group: int) -> None:
    """End what is left of a process group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _told(code: int | None, log: str, output: str) -> Run:
    failed = last = ""
    durations: dict[str, float] = defaultdict(float)
    for line in log.splitlines():
        what, seconds, name = line.split("\t", 2)
        if what == "start":
            last = name
        elif what == "failed":
            failed = failed or name
        else:
            durations[name.split("::")[0]] += float(seconds)
    return Run(code, failed, last, durations, output)


def try_mutant(
    copy: Copy, mutant: Mutant, durations: dict[str, float], limits: Limits, killer: str = ""
) -> Outcome:
    """Put the mutant in the copy, build, test, and bring the copy back.

    `killer` is the test that killed it last time, if that is known.
    """
    started = time.monotonic()
    try:
        copy.put(mutant)
        failure = copy.build()
        built = time.monotonic() - started
        if failure:
            outcome = Outcome(NOT_COMPILED, how=failure.strip().splitlines()[-1][:200])
        else:
            tests = in_order(test_files(copy.root), mutant, durations, killer)
            outcome = _verdict(copy, tests, limits)
        if outcome.outcome == KILLED and outcome.killer.startswith(TIMED):
            copy.revert()
            if run_tests(copy, [outcome.killer], limits).code != 0:
                outcome = Outcome(SURVIVED, how=f"without the mutant {outcome.killer} fails too")
    finally:
        copy.revert()
    spent = time.monotonic() - started
    return Outcome(outcome.outcome, outcome.killer, outcome.how, round(built, 1), round(spent, 1))


def _verdict(copy: Copy, tests: list[str], limits: Limits) -> Outcome:
    """Judge a mutant: a test kills it if it fails twice, for a busy machine may fail it once."""
    spared: list[str] = []
    while True:
        run = run_tests(copy, [*tests, *(f"--deselect={name}" for name in spared)], limits)
        if run.code == 0:
            how = f"failed once and not again: {' '.join(spared)}" if spared else ""
            return Outcome(SURVIVED, how=how)
        if run.code is None:
            return Outcome(TIMEOUT, run.last, f"more than {limits.run:g} s in all")
        if run.code == -signal.SIGPROF:
            return Outcome(TIMEOUT, run.last, f"more than {limits.tests:g} s of CPU time")
        if not run.failed:
            return Outcome(KILLED, run.last, f"crashed, exit status {run.code}")
        if "::" not in run.failed:
            return Outcome(KILLED, run.failed, "could not be collected")
        again = run_tests(copy, [run.failed], limits)
        if again.code != 0:
            return Outcome(KILLED, run.failed)
        spared.append(run.failed)

"""A pytest plugin that tells, as it happens, which test runs and which fails, and ends a hang.

What it tells goes line by line to the file named by COVERT_WATCH, so that it is there after a crash
too. A test that takes more than COVERT_TEST_LIMIT seconds of CPU time ends the process by SIGPROF;
so it makes no difference what else the machine does.
"""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest
from hypothesis import Phase, settings

LOG = os.environ["COVERT_WATCH"]
LIMIT = float(os.environ["COVERT_TEST_LIMIT"])

# The first example that fails will do: none is made smaller, and none is remembered.
settings.register_profile(
    "mutants", deadline=None, database=None, phases=[Phase.explicit, Phase.generate]
)


def tell(what: str, name: str, seconds: float = 0.0) -> None:
    with open(LOG, "a", encoding="utf-8") as log:
        log.write(f"{what}\t{seconds:.3f}\t{name}\n")


def limit() -> None:
    """Start the time limit."""
    signal.setitimer(signal.ITIMER_PROF, LIMIT)


limit()  # for the imports, up to the first test


def pytest_runtest_logstart(nodeid: str, location: Any) -> None:
    tell("start", nodeid)
    limit()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        tell("failed", report.nodeid)
    if report.when == "call":
        tell("done", report.nodeid, report.duration)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        tell("failed", report.nodeid)

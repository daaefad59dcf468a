"""A pytest plugin that tells, as it happens, which test runs and which fails, and ends a hang.

What it tells goes line by line to the file named by COVERT_WATCH, so that it is there after a crash
too. A test that runs longer than COVERT_TEST_LIMIT seconds ends the process; where it was goes to
the file beside.
"""

from __future__ import annotations

import faulthandler
import os
from typing import Any

import pytest
from hypothesis import Phase, settings

LOG = os.environ["COVERT_WATCH"]
LIMIT = float(os.environ["COVERT_TEST_LIMIT"])
HANG = open(f"{LOG}-hang", "w", encoding="utf-8")  # noqa: SIM115  open to the end

# The first example that fails will do: none is made smaller, and none is remembered.
settings.register_profile(
    "mutants", deadline=None, database=None, phases=[Phase.explicit, Phase.generate]
)

faulthandler.dump_traceback_later(LIMIT, exit=True, file=HANG)  # until the first test starts


def tell(what: str, name: str, seconds: float = 0.0) -> None:
    with open(LOG, "a", encoding="utf-8") as log:
        log.write(f"{what}\t{seconds:.3f}\t{name}\n")


def pytest_runtest_logstart(nodeid: str, location: Any) -> None:
    tell("start", nodeid)
    faulthandler.dump_traceback_later(LIMIT, exit=True, file=HANG)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        tell("failed", report.nodeid)
    if report.when == "call":
        tell("done", report.nodeid, report.duration)


def pytest_runtest_logfinish(nodeid: str, location: Any) -> None:
    faulthandler.cancel_dump_traceback_later()


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        tell("failed", report.nodeid)

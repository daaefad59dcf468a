"""`covert-bots load`: calls to a real server, counted."""

from __future__ import annotations

import re

from command.running import document, mistake, run

BRIEF = ("--seconds", "1.5", "--bot", "random")


def test_calls_at_a_rate_are_all_accounted_for() -> None:
    found = document("load", "--rate", "20", *BRIEF, "--deadline", "5000")
    assert found["calls"] == 30
    assert found["offered"] == 20
    assert found["answered"] == 30
    assert found["refused"] == found["deadline_misses"] == 0
    assert found["errors"] == {}
    times = found["latency_ms"]
    assert 0 < times["p50"] <= times["p95"] <= times["p99"] <= times["max"]
    assert found["health_ms"]["p50"] > 0
    assert found["iterations_per_move"]["mean"] == 0  # of the random bot


def test_callers_in_turn_have_one_call_each() -> None:
    found = document("load", "--games", "2", "--seconds", "1", "--bot", "ismcts:iterations=30")
    assert found["answered"] == found["calls"] > 2
    assert found["iterations_per_move"]["p50"] == 30


def test_what_cannot_be_done_in_time_is_refused_and_not_late() -> None:
    """Searches of 0.4 s, many more than there are workers, within a second each."""
    words = ("--time", "400", "--deadline", "1000", "--seconds", "2", "--bot", "ismcts")
    found = document("load", "--rate", "40", *words)
    assert found["refused"] > found["answered"] > 0
    assert found["deadline_misses"] < found["calls"] / 10
    assert found["errors"] == {}


def test_the_screen_has_the_same_in_short() -> None:
    shown = run("load", "--rate", "10", *BRIEF, "--deadline", "5000").stdout
    assert re.search(r"^15 calls in 1\.5 s: 15 answered, 0 refused, 0 late", shown, re.MULTILINE)
    assert re.search(r"^answer, ms +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+", shown, re.MULTILINE)


def test_a_rate_and_callers_exclude_each_other() -> None:
    assert "--rate, --games: both are given" in mistake("load", "--rate", "1", "--games", "1")


def test_a_server_that_is_not_there_is_named() -> None:
    assert "no server answers at" in mistake("load", "--server", "127.0.0.1:1", *BRIEF)

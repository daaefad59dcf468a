"""`covert-bots bench` measures, and signs how the bots play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import grpc
import pytest
from command.shell import mistake, run
from golden.signature import kept

from covert_bots.covert.signature import SPECS
from covert_bots.players.cores import cores
from covert_command.commands import bench
from covert_command.commands.bench import DIGITS
from covert_command.load.echo import echo_server
from covert_command.measures import service
from covert_engine.covert import compile, house_set


def leaves(document: Any) -> Iterator[float]:
    """Yield all numbers of a document."""
    if isinstance(document, dict):
        for inner in document.values():
            yield from leaves(inner)
    else:
        yield document


@pytest.mark.usefixtures("short")
def test_json_has_every_figure() -> None:
    done = run("bench", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    figures = json.loads(done.stdout)
    assert list(figures) == [
        "state_bytes",
        "copy_ns",
        "sample_ns",
        "playout",
        "search",
        "games",
        "ismcts",
        "arena",
        "signature",
    ]
    assert list(figures["playout"]) == [
        "ns_per_decision",
        "decisions_per_game",
        "games_per_second",
    ]
    assert list(figures["search"]) == ["iterations_per_second", "ns_per_simulated_decision"]
    assert list(figures["games"]) == ["greedy_2p", "greedy_4p"]
    for game in figures["games"].values():
        assert list(game) == ["us_per_game", "decisions_per_game", "ns_per_decision"]
        by_decision = game["us_per_game"] * 1000 / game["decisions_per_game"]
        assert by_decision == pytest.approx(game["ns_per_decision"], rel=0.01)
    ismcts = figures["ismcts"]
    assert list(ismcts) == ["iteration_us", "decisions_per_iteration", "ns_per_decision"]
    by_decision = ismcts["iteration_us"] * 1000 / ismcts["decisions_per_iteration"]
    assert by_decision == pytest.approx(ismcts["ns_per_decision"], rel=0.01)
    assert list(figures["arena"]) == ["games_per_second", "workers"]
    assert figures["arena"]["workers"] == cores()
    assert figures["state_bytes"] <= 1536  # of a whole state, the design's limit
    digest = sha256("".join(kept()[spec] for spec in SPECS).encode()).hexdigest()
    assert figures.pop("signature") == int(digest[:DIGITS], 16)
    assert all(figure > 0 for figure in leaves(figures))


@pytest.mark.usefixtures("short")
def test_the_table_has_the_same_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SPECS", SPECS[:2])
    shown = run("bench").stdout
    assert str(bench.signature_of(compile(house_set()))) in shown
    assert "iterations of a search" in shown
    assert "two-player random games in the arena" in shown


@pytest.mark.usefixtures("short")
def test_the_service_is_measured_beside_an_echo_of_the_same_sizes() -> None:
    done = run("bench", "--service", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert list(figures) == [
        "bot",
        "players",
        "request_bytes",
        "answer_bytes",
        "rounds",
        "callers_1",
        "callers_16",
    ]
    assert len(figures["request_bytes"]) == len(figures["answer_bytes"]) == 4
    assert min(*figures["request_bytes"], *figures["answer_bytes"]) > 100
    for callers in (1, 16):
        part = figures[f"callers_{callers}"]
        assert list(part) == [
            "calls_per_second",
            "latency_p50_ms",
            "latency_p95_ms",
            "cpu_us_per_call",
        ]
        for figure in part.values():
            assert list(figure) == ["covert", "echo", "ratio"]
        # Even a round of 10 ms uses CPU time.
        assert all(figure > 0 for figure in leaves(part))
        # Rounds are paired, so the ratio of the medians lies among their ratios.
        for figure in part.values():
            low, high = (figure["ratio"][end] for end in ("min", "max"))
            between = figure["covert"] / figure["echo"]
            assert 0.98 * low - 0.001 <= between <= 1.02 * high + 0.001


@pytest.mark.usefixtures("short")
def test_each_caller_has_one_call_in_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "ROUNDS", 1)
    figures = json.loads(run("bench", "--service", "--json").stdout)
    for callers in (1, 16):
        calls, median = (
            figures[f"callers_{callers}"][figure]
            for figure in ("calls_per_second", "latency_p50_ms")
        )
        # By Little's law, rate times mean latency is at most the number of callers, and no median
        # is above twice the mean.
        for who in ("covert", "echo"):
            assert 0 < calls[who] * median[who] / 1000 <= 2.01 * callers


@pytest.mark.usefixtures("short")
def test_the_table_of_the_service_has_both_and_their_ratio() -> None:
    shown = run("bench", "--service").stdout
    assert "Covert" in shown
    assert "echo" in shown
    assert "1 caller: calls a second" in shown
    assert "16 callers: server's CPU time a call, us" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_the_echo_answers_as_many_bytes_as_it_is_told() -> None:
    with (
        echo_server("some.Service", "Method", {b"short": 7, b"longer": 70_000}) as server,
        grpc.insecure_channel(server.target) as channel,
    ):
        method: Any = channel.unary_unary("/some.Service/Method")
        assert len(method(b"short", timeout=60)) == 7
        assert len(method(b"longer", timeout=60)) == 70_000


def test_the_service_is_measured_alone() -> None:
    message = mistake("bench", "--service", "--game", "covert-action")
    assert message.startswith("--service works only with --game covert")


def test_another_card_set_is_another_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SPECS", SPECS[:2])
    other = compile(house_set(), {"flight_trails": False})
    assert bench.signature_of(other) != bench.signature_of(compile(house_set()))

"""`covert-bots bench --game covert-action`: every figure is there, and sizes are as promised."""

from __future__ import annotations

import json

import pytest
from command.shell import run

from covert_command.measures import covert_action

AMOUNTS = {
    "DECISIONS": 4000,
    "ROUNDS": 2,
    "COPIES": 50_000,
    "WORLDS": 1000,
    "POSTERIORS": 500,
    "SEARCHED": 40,
}


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it measure so briefly that the times are rough."""
    for name, amount in AMOUNTS.items():
        monkeypatch.setattr(covert_action, name, amount)


def test_json_has_every_figure() -> None:
    done = run("bench", "--game", "covert-action", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    assert figures["truth_bytes"] <= 256
    assert figures["state_bytes"] <= 768
    for players in covert_action.SIZES:
        playout = figures[f"players_{players}"]["playout"]
        by_division = playout["ns_per_decision"] / playout["covert_ns_per_decision"]
        assert playout["ratio"] == pytest.approx(by_division, rel=0.5)
    assert figures["signature"] == covert_action.signature()


def test_the_table_says_the_same() -> None:
    shown = run("bench", "--game", "covert-action").stdout
    assert str(covert_action.signature()) in shown
    assert "one in a random game of Covert" in shown

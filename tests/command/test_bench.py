"""`covert-bots bench` measures, and signs how the bots play."""

from __future__ import annotations

import json

from command.running import run

from covert_engine.covert import compile, house_set
from covert_server.command.bench import signature_of


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
        "signature",
    ]
    assert list(figures["playout"]) == [
        "ns_per_decision",
        "decisions_per_game",
        "games_per_second",
    ]
    assert list(figures["search"]) == ["iterations_per_second", "ns_per_simulated_decision"]
    assert figures["state_bytes"] <= 1536  # the whole of a state, as the design has it
    assert figures["signature"] == signature_of(compile(house_set()))
    del figures["signature"]
    playout, search = figures.pop("playout"), figures.pop("search")
    assert all(figure > 0 for figure in (*figures.values(), *playout.values(), *search.values()))


def test_the_table_has_the_same_signature() -> None:
    shown = run("bench").stdout
    assert str(signature_of(compile(house_set()))) in shown
    assert "iterations of a search" in shown


def test_another_card_set_is_another_signature() -> None:
    cards = compile(house_set(), {"flight_trails": False})
    assert signature_of(cards) != signature_of(compile(house_set()))

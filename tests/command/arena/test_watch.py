"""`covert-bots arena watch`: the page of a tournament, served until Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx
from arena.tournaments import plan_of, run_in_file
from command.shell import mistake


def test_it_serves_the_page_and_the_figures_until_ctrl_c(tmp_path: Path) -> None:
    ledger = tmp_path / "games.ledger"
    run_in_file(plan_of("greedy", "greedy-1", blocks=1), ledger, 0)
    before = ledger.read_bytes()
    words = ["arena", "watch", str(ledger), "--no-browser", "--json"]
    watching = subprocess.Popen(
        [sys.executable, "-m", "covert_command", *words], stdout=subprocess.PIPE, text=True
    )
    assert watching.stdout is not None
    try:
        told = json.loads("".join(iter(watching.stdout.readline, "}\n")) + "}")
        address, _, view = told["address"].partition("#")
        assert view == "/watch"
        assert "<title>Covert bots</title>" in httpx.get(address, timeout=60).text
        post = httpx.post(f"{address}covertbots.v1.Arena/GetTournament", json={}, timeout=60)
        assert post.json()["tournament"]["gamesEnded"] == "2"
    finally:
        watching.send_signal(signal.SIGINT)
        code = watching.wait(60)
    assert code == 130
    assert ledger.read_bytes() == before


def test_a_file_that_is_no_ledger_is_named(tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("no ledger")
    said = mistake("arena", "watch", str(other), "--no-browser")
    assert "other.txt: another program's; expected" in said

"""`covert-bots arena serve`, as docs/arena.md shows it, killed and ended."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from command.shell import COMMAND, HEARING, REPOSITORY, document, mistake, run
from service.server import Serving, eventually

from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_server.settings import Settings
from covertbots.client import Client
from covertbots.v1.league_pb2 import Entrant

PAGE = (REPOSITORY / "docs" / "arena.md").read_text(encoding="utf-8").partition("## 9 ")[2]
BLOCKS = 4


def shown(command: str) -> list[str]:
    """Return the words of a command that the page shows."""
    match = re.search(rf"^    covert-bots ({command} .*)$", PAGE, re.MULTILINE)
    assert match is not None
    return shlex.split(match[1])


class Started(NamedTuple):
    """A league in a process of its own."""

    process: subprocess.Popen[str]
    target: str


@contextmanager
def started(folder: Path) -> Iterator[Started]:
    """Start the league of the page, with fewer games and on free ports."""
    here = ["--port", "0", "--http-port", "0", "--allow-host", "127.0.0.1", "--workers", "1"]
    words = [*shown("arena serve"), *here, "--blocks", str(BLOCKS), "--json"]
    process = subprocess.Popen(
        [*HEARING, *COMMAND, *words], cwd=folder, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        told = json.loads("".join(iter(process.stdout.readline, "}\n")) + "}")
        yield Started(process, f"{told['host']}:{told['port']}")
    finally:
        process.kill()
        process.wait()


def test_a_league_that_is_killed_goes_on_and_no_game_is_lost_or_doubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    token = document(*shown("token"))["token"]
    monkeypatch.setenv("COVERT_BOTS_TOKEN", token)
    ledger = tmp_path / "league.ledger"

    def games() -> int:
        return ledger.read_bytes().count(b'{"block":')

    with Serving(Settings(workers=1)) as bots:
        submit = shown("arena submit")
        submit[submit.index("--bot") + 1] = f"grpc://{bots.target}/greedy-1"
        with started(tmp_path) as first:
            submit[2] = first.target
            assert document(*submit)["entrants"][0]["name"] == "bold"
            eventually(lambda: games() > 2, within=240.0, pause=0.1)
            first.process.kill()
            first.process.wait()
        before = games()
        assert before < 2 * BLOCKS
        with started(tmp_path) as again:
            with Client(again.target, token=token) as client:

                def all_done() -> bool:
                    return {each.state for each in client.list_entrants()} == {Entrant.STATE_DONE}

                eventually(all_done, within=240.0, pause=0.1)
            listed = document("arena", "entrants", again.target)["entrants"]
            assert [each["state"] for each in listed] == ["done"] * 3
            left = [*shown("arena withdraw")[:2], again.target, "--name", "bold"]
            assert document(*left)["entrants"][0]["state"] == "withdrawn"
            again.process.send_signal(signal.SIGINT)
            assert again.process.wait(60) == 130
    with Ledger(ledger, reading=True) as read:
        settings = read.settings()
        assert settings is not None
        plan = Plan(settings)
        ended = [attempt.fixture.key for attempt in read.attempts(plan, final=True)]
    assert settings.bots == ("greedy", "random", f"grpc://{bots.target}/greedy-1")
    assert len(set(ended)) == len(ended) == plan.games > before


def test_what_a_league_cannot_keep_is_refused_before_it_begins(tmp_path: Path) -> None:
    ledger = str(tmp_path / "engines" / "league.ledger")
    (tmp_path / "engines").mkdir()
    said = mistake("arena", "serve", ledger, "--engines", str(tmp_path), "--no-sandbox")
    assert "--engines: " in said
    assert "expected it in another folder" in said
    assert "players: 5; expected 2, 3 or 4" in mistake("arena", "serve", ledger, "--players", "5")
    assert "--bots: 'none'" in mistake("arena", "serve", ledger, "--bots", "none")
    said = mistake("arena", "serve", ledger, "--host", "0.0.0.0")
    assert "--host: other machines can reach '0.0.0.0'" in said
    assert not Path(ledger).exists()


def test_a_bot_is_an_address_or_a_command() -> None:
    said = mistake("arena", "submit", "localhost:1", "--name", "bold")
    assert "--bot: expected either --bot or --engine" in said
    assert run("arena", "submit", "localhost", "--name", "bold").returncode == 2

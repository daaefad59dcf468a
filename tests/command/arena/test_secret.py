"""The deals of a tournament depend on a secret, or on a seed that gives them away."""

from __future__ import annotations

import re
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from arena.tournaments import HERE, edit
from command.shell import document, mistake, run

from covert_bots.arena.ledger import Ledger
from covert_bots.engines.isolation import check_sandbox

RUN = ("arena", "run", "--bots", "random,flat:iterations=1", "--workers", "1", "--blocks")
WARNING = "Who knows the seed can compute all cards of all games"


def digest(file: Path) -> str:
    with Ledger(file, reading=True) as ledger:
        return ledger.digest()


def test_its_hash_is_shown_before_the_games_and_the_secret_after_them(tmp_path: Path) -> None:
    first, again, other = tmp_path / "first", tmp_path / "again", tmp_path / "other"
    shown = run(*RUN, "1", "--ledger", str(first)).stderr
    before = re.search(r"^SHA-256 of the secret: ([0-9a-f]{64})$", shown, re.MULTILINE)
    after = re.search(r"^Secret of the deals: ([0-9a-f]{64})$", shown, re.MULTILINE)
    assert before is not None
    assert after is not None
    assert before.end() < after.start()
    assert sha256(after[1].encode()).hexdigest() == before[1]
    document(*RUN, "1", "--seed", after[1], "--ledger", str(again))
    document(*RUN, "1", "--ledger", str(other))
    assert digest(first) == digest(again) != digest(other)


def test_a_ledger_keeps_it_and_reports_show_it_at_the_end(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file, report = tmp_path / "games.ledger", tmp_path / "report.html"
    document(*RUN, "1", "--ledger", str(file))
    with Ledger(file, reading=True) as ledger:
        settings = ledger.settings()
    assert settings is not None
    secret = str(settings.seed)
    edit(file, lambda line: "plan" in line and line["plan"]["settings"].update(blocks=2))
    document("arena", "show", str(file), "--report", str(report))
    assert secret not in report.read_text()
    assert settings.commitment in report.read_text()
    document(*RUN, "2", "--ledger", str(file))  # resumed, without a word of the seed
    document("arena", "show", str(file), "--report", str(report))
    assert secret in report.read_text()


def test_a_seed_says_what_it_gives_away_where_bots_are_not_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(HERE)
    strangers = ("arena", "run", "--bots", "badly_behaved:raises,random", "--workers", "1")
    assert WARNING in run(*strangers, "--blocks", "1", "--seed", "1").stderr
    assert WARNING not in run(*RUN, "1", "--seed", "1").stderr


def test_a_wrong_seed_is_named() -> None:
    assert "--seed" in mistake(*RUN, "1", "--seed", "-1")
    assert "--seed" in mistake(*RUN, "1", "--seed", "ab" * 31)


def test_a_sandbox_that_cannot_be_had_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    check_sandbox.cache_clear()
    assert mistake(*RUN, "1", "--untrusted").startswith("--untrusted: bubblewrap is not installed")
    check_sandbox.cache_clear()


def test_a_variable_that_is_not_there_is_named() -> None:
    expected = "--pass-env: 'NOT_THERE'; expected a variable of the environment"
    assert mistake(*RUN, "1", "--pass-env", "NOT_THERE") == expected

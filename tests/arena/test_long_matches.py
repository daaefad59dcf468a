"""Long matches, by the command of `benchmarks/` that plays them piece by piece."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from arena.tournaments import edit
from click.testing import CliRunner, Result

from covert_bots.covert.signature import MATCH_SECONDS

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "benchmarks/play_matches.py"]
MATCH = """
[[match]]
name = "short"
first = "greedy:worlds=1"
second = "random"
players = 2
pieces = 2
blocks = 1
seed = 7
lower = 0.5
"""


@pytest.fixture(autouse=True)
def _beside_the_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))


@cache
def digest() -> str:
    """Return the digest of the bots that play the matches."""
    import play_matches

    return str(play_matches.digest_of_bots())


def run(*arguments: str | Path) -> Result:
    """Run the command in this process; only what it has the arena play has one of its own."""
    import play_matches

    kept = digest()
    with patch.object(play_matches, "digest_of_bots", lambda: kept):
        return CliRunner().invoke(play_matches.main, list(map(str, arguments)))


def apart(*arguments: str) -> str:
    command = [*COMMAND, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def played(folder: Path) -> Result:
    return run(folder / "ledgers", "--matches", folder / "few.toml", "--workers", "1")


def test_a_match_is_played_in_pieces_and_a_piece_that_lacks_a_block_is_not_added(
    tmp_path: Path,
) -> None:
    """A game may have been given up after many attempts. The next piece is played all the same."""
    (tmp_path / "few.toml").write_text(MATCH.replace("blocks = 1", "blocks = 2"), encoding="utf-8")
    assert played(tmp_path).exit_code == 0
    file = tmp_path / "few" / "short.json"
    result: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    assert list(result["pieces"]) == ["7", "8"]
    ledgers = [tmp_path / "ledgers" / f"short-{seed}-{result['digest']}.ledger" for seed in (7, 8)]
    assert sorted((tmp_path / "ledgers").iterdir()) == ledgers
    assert all(len(blocks) == 2 for blocks in result["pieces"].values())

    void = {"outcome": "void", "attempt": 5}
    edit(
        ledgers[0],
        lambda line: line.get("block") == line.get("rotation") == 1 and line.update(void),
    )
    file.unlink()
    done = played(tmp_path)
    assert done.exit_code == 0, done.output
    reason = f"{ledgers[0]}: 1 of its 2 blocks are complete; expected all. "
    assert reason in done.output
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept == {**result, "pieces": {"8": result["pieces"]["8"]}}
    assert "2 of 4" in run("--matches", tmp_path / "few.toml").output


def test_pieces_of_bots_that_play_otherwise_are_not_mixed(tmp_path: Path) -> None:
    (tmp_path / "few.toml").write_text(MATCH, encoding="utf-8")
    (tmp_path / "few").mkdir()
    file = tmp_path / "few" / "short.json"
    file.write_text('{"digest": "of others", "pieces": {}}', encoding="utf-8")
    refused = played(tmp_path)
    assert refused.exit_code == 2
    assert "other bots played its pieces; move it away to begin anew" in refused.output
    assert not list((tmp_path / "ledgers").iterdir())


def test_a_bot_that_knows_all_cards_plays_in_pieces_too(tmp_path: Path) -> None:
    """It plays at a table of three, where it does not win all games."""
    known = re.sub('"(greedy:worlds=1|random)"', '"ismcts:iterations=2"', MATCH)
    known = known.replace("players = 2", "players = 3").replace("lower = 0.5", "knows = true")
    known = known.replace("pieces = 2", "pieces = 1").replace("blocks = 1", "blocks = 2")
    (tmp_path / "few.toml").write_text(known, encoding="utf-8")
    assert played(tmp_path).exit_code == 0
    pieces = json.loads((tmp_path / "few" / "short.json").read_text(encoding="utf-8"))["pieces"]
    blocks = [block for piece in pieces.values() for block in piece]
    assert len(blocks) == 2
    assert all(mine + 2 * theirs == pytest.approx(1) for mine, theirs in blocks)
    assert any(0 < mine < 1 for mine, _ in blocks)


def test_the_page_of_strength_shows_the_results() -> None:
    done = run("--check")
    assert done.exit_code == 0, done.output


def test_the_digest_of_the_bots_is_the_same_in_every_process() -> None:
    assert re.fullmatch("[0-9a-f]{12}", digest())
    assert apart("--digest").strip() == digest()


@pytest.mark.parametrize(
    ("threshold", "other"),
    [("FAR_SECONDS", {2: 0.02, 3: 0.03}), ("FAR_SECONDS", {2: 0.01}), ("LONG_SECONDS", {2: 0.2})],
)
def test_the_digest_knows_from_how_much_time_on_a_bot_looks_further(
    monkeypatch: pytest.MonkeyPatch, threshold: str, other: dict[int, float]
) -> None:
    from play_matches import digest_of_bots

    monkeypatch.setattr("play_matches.signature", lambda _, spec: spec)
    before = digest_of_bots()
    monkeypatch.setattr(f"covert_bots.covert.bots.{threshold}", other)
    assert digest_of_bots() != before


def test_the_digest_knows_all_times_of_the_matches() -> None:
    matches = (ROOT / "benchmarks" / "matches.toml").read_text(encoding="utf-8")
    seconds = re.findall(r"cpu_seconds[=_]([\dp.]+)", matches)
    assert {float(text.replace("p", ".")) for text in seconds} == set(MATCH_SECONDS)

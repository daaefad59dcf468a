"""`covert-bots serve --engine`: where it can be set, and what is said of a wrong one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from command.shell import document, mistake

ROOT = Path(__file__).parents[3]
CAREFUL = f"{sys.executable} {ROOT / 'examples/engines/careful.py'}"
HOSTILE = f"{sys.executable} -I -S {ROOT / 'tests/engines/hostile.py'}"


def test_engines_are_shown_as_they_were_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "serve.toml"
    file.write_text(f"engine = ['careful={CAREFUL}']\n")
    config = document("serve", "--config", str(file), "--show-config")
    assert config["engine"] == {"value": [f"careful={CAREFUL}"], "from": "file"}
    monkeypatch.setenv("COVERT_BOTS_ENGINE", f"one={CAREFUL}; two={CAREFUL} --depth 3")
    config = document("serve", "--config", str(file), "--show-config")
    assert config["engine"]["value"] == [f"one={CAREFUL}", f"two={CAREFUL} --depth 3"]
    assert config["engine"]["from"] == "environment"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--engine", "careful"), "--engine: 'careful'; expected NAME=COMMAND, such as 'bold="),
        (("--engine", f"greedy={CAREFUL}"), "a bot of covert is named greedy; expec"),
        (
            ("--engine", f"greedy-1={CAREFUL}"),
            "a bot of covert is named greedy-1; expec",
        ),
        (
            ("--engine", f"one={CAREFUL}", "--engine", f"one={HOSTILE} ends"),
            "--engine: two are named one; expected another name for one",
        ),
        (
            ("--untrusted-engines",),
            "--untrusted-engines: there is no engine; expected --engine",
        ),
    ],
)
def test_a_wrong_engine_is_named(words: tuple[str, ...], said: str) -> None:
    assert said in mistake("serve", *words, "--show-config")


def test_an_engine_that_does_not_start_is_found_before_the_start() -> None:
    words = ("serve", "--check-config", "--port", "0", "--workers", "1")
    said = mistake(*words, "--engine", f"other={HOSTILE} 'another program'")
    assert said.startswith("--engine: other: the process ended with 2; it said: usage: none")
    assert document(*words, "--engine", f"careful={CAREFUL}")["workers"] == 1

"""The page of the environments: its programs run, and its fields are those that there are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")

from command.pages import blocks

ROOT = Path(__file__).resolve().parents[2]
PAGE = "docs/environments.md"
PROGRAMS = [
    block.text
    for block in blocks(PAGE)
    if block.language == "python" and "textarena" not in block.text  # see tests/text_arena
]


@pytest.mark.parametrize("program", PROGRAMS, ids=["a game", "against bots", "at once", "text"])
def test_a_program_of_the_page_runs(program: str) -> None:
    exec(compile(program, PAGE, "exec"), {})


def test_a_game_takes_five_lines() -> None:
    assert len([line for line in PROGRAMS[0].splitlines() if line and "import" not in line]) == 5


def test_the_page_shows_the_fields_of_the_tensors() -> None:
    done = subprocess.run([sys.executable, "docs/tensors.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0

"""The programs of the page of OpenSpiel run."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspiel")

from command.pages import blocks

PAGE = "docs/openspiel.md"
PROGRAMS = [block.text for block in blocks(PAGE) if block.language == "python"]


@pytest.mark.parametrize("program", PROGRAMS, ids=["a game", "bots", "solved", "a round"])
def test_a_program_of_the_page_runs(program: str) -> None:
    exec(compile(program, PAGE, "exec"), {})

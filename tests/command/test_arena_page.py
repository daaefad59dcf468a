"""docs/arena.md shows what the arena prints."""

from __future__ import annotations

import re
import shlex

from command.shell import REPOSITORY, run

PAGE = (REPOSITORY / "docs" / "arena.md").read_text(encoding="utf-8")
MEASURED = re.compile(r" +\d+\.\d\d(?= +\d+$)")  # milliseconds of a decision


def as_printed(text: str) -> list[str]:
    """Return the lines of a text, without what differs from one run to the next."""
    return [MEASURED.sub("", line.rstrip()) for line in text.strip().splitlines()]


def test_the_page_shows_what_its_tournament_prints() -> None:
    example = re.search(
        r"\n    covert-bots ([^\n]*)\n\nprints, [^\n]*\n\n```\n(.*?)```", PAGE, re.DOTALL
    )
    assert example is not None
    done = run(*shlex.split(example[1]), columns=100)
    assert done.returncode == 0, done.stderr
    shown = as_printed(example[2])
    assert "greedy-1 against" in shown
    assert as_printed(done.stdout)[: len(shown)] == shown


def test_the_page_shows_what_a_stopped_tournament_prints() -> None:
    """`test_arena_stopped.py` checks the output in the same form."""
    (shown,) = re.findall(r"```\n(Stopped .*?)```", PAGE, re.DOTALL)
    assert re.fullmatch(
        r"Stopped after (\d+) of 360 games; \d+ of 180 blocks are complete\.\n"
        r"Saved: all \1 finished games, in live one\.ledger\n"
        r"Unfinished games will be played again from the start\. To resume:\n"
        r"  covert-bots arena run --bots [^ ]+ --blocks 60 --ledger 'live one\.ledger'\n",
        shown,
    )

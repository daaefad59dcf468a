"""What the README shows is what is printed."""

from __future__ import annotations

import re
import shlex

from command.running import REPOSITORY, run

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")


def test_the_game_in_the_readme_is_that_of_its_command() -> None:
    found = re.search(r"`covert-bots (demo [^`]*)`\):\n\n```\n(.*?)```\n", README, re.DOTALL)
    assert found is not None
    shown = run(*shlex.split(found[1]), columns=100).stdout
    lines = "".join(f"{line.rstrip()}\n" for line in shown.splitlines())
    assert f"{found[2]}\n" in lines
    assert lines.index(found[2]) > len(lines) / 2

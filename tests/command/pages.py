"""Pages of the documentation: their blocks, and a folder in which a reader would type them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from command.shell import LONGEST, REPOSITORY, environment

__all__ = ["Block", "blocks", "checkout", "environment_in", "typed"]

PROGRAMS = {"covert-bots": ("-m", "covert_command"), "python": ()}


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    text: str


def blocks(page: str) -> list[Block]:
    """Return the blocks of a page, in order; the page is named from the checkout."""
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    matches = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert text.count("\n```") == 2 * len(matches)
    return [Block(*entry) for entry in matches]


def checkout(folder: Path) -> dict[str, str]:
    """Make a folder look like a checkout with the program in `.venv`, which is active.

    Returns the environment of commands there.
    """
    bin_folder = _bin_of(folder)
    bin_folder.mkdir(parents=True)
    for name, arguments in PROGRAMS.items():
        program = bin_folder / name
        program.write_text(f'#!/bin/sh\nexec {sys.executable} {" ".join(arguments)} "$@"\n')
        program.chmod(0o755)
    for name in ("docs", "proto"):
        (folder / name).symlink_to(REPOSITORY / name)
    made = shutil.ignore_patterns("node_modules", "build", "generated", "package-lock.json")
    for name in ("clients", "examples"):
        shutil.copytree(REPOSITORY / name, folder / name, ignore=made)
    return environment_in(folder)


def environment_in(folder: Path) -> dict[str, str]:
    """Return the environment of commands in a folder made so, or in a copy of it."""
    path = f"{_bin_of(folder)}{os.pathsep}{os.environ['PATH']}"
    return environment(PATH=path, XDG_CONFIG_HOME=str(folder / "kept"))


def _bin_of(folder: Path) -> Path:
    return folder / ".venv" / "bin"


def typed(
    command: str,
    folder: Path,
    seen: dict[str, str],
    stdin: str = "",
    shell: str = "bash",
    seconds: float = LONGEST,
) -> str:
    """Type a command, which must succeed, and return what it prints."""
    done = subprocess.run(
        [shell, *(["-euo", "pipefail"] if shell == "bash" else []), "-c", command],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=folder,
        env=seen,
        timeout=seconds,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout

"""The examples run as they are, against a real server."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

from command.shell import REPOSITORY, environment, run

from covert_engine.covert import house_set

EXAMPLES = REPOSITORY / "examples"
DECISIONS = {"return_mission", "place", "break", "espionage", "resolve", "last_mission"}


def python(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        env=environment(),
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def statements(path: Path) -> int:
    """Count the lines of code, without the docstring, empty lines and comments."""
    text = path.read_text()
    docstring = ast.parse(text).body[0]
    lines = text.splitlines()[docstring.end_lineno :]
    return sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in lines)


def test_a_hint_takes_five_lines(server: str) -> None:
    path = EXAMPLES / "hint.py"
    assert statements(path) == 5
    hint = python("-c", path.read_text().replace("localhost:50051", server))
    view = str(EXAMPLES / "views" / "place.json")
    shown = run("suggest", view, "--bot", "ismcts", columns=400).stdout
    assert f"The turn: {hint}" in shown


def test_a_host_needs_forty_lines_and_no_engine(server: str) -> None:
    path = EXAMPLES / "host.py"
    assert len(path.read_text().splitlines()) <= 40
    imported = [
        name
        for node in ast.walk(ast.parse(path.read_text()))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    ]
    assert not any(name.startswith(("covert_engine", "covert_bots")) for name in imported)
    printed = python(str(path), server)
    assert "East completes '" in printed
    assert printed.splitlines()[-1].startswith("scores: [")


def test_the_saved_views_are_of_different_phases(tmp_path: Path) -> None:
    copy = tmp_path / "save_views.py"
    copy.write_text((EXAMPLES / "save_views.py").read_text())
    (tmp_path / "views").mkdir()
    python(str(copy))
    for folder in (EXAMPLES, tmp_path):
        views = {path.stem: json.loads(path.read_text()) for path in (folder / "views").iterdir()}
        assert set(views) == DECISIONS
        for name, view in views.items():
            assert view["covert"]["decision"] == f"DECISION_{name.upper()}"
            assert view["covert"]["cardSet"] == house_set().digest
        assert len({view["covert"]["phase"] for view in views.values()}) >= 5

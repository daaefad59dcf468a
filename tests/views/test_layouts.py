"""The engine's layouts of messages are those of the .proto files."""

from __future__ import annotations

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "proto" / "engine_layouts.py"


def test_generated_layouts_are_up_to_date() -> None:
    for path, text in runpy.run_path(str(SCRIPT))["files"]().items():
        assert path.read_text(encoding="utf-8") == text, path

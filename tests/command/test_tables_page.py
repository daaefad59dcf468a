"""The commands of docs/tables.md work, and print what the page shows."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from command.pages import blocks, checkout, typed
from command.shell import LONGEST, REPOSITORY
from command.test_http_page import matches

PAGE = "docs/tables.md"


def test_what_the_page_has_you_type_prints_what_it_says(tmp_path: Path) -> None:
    seen = checkout(tmp_path)
    serve, *others = blocks(PAGE)
    anywhere = serve.text.replace("--http-port 8080", "--port 0 --http-port 0")
    process = subprocess.Popen(
        ["bash", "-c", f"exec {anywhere}"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=seen,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        (ports,) = re.findall(r"serving \S+:(\d+) and http://\S+:(\d+);", line)
        example = tmp_path / "examples" / "table.py"
        example.write_text(example.read_text().replace("50051", ports[0]))
        printed, compared = "", 0
        for language, text in others:
            if language == "bash":
                printed = typed(
                    text.replace("localhost:8080", f"localhost:{ports[1]}"), tmp_path, seen
                )
            else:
                assert language == "text"
                assert matches(printed, text), printed
                compared += 1
        assert compared == 4
    finally:
        process.terminate()
        process.communicate(timeout=LONGEST)


def test_the_page_has_every_refusal() -> None:
    text = (REPOSITORY / PAGE).read_text(encoding="utf-8")
    refusals = (REPOSITORY / "server/covert_server/tables/refusals.py").read_text(encoding="utf-8")
    calls = "".join(
        path.read_text("utf-8")
        for path in (REPOSITORY / "server/covert_server/tables").glob("*.py")
    )
    reasons = set(re.findall(r'"([A-Z]+_[A-Z_]+)"\)', refusals + calls))
    assert len(reasons) > 10
    assert {reason for reason in reasons if f"`{reason}`" not in text} == set()

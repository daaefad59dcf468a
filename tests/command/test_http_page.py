"""The commands of docs/http.md work, and print what the page shows."""

from __future__ import annotations

import doctest
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from command.pages import blocks, checkout, typed
from command.shell import LONGEST, REPOSITORY
from service.web import CODES

from covert_server.connect.errors import HTTP_STATUS

PAGE = "docs/http.md"
TEXT = (REPOSITORY / PAGE).read_text(encoding="utf-8")
HERE = "localhost:8080"


@contextmanager
def served(command: str, folder: Path, seen: dict[str, str]) -> Iterator[str]:
    """Type a command that serves, on free ports; yield host and port of HTTP."""
    anywhere = command.replace("--http-port 8080", "--port 0 --http-port 0")
    assert anywhere != command
    process = subprocess.Popen(
        ["bash", "-c", f"exec {anywhere}"], stdout=subprocess.PIPE, text=True, cwd=folder, env=seen
    )
    assert process.stdout is not None
    try:
        (target,) = re.findall(r" and http://(\S+);", process.stdout.readline())
        yield target
    finally:
        process.terminate()
        process.communicate(timeout=LONGEST)


def test_what_the_page_has_you_type_prints_what_it_says(tmp_path: Path) -> None:
    """The commands run in order, in one folder; a server runs until the next one starts."""
    seen = checkout(tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    printed, compared = None, 0
    with ExitStack() as serving:
        target = ""
        for language, text in blocks(PAGE):
            here = text.replace(HERE, target or HERE)
            if language == "text":
                assert printed is None or matches(printed, text), printed
                printed, compared = None, compared + 1
            elif "covert-bots serve" in text:
                serving.close()
                target = serving.enter_context(served(text, tmp_path, seen))
            elif language == "js":
                if shutil.which("node") is None:
                    continue
                (tmp_path / "program.mjs").write_text(here)
                printed = typed("node program.mjs", tmp_path, seen)
            else:
                assert language == "bash"
                printed = typed(here, tmp_path, seen)
    assert compared == TEXT.count("```text") >= 12


def matches(printed: str, shown: str) -> bool:
    """Return True if the text printed is the one shown; three points stand for anything."""
    return doctest.OutputChecker().check_output(shown, printed + "\n", doctest.ELLIPSIS) or (
        doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS)
    )


def test_other_words_do_not_match() -> None:
    assert matches('{"a":1}', '{"a":1}\n')
    assert matches('{"a":1,"b":2}', '{"a":...\n')
    assert not matches('{"a":1}', '{"a":2}\n')
    assert not matches('{"a":1}\n{}', '{"a":1}\n')


def test_the_table_has_the_statuses_of_the_protocol() -> None:
    rows = re.findall(r"^\| (\d+) +\| `(\w+)`", TEXT, re.MULTILINE)
    no_calls = {("unimplemented", status) for status in (404, 405, 415)}
    no_calls.add(("permission_denied", 421))
    listed = {(code, int(status)) for status, code in rows}
    assert listed >= no_calls
    listed -= no_calls
    protocol = {(code.name.lower(), status) for code, status in HTTP_STATUS.items()}
    assert listed == {*CODES.items(), ("internal", 500)}
    assert listed <= protocol


@pytest.mark.parametrize("name", ["opponent", "referee"])
def test_every_call_is_on_the_page(name: str) -> None:
    proto = (REPOSITORY / f"proto/covertbots/v1/{name}.proto").read_text(encoding="utf-8")
    calls = re.findall(r"^  rpc (\w+)\(", proto, re.MULTILINE)
    assert calls
    assert [call for call in calls if f"/{call}" not in TEXT and f"`{call}`" not in TEXT] == []

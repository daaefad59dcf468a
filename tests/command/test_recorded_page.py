"""The commands of docs/recorded-calls.md work, and print what the page shows."""

from __future__ import annotations

from pathlib import Path

from command.pages import blocks, checkout, typed
from command.test_http_page import HERE, matches, served
from recorded.make import FOLDER

from covert_server.recording.entries import Entry, read_folder

PAGE = "docs/recorded-calls.md"
TEXT = (Path(__file__).parents[2] / PAGE).read_text(encoding="utf-8")


def test_what_the_page_has_you_type_prints_what_it_says(tmp_path: Path) -> None:
    seen = checkout(tmp_path)
    serve, *others = [block for block in blocks(PAGE) if block.language in ("bash", "text")]
    with served(serve.text, tmp_path, seen) as target:
        printed = ""
        for language, text in others:
            if language == "bash":
                printed = typed(text.replace(HERE, target), tmp_path, seen)
            else:
                assert matches(printed, text), printed


def test_the_page_names_each_file_and_each_call_that_has_a_name_of_its_own() -> None:
    for file in FOLDER.iterdir():
        assert f"| `{file.name}` |" in TEXT
    small = [entry for entry in _calls() if entry.place.split(".")[0] in NAMED]
    assert {entry.id for entry in small if f"`{entry.id}`" not in TEXT} == set()


NAMED = ("mistakes", "tokens", "refusals", "unanswered")


def _calls() -> list[Entry]:
    return read_folder(FOLDER)

"""The commands of the README and of the page of the commands work as printed."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from command.pages import blocks, checkout, typed
from command.shell import REPOSITORY, environment, run
from rich.text import Text

from covert_command.program import COMMANDS

README = "README.md"
PAGE = "docs/commands.md"
DOCS = REPOSITORY / "docs"
ASKED_WITH = {  # to the completion that a shell has been given, what it offers for a last word
    "bash": "COMP_WORDS=(covert-bots demo --bot is) COMP_CWORD=3; "
    '_covert_bots_completion covert-bots; echo "${COMPREPLY[@]}"',
    "fish": 'complete -C "covert-bots demo --bot is"',
}


def text_of(page: str) -> str:
    return (REPOSITORY / page).read_text(encoding="utf-8")


# The README.


def test_each_block_of_the_readme_is_run() -> None:
    """`.ci/run` runs those in sh, `test_docs.py` those in Python, the test below those in bash."""
    assert {block.language for block in blocks(README)} == {"sh", "python", "bash"}


def test_what_the_readme_has_you_type_works(tmp_path: Path) -> None:
    """The commands run in order, in one folder; a server runs until the next one starts, at another
    port than the one of the README, which may be in use."""
    seen, example = checkout(tmp_path), tmp_path / "examples" / "hint.py"
    printed = []
    with ExitStack() as served:
        for block in blocks(README):
            if block.language != "bash":
                continue
            if "covert-bots serve" not in block.text:
                printed.append(typed(block.text, tmp_path, seen, stdin="1\nhint\nquit\n"))
                continue
            served.close()
            process = served.enter_context(
                subprocess.Popen(
                    ["bash", "-c", f"exec {block.text}"],
                    stdout=subprocess.PIPE,
                    text=True,
                    cwd=tmp_path,
                    env={**seen, "COVERT_BOTS_PORT": "0"},
                )
            )
            served.callback(process.terminate)
            assert process.stdout is not None
            port = re.match(r"serving 127\.0\.0\.1:(\d+)", process.stdout.readline())
            assert port is not None
            example.write_text(example.read_text().replace("50051", port[1]))
    hint, game, tournament = printed
    assert f"this prints `{hint.strip()}`" in text_of(README)
    assert "The game is saved" in game
    assert "\nmy_bot:make " in tournament
    assert " 40 " in tournament


def test_the_readme_shows_the_example() -> None:
    (shown,) = (block.text for block in blocks(README) if block.language == "python")
    example = (REPOSITORY / "examples" / "hint.py").read_text(encoding="utf-8")
    assert example.endswith(f'"""\n\n{shown}')
    assert len([line for line in shown.splitlines() if line]) == 5


def test_the_picture_shows_what_its_command_prints() -> None:
    with patch.dict(os.environ, environment(), clear=True):
        assert picture_program()(["--check"]) == 0, "`make picture` draws it anew"


def picture_program() -> Any:
    return runpy.run_path(str(DOCS / "picture.py"))["main"]


def test_a_picture_of_something_else_is_noticed(tmp_path: Path) -> None:
    """The command here prints something else than a game."""
    main, file = picture_program(), tmp_path / "demo.svg"
    lines = [Text("North has 12 points")]
    with patch.dict(main.__globals__, PICTURE=file, shown=lambda: lines):
        assert main([]) == 0
        assert main(["--check"]) == 0
        picture = file.read_text(encoding="utf-8")
        assert "points" in picture
        file.write_text(picture.replace("points", "stars"), encoding="utf-8")
        assert main(["--check"]) == 1


PAGES = [
    README,
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "proto/README.md",
    *sorted(
        path.relative_to(REPOSITORY).as_posix()
        for path in DOCS.rglob("*.md")
        if path.parent.name != "made"  # of the site, as a build left them
    ),
]


def anchors(page: Path) -> set[str]:
    """Return the anchors that a page on GitHub has, one for each heading."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(page: Path) -> list[str]:
    """Return the links of a page that lead to no file, or to no heading of it."""
    links = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    targets = [(link, *link.partition("#")[::2]) for link in links if "://" not in link]
    return [
        link
        for link, file, anchor in targets
        if not (page.parent / file).exists()
        or (anchor and anchor not in anchors(page.parent / file if file else page))
    ]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    assert broken(REPOSITORY / page) == []


def test_a_link_to_nothing_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Two Words, 1\n[a](#two-words-1) [b](#gone) [c](gone.md) [d](page.md#gone)\n")
    assert broken(page) == ["#gone", "gone.md", "page.md#gone"]


SHELLS = {"bash", "sh", "zsh", "fish"}


def test_each_page_with_commands_is_typed_by_a_test() -> None:
    """A test beside this one reads the blocks of the page and types them, as test_http_page.py
    does. `tests/test_docs.py` runs the Python of all pages."""
    tests = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("*.py")]
    typing = "".join(text for text in tests if "command.pages import" in text)
    pages = [page for page in PAGES if page.startswith("docs/")]
    shown = {page for page in pages if SHELLS & {block.language for block in blocks(page)}}
    assert {page for page in shown if f'"{page}"' not in typing} == set()
    assert "docs/http.md" in shown


# The page of the commands.


def test_the_page_has_each_command() -> None:
    assert set(re.findall(r"^\| `([\w-]+)`", text_of(PAGE), re.MULTILINE)) == set(COMMANDS)
    assert set(run("--help").stdout.split()) >= set(COMMANDS)


@pytest.mark.parametrize("number", range(len(blocks(PAGE))))
def test_what_the_page_has_you_type_works(number: int, tmp_path: Path) -> None:
    language, text = blocks(PAGE)[number]
    if shutil.which(language) is None:
        pytest.skip(f"{language} is not installed")
    seen = checkout(tmp_path)
    if "_COMPLETE=" not in text:
        assert '"suggestion": {' in typed(text, tmp_path, seen)
    elif language == "zsh":  # its completion only works at a terminal
        command = f"autoload -U compinit; compinit -uD; {text}print $_comps[covert-bots]"
        assert typed(command, tmp_path, seen, shell="zsh") == "_covert_bots_completion\n"
    else:
        offered = typed(text + ASKED_WITH[language], tmp_path, seen, shell=language)
        assert offered.split()[0] == "ismcts"

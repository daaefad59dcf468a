"""Settings of the site of the docs, which `build.py` builds with Sphinx."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent
ROOT = DOCS.parent
sys.path.insert(0, str(HERE))

from commands_page import commands_page  # noqa: E402
from protocol_page import protocol_page  # noqa: E402

PROJECT = tomllib.loads((ROOT / "proto/pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "Covert bots"
version = release = PROJECT["version"]
extensions = ["myst_parser"]
html_theme = "furo"
html_title = f"Covert bots {version}"
html_static_path: list[str] = []
exclude_patterns = ["site"]
html_extra_path = ["../openapi.json", "../games.schema.json"]
html_copy_source = False
copyright = "the authors of Covert bots"
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]
# Code in languages that Pygments cannot parse is shown without colours.
suppress_warnings = ["misc.highlighting_failure"]

MADE = "made"
"""The folder of the pages that are made here."""
ELSEWHERE = {
    "README.md": f"docs/{MADE}/start.md",
    "CHANGELOG.md": f"docs/{MADE}/changelog.md",
    "CONTRIBUTING.md": f"docs/{MADE}/contributing.md",
    "SECURITY.md": f"docs/{MADE}/reporting.md",
    "examples/leduc/README.md": f"docs/{MADE}/leduc.md",
}
"""Pages from beside `docs`, and what they are on the site; paths are those of the checkout."""
LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")


def moved(text: str, old: str, new: str) -> str:
    """Return a page of the checkout with its links as they are from another place."""

    def link(match: re.Match[str]) -> str:
        target = os.path.normpath(os.path.join(os.path.dirname(old), match[2]))
        target = ELSEWHERE.get(target, target)
        return f"{match[1]}{os.path.relpath(target, os.path.dirname(new))}{match[3]}"

    return LINK.sub(link, text)


def write(path: str, text: str) -> None:
    """Write a page if it is not that already, so that Sphinx need not read it again."""
    file = ROOT / path
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


def make_pages(app: Sphinx) -> None:
    """Write the pages that come from elsewhere."""
    (DOCS / MADE).mkdir(exist_ok=True)
    for old, new in ELSEWHERE.items():
        write(new, moved((ROOT / old).read_text(encoding="utf-8"), old, new))
    write(f"docs/{MADE}/commands.md", commands_page())
    write(f"docs/{MADE}/protocol.md", protocol_page())


def read_page(app: Sphinx, name: str, source: list[str]) -> None:
    """Let the links of a page lead to pages of the site."""
    if not name.startswith(f"{MADE}/"):
        path = f"docs/{name}.md"
        source[0] = moved(source[0], path, path)


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", make_pages)
    app.connect("source-read", read_page)

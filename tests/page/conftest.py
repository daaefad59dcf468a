"""A server with the page, and a browser: Debian's Chromium, by Playwright. Without them the tests
are skipped."""

from __future__ import annotations

from collections.abc import Iterator
from shutil import which
from typing import TYPE_CHECKING

import pytest
from service.server import Serving

from covert_server.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = "/usr/bin/chromium"
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser. Its API leaves an event loop running in this thread: it ends with these tests."""
    playwright = pytest.importorskip("playwright.sync_api")
    if which(CHROMIUM) is None:
        pytest.skip(f"no {CHROMIUM}")
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """The address of a page."""
    with Serving(Settings(http_address="127.0.0.1:0", page=True)) as serving:
        yield f"http://127.0.0.1:{serving.server.http_port}/"

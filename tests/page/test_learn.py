"""The first game: a tour beside a real table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from page.patience import PATIENCE
from page.table_server import TableServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture
def learner(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A newcomer at the table of a first game."""
    with TableServer(tmp_path) as server:
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.set_default_timeout(PATIENCE)
        context.add_init_script("localStorage.setItem('covert-bots pace', 'instant')")
        page = context.new_page()
        page.route("**/*Tables/CreateTable", seeded)
        page.goto(server.address)
        page.get_by_role("link", name="Learn Covert").click()
        page.get_by_role("button", name="Begin the first game").click()
        page.locator(".tour").wait_for()
        yield page
        context.close()


def seeded(route: Route) -> None:
    """Let the table be made by a seed, so that the player holds neither Espionage nor First."""
    route.continue_(post_data=json.dumps({**(route.request.post_data_json or {}), "seed": 3}))


def is_at(page: Page, number: int, title: str) -> None:
    """Wait until the tour is at a step and tells what to do now."""
    tour = page.locator(".tour")
    tour.get_by_text(f"Step {number} of 8").wait_for()
    tour.locator("summary strong", has_text=title).wait_for()
    tour.locator(".tour-text strong").wait_for()


def choose(page: Page, beginning: str) -> None:
    """Click the first legal move that begins so."""
    page.locator(".legal-move", has_text=beginning).first.click()


def test_the_first_steps_are_done_by_clicks_and_words_explained_by_keys(learner: Page) -> None:
    is_at(learner, 1, "Choose your missions")
    word = learner.locator(".tour-text .explained", has_text="missions")
    word.focus()
    explanation = learner.get_by_role("tooltip")
    assert "gives points" in explanation.inner_text()
    assert "Rule 1.4" in explanation.inner_text()
    learner.keyboard.press("Escape")
    explanation.wait_for(state="hidden")

    choose(learner, "Put ")
    is_at(learner, 2, "Roll and place dice")
    choose(learner, "on Mission Cards")
    choose(learner, "Take turn order token")
    is_at(learner, 3, "Swap code tiles")
    choose(learner, "Swap ")
    is_at(learner, 4, "Resolve a die")

    learner.locator(".tour").get_by_role("button", name="Back").click()
    learner.get_by_text("Step 3 of 8").wait_for()
    learner.locator(".tour .done").wait_for()
    learner.get_by_role("button", name="Skip the tour").click()
    learner.reload()
    learner.get_by_role("button", name="Show the tour").click()
    learner.get_by_text("Step 4 of 8").wait_for()
    if AXE.exists():
        assert serious_faults(learner) == []


def serious_faults(page: Page) -> list[str]:
    """Return what axe finds."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    result = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    violations = result["violations"]
    return [each["id"] for each in violations if each["impact"] in ("serious", "critical")]

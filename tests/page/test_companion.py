"""The companion at a real table, on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE = 360  # pixels
AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
LEAST = 44  # pixels of a target


@pytest.fixture
def page(browser: Browser, served: str) -> Iterator[Page]:
    """A table of five, set up: the card backs, one's own card, no order of speech."""
    page = browser.new_page(locale="en", viewport={"width": PHONE, "height": 780})
    page.goto(f"{served}#/companion")
    page.get_by_role("button", name="5", exact=True).click()
    for number, name in enumerate(("Al", "Bo", "Cy", "Di", "Flo"), 1):
        page.get_by_label(f"Name at Seat {number}").fill(name)
    tap(page, "I sit at Seat 3")
    tap(page, "Begin")
    for number, team in enumerate(("Red", "Blue", "Blue", "Red", "Red")):
        page.locator(".picks li").nth(number).get_by_role("button", name=team).click()
    tap(page, "Done")
    tap(page, "Your card: Sniper")
    tap(page, "All speak as they like")
    page.locator(".followed-seat").nth(4).wait_for()
    yield page
    page.close()


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def say(page: Page, seat: int, *taps: str) -> None:
    """Open a seat and tap what it says; wait until it is taken."""
    row = page.locator(".followed-seat").nth(seat - 1)
    row.locator(".head").click()
    for name in taps:
        row.locator(".entry").get_by_role("button", name=name, exact=True).click()
    row.locator(".entry").wait_for(state="detached")


def latest(page: Page) -> str:
    return page.locator(".latest").inner_text()


def bars(page: Page, seat: int) -> str:
    bar = page.locator(".followed-seat").nth(seat - 1).locator(".belief-bar")
    return bar.get_attribute("aria-label") or ""


def test_what_is_said_is_tapped_and_moves_the_beliefs(page: Page) -> None:
    before = bars(page, 4)
    say(page, 4, "Mole")
    assert latest(page) == "Di claims to be the Mole"
    assert bars(page, 4) != before
    say(page, 5, "4 Di", "Mole")
    assert latest(page) == "Flo says that Di is the Mole"
    say(page, 1, "denies", "Sniper")
    assert latest(page).startswith("Al denies being the Sniper")
    say(page, 2, "x or y", "1 Al", "5 Flo", "Sniper")
    assert latest(page).startswith("Bo says that Al or Flo is the Sniper")
    assert page.locator(".followed-seat").nth(1).locator(".noted").count() == 1
    tap(page, "What do I say?")
    page.locator(".hint-panel[aria-busy=false] .candidates").wait_for()
    tap(page, "Do I shoot?")
    page.locator(".recommended", has_text=re.compile("Hold|Shoot")).wait_for()

    tap(page, "Nobody shoots: go on")
    page.get_by_text("Round 1, beat 2 of 4").wait_for()
    say(page, 2, "shoots", "1 Al")
    for name in ("2 Bo", "3 Cy"):
        page.locator(".question").get_by_role("button", name=name).click()
    tap(page, "Done")
    tap(page, "You drew L")
    page.get_by_text("Which card backs lie before the seats?").wait_for()
    page.get_by_role("heading", name="Round 2").wait_for()


def test_a_reload_loses_nothing_and_the_last_entry_is_taken_back(page: Page) -> None:
    say(page, 4, "Mole")
    shown = page.locator(".followed-seats").inner_text()
    page.reload()
    page.locator(".followed-seat").nth(4).wait_for()
    assert page.locator(".followed-seats").inner_text() == shown
    tap(page, "Undo")
    page.locator(".latest", has_text="All speak as they like").wait_for()
    assert "says: Mole" not in page.locator(".followed-seats").inner_text()
    for _ in range(3):
        tap(page, "Undo")
    page.locator(".picks button[aria-pressed=true]").nth(4).wait_for()
    page.locator(".picks li").nth(0).get_by_role("button", name="Blue").click()
    page.reload()
    page.locator(".picks button[aria-pressed=true]").nth(4).wait_for()
    assert page.locator(".picks li").nth(0).locator("[aria-pressed=true]").inner_text() == "Blue"


def test_what_the_service_refuses_is_said_and_not_kept(page: Page) -> None:
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Type a line, as in the terminal").fill("4 am saboteur")
    tap(page, "Enter")
    page.get_by_text("no saboteur is in use").wait_for()
    page.get_by_label("Type a line, as in the terminal").fill("4m 5c")
    tap(page, "Enter")
    page.locator(".told li", has_text="Flo claims to be the Cleaner").wait_for()
    log = page.get_by_role("link", name="Save the log").get_attribute("href") or ""
    assert log.endswith("4%20am%20mole%0A5%20am%20cleaner%0A")


def test_all_fits_a_phone_and_can_be_hit(page: Page) -> None:
    say(page, 4, "Mole")
    page.locator(".followed-seat .head").nth(1).click()
    page.locator(".entry").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    heights = page.locator(".companion button").evaluate_all(
        "all => all.map((b) => b.offsetHeight)"
    )
    assert min(heights) >= LEAST
    if AXE.exists():
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run().then(({ violations }) => violations)")
        serious = [each["id"] for each in found if each["impact"] in ("serious", "critical")]
        assert serious == []

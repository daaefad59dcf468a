"""The way from any view of the page to the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from page.patience import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE = 360  # pixels


def present(page: Page) -> list[str]:
    return page.locator("header [aria-current]").all_inner_texts()


@pytest.mark.parametrize("locale", ["en", "es"])
def test_all_views_are_one_click_away_on_a_phone(
    browser: Browser, served: str, locale: str
) -> None:
    page = browser.new_page(locale=locale, viewport={"width": PHONE, "height": 780})
    page.set_default_timeout(PATIENCE)
    page.goto(served)
    links = page.locator("header nav").get_by_role("link")
    links.first.wait_for()
    assert present(page) == [links.first.inner_text()]
    assert len(set(links.evaluate_all("links => links.map(({ offsetTop }) => offsetTop)"))) == 1
    for name in links.all_inner_texts():
        links.filter(has_text=name).click()
        page.locator("header [aria-current=page]", has_text=name).wait_for()
        assert present(page) == [name]
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    page.close()


def test_a_position_is_read_only_where_it_is_shown(browser: Browser, served: str) -> None:
    page = browser.new_page(locale="en")
    page.set_default_timeout(PATIENCE)
    read: list[str] = []
    page.on("request", lambda request: read.append(request.url))
    page.goto(f"{served}#/review")
    page.goto(f"{served}#/")
    page.wait_for_load_state("networkidle")
    assert not [url for url in read if url.endswith("/ReadPosition")]
    page.locator("header").get_by_role("link", name="Ask").click()
    with page.expect_request("**/covertbots.v1.Referee/ReadPosition"):
        page.get_by_label("Round").fill("2")
    page.close()

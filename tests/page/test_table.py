"""Games on the page, by clicks, against the server that `covert-bots table` starts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from page.patience import PATIENCE
from page.table_server import TableServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAUSE = 100  # milliseconds
READ_AND_CLICK = """(options, number) => {
  const texts = options.map((option) => option.innerText);
  options[number % options.length]?.click();
  return texts;
}"""
"""Between a look and a click of its own the list may go."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TableServer]:
    with TableServer(tmp_path) as started:
        yield started


def visitor(browser: Browser, address: str, script: str = "") -> Page:
    """Open an address as somebody with a browser of their own, who sees moves at once. The script
    runs before the page's own."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    context.add_init_script("localStorage.setItem('covert-bots pace', 'instant')")
    context.add_init_script(script)
    page = context.new_page()
    page.goto(address)
    return page


def invite(page: Page) -> str:
    return page.locator(".waiting").get_by_label("Invitation link").input_value()


def join(browser: Browser, link: str, name: str, script: str = "") -> Page:
    page = visitor(browser, link, script)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    return page


def tries(page: Page) -> Iterator[int]:
    """Count from 0, with a pause after each number, as long as anybody would wait."""
    for number in range(PATIENCE // PAUSE):
        yield number
        page.wait_for_timeout(PAUSE)
    raise AssertionError("nothing happened")


def play(pages: list[Page], clicks: int) -> None:
    """Let whoever is to move take one of their listed moves, so many times in all."""
    for done in range(clicks):
        for _ in tries(pages[0]):
            lists = [page.get_by_role("listbox").get_by_role("option") for page in pages]
            counted = [(options, options.count()) for options in lists]
            if listed := next((each for each in counted if each[1]), None):
                options, count = listed
                options.nth(done % count).click()
                pages[0].wait_for_timeout(PAUSE)  # until the list is gone
                break


def told(page: Page) -> list[str]:
    """Return what happened, line by line, as a page shows it."""
    return page.locator(".log li").all_inner_texts()


def hand(page: Page) -> set[str]:
    """Return the numbers of the cards in the hand that a page shows."""
    return set(re.findall(r"\b[AMC]\d+\b", page.locator(".hand").inner_text()))


def shoot(page: Page) -> None:
    """Choose to shoot if the person at a page is asked."""
    shots = page.locator(".spy-choices button:enabled")
    if shots.count():
        shots.first.click()


def test_two_people_and_four_bots_play_covert_action_to_its_end(
    browser: Browser, server: TableServer
) -> None:
    host = visitor(browser, server.address)
    form = host.get_by_role("form", name="Covert Action")
    form.get_by_label("Friends, by link").select_option("1")
    form.get_by_label("Style of the bots").select_option("quiet")
    form.get_by_text("More", exact=True).click()
    form.get_by_label("Windows before the deadline comes.").select_option("1")
    form.get_by_label("Every seat makes a statement before each window.").select_option("off")
    form.get_by_label("How long a window is open").select_option("0s")
    form.get_by_role("button", name="Play").click()
    pages = [host, join(browser, invite(host), "Bob")]
    for page in pages:
        go_on = page.get_by_role("button", name="Continue")
        page.add_locator_handler(go_on, lambda button: button.click())
        page.get_by_text("Round 1, beat 1 of 1").wait_for()

    over = host.get_by_role("button", name="Download the record")
    for _ in tries(host):
        if over.is_visible():
            break
        for page in pages:
            shoot(page)
    verdicts = {page.locator(".ending h2").inner_text() for page in pages}
    assert all("win" in verdict.lower() for verdict in verdicts)
    with host.expect_download() as record:
        over.click()
    assert Path(record.value.path()).read_text().startswith("covert-action-record 1\nplayers: 6\n")


def test_before_the_first_move_nothing_is_told_and_keys_in_fields_do_not_play(
    browser: Browser, server: TableServer
) -> None:
    page = visitor(browser, server.address)
    acts: list[str] = []
    page.on("request", lambda request: acts.append(request.url) if "/Act" in request.url else None)
    form = page.get_by_role("form", name="Covert", exact=True)
    form.get_by_role("button", name="Play").click()
    page.get_by_text("Nothing yet.").wait_for()
    assert not page.locator(".log ol").is_visible()
    assert page.get_by_role("button", name="Since your last move").count() == 0
    assert page.get_by_role("listbox").count() == 1

    page.get_by_role("button", name="Hint").click()
    page.get_by_label("Iterations").focus()
    page.keyboard.press("1")
    assert acts == []
    page.get_by_role("button", name="Hint").focus()
    page.keyboard.press("1")
    page.locator(".log ol").wait_for()
    assert len(acts) == 1


def test_a_move_is_taken_back_and_a_seat_is_left_and_taken_again(
    browser: Browser, server: TableServer
) -> None:
    page = visitor(browser, server.address)
    form = page.get_by_role("form", name="Covert", exact=True)
    form.get_by_role("button", name="Play").click()
    options = page.get_by_role("listbox").get_by_role("option")
    undo = page.get_by_role("button", name="Take back")
    before: list[str] = []
    for number in tries(page):
        options.last.wait_for()
        if undo.is_visible():
            break
        before = options.evaluate_all(READ_AND_CLICK, number) or before
    undo.click()
    for _ in tries(page):
        if options.all_inner_texts() == before:
            break

    page.locator(".side summary", has_text="More").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave now").click()
    page.get_by_text("A bot plays your seat now.").wait_for()
    page.get_by_role("button", name="Take your seat back").click()
    page.get_by_text("Your turn", exact=True).wait_for()
    play([page], 1)


def asked(page: Page, server: TableServer, method: str, **request: Any) -> Any:
    """Return what the tables answer."""
    return page.request.post(f"{server.address}covertbots.v1.Tables/{method}", data=request).json()


def test_a_standing_order_is_offered_where_it_acts_and_acts_from_then_on(
    browser: Browser, server: TableServer
) -> None:
    page = visitor(browser, server.address)
    seats = [{"host": "Ann"}, {"bot": "greedy"}]
    made = asked(page, server, "CreateTable", seats=seats, seed="1")
    seat = {"table": made["table"], "token": made["seatToken"]}
    legal: list[str] = []
    after = "0"
    while "end" not in legal:  # the first turn after whose action there is something to play
        table = asked(page, server, "GetTable", **seat, after=after, wait="5s")["table"]
        after, deciding = table["news"], table.get("toDecide", {})
        legal = [action["text"] for action in deciding.get("legalActions", ())]
        if legal and "end" not in legal:
            asked(page, server, "Act", **seat, after=after, actions=[{"text": legal[0]}])
    page.goto(f"{server.address}#/table/{seat['table']}/{seat['token']}")
    with page.expect_request("**/covertbots.v1.Tables/Act") as act:
        page.get_by_role("button", name="From now on: End my turn").click()
    assert (act.value.post_data_json or {})["actions"] == [{"text": "end"}]
    page.locator(".side summary", has_text="More").click()
    assert page.get_by_label("End my turn").is_checked()


def test_a_window_is_open_for_its_time_and_a_choice_can_be_replaced(
    browser: Browser, server: TableServer
) -> None:
    host = visitor(browser, server.address)
    form = host.get_by_role("form", name="Covert Action")
    form.get_by_label("Friends, by link").select_option("3")
    form.get_by_role("button", name="4", exact=True).click()
    form.get_by_text("More", exact=True).click()
    form.get_by_label("Every seat makes a statement before each window.").select_option("off")
    form.get_by_label("How long a window is open").select_option("5s")
    form.get_by_role("button", name="Play").click()
    link = invite(host)
    pages = [host, *(join(browser, link, name) for name in ("Bob", "Cid", "Dee"))]
    for page in pages:
        page.get_by_role("timer").wait_for()
    asked = next(page for page in pages if page.locator(".spy-choices button").count())
    asked.locator(".spy-choices button").first.click()
    asked.get_by_text("Chosen: Shoot").wait_for()
    asked.get_by_role("button", name="Hold").click()
    asked.get_by_text("Chosen: Hold").wait_for()
    for page in pages:
        page.get_by_text("beat 2 of 4").wait_for()
        assert "The window closes: nobody shoots" in told(page)

"""The review of a game in a browser: by clicks and keys, from a server and from a saved file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from page.patience import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

GAME = Path(__file__).parents[1] / "golden" / "games" / "house-2-guided-11.txt"
LINES = 70  # of the record that are reviewed


def costs(page: Page) -> list[float]:
    """Return the costs of the mistakes as they are listed."""
    return [float(words.split()[0]) for words in page.locator("ol .cost").all_inner_texts()]


def place(page: Page) -> int:
    words = page.locator("#replay-title").inner_text()
    (number,) = re.findall(r"Position (\d+) of", words)
    return int(number)


def moves(page: Page) -> Locator:
    return page.locator(".candidates button")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.record"
    path.write_text("\n".join(GAME.read_text().splitlines()[:LINES]))
    return path


@pytest.fixture(scope="module")
def reviewed(browser: Browser, served: str, record: Path) -> Iterator[Page]:
    """A page with the review of East, whose moves were guided by the policy alone."""
    context = browser.new_context(locale="en")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{served}#/review")
    page.get_by_label("Choose a file").set_input_files(record)
    page.get_by_label("East", exact=False).first.check()
    page.get_by_label("How thorough").select_option("quick")
    page.get_by_role("button", name="Review this game").click()
    page.locator(".summary").wait_for()
    yield page
    context.close()


def test_the_worst_decision_comes_first_and_its_answer_is_hidden(reviewed: Page) -> None:
    assert len(costs(reviewed)) > 1
    assert costs(reviewed) == sorted(costs(reviewed), reverse=True)
    assert reviewed.locator(".graph .mistake").count() == len(costs(reviewed))
    reviewed.locator("ol > li > button").first.click()
    assert "Better" not in reviewed.locator(".decisions").inner_text()
    played = reviewed.locator(".second-try q").inner_text()
    first = moves(reviewed).filter(has_text=played.rstrip("."))
    first.first.click()
    reviewed.get_by_role("status").filter(has_text="That is the move that was played").wait_for()
    assert "Better" not in reviewed.locator(".decisions").inner_text()


def test_moves_are_tried_until_one_is_good_enough(reviewed: Page) -> None:
    reviewed.locator("ol > li > button").nth(1).click()
    answer = reviewed.locator(".answer")
    moves(reviewed).first.wait_for()
    for number in range(moves(reviewed).count()):
        moves(reviewed).nth(number).click()
        said = reviewed.locator(".candidates li").nth(number).locator("small")
        said.or_(answer).wait_for()
        if answer.count():
            break
    verdict = reviewed.locator(".second-try .verdict").inner_text()
    assert verdict in ("That is the better move.", "That is about as good as the better move.")
    reviewed.locator(".decisions ol > li").nth(1).get_by_text("solved").wait_for()
    assert "Better" in reviewed.locator(".answer").inner_text()


def test_arrow_keys_step_through_the_positions(reviewed: Page) -> None:
    reviewed.locator("ol > li > button").first.click()
    start = place(reviewed)
    reviewed.keyboard.press("ArrowRight")
    assert place(reviewed) == start + 1
    reviewed.keyboard.press("ArrowLeft")
    reviewed.keyboard.press("Shift+ArrowRight")
    later = place(reviewed)
    reviewed.keyboard.press("Shift+ArrowLeft")
    assert (later > start, place(reviewed)) == (True, start)
    reviewed.keyboard.press("Home")
    reviewed.locator(".happened").get_by_text("The game begins.").wait_for()
    reviewed.get_by_role("slider").press("ArrowRight")
    assert place(reviewed) == 1


def test_a_link_leads_to_the_same_position(reviewed: Page) -> None:
    reviewed.locator("ol > li > button").first.click()
    start, happened = place(reviewed), reviewed.locator(".happened").inner_text()
    other = reviewed.context.new_page()
    other.goto(reviewed.url)
    other.get_by_text("What happened").wait_for()
    assert (place(other), other.locator(".happened").inner_text()) == (start, happened)
    assert other.get_by_label("East", exact=False).first.is_checked()
    other.get_by_label("How thorough").select_option("quick")
    other.get_by_role("button", name="Judge this decision").click()
    other.locator("ol .cost").wait_for()
    assert costs(other) == costs(reviewed)[:1]
    other.close()


def test_all_seats_show_what_each_holds(reviewed: Page) -> None:
    held = {}
    for seat in ("North", "East"):
        reviewed.get_by_role("button", name=seat, exact=True).click()
        reviewed.locator(".eyes [aria-pressed=true]", has_text=seat).wait_for()
        held[seat] = reviewed.locator(".hand").inner_text()
    reviewed.get_by_role("button", name="all seats").click()
    hands = reviewed.locator(".hand")
    hands.nth(1).wait_for()
    assert sorted(hands.all_inner_texts()) == sorted(held.values())
    assert held["North"] != held["East"]
    reviewed.get_by_role("button", name="East", exact=True).click()


def test_a_saved_file_needs_no_server(reviewed: Page, tmp_path: Path) -> None:
    with reviewed.expect_download() as saving:
        reviewed.get_by_role("button", name="Save as one file").click()
    file = tmp_path / "review.html"
    saving.value.save_as(file)
    context = reviewed.context.browser.new_context(locale="en", offline=True)  # type: ignore[union-attr]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    page.locator(".covert-board").wait_for()
    assert costs(page) == costs(reviewed)
    page.locator("ol > li > button").first.click()
    start = place(page)
    page.keyboard.press("ArrowRight")
    assert place(page) == start + 1
    page.locator(".happened li").first.wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Show the answer").click()
    assert "Better" in page.locator(".answer").inner_text()
    assert asked == [file.as_uri()]
    context.close()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "covert-record 9\nplayers: 2",
            "This is no record. line 1: “covert-record 9”; expected “covert-record 2”",
        ),
        (
            GAME.read_text().replace("players: 2", "players: 99999999999"),
            "This is no record. players: 99999999999; expected 2 to 14",
        ),
        ('{"players": 2, "actions": [null]}', "This is no record. an action without `text`"),
    ],
)
def test_a_text_that_is_no_record_is_refused(
    browser: Browser, served: str, text: str, said: str
) -> None:
    page = browser.new_page(locale="en")
    page.set_default_timeout(PATIENCE)
    page.goto(f"{served}#/review")
    page.get_by_label("Text of the record").fill(text)
    page.get_by_role("button", name="Open").click()
    assert page.get_by_role("alert").inner_text().startswith(said)
    page.close()

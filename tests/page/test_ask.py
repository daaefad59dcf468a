"""A position of a real table, set up in the page, and the hint for it."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

import pytest
from bots.test_positions import without_memory
from google.protobuf import json_format
from page.patience import PATIENCE
from page.typist import Typist, has_fields
from service.games import CARDS

from covert_bots.covert.position.write import position_text
from covert_bots.covert.wire import view_to_message
from covert_engine.covert import Record, State, View, compile
from covertbots.v1 import opponent_pb2, suggestion_pb2

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[2]
PLACE = (ROOT / "examples/positions/place.txt").read_text(encoding="utf-8")
PHASES = {"placing": 2, "breaking": 1, "resolving": 1}
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
ITERATIONS = "1000"
KEYS_A_SECOND = 2.5
LISTEN = """
const ask = fetch;
window.fetch = async (address, asked) => {
  const answer = await ask(address, asked);
  if (String(address).endsWith("/Watch")) {
    window.heard = answer.clone().arrayBuffer().then((body) => [...new Uint8Array(body)], () => []);
  }
  return answer;
};
"""
"""Keeps what the page hears of a bot, byte by byte."""


@cache
def positions() -> list[View]:
    """Return positions of a recorded game of three, of each phase, as far as people remember."""
    text = (ROOT / "tests/golden/games/house-3-guided-167.txt").read_text(encoding="utf-8")
    record = Record.parse(text, CARDS)
    cards = compile(CARDS.source, vars(record.options))
    state = State.deal(cards, record.players, record.seed)
    phases = defaultdict[str, list[View]](list)
    for action in record.actions:
        seat = state.actor
        assert seat is not None
        view = state.view(seat)
        if len(state.legal_actions()) > 1 and has_fields(position_text(view)):
            phases[state.phase].append(without_memory(view))
        state.play(action)
    return [
        views[len(views) * place // count]
        for phase, count in PHASES.items()
        for views in [phases[phase]]
        for place in range(count)
    ]


@pytest.fixture
def page(browser: Browser, served: str) -> Iterator[Page]:
    with browser.new_context(locale="en", viewport={"width": 1280, "height": 900}) as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.add_init_script(LISTEN)
        page.goto(f"{served}#/ask")
        page.get_by_text("House set").wait_for()
        yield page


@pytest.fixture
def quick(page: Page) -> None:
    """Let the hints of a page take few iterations."""
    put(page, PLACE)
    page.get_by_role("button", name="Ask for a hint").click()
    page.get_by_label("Iterations").select_option(ITERATIONS)


def put(page: Page, text: str) -> None:
    """Give the page a whole position by a link, and wait until it is read."""
    address = page.url.partition("#")[0]
    page.goto(f"{address}#/ask/{quote(text, safe='')}")
    page.locator(".answer[aria-busy=false]").wait_for()


def last_answer(body: bytes) -> suggestion_pb2.Suggestion:
    """Return the final answer of a stream."""
    answers = []
    while body:
        flags, length = struct.unpack(">BI", body[:5])
        if not flags & 2:
            text = body[5 : 5 + length]
            answers.append(json_format.Parse(text, opponent_pb2.WatchResponse()))
        body = body[5 + length :]
    assert [answer.final for answer in answers] == [False] * (len(answers) - 1) + [True]
    return answers[-1].suggestion


def hint(page: Page) -> suggestion_pb2.Suggestion:
    """Ask for the hint by the keyboard, and return it as the page got it."""
    ask = page.get_by_role("button", name="Ask for a hint")
    ask.wait_for()
    page.locator(".answer[aria-busy=false]").wait_for()
    ask.press("Enter")
    page.locator(".hint-panel[aria-busy=false]").wait_for()
    return last_answer(bytes(page.evaluate("window.heard")))


def test_positions_that_are_typed_have_the_hints_of_the_engines_views(
    page: Page, quick: None, served: str
) -> None:
    """They are set up by the keyboard alone."""
    for view in positions():
        Typist(page, position_text(view)).type()
        answer = hint(page)
        request = opponent_pb2.SuggestMoveRequest(
            view=view_to_message(view), reasons=True, hands=True, plans=True
        )
        request.limits.iterations = int(ITERATIONS)
        asked = page.request.post(
            f"{served}covertbots.v1.Opponent/SuggestMove",
            data=request.SerializeToString(),
            headers={"content-type": "application/proto"},
        )
        expected = opponent_pb2.SuggestMoveResponse.FromString(asked.body()).suggestion
        assert len(answer.moves) > 1
        assert answer.SerializeToString() == expected.SerializeToString()


def test_a_position_of_mid_game_is_typed_in_three_minutes(page: Page, served: str) -> None:
    """By somebody who types two and a half keys a second, the way through the fields included."""
    typist = Typist(page, PLACE, key_by_key=True)
    typist.type()
    page.get_by_role("button", name="Ask for a hint").wait_for()
    assert typist.pressed <= KEYS_A_SECOND * 180
    typed = page.locator("#position-text").input_value()
    views = [
        page.request.post(f"{served}covertbots.v1.Referee/ReadPosition", data={"text": text})
        for text in (typed, PLACE)
    ]
    assert views[0].json()["view"] == views[1].json()["view"]


def test_a_reload_keeps_the_draft(page: Page) -> None:
    page.locator("#field-East-agents").fill("Lon Par")
    page.locator("#field-North-cards").fill("radio London, ")
    before = page.locator("#position-text").input_value()
    assert "agents Lon Par;" in before
    page.reload()
    page.get_by_text("House set").wait_for()
    assert page.locator("#field-East-agents").input_value() == "Lon Par"
    assert page.locator("#field-North-cards").input_value() == "radio London"
    assert page.locator("#position-text").input_value() == before


def test_a_mistake_is_shown_at_its_field_in_the_words_of_the_service(page: Page) -> None:
    put(page, PLACE)
    dice = page.locator("#field-East-dice")
    dice.fill("23447")
    mistake = page.locator("#field-East-dice-mistake")
    mistake.wait_for()
    assert mistake.text_content() == ("'23447'; expected faces of dice, 1 to 6, such as `11246`")
    assert dice.get_attribute("aria-invalid") == "true"
    assert page.locator(".mistake:visible").count() == 1
    dice.fill("23446")
    mistake.wait_for(state="detached")


def test_an_empty_position_shows_its_gaps_when_they_are_asked_for(page: Page) -> None:
    refused: list[str] = []
    page.on("response", lambda got: refused.append(got.url) if got.status >= 400 else None)
    page.reload()
    list_gaps = page.get_by_role("button", name="List what must be entered")
    list_gaps.wait_for()
    page.wait_for_load_state("networkidle")
    assert refused == []
    assert page.locator(".answer .missing, form .mistake").count() == 0
    list_gaps.click()
    page.get_by_role("heading", name="Still to be entered").wait_for()
    page.locator("#field-tiles-mistake").wait_for()
    page.get_by_role("link", name="North, agents").click()
    assert page.evaluate("document.activeElement.id") == "field-North-agents"


def test_what_is_typed_finds_the_card(page: Page) -> None:
    keys = page.keyboard
    for field, typed, chosen in (
        ("North-cards", "london", "radio London, "),
        ("North-missions", "passp 2 any", "8 passport Amsterdam any any /recorder, "),
        ("North-missions", "m45", "12 recorder pistols travel-documents blue blue any, "),
        ("North-codes", "3614", "3614 binoculars, "),
        ("North-agents", "lon len", "lon Leningrad "),
        ("North-character", "fen", "Fence"),
    ):
        box = page.locator(f"#field-{field}")
        box.fill("")
        keys.type(typed)
        page.locator(f"#field-{field}-list [role=option]").first.wait_for()
        keys.press("Enter")
        assert box.input_value() == chosen


def test_text_and_fields_change_each_other(page: Page) -> None:
    put(page, PLACE)
    text = page.locator("#position-text")
    assert text.input_value() == PLACE
    page.locator("#field-tiles").fill("111111 / 222222")
    assert text.input_value() == PLACE.replace("544211 / 536326", "111111 / 222222")
    text.evaluate("area => area.closest('details').open = true")
    text.fill(PLACE.replace("dice 12335", "dice 66666"))
    assert page.locator("#field-South-dice").input_value() == "66666"


def test_a_link_has_the_position(page: Page) -> None:
    put(page, PLACE)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_text("The position as text").click()
    page.get_by_role("button", name="Copy a link").click()
    page.get_by_text("The link stands in the address line.").wait_for()
    link = page.url
    page.get_by_role("button", name="Empty position").click()
    page.goto("about:blank")
    page.goto(link)
    page.locator(".answer[aria-busy=false]").wait_for()
    assert page.locator("#position-text").input_value() == PLACE
    assert page.url.endswith("#/ask")


def test_what_was_done_goes_on_from_there(page: Page) -> None:
    put(page, PLACE)
    find = page.get_by_label("Type a few letters")
    find.fill("special operations 3")
    page.get_by_role("button", name="Place a 3 on the Special Operations folder").wait_for()
    find.fill("3 folder")
    find.press("Enter")
    mistake = page.locator("#field-North-tokens-mistake")
    mistake.wait_for()
    tokens = page.locator("#field-North-tokens")
    assert tokens.input_value() == "-1, ?"
    assert page.evaluate("document.activeElement.id") == "field-North-tokens"
    tokens.fill("-1, First")
    page.get_by_role("heading", name="What did East do?").wait_for()
    page.get_by_role("button", name="Back to the position before").click()
    page.get_by_role("button", name="Ask for a hint").wait_for()
    assert page.locator("#position-text").input_value() == PLACE


def test_leaving_ends_the_search(page: Page) -> None:
    put(page, PLACE)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/Watch")):
        page.get_by_role("button", name="Ask for a hint").click()
        page.get_by_label("Iterations").select_option("100000")
        page.goto(page.url.partition("#")[0] + "#/")


def test_own_cards_are_those_of_a_file(page: Page) -> None:
    put(page, PLACE)
    house = (ROOT / "engine/covert_engine/covert/cards/data/house.toml").read_text("utf-8")
    ours = house.replace('name = "House set"', 'name = "Our box"')
    file = page.locator("input[type=file]")
    file.set_input_files({"name": "a", "mimeType": "text/plain", "buffer": b"name = 7"})
    page.get_by_role("alert").get_by_text("name").first.wait_for()
    file.set_input_files({"name": "a", "mimeType": "text/plain", "buffer": ours.encode()})
    page.get_by_text("Our box").wait_for()
    page.get_by_role("button", name="Ask for a hint").click()
    page.get_by_role("button", name="Play this turn").wait_for()
    page.reload()
    page.get_by_text("Our box").wait_for()


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1600, "light")])
def test_everybody_can_read_it(page: Page, width: int, scheme: Literal["dark", "light"]) -> None:
    if not AXE.exists():
        pytest.skip("not installed: axe-core")
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    put(page, PLACE.replace("dice 23446", "dice 23447"))
    page.locator("#field-East-dice-mistake").wait_for()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    serious = faults(page)
    put(page, PLACE)
    page.get_by_role("button", name="Ask for a hint").first.click()
    page.locator(".hint-panel[aria-busy=false]").wait_for()
    page.locator("details").evaluate_all("all => all.forEach((each) => (each.open = true))")
    assert serious + faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def faults(page: Page) -> list[tuple[str, list[str]]]:
    """Return the serious faults that axe finds."""
    result = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        (violation["id"], [node["html"][:200] for node in violation["nodes"][:3]])
        for violation in result["violations"]
        if violation["impact"] in ("serious", "critical")
    ]

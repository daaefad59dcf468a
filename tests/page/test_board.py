"""The board of Covert in a browser: what it draws, and what clicks and keys send."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from page.board_page import BoardPage, Served, position
from page.patience import PATIENCE
from service.server import Serving
from views.games import house, second

from covert_engine.covert import CompiledSet
from covert_engine.covert.cards import house_set
from covert_server.settings import Settings
from covertbots.client import Client
from covertbots.v1 import referee_pb2

if TYPE_CHECKING:
    from playwright.sync_api import Browser

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE, TABLET, DESK = 360, 800, 1600
BOXES = """things => things.map((thing) => {
  const { left, top, right, bottom } = thing.getBoundingClientRect();
  return [left, top, right, bottom];
})"""

Open = Callable[..., BoardPage]
Scheme = Literal["light", "dark"]
Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def both() -> Iterator[Served]:
    """Yield a server with two card sets, and a client of it."""
    sets = (house_set(), second().source)
    settings = Settings(http_address="127.0.0.1:0", page=True, card_sets=sets)
    with Serving(settings) as serving, Client(serving.target) as client:
        yield Served(f"{serving.url}/", client)


@pytest.fixture
def opened(browser: Browser, both: Served) -> Iterator[Open]:
    """Yield a function that opens a page at a position."""
    contexts = []

    def open_page(
        record: referee_pb2.Record, width: int = DESK, scheme: Scheme = "light"
    ) -> BoardPage:
        context = browser.new_context(
            viewport={"width": width, "height": 1000}, color_scheme=scheme, locale="en"
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return BoardPage(context.new_page(), both, record)

    yield open_page
    for context in contexts:
        context.close()


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("cards", [house(), second()], ids=["house", "second"])
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_nothing_lies_on_the_name_of_a_city(opened: Open, cards: CompiledSet, width: int) -> None:
    page = opened(position(cards, "place"), width).page
    names = page.locator(".city-name").evaluate_all(BOXES)
    others = page.locator(".city > .area, .card-space > .area").evaluate_all(BOXES)
    assert len(names) == len(cards.source.cities)
    assert not [pair for pair in combinations(names, 2) if overlap(*pair)]
    assert not [(a, b) for a in names for b in others if overlap(a, b)]
    (map_,) = page.locator(".map").evaluate_all(BOXES)
    assert all(map_[0] <= box[0] and box[2] <= map_[2] for box in names + others)


@pytest.mark.parametrize(
    ("width", "scheme"), [(PHONE, "dark"), (TABLET, "light"), (DESK, "dark"), (DESK, "light")]
)
def test_everybody_can_read_it(opened: Open, width: int, scheme: Scheme) -> None:
    if not AXE.exists():
        pytest.skip("not installed: axe-core")
    page = opened(position(house(), "resolve", "complete"), width, scheme).page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sheet = page.locator("button.sheet")
    if sheet.is_visible():
        sheet.click()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    result = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    bad = [
        (violation["id"], [node["html"] for node in violation["nodes"][:3]])
        for violation in result["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
    assert bad == []


def test_every_legal_move_is_in_the_list(opened: Open) -> None:
    board = opened(position(house(), "place"))
    listed = board.page.get_by_role("option").all_inner_texts()
    said = [text.split("\n")[-1] for text in listed]
    assert sorted(said) == sorted(action.words for action in board.legal.values())


def test_a_die_is_placed_by_one_click_on_its_space(opened: Open) -> None:
    board = opened(position(house(), "place", "place 3 movement"))
    faces = {action.covert.face for action in board.legal.values() if action.covert.place}
    assert {f"die:{face}" for face in faces} <= board.lit()
    board.click("space:movement:3")
    assert board.has_sent() == ["place 3 movement"]


def test_a_die_and_the_decoder_are_two_clicks(opened: Open) -> None:
    board = opened(position(house(), "place", "place 3 decoder"), PHONE)
    board.click("die:3", "place:decoder")
    assert board.has_sent() == ["place 3 decoder"]


def test_a_die_is_dragged_to_its_place(opened: Open) -> None:
    board = opened(position(house(), "place", "place 3 movement"))
    die = board.spot("die:3")
    die.drag_to(board.page.locator(".dice"), target_position={"x": 1, "y": 1})  # no place for it
    die.drag_to(board.page.locator("[data-spot='circle:movement']"))
    assert board.has_sent() == ["place 3 movement"]


def test_a_flight_is_a_card_and_an_agent(opened: Open) -> None:
    board = opened(position(house(), "place", "fly"))
    text, operands = board.first("fly")
    board.click(f"card:{operands.means.agency_card}")
    assert board.sent == []  # a first click spends nothing
    agents = [name for name in board.lit() if name.startswith("agent:")]
    board.click(agents[0])
    assert board.has_sent(2) == [text, agents[0].replace(":", " ")]


def test_a_way_of_several_steps_is_one_gesture(opened: Open) -> None:
    board = opened(position(house(), "step", after="move 2"))
    _, operands = board.first("step")
    board.click(f"agent:{operands.agent}")
    far = board.lit() - {
        f"city:{action.covert.to_city}"
        for action in board.legal.values()
        if action.covert.agent == operands.agent
    }
    cities = sorted(name for name in far if name.startswith("city:"))
    board.click(cities[0])
    first, last = board.has_sent(2)
    assert first in board.legal
    assert last == f"step {operands.agent} {cities[0].removeprefix('city:')}"


def test_dice_on_movement_take_an_agent_to_a_city(opened: Open) -> None:
    board = opened(position(house(), "resolve", "move 2"))
    board.click("circle:movement", "agent:2")
    city = next(name for name in sorted(board.lit()) if name.startswith("city:"))
    board.click(city)
    *_, last = board.has_sent(2)
    assert board.sent[0] in ("move 1", "move 2")
    assert last.startswith("step 2 ")


def test_tiles_are_swapped_by_two_clicks(opened: Open) -> None:
    board = opened(position(house(), "break", "swap"))
    text, operands = board.first("swap")
    board.click(*(f"tile:{tile}" for tile in operands.tiles))
    assert board.has_sent() == [text]


@pytest.mark.parametrize(
    ("decision", "beginning"),
    [
        ("return_mission", "return"),
        ("resolve", "complete"),
        ("payment", "pay A"),
        ("mission_discard", "discard"),
        ("keep", "keep"),
        ("draw_code", "draw code"),
    ],
)
def test_a_card_is_chosen_by_one_click(opened: Open, decision: str, beginning: str) -> None:
    board = opened(position(house(), decision, beginning))
    text, operands = board.first(beginning)
    spots = {
        "code_deck": "codes",
        "mission": "mission",
        "agency_card": "card",
    }
    card = operands.means if operands.HasField("means") else operands
    (spot,) = (
        f"{name}:{getattr(card, field)}"
        for field, name in spots.items()
        if field in card.DESCRIPTOR.fields_by_name and card.HasField(field)
    )
    board.click(spot)
    assert board.has_sent() == [text]


def test_keys_choose_from_the_list(opened: Open) -> None:
    board = opened(position(house(), "place"))
    board.page.get_by_role("listbox").focus()
    board.page.keyboard.press("ArrowDown")
    second = board.page.locator(".legal-move").nth(1).inner_text().split("\n")[-1]
    assert board.page.locator(".spot.pointed").count() > 0
    board.page.keyboard.press("Enter")
    (text,) = board.has_sent()
    assert board.legal[text].words == second


def test_a_letter_or_digit_chooses_too(opened: Open) -> None:
    board = opened(position(house(), "place"), PHONE)
    board.page.get_by_role("button", name="moves").click()
    third = board.page.locator(".legal-move").nth(2).inner_text().split("\n")[-1]
    board.page.keyboard.press("3")
    (text,) = board.has_sent()
    assert board.legal[text].words == third


def said(board: BoardPage, number: int) -> str:
    """Return the words of a move in the list."""
    return board.page.locator(".legal-move").nth(number).inner_text().split("\n")[-1]


def test_a_digit_chooses_wherever_the_focus_is(opened: Open) -> None:
    board = opened(position(house(), "place"))
    first = said(board, 0)
    board.page.get_by_role("button", name="Español").focus()
    board.page.keyboard.press("1")
    (text,) = board.has_sent()
    assert board.legal[text].words == first


def test_keys_choose_nothing_from_a_closed_list(opened: Open) -> None:
    board = opened(position(house(), "place"), PHONE)
    board.page.keyboard.press("1")
    board.page.get_by_role("button", name="moves").click()
    second = said(board, 1)
    board.page.keyboard.press("2")
    (text,) = board.has_sent()
    assert board.legal[text].words == second


def test_it_says_what_has_happened_and_in_spanish(opened: Open) -> None:
    board = opened(position(house(), "place", "pass"))
    board.page.get_by_role("button", name="turn order token").click()
    assert board.has_sent() == ["pass"]
    board.page.locator(".spot.changed").first.wait_for()
    board.page.get_by_role("button", name="Español").click()
    assert board.page.locator(".circles").get_attribute("aria-label") == "Círculos de acción"

"""A whole game of Covert on the page: two people, each in a browser of their own, and two bots."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cards.quick_cards import quick_cards
from google.protobuf import json_format
from page.overheard import Heard, check_questions, check_tables, heard, named_unseen
from page.table_server import TableServer
from page.test_table import hand, invite, join, told, tries, visitor
from tables.test_nothing_hidden import truth_by

from covert_engine.covert.cards import parse_card_set
from covert_server.installed import installed_games
from covert_server.settings import Settings
from covertbots.v1 import opponent_pb2
from covertbots.v1 import tables_pb2 as v1

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[2]
CLICKER = (Path(__file__).parent / "clicker.js").read_text(encoding="utf-8")
RECENT = 20  # lines of what happened, which a page has again once it is loaded again
LONG = 240_000  # milliseconds; a game takes ten seconds where nothing else runs
FEW, MANY = "1000", "100000"  # iterations


class Player:
    """A person at a page that notes what it hears, also before it was loaded again."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._before: list[dict[str, str]] = []

    def play(self) -> None:
        self.page.evaluate("play()")

    def rest(self) -> None:
        self.page.evaluate("rest()")

    def reload(self) -> None:
        self._before = self._noted()
        self.page.reload()

    def heard(self) -> list[Heard]:
        return [heard(call) for call in self._noted()]

    def _noted(self) -> list[dict[str, str]]:
        noted: list[dict[str, str]] = self.page.evaluate("allHeard()")
        return [*self._before, *noted]


def sit_down(browser: Browser, address: str) -> tuple[Player, Player]:
    host = visitor(browser, address, CLICKER)
    form = host.get_by_role("form", name="Covert", exact=True)
    form.get_by_role("button", name="4", exact=True).click()
    form.get_by_label("Opponent 1").select_option(label="a friend, by link")
    form.get_by_text("More", exact=True).click()
    form.get_by_label("Your name").fill("Ann")
    form.get_by_label("Who may ask for hints").select_option("HINT_POLICY_OWN_SEAT")
    form.get_by_role("button", name="Play").click()
    players = Player(host), Player(join(browser, invite(host), "Bob", CLICKER))
    for player in players:
        player.page.locator(".hand").wait_for()
    return players


def play_on(players: tuple[Player, Player], clicks: int) -> None:
    """Let both play so many clicks in all."""
    for player in players:
        player.play()
    for _ in tries(players[0].page):
        if sum(player.page.evaluate("clicks") for player in players) >= clicks:
            break
    for player in players:
        player.rest()


def play_to_the_end(players: tuple[Player, Player]) -> None:
    for player in players:
        player.play()
    for player in players:
        player.page.locator(".ending").wait_for(timeout=LONG)


def choose_missions_by_a_hint(page: Page) -> None:
    """End a hint, and let a quicker one choose the missions, which comes before the first round."""
    page.get_by_text("Your turn", exact=True).wait_for()
    page.get_by_role("button", name="Hint").click()
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/WatchHint")):
        page.get_by_label("Iterations").select_option(MANY)
        page.get_by_role("button", name="Stop").click()
    page.get_by_label("Iterations").select_option(FEW)
    page.locator(".hint-panel[aria-busy=false]").wait_for()
    play = page.get_by_role("button", name="Play this round")
    play.click()
    for _ in tries(page):
        if play.is_visible() and any(line.startswith("Ann") for line in told(page)):
            break
    page.locator(".hint-panel[aria-busy=false]").wait_for()
    page.get_by_role("button", name="Hint").click()


def record_of(page: Page) -> tuple[v1.GetTableRecordResponse, list[str]]:
    """Return the record of the game over at a page, and what the page keeps of the table."""
    (kept,) = page.evaluate(
        "Object.entries(localStorage).filter(([key]) => key.startsWith('covert-bots table '))"
        ".map(([_, text]) => JSON.parse(text))"
    )
    asked = page.request.post(
        page.url.partition("#")[0] + "covertbots.v1.Tables/GetTableRecord",
        data={"table": kept["table"], "token": kept["hostToken"]},
    )
    record = json_format.Parse(asked.text(), v1.GetTableRecordResponse())
    return record, [kept["hostToken"], kept["seatToken"], kept["invitation"]]


def check_hint(page: Page, calls: list[Heard]) -> None:
    """Check that the hint that was waited for is what any bot answers about the seat's view."""
    hint = [call for call in calls if call.method == "WatchHint"][-1]
    answer = json_format.Parse(hint.got[-1], opponent_pb2.WatchResponse())
    assert answer.final
    after = json.loads(hint.asked)["after"]
    shown = (answer.table for call in calls for answer in call.tables)
    table = next(table for table in shown if table.news == int(after))
    question = opponent_pb2.SuggestMoveRequest(
        view=table.view, seed=int(after), reasons=True, hands=True, plans=True
    )
    question.opponents.extend(seat.bot for seat in table.seats)
    question.limits.iterations = int(FEW)
    asked = page.request.post(
        page.url.partition("#")[0] + "covertbots.v1.Opponent/SuggestMove",
        data=question.SerializeToString(),
        headers={"content-type": "application/proto"},
    )
    expected = opponent_pb2.SuggestMoveResponse.FromString(asked.body()).suggestion
    assert answer.suggestion == expected


def look_back(page: Page) -> None:
    """Step through the game that is over, and let it be reviewed."""
    page.get_by_role("link", name="Review").last.click()
    title = page.locator("#replay-title")
    title.wait_for()
    page.keyboard.press("End")
    number, count = re.findall(r"\d+", title.inner_text())[:2]
    assert number == count
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert re.findall(r"\d+", title.inner_text())[0] == "1"
    page.keyboard.press("ArrowLeft")
    page.get_by_label("How thorough").select_option("quick")
    page.get_by_role("button", name="Review this game").click()
    page.locator(".summary").wait_for(timeout=LONG)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TableServer]:
    (tmp_path / "quick.toml").write_text(quick_cards(), encoding="utf-8")
    with TableServer(tmp_path, "--cards", str(tmp_path / "quick.toml")) as started:
        yield started


def test_two_people_and_two_bots_play_a_game_to_its_end(
    browser: Browser, server: TableServer
) -> None:
    players = ann, bob = sit_down(browser, server.address)
    assert hand(ann.page)
    assert not hand(ann.page) & hand(bob.page)
    bob.play()
    choose_missions_by_a_hint(ann.page)
    assert ann.page.evaluate("clicks") == 0
    play_on(players, 12)
    assert ann.page.get_by_role("button", name="Take back").count() == 0

    before, offers = told(bob.page), bob.page.evaluate("offers")
    bob.reload()
    bob.page.locator(".hand").wait_for()
    bob.page.wait_for_function("() => document.querySelectorAll('.log li').length > 0")
    assert "\n".join(before[-RECENT:]) in "\n".join(told(bob.page))
    server.kill()
    for player in players:
        player.page.get_by_text("No connection").wait_for()
    server.start()

    play_to_the_end(players)
    record, secrets = record_of(ann.page)
    seats = [[*record.names].index(name) for name in ("Ann", "Bob")]
    cards = parse_card_set(quick_cards())
    (served, _), (refereed, _) = installed_games(Settings(card_sets=(cards,)))
    truth = truth_by(refereed, record)
    titles = {mission.title: number for number, mission in enumerate(cards.missions, 1)}
    for player, seat in zip(players, seats, strict=True):
        calls = player.heard()
        assert check_tables(calls, seat, truth, served) > 50
        check_questions(calls, seat, truth)
        assert named_unseen(calls, titles) == set()
        bodies = "".join(text for call in calls for text in call.got)
        assert str(record.record.seed) not in bodies
        if player is ann:
            check_hint(ann.page, calls)
        else:
            assert not any(secret in bodies for secret in secrets)
    assert offers + bob.page.evaluate("offers") <= 1  # from then on it was in force
    look_back(ann.page)
    assert server.interrupt() == 130

"""A tournament watched in a browser while its ledger grows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from arena.tournaments import game_of, plan_of, run_in_file
from page.patience import PATIENCE
from service.server import Serving

from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covert_server.ledger_source import LedgerSource
from covert_server.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PLAN = plan_of("greedy", "greedy-1", blocks=2, seed=5)
HEAD = 2  # lines of a ledger before its first game


def test_the_page_follows_the_ledger_and_shows_its_games(browser: Browser, tmp_path: Path) -> None:
    whole, growing = tmp_path / "whole.ledger", tmp_path / "growing.ledger"
    run_in_file(PLAN, whole, 0)
    lines = whole.read_bytes().splitlines(keepends=True)
    growing.write_bytes(b"".join(lines[:HEAD]))
    settings = Settings(
        http_address="127.0.0.1:0", page=True, ledger=LedgerSource(growing, game_of(PLAN))
    )
    with Serving(settings) as serving, growing.open("ab") as ledger:
        page = browser.new_page(locale="en")
        page.set_default_timeout(PATIENCE)
        page.goto(f"{serving.url}/#/watch")
        page.get_by_text("No block is complete: there is nothing to say yet.").wait_for()
        for number, line in enumerate(lines[HEAD:], 1):
            ledger.write(line)
            ledger.flush()
            page.get_by_text(f"{number} of 4 games").wait_for()
            page.locator(".ended-games tbody tr").nth(number - 1).wait_for()
            if number == 3:
                page.get_by_text("Interim, after 1 of 2 pairs").wait_for()
                page.locator(".under-way").get_by_text("1.1").first.wait_for()
        page.get_by_text("All games are played.").wait_for()
        assert page.locator(".verdict-panel .first").inner_text().startswith("It is still open")
        assert page.locator(".crosstable tbody tr").count() == 2

        page.get_by_role("link", name="Look into game 0.1").click()
        page.locator(".covert-board").wait_for()
        page.keyboard.press("End")
        page.locator(".happened").get_by_text("The game is over.").wait_for()
        page.close()


def test_a_server_without_a_tournament_says_how_to_start_one(browser: Browser, served: str) -> None:
    page = browser.new_page(locale="en")
    page.set_default_timeout(PATIENCE)
    page.goto(f"{served}#/watch")
    page.get_by_text("covert-bots arena watch games.ledger").wait_for()
    page.close()


def test_a_server_with_tokens_asks_for_one(browser: Browser, tmp_path: Path) -> None:
    ledger, tokens = tmp_path / "whole.ledger", tmp_path / "tokens.toml"
    run_in_file(PLAN, ledger, 0)
    token = add_holder(tokens, "alice", batch=False, quota=Quota())
    source = LedgerSource(ledger, game_of(PLAN))
    settings = Settings(http_address="127.0.0.1:0", page=True, ledger=source, tokens=tokens)
    with Serving(settings) as serving:
        page = browser.new_page(locale="en")
        page.set_default_timeout(PATIENCE)
        page.goto(f"{serving.url}/#/watch")
        page.get_by_text("This server answers only those who have a token.").wait_for()
        assert page.get_by_text("Reading the ledger").count() == 0
        page.get_by_label("Token of this server").fill("covertbots_wrong")
        page.get_by_role("button", name="Use").click()
        page.get_by_text("This server does not know the token that you gave.").wait_for()
        page.get_by_label("Token of this server").fill(token)
        page.get_by_role("button", name="Use").click()
        page.get_by_text("All games are played.").wait_for()
        page.close()

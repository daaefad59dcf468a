"""How many clicks a whole game of two takes on the page, and how many prompts in the terminal.

Both are counted for the same game: of the record of what was played on the page, the terminal's own
choices (one number a prompt, without standing orders) tell the prompts. One game is played by the
moves of a bot, of which each is clicked in the list of moves, with the standing orders that the
page offers; and one by hints, a click a round.

    PYTHONPATH=tests python tests/proofs/page_clicks.py --out tests/proofs/page_clicks.txt
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from page.conftest import CHROMIUM, QUIET
from page.table_server import TableServer
from playwright.sync_api import Browser, Page, sync_playwright

from covert_bots.covert.catalogue import make
from covert_command.covert.screen.choices import choices_of
from covert_engine.covert import CompiledSet, State, format_action, parse_action
from covert_engine.covert.cards import house_set
from covert_engine.covert.rules.actions import Kind, unpack

CARDS = CompiledSet(house_set())
SEAT, OTHER = 0, 1
PATIENCE = 120_000  # milliseconds
PAUSE = 20
FAR = "9000000000000000"  # after all news
COUNT = """
window.clicks = 0;
addEventListener("click", () => window.clicks++, true);
localStorage.setItem("covert-bots pace", "instant");
"""


def prompts(actions: list[str], seed: int) -> int:
    """Return how many prompts the terminal takes for the moves of a seat in a game."""
    state, count, place = State.deal(CARDS, 2, seed), 0, 0
    numbers = [parse_action(text, CARDS) for text in actions]
    while place < len(numbers):
        length = 1
        if state.actor == SEAT:
            count += 1
            line = _line(state, numbers[place:])
            begun = (choice.actions for choice in choices_of(state.view(SEAT)))
            length = max((len(some) for some in begun if line[: len(some)] == some), default=1)
        for action in numbers[place : place + length]:
            state.play(action)
        place += length
    assert state.over
    return count


def _line(state: State, numbers: list[int]) -> tuple[int, ...]:
    """Return the next actions that the seat takes without another between."""
    after, line = state.copy(), []
    for action in numbers:
        if after.actor != SEAT:
            break
        line.append(action)
        after.play(action)
    return tuple(line)


def ask(page: Page, address: str, method: str, **request: Any) -> Any:
    """Call the tables as another player's page would."""
    answer = page.request.post(f"{address}covertbots.v1.Tables/{method}", data=request)
    assert answer.ok, answer.text()
    return answer.json()


@contextmanager
def at_table(browser: Browser, address: str, seed: int, other: dict[str, Any]) -> Iterator[Any]:
    """Open a page at a new table; give also what was made."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(COUNT)
    page = context.new_page()
    seats = [{"host": "Ann"}, other]
    made = ask(page, address, "CreateTable", seats=seats, seed=str(seed), hints=2)
    joined = {}
    if "open" in other:
        joined = ask(
            page,
            address,
            "JoinTable",
            table=made["table"],
            invitation=made["invitation"],
            name="Bob",
        )
    page.goto(f"{address}#/table/{made['table']}/{made['seatToken']}")
    page.locator(".hand").wait_for()
    yield page, made, joined
    context.close()


def order_for(state: State, action: int) -> str:
    """Return the standing order that does this action of the seat to decide; empty for none."""
    kind, decision = Kind(unpack(action).kind), str(state.decision)
    if kind == Kind.REFUSE:
        return decision
    dice = state.view(SEAT).fields()["players"][SEAT]["dice"]
    ends = (kind == Kind.END and decision == "resolve") or (kind == Kind.PASS and not dice)
    return "end" if ends else ""


def policy(state: State, seed: int) -> int:
    """Return the move of a bot; one's own lets First and Espionage pass, and ends turns at once."""
    if state.actor == OTHER:
        return make("medium").choose(state.view(OTHER), seed)
    legal = state.legal_actions()
    ordered = (action for action in legal if order_for(state, action))
    return next(ordered, None) or make("hard").choose(state.view(SEAT), seed)


def by_moves(browser: Browser, address: str, seed: int) -> tuple[int, list[str]]:
    """Click the moves of a bot in the list, and return the clicks and what was played."""
    state, played = State.deal(CARDS, 2, seed), list[str]()
    with at_table(browser, address, seed, {"open": True}) as (page, made, joined):
        own = {"table": made["table"], "token": made["seatToken"], "after": FAR}
        other = {"table": made["table"], "token": joined.get("seatToken"), "after": FAR}
        orders: set[str] = set()
        answered: list[str] = []
        acts = 0
        page.on(
            "requestfinished",
            lambda request: answered.append(request.url) if request.url.endswith("/Act") else None,
        )
        while not state.over:
            action = policy(state, seed)
            text = format_action(action, CARDS)
            if state.actor == OTHER:
                table = ask(page, address, "GetTable", **other)["table"]
                act = {**other, "after": table["news"], "actions": [{"text": text}]}
                ask(page, address, "Act", **act)
            else:
                order = order_for(state, action)
                if order and order not in orders:
                    orders.add(order)
                    page.get_by_role("button", name="From now on").click()
                elif not order:
                    legal = ask(page, address, "GetTable", **own)["table"]["toDecide"]
                    (words,) = (
                        each["words"] for each in legal["legalActions"] if each["text"] == text
                    )
                    page.get_by_role("option", name=words, exact=True).first.click()
                acts += 1
                while len(answered) < acts:
                    page.wait_for_timeout(PAUSE)
            played.append(text)
            state.play(action)
        page.locator(".ending").wait_for()
        return page.evaluate("clicks"), played


ROUND = """
setInterval(() => {
  const button = [...document.querySelectorAll(".hint-buttons button")]
    .find((each) => each.textContent === "Play this round" && !each.disabled);
  button?.click();
}, 50);
"""


def by_hints(browser: Browser, address: str, seed: int) -> tuple[int, list[str]]:
    """Play each round by hints, and return the clicks and what was played."""
    with at_table(browser, address, seed, {"bot": "medium"}) as (page, made, _):
        page.get_by_role("button", name="Hint").click()
        page.get_by_label("Iterations").select_option("1000")
        page.evaluate(ROUND)
        page.locator(".ending").wait_for(timeout=10 * PATIENCE)
        record = ask(page, address, "GetTableRecord", table=made["table"], token=made["seatToken"])[
            "record"
        ]
        return page.evaluate("clicks"), [action["text"] for action in record["actions"]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, action="append")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    lines = ["seed  played by  clicks  prompts  clicks/prompts"]
    with (
        TemporaryDirectory() as folder,
        TableServer(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        for seed in options.seed or [1, 2, 3]:
            for name, play in (("moves", by_moves), ("hints", by_hints)):
                clicks, played = play(browser, server.address, seed)
                typed = prompts(played, seed)
                lines.append(f"{seed:4}  {name:9}  {clicks:6}  {typed:7}  {clicks / typed:.2f}")
                print(lines[-1], flush=True)
        browser.close()
    if options.out:
        options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

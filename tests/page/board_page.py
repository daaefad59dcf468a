"""A page with the board of Covert at a position, and what it sends."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from google.protobuf import json_format
from page.patience import PATIENCE
from views.games import choose

from covert_engine.covert import CompiledSet, State, format_action
from covertbots.client import Client
from covertbots.v1 import covert_pb2, referee_pb2

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Request

PLAYERS = 3
PAUSE = 20  # milliseconds
KEPT = "covert-bots practice"
"""Where the page keeps the record of a game at `#/board`."""
ADVANCE = "covertbots.v1.Referee/Advance"


class Served(NamedTuple):
    url: str
    client: Client


@cache
def position(
    cards: CompiledSet, decision: str, beginning: str = "", after: str = ""
) -> referee_pb2.Record:
    """Return a game in which seat 0 has such a decision, with an action whose text begins so, after
    another."""
    for seed in range(1, 20):
        random = Random(seed)
        state = State.deal(cards, PLAYERS, seed)
        played: list[str] = []
        while not state.over:
            actions = state.legal_actions()
            texts = [format_action(action, cards) for action in actions]
            is_wanted = any(text.startswith(beginning) for text in texts)
            is_after = not after or (bool(played) and played[-1].startswith(after))
            if state.actor == 0 and state.decision == decision and is_wanted and is_after:
                return recorded(cards, seed, played)
            action = choose(random, actions, "missions")
            played.append(format_action(action, cards))
            state.play(action)
    raise AssertionError(f"no game has {decision} with {beginning}")


def recorded(cards: CompiledSet, seed: int, played: list[str]) -> referee_pb2.Record:
    record = referee_pb2.Record(players=PLAYERS, seed=seed)
    record.covert.card_set = cards.digest.hex()
    for text in played:
        record.actions.add(text=text)
    return record


class BoardPage:
    """The person at the page is seat 0."""

    def __init__(self, page: Page, both: Served, record: referee_pb2.Record) -> None:
        self.page = page
        self.sent: list[str] = []
        now = both.client.advance(record)
        self.legal = {action.text: action for action in now.to_decide[0].legal_actions}
        kept = json.dumps(json_format.MessageToJson(record))
        page.add_init_script(f"sessionStorage.setItem({json.dumps(KEPT)}, {kept})")
        page.goto(f"{both.url}#/board")
        page.locator(".legal-move").first.wait_for(state="attached")
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        if request.url.endswith(ADVANCE):
            actions = (request.post_data_json or {}).get("actions", [])
            self.sent += [action["text"] for action in actions if action["seat"] == 0]

    def spot(self, name: str) -> Locator:
        return self.page.locator(f'[data-spot="{name}"]').first

    def lit(self) -> set[str]:
        spots = self.page.locator(".spot.lit")
        return set(spots.evaluate_all("spots => spots.map((spot) => spot.dataset.spot)"))

    def click(self, *names: str) -> None:
        for name in names:
            self.spot(name).click()

    def has_sent(self, count: int = 1) -> list[str]:
        """Return the first actions that were sent, once there are so many."""
        for _ in range(PATIENCE // PAUSE):
            if len(self.sent) >= count:
                return self.sent[:count]
            self.page.wait_for_timeout(PAUSE)
        raise AssertionError(f"sent {self.sent}")

    def first(self, beginning: str) -> tuple[str, covert_pb2.CovertOperands]:
        """Return the first legal action whose text begins so."""
        return next(
            (text, action.covert)
            for text, action in self.legal.items()
            if text.startswith(beginning)
        )

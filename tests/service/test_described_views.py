"""A view as plain text by the service, with what happened and the legal actions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict
from service.games import request_view, some_decisions
from service.web import JSON, Web, violations_of

from covert_bots import Covert, CovertAction
from covertbots.client import Client
from covertbots.v1.covert_action_pb2 import CovertActionSetup
from covertbots.v1.covert_pb2 import CovertSetup

METHOD = "Referee/DescribeView"
GAMES = (
    (Covert(), CovertSetup(), 3),
    (CovertAction(), CovertActionSetup(), 6),
)


@pytest.mark.parametrize(("game", "setup", "players"), GAMES)
def test_it_is_the_text_of_the_game_with_what_the_seat_saw(
    client: Client, game: Any, setup: Any, players: int
) -> None:
    dealt = client.advance(client.deal(players, 7, setup))
    asked = dealt.to_decide[0]
    played = client.advance(dealt.record, asked.legal_actions[0])
    for news in played.news:
        moment = news.moments[-1]
        happened = [event.words for event in moment.events]
        text = client.describe_view(moment.view, happened)
        assert text == game.view_text(game.view_from_message(moment.view), happened)
        assert all(f"\n- {words}" in text for words in happened)
    assert sum(len(news.moments[-1].events) for news in played.news)


@pytest.mark.parametrize(("_", "setup", "players"), GAMES)
def test_actions_stand_in_the_order_in_which_they_are_listed(
    client: Client, _: Any, setup: Any, players: int
) -> None:
    dealt = client.advance(client.deal(players, 7, setup))
    view = dealt.news[dealt.to_decide[0].seat].moments[-1].view
    line = " ".join(client.describe_view(view).split())
    assert "What happened" not in line
    for number, action in enumerate(client.list_legal_actions(view).to_decide.legal_actions, 1):
        assert f" {number}. {action.text}: " in line


def test_all_mistakes_are_named(web: Web) -> None:
    view: Any = MessageToDict(request_view(some_decisions(3, 11, 12)[3]))
    view["covert"]["players"][1]["dice"] = [7]
    happened = ["North waits", "", "Your legal actions:\n1. pass", "x" * 1001]
    violations = violations_of(
        web.post(METHOD, json.dumps({"view": view, "happened": happened}), JSON)
    )
    assert violations["happened[1]"] == (
        "begins with '' and has 0 characters; expected 1 to 1000 printable characters"
    )
    assert set(violations) == {
        *("happened[1]", "happened[2]", "happened[3]", "view.covert.players[1].dice[0]")
    }
    many = violations_of(web.post(METHOD, json.dumps({"happened": ["It rains"] * 1001}), JSON))
    assert many == {
        "happened": "holds 1001 entries; expected 1000 at most",
        "view": "is missing; expected the view of a seat",
    }

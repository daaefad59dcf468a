"""Covert Action over HTTP: the same handlers, so the same answers, in JSON and in binary form."""

from __future__ import annotations

from json import dumps
from random import Random
from typing import Any

import pytest
from google.protobuf import json_format
from service.quick_bots import quick
from service.web import Web, violations_of

from covert_action.engine.tables import table
from covert_bots.covert_action.catalogue import CATALOGUE
from covert_bots.covert_action.wire import view_to_message
from covertbots.client import Client
from covertbots.v1 import opponent_pb2, referee_pb2

SPECS = [quick(bot) for bot in CATALOGUE.describe()]
STATE = table("S C B | M", "C B M | S")


def test_a_game_is_hosted_in_json(web: Web) -> None:
    """The game goes from the deal to its end; the choices of a window come in any order."""
    random = Random(1)
    deal = {"players": 6, "seed": 5, "covertAction": {"talk": False}}
    record = web.ask("Referee/Deal", deal)["record"]
    assert record["covertAction"] == {
        "teams": 2,
        "saboteurs": False,
        "alternate": False,
        "cleanerInherits": True,
        "talk": False,
        "beats": 4,
        "deadline": "DEADLINE_ORDER",
    }
    game = web.ask("Referee/Advance", {"record": record})
    windows = 0
    for _ in range(300):
        if not game["toDecide"]:
            break
        assert all(news["seat"] == seat for seat, news in enumerate(game["news"]))
        choices = [random.choice(decider["legalActions"]) for decider in game["toDecide"]]
        windows += len(choices) > 1
        random.shuffle(choices)
        game = web.ask("Referee/Advance", {"record": game["record"], "actions": choices})
    assert windows
    assert game["result"]["winners"]
    with Client(web.serving.target) as client:
        again = json_format.ParseDict(game["record"], referee_pb2.Record())
        assert list(client.advance(again).result.winners) == game["result"]["winners"]


@pytest.mark.parametrize("spec", SPECS)
def test_an_answer_in_binary_form_has_the_bytes_of_that_over_grpc(web: Web, spec: str) -> None:
    view = view_to_message(STATE.view(0))
    request = opponent_pb2.SuggestMoveRequest(view=view, bot=spec, seed=3)
    answer = web.ask_in_bytes("Opponent/SuggestMove", request, opponent_pb2.SuggestMoveResponse)
    with Client(web.serving.target) as client:
        expected = client.suggest_move(view, spec, seed=3)
    assert answer.suggestion.SerializeToString(deterministic=True) == (
        expected.suggestion.SerializeToString(deterministic=True)
    )


def question(**changed: Any) -> dict[str, Any]:
    view = json_format.MessageToDict(view_to_message(STATE.view(0)))
    view["covertAction"].update(changed)
    return {"view": view, "bot": "random"}


def test_a_view_in_json_gets_what_is_believed_and_why(web: Web) -> None:
    hint = web.ask("Opponent/SuggestMove", question())["suggestion"]["covertAction"]
    assert [seat["seat"] for seat in hint["seats"]] == list(range(6))
    assert hint["seats"][0]["roles"][0] == {"role": "ROLE_SNIPER", "probability": 1.0}
    assert sum(hint["winProbability"]) == pytest.approx(1)
    assert hint["ofViewer"]["seat"] == 0
    assert hint["reason"]


def test_a_watch_ends_with_one_final_answer(web: Web) -> None:
    asked = {**question(), "bot": "ismcts:iterations=2000"}
    *answers, end = web.stream("Opponent/Watch", {"request": asked, "interval": "0.01s"})
    assert end == {}
    assert [answer["final"] for answer in answers] == [False] * (len(answers) - 1) + [True]
    assert answers[-1]["suggestion"]["covertAction"]["reason"]


def test_what_is_wrong_is_named_by_its_path(web: Web) -> None:
    wrong = violations_of(web.post("Opponent/SuggestMove", dumps(question(deck=39))))
    assert list(wrong) == ["view.covert_action.deck"]
    wrong = violations_of(web.post("Opponent/SuggestMove", dumps(question(phaze="x"))))
    assert list(wrong) == ["view.covert_action.phaze"]
    wrong = violations_of(web.post("Referee/Deal", dumps({"players": 3, "covertAction": {}})))
    assert list(wrong) == ["players"]
    wrong = violations_of(web.post("Opponent/ListBots", dumps({"game": "chess"})))
    assert list(wrong) == ["game"]


def test_the_bots_and_the_cards_of_the_game_that_is_named(web: Web) -> None:
    listed = web.ask("Opponent/ListBots", {"game": "covert_action"})
    assert [bot["name"] for bot in listed["bots"]] == [bot.name for bot in CATALOGUE.describe()]
    cards = web.ask("Referee/GetCardSet", {"game": "covert_action"})["covertAction"]
    assert [role["name"] for role in cards["roles"]][:3] == ["Sniper", "Cleaner", "Mole"]
    got = web.http.get(
        '/covertbots.v1.Referee/GetCardSet?connect=v1&encoding=json&message={"game":"covert_action"}'
    )
    assert got.json()["covertAction"] == cards

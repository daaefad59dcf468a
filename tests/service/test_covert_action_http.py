"""Covert Action over HTTP, in JSON."""

from __future__ import annotations

from random import Random

from google.protobuf import json_format
from service.web import Web

from covertbots.client import Client
from covertbots.v1 import referee_pb2


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

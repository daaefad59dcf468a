"""Optional parts of an answer beside the ranked moves, over each way to call."""

from __future__ import annotations

from typing import Any

from google.protobuf import json_format
from service.games import request_view, some_decisions
from service.web import Web

from covertbots.client import Client, limits
from covertbots.v1.suggestion_pb2 import Suggestion

VIEW = request_view(some_decisions(3, 11, 12)[3])
QUICK = limits(iterations=64)


def test_an_answer_says_no_more_than_is_asked_for(client: Client) -> None:
    def answer(*, reasons: bool = False, hands: bool = False) -> Suggestion:
        response = client.suggest_move(VIEW, "ismcts", QUICK, seed=9, reasons=reasons, hands=hands)
        return response.suggestion

    plain, both = answer(), answer(reasons=True, hands=True)
    assert not plain.HasField("covert")
    assert answer(reasons=True).covert.reasons == both.covert.reasons
    assert answer(hands=True).covert.hands == both.covert.hands
    assert both.covert.reasons.text
    assert len(both.covert.hands) == len(VIEW.covert.players) - 1
    assert not answer(reasons=True).covert.hands
    assert not answer(hands=True).covert.HasField("reasons")
    both.ClearField("covert")
    assert both == plain


def test_a_bot_that_tries_nothing_has_no_reasons(client: Client) -> None:
    suggestion = client.suggest_move(VIEW, "random", seed=9, reasons=True, hands=True).suggestion
    assert not suggestion.HasField("covert")


def test_an_improving_answer_says_the_same_when_it_is_final(client: Client) -> None:
    wanted = client.suggest_move(VIEW, "ismcts", QUICK, seed=9, reasons=True, hands=True)
    with client.analyze(VIEW, "ismcts", QUICK, seed=9, reasons=True, hands=True) as analysis:
        *_, last = analysis
    assert last.final
    assert last.suggestion == wanted.suggestion


def test_over_http_it_is_the_same(client: Client, web: Web) -> None:
    question: dict[str, Any] = {
        "view": json_format.MessageToDict(VIEW),
        "bot": "ismcts",
        "limits": {"iterations": 64},
        "seed": 9,
        "reasons": True,
        "hands": True,
    }
    answer = web.ask("Opponent/SuggestMove", question)["suggestion"]
    wanted = client.suggest_move(VIEW, "ismcts", QUICK, seed=9, reasons=True, hands=True)
    assert json_format.ParseDict(answer, Suggestion()) == wanted.suggestion
    assert answer["covert"]["reasons"]["differences"][0]["fact"] == "FACT_VALUE"
    assert 0 < answer["covert"]["hands"][0]["missions"][0]["share"] <= 1

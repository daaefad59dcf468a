"""All mistakes of a request in JSON come in one answer, whatever kind they are."""

from __future__ import annotations

import json
from typing import Any

import pytest
from google.protobuf import json_format
from service.games import request_view, some_decisions
from service.web import JSON, PROTO, Web, check_error, violations_of


def test_how_a_request_is_written_hides_nothing_of_what_it_says(web: Web) -> None:
    """There are three kinds: JSON of no message, a value that no field has, a broken rule."""
    view = json_format.MessageToDict(request_view(some_decisions(3, 11, 12)[6]))
    covert = view["covert"]
    covert["players"][1]["dice"] = "five"
    covert["players"][2]["agnts"] = covert["players"][2].pop("agents")
    covert["tiles"][0] = 2.5
    covert["round"] = 61
    covert["players"][0]["agents"][0] = "Atlantis"
    covert["finalRound"] = not covert.get("finalRound", False)
    covert["cubes"].append({"city": covert["cubes"][0]["city"], "colours": [1]})
    request = {
        "request": {"view": view, "bot": "hal", "limits": {"iterations": "many"}, "seeds": 1},
        "interval": "-1s",
    }
    (end,) = web.stream("Opponent/Watch", request)
    _, details = check_error(end["error"])
    named = [violation["field"] for violation in details["BadRequest"]["fieldViolations"]]
    of_view = ("players[1].dice", "players[2].agnts", "tiles[0]", "round", "players[0].agents[0]")
    assert sorted(named) == sorted(
        [
            *(f"request.view.covert.{name}" for name in of_view),
            f"request.view.covert.cubes[{len(covert['cubes']) - 1}].city",
            *("request.limits.iterations", "request.seeds", "interval", "request.bot"),
            "request.view.covert.final_round",
        ]
    )


@pytest.mark.parametrize("method", ["Analyze", "PlaySeat"])
def test_streams_both_ways_are_left_to_grpc(web: Web, method: str) -> None:
    """The error is at the end of a stream, or a status where a single answer is asked for."""
    (end,) = web.stream(f"Opponent/{method}", {})
    single = [web.post(f"Opponent/{method}", "{}", kind) for kind in (JSON, PROTO)]
    for error in (end["error"], *(answer.json() for answer in single)):
        code, details = check_error(error)
        assert (code, details["ErrorInfo"]["reason"]) == ("unimplemented", "NOT_SUPPORTED")
        assert "expected gRPC" in error["message"]
    assert [answer.status_code for answer in single] == [501, 501]


def test_what_is_not_written_right_is_not_missing_too(web: Web) -> None:
    views: tuple[Any, ...] = ({"covert": 3}, {"covertAction": {"settings": []}}, [], {"chess": {}})
    for view in views:
        violations = violations_of(web.post("Opponent/SuggestMove", json.dumps({"view": view})))
        assert len(violations) == 1, violations


def test_what_is_not_base64_hears_what_is_expected(web: Web) -> None:
    query = "encoding=json&base64=1&message=A"
    error = web.http.get(f"/covertbots.v1.Opponent/ListBots?{query}").json()
    wrong = "is not valid URL-safe Base64; expected letters, digits, - and _"
    assert error["message"] == f"message: {wrong}"

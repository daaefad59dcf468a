"""docs/openapi.json: what the .proto files say, as OpenAPI; answers of a server keep to it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format
from jsonschema import Draft202012Validator, ValidationError
from openapi_spec_validator import validate
from service.games import request_view, some_decisions
from service.web import Web, enveloped, envelopes

from covertbots.v1 import arena_pb2, league_pb2, opponent_pb2, referee_pb2, tables_pb2

ROOT = Path(__file__).resolve().parents[2]
SERVICES = [
    file.DESCRIPTOR.services_by_name[name]
    for name, file in (
        ("Opponent", opponent_pb2),
        ("Referee", referee_pb2),
        ("Tables", tables_pb2),
        ("Arena", arena_pb2),
        ("League", league_pb2),
    )
]
VIEW = json_format.MessageToDict(request_view(some_decisions(3, 11, 12)[3]))
HINT = {"view": VIEW, "bot": "ismcts", "limits": {"iterations": 64}, "seed": 9}
ALL_OF_COVERT = {"reasons": True, "hands": True, "plans": True}


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads((ROOT / "docs/openapi.json").read_text(encoding="utf-8"))


def check(document: Any, message: str, value: Any) -> None:
    """Raise ValidationError if a value does not keep to the schema of a message."""
    schema = {"$ref": f"#/components/schemas/{message}", "components": document["components"]}
    Draft202012Validator(schema).validate(value)


def test_it_is_what_the_proto_files_say() -> None:
    command = [sys.executable, "proto/openapi.py", "--check"]
    assert subprocess.run(command, cwd=ROOT, timeout=60).returncode == 0


def test_a_validator_accepts_it(document: Any) -> None:
    validate(document)


def test_each_call_that_http_has_is_in_it(document: Any) -> None:
    calls = {
        f"/{service.full_name}/{method.name}"
        for service in SERVICES
        for method in service.methods
        if not method.client_streaming
    }
    assert set(document["paths"]) == calls


def test_everything_in_it_is_described(document: Any) -> None:
    for name, schema in document["components"]["schemas"].items():
        assert schema["description"], name
    for path, ways in document["paths"].items():
        for way in ways.values():
            assert way["description"], path


def answers(web: Web) -> Iterator[tuple[str, Any]]:
    """Yield answers of all kinds, with the names of their messages."""
    yield "ListBotsResponse", web.ask("Opponent/ListBots", {})
    yield "GetInfoResponse", web.ask("Opponent/GetInfo", {})
    for game, setup in (("covert", "covert"), ("covert_action", "covertAction")):
        yield "GetCardSetResponse", web.ask("Referee/GetCardSet", {"game": game})
        dealt = web.ask("Referee/Deal", {"players": 4, "seed": 5, setup: {}})
        yield "DealResponse", dealt
        stands = web.ask("Referee/Advance", {"record": dealt["record"]})
        yield "AdvanceResponse", stands
        view = stands["news"][stands["toDecide"][0]["seat"]]["moments"][-1]["view"]
        yield "ListLegalActionsResponse", web.ask("Referee/ListLegalActions", {"view": view})
        yield "DescribeViewResponse", web.ask("Referee/DescribeView", {"view": view})
        yield "SuggestMoveResponse", web.ask("Opponent/SuggestMove", {**HINT, "view": view})
    yield "SuggestMoveResponse", web.ask("Opponent/SuggestMove", {**HINT, **ALL_OF_COVERT})


def test_answers_keep_to_it(document: Any, web: Web) -> None:
    seen = set()
    for message, answer in answers(web):
        check(document, message, answer)
        seen.add(message)
    assert len(seen) == 8


def test_streams_keep_to_it(document: Any, web: Web) -> None:
    asked = enveloped(json.dumps({"request": HINT}).encode())
    headers = {"content-type": "application/connect+json"}
    path = "/covertbots.v1.Opponent/Watch"
    *messages, _ = envelopes(web.http.post(path, content=asked, headers=headers).content)
    assert messages
    for _, data in messages:
        check(document, "WatchResponse", json.loads(data))


def test_refusals_keep_to_it(document: Any, web: Web) -> None:
    response = web.http.post("/covertbots.v1.Referee/Deal", json={"players": 9})
    assert response.status_code == 400
    check(document, "connect.error", response.json())


@pytest.mark.parametrize(
    "wrong", [{"playrs": 3}, {"players": "3"}, {"players": -1}, {"covert": {"cardSet": 7}}]
)
def test_what_a_server_refuses_does_not_keep_to_it(
    document: Any, web: Web, wrong: dict[str, Any]
) -> None:
    with pytest.raises(ValidationError):
        check(document, "DealRequest", wrong)
    if wrong != {"players": "3"}:  # which Protobuf's mapping lets pass
        assert web.http.post("/covertbots.v1.Referee/Deal", json=wrong).status_code == 400

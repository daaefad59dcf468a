"""Calls over HTTP that may be a GET, or a HEAD."""

from __future__ import annotations

import gzip
from base64 import urlsafe_b64encode
from http.client import HTTPConnection
from urllib.parse import quote

import httpx
import pytest
from service.games import CARDS
from service.web import PROTO, Web, error_of, violations_of

from covertbots.v1 import opponent_pb2, referee_pb2


def get(web: Web, query: str, method: str = "Opponent/ListBots") -> httpx.Response:
    return web.http.get(f"/covertbots.v1.{method}?{query}")


def test_what_changes_nothing_can_be_got(web: Web) -> None:
    expected = web.post("Opponent/ListBots").content
    assert get(web, "connect=v1&encoding=json&message={}").content == expected
    assert get(web, "encoding=json&message=%7B%7D").content == expected
    in_bytes = get(web, "encoding=proto&message=")
    assert in_bytes.headers["content-type"] == PROTO
    assert opponent_pb2.ListBotsResponse.FromString(in_bytes.content).bots
    request = referee_pb2.GetCardSetRequest(card_set=CARDS.digest.hex())
    data = request.SerializeToString()
    whole = get(web, f"encoding=proto&message={quote(data)}", "Referee/GetCardSet").content
    for packed, more in ((data, ""), (gzip.compress(data), "&compression=gzip")):
        for text in (urlsafe_b64encode(packed), urlsafe_b64encode(packed).rstrip(b"=")):
            query = f"base64=1&encoding=proto&message={text.decode()}{more}"
            assert get(web, query, "Referee/GetCardSet").content == whole


@pytest.mark.parametrize("query", ["encoding=json&message={}", "encoding=json&message={", ""])
def test_a_head_has_the_headers_of_a_get(web: Web, query: str) -> None:
    got = get(web, query)
    head = web.http.head(f"/covertbots.v1.Opponent/ListBots?{query}")
    assert got.content
    assert head.content == b""
    assert head.status_code == got.status_code
    apart = ("date", "x-request-id")
    for response in (got, head):
        for name in apart:
            response.headers.pop(name, None)
    assert head.headers == got.headers


@pytest.mark.parametrize("before", ["http://localhost", "HTTPS://localhost:1"])
def test_a_target_may_be_a_whole_address(web: Web, before: str) -> None:
    """Clients of proxies write it so."""
    target = f"{before}/covertbots.v1.Opponent/ListBots?encoding=json&message={{}}"
    address = web.serving.url.removeprefix("http://").split(":")
    connection = HTTPConnection(address[0], int(address[1]))
    connection.request("GET", target)
    response = connection.getresponse()
    assert response.status == 200
    assert response.read() == web.post("Opponent/ListBots").content
    connection.close()


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("encoding=json", "message"),
        ("encoding=json&message={", "request"),
        ("encoding=json&message={}&connect=v2", "connect"),
        ("encoding=json&base64=1&message=%ff", "message"),
        ("encoding=json&base64=1&message=A", "message"),
        ("encoding=json&message={}&compression=gzip", "request"),
        ("encoding=json&message=%ff", "request"),
    ],
)
def test_a_query_that_is_wrong_is_refused(web: Web, query: str, field: str) -> None:
    assert set(violations_of(get(web, query))) == {field}


def test_a_query_needs_an_encoding(web: Web) -> None:
    missing = "is missing; expected ?connect=v1&encoding=json&message={}"
    wrong = {"": missing, "message={}": missing, "encoding=xml": "is 'xml'; expected json or proto"}
    for query, said in wrong.items():
        response = get(web, query)
        assert response.status_code == 415
        assert response.json()["message"] == f"encoding: {said}"
    response = get(web, "encoding=json&message={}&compression=br")
    assert error_of(response)[0] == "unimplemented"


def test_nothing_else_can_be_got() -> None:
    """An address with a view or a record would be in the logs of every proxy on the way."""
    from covert_server.calls.calls import methods_of

    services = (
        opponent_pb2.DESCRIPTOR.services_by_name["Opponent"],
        referee_pb2.DESCRIPTOR.services_by_name["Referee"],
    )
    methods = [
        method
        for service in services
        for method in methods_of(service, dict.fromkeys(service.methods_by_name, print))  # type: ignore[arg-type]
    ]
    safe = {method.name for method in methods if method.safe}
    assert safe == {"ListBots", "GetInfo", "GetCardSet"}

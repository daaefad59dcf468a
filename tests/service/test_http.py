"""The service over HTTP: the answers of gRPC, by the rules of the Connect protocol."""

from __future__ import annotations

import gzip
import json
import time
import tracemalloc
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from typing import Any

import grpc
import httpx
import pytest
from command.shell import has_ipv6
from google.protobuf import json_format
from service.games import CARDS, request_view, some_decisions
from service.server import Serving
from service.web import (
    JSON,
    PROTO,
    STREAM,
    Web,
    check_error,
    enveloped,
    envelopes,
    error_of,
    violations_of,
)

from covert_server.settings import Settings
from covertbots.client import Client, ServiceError, limits
from covertbots.v1 import opponent_pb2, referee_pb2, suggestion_pb2

VIEW = request_view(some_decisions(3, 11, 12)[3])
VIEW_JSON = json_format.MessageToDict(VIEW)
QUICK = {"view": VIEW_JSON, "bot": "ismcts", "limits": {"iterations": 64}, "seed": 9}
HEALTH = "/grpc.health.v1.Health/Check"


@pytest.fixture
def rpc(web: Web) -> Any:
    """Return a client over gRPC of the same server."""
    with Client(web.serving.target) as client:
        yield client


def test_every_method_answers_in_json_as_over_grpc(web: Web, rpc: Client) -> None:
    listed = web.ask("Opponent/ListBots", {})
    assert json_format.ParseDict(listed, opponent_pb2.ListBotsResponse()) == rpc.list_bots()
    cards = web.ask("Referee/GetCardSet", {"cardSet": CARDS.digest.hex()})
    assert json_format.ParseDict(cards, referee_pb2.GetCardSetResponse()) == rpc.get_card_set()
    dealt = web.ask("Referee/Deal", {"players": 3, "seed": "2026"})
    record = json_format.ParseDict(dealt["record"], referee_pb2.Record())
    assert record == rpc.deal(players=3, seed=2026)
    stands = web.ask("Referee/Advance", {"record": dealt["record"]})
    assert json_format.ParseDict(stands, referee_pb2.AdvanceResponse()) == rpc.advance(record)
    hint = json_format.ParseDict(
        web.ask("Opponent/SuggestMove", QUICK)["suggestion"], suggestion_pb2.Suggestion()
    )
    assert hint == rpc.suggest_move(VIEW, "ismcts", limits(iterations=64), seed=9).suggestion


def reason(name: str) -> dict[str, Any]:
    """Return the details of an error that has no other."""
    return {"ErrorInfo": {"reason": name, "domain": "covertbots"}}


def test_health_is_that_of_grpc(web: Web) -> None:
    for service in ("", "covertbots.v1.Opponent", "covertbots.v1.Referee"):
        response = web.http.post(HEALTH, json={"service": service})
        assert response.json() == {"status": "SERVING"}
    unknown = web.http.post(HEALTH, json={"service": "covertbots.v1.Nothing"})
    assert error_of(unknown) == ("not_found", reason("SERVICE_UNKNOWN"))
    known = "covertbots.v1.Opponent, covertbots.v1.Referee or ''"
    said = f"service: 'covertbots.v1.Nothing' is not known here; expected {known}"
    assert unknown.json()["message"] == said
    with web.http.stream(
        "POST",
        HEALTH.replace("Check", "Watch"),
        content=enveloped(b"{}"),
        headers={"content-type": STREAM},
    ) as response:
        first = next(response.iter_bytes())
    assert first == enveloped(b'{"status":"SERVING"}')


# Watch.


def watched(**fields: Any) -> dict[str, Any]:
    request = {**QUICK, "limits": {"iterations": 3000}}
    return {"request": request, "interval": "0.02s", **fields}


def test_the_time_that_a_client_takes_to_send_its_request_is_no_waiting(web: Web) -> None:
    def slowly() -> Iterator[bytes]:
        written = json.dumps(QUICK).encode()
        yield written[:9]
        time.sleep(0.5)
        yield written[9:]

    begun = time.monotonic()
    answer = web.http.post(
        "/covertbots.v1.Opponent/SuggestMove",
        content=slowly(),
        headers={"content-type": "application/json"},
    ).json()
    taken = time.monotonic() - begun
    assert float(answer["measured"]["queued"].rstrip("s")) < taken - 0.5


def test_watch_over_grpc_is_the_same(web: Web) -> None:
    request = json_format.ParseDict({"request": QUICK}, opponent_pb2.WatchRequest())
    with grpc.insecure_channel(web.serving.target) as channel:
        call: Any = channel.unary_stream("/covertbots.v1.Opponent/Watch")
        *_, final = map(
            opponent_pb2.WatchResponse.FromString, call(request.SerializeToString(), timeout=60)
        )
    kind = "application/connect+proto"
    response = web.post("Opponent/Watch", enveloped(request.SerializeToString()), kind)
    assert response.headers["content-type"] == kind
    assert response.headers["x-accel-buffering"] == "no"
    *_, (_, last), (_, end) = envelopes(response.content)
    assert opponent_pb2.WatchResponse.FromString(last).suggestion == final.suggestion
    assert final.final
    assert end == b"{}"  # JSON in either form


def test_a_stream_that_is_refused_says_so_at_its_end(web: Web) -> None:
    wrong = {"request": {**QUICK, "bot": "hal"}, "interval": "-1s"}
    (end,) = web.stream("Opponent/Watch", wrong)
    code, details = check_error(end["error"])
    assert code == "invalid_argument"
    named = [violation["field"] for violation in details["BadRequest"]["fieldViolations"]]
    assert named == ["interval", "request.bot"]
    (end,) = web.stream("Opponent/Watch", {**watched(), "interval": "-1s"})
    assert end["error"]["message"].startswith("interval: is -1 s")


# Errors.


def test_other_refusals_have_their_code_and_details(web: Web) -> None:
    response = web.post("Referee/Deal", '{"players": 2, "covert": {"cardSet": "abc"}}')
    code, details = error_of(response)
    assert code == "failed_precondition"
    assert details["ErrorInfo"]["reason"] == "CARD_SET_UNKNOWN"
    assert details["PreconditionFailure"]["violations"][0]["subject"] == "abc"


def test_errors_of_a_request_in_bytes_are_json_too(web: Web) -> None:
    response = web.post("Referee/Deal", b"\xff", PROTO)
    wrong = "these 1 bytes cannot be parsed as covertbots.v1.DealRequest"
    assert violations_of(response) == {"request": wrong}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/", "/covertbots.v1.Opponent/ListBots"),
        ("/covertbots.v1.Opponent/listbots", "/covertbots.v1.Opponent/ListBots"),
        ("/covertbots.v1.Opponent/ListBots/", "/covertbots.v1.Opponent/ListBots"),
        ("/" + "x" * 5000, "/covertbots.v1.Opponent/ListBots"),
    ],
)
def test_a_path_that_is_no_method_is_not_found(web: Web, path: str, expected: str) -> None:
    for response in (web.http.get(path), web.http.post(path, json={})):
        assert response.status_code == 404
        assert response.json()["code"] == "unimplemented"
        assert expected in response.json()["message"]
        assert len(response.text) < 1000


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "BREW"])
def test_a_call_is_a_post(web: Web, method: str) -> None:
    response = web.http.request(method, "/covertbots.v1.Referee/Deal")
    assert response.status_code == 405
    assert response.headers["allow"] == "POST"
    assert method == "HEAD" or "expected POST" in response.json()["message"]


def test_a_call_that_can_be_got_says_so(web: Web) -> None:
    response = web.http.put("/covertbots.v1.Opponent/ListBots")
    assert response.status_code == 405
    assert response.headers["allow"] == "GET, HEAD, POST"
    assert "PUT is not allowed here; expected GET or HEAD or POST" in response.text


@pytest.mark.parametrize(
    "kind",
    [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/grpc",
        "application/grpc-web+proto",
        "application/connect+json",
        "application/json; charset=latin-1",
        "application/jsonx",
        "APPLICATION/",
    ],
)
def test_a_content_type_that_is_not_known_is_refused(web: Web, kind: str) -> None:
    response = web.post("Referee/Deal", "{}", kind)
    assert response.status_code == 415
    assert response.headers["accept-post"] == "application/proto, application/json"
    said = f"is {kind!r}" if kind else "is missing"
    wrong = f"content-type: {said}; expected application/proto or application/json"
    assert response.json()["message"] == wrong


@pytest.mark.parametrize("kind", ["application/json;charset=UTF-8", "Application/JSON"])
def test_a_content_type_may_be_written_as_usual(web: Web, kind: str) -> None:
    assert web.post("Referee/Deal", '{"players": 2}', kind).status_code == 200


def test_a_single_answer_is_no_stream_and_a_stream_no_single_answer(web: Web) -> None:
    assert web.post("Opponent/Watch", "{}", JSON).status_code == 415
    assert web.post("Opponent/ListBots", enveloped(b"{}"), STREAM).status_code == 415


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("connect-protocol-version", "2"),
        ("connect-timeout-ms", "soon"),
        ("connect-timeout-ms", "-1"),
        ("connect-timeout-ms", "12345678901"),
        ("connect-timeout-ms", "\u0664"),
        ("connect-timeout-ms", ""),
    ],
)
def test_a_header_that_is_wrong_is_named(web: Web, name: str, value: str) -> None:
    headers = [(b"content-type", JSON.encode()), (name.encode(), value.encode())]
    response = web.http.post("/covertbots.v1.Referee/Deal", content="{}", headers=headers)
    assert set(violations_of(response)) == {name}


def test_a_fault_of_ours_is_an_incident_in_the_log(
    web: Web, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Any:
        raise ZeroDivisionError("the seed is secret")

    monkeypatch.setattr("covert_server.connect.app.content_type_of", fail)
    response = web.post("Opponent/ListBots")
    assert response.status_code == 500
    assert response.json()["code"] == "internal"
    incident = response.json()["details"][0]["debug"]["metadata"]["incident"]
    assert "secret" not in response.text
    assert incident in caplog.text
    monkeypatch.undo()
    assert web.post("Opponent/ListBots").status_code == 200


# Sizes and gzip.


def small_server() -> Serving:
    from covert_server.budget import Ceilings

    ceilings = Ceilings(request_bytes=5000)
    return Serving(Settings(workers=1, http_address="127.0.0.1:0", ceilings=ceilings))


def test_a_request_is_as_large_as_the_server_takes_and_no_larger() -> None:
    with small_server() as serving, Web(serving) as web:
        for length, code in ((5000, "invalid_argument"), (5001, "resource_exhausted")):
            name = "x" * (length - len('{"bot":""}'))
            data = json.dumps({"bot": name}, separators=(",", ":")).encode()
            assert len(data) == length
            plain = web.post("Opponent/SuggestMove", data)
            assert error_of(plain)[0] == code
            in_parts = web.http.post(
                "/covertbots.v1.Opponent/SuggestMove",
                content=iter([data[:4000], data[4000:]]),
                headers={"content-type": JSON},
            )
            assert error_of(in_parts)[0] == code
            packed = web.post("Opponent/SuggestMove", gzip.compress(data), content_encoding="gzip")
            assert error_of(packed)[0] == code
            kind = {"kind": STREAM, "connect_content_encoding": "gzip"}
            for envelope in (enveloped(data), enveloped(gzip.compress(data), 1)):
                response = web.post("Opponent/Watch", envelope, **kind)
                ((_, end),) = envelopes(response.content)
                # The field is that of Watch, so that what fits is refused as JSON.
                assert check_error(json.loads(end)["error"])[0] == code


def test_a_bomb_is_not_unpacked(web: Web) -> None:
    bomb = gzip.compress(bytes(1 << 26), 9)
    assert len(bomb) < 1 << 17
    tracemalloc.start()
    response = web.post("Opponent/SuggestMove", bomb, content_encoding="gzip")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 23
    assert error_of(response)[0] == "resource_exhausted"
    assert "larger than 131072 bytes" in response.json()["message"]


def test_gzip_is_read_and_nothing_else(web: Web) -> None:
    data = b'{"players": 2}'
    packed = gzip.compress(data)
    assert web.post("Referee/Deal", packed, content_encoding="gzip").status_code == 200
    assert web.post("Referee/Deal", data, content_encoding="identity").status_code == 200
    for wrong, said in (
        (data, "is not valid gzip; expected what its compression says"),
        (packed[:-3], "is truncated gzip; expected a whole stream"),
        (b"", "is truncated gzip; expected a whole stream"),
        (packed + b"x", "has data after its gzip stream; expected one stream"),
        (packed[:-8] + bytes(8), "is not valid gzip; expected what its compression says"),
    ):
        response = web.post("Referee/Deal", wrong, content_encoding="gzip")
        assert violations_of(response) == {"request": said}
    response = web.post("Referee/Deal", data, content_encoding="br")
    assert error_of(response) == ("unimplemented", reason("NOT_SUPPORTED"))
    assert "expected gzip or identity" in response.json()["message"]


def test_an_answer_is_compressed_for_clients_that_accept_it(web: Web) -> None:
    plain = web.post("Opponent/ListBots", accept_encoding="identity")
    assert "content-encoding" not in plain.headers
    packed = web.post("Opponent/ListBots", accept_encoding="br, gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.content == plain.content  # which httpx has unpacked
    assert (
        "content-encoding" not in web.post("Opponent/ListBots", accept_encoding="gzip;q=0").headers
    )
    small = web.http.post(HEALTH, json={}, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in small.headers


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "has 0 bytes; expected 5 before its message"),
        (b"\0\0\0\0", "has 4 bytes; expected 5 before its message"),
        (enveloped(b"{}")[:-1], "has 1 bytes of a message; its prefix says 2"),
        (enveloped(b"{}") + b"x", "has data after its message; expected one message"),
        (enveloped(b"{}") * 2, "has data after its message; expected one message"),
        (enveloped(b"{}", 2), "has the flags 2; expected 0, or 1 if compressed"),
        (enveloped(b"{}", 4), "has the flags 4; expected 0, or 1 if compressed"),
        (enveloped(b"{}", 1), "is compressed; expected a connect-content-encoding that says how"),
    ],
)
def test_an_envelope_that_is_wrong_is_refused(web: Web, body: bytes, said: str) -> None:
    response = web.post("Opponent/Watch", body, STREAM)
    ((_, end),) = envelopes(response.content)
    _, details = check_error(json.loads(end)["error"])
    (violation,) = details["BadRequest"]["fieldViolations"]
    assert violation == {"field": "request", "description": said}


def test_an_answer_says_when_it_was_made_and_what_it_depends_on(web: Web) -> None:
    before = int(time.time())
    good, refused = web.post("Opponent/ListBots"), web.post("Opponent/ListBots", "{")
    for answer in (good, refused):
        assert before <= parsedate_to_datetime(answer.headers["date"]).timestamp() <= time.time()
    assert good.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize("called", ["127.0.0.1", "localhost", "[::1]"])
def test_a_client_of_grpc_is_told_that_this_is_another_port(called: str) -> None:
    """The client asks for so long that gRPC reports each address of `localhost`; the last one is an
    address where nobody listens."""
    if called == "[::1]" and not has_ipv6():
        pytest.skip("no IPv6 here")
    listening = "[::1]" if called == "[::1]" else "127.0.0.1"
    with Serving(Settings(workers=1, http_address=f"{listening}:0")) as serving:
        target = f"{called}:{serving.server.http_port}"
        again = r"(; asked \d+ times in \d\.\d seconds(; before that: .*)?)?"
        asked = rf"^UNAVAILABLE: .*; is that its port for gRPC\?{again}$"
        with Client(target, patience=0.3) as client, pytest.raises(ServiceError, match=asked):
            client.get_info()


# Pages of other origins.


ORIGIN = "https://example.org"


def preflight(web: Web, origin: str) -> httpx.Response:
    headers = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,connect-protocol-version",
    }
    return web.http.options("/covertbots.v1.Opponent/SuggestMove", headers=headers)


def test_pages_of_other_origins_are_kept_out_unless_asked_for(web: Web) -> None:
    assert preflight(web, ORIGIN).status_code == 405
    response = web.post("Opponent/ListBots", origin=ORIGIN)
    assert not [name for name in response.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    ("origins", "origin", "allowed"),
    [
        ((ORIGIN,), ORIGIN, True),
        ((ORIGIN,), "https://example.com", False),
        ((ORIGIN,), "http://example.org", False),
        ((ORIGIN,), "null", False),
        (("http://a", ORIGIN), ORIGIN, True),
        (("*",), ORIGIN, True),
        (("*",), "null", True),
    ],
)
def test_pages_of_the_origins_named_may_call(
    origins: tuple[str, ...], origin: str, allowed: bool
) -> None:
    settings = Settings(workers=1, http_address="127.0.0.1:0", http_origins=origins)
    with Serving(settings) as serving, Web(serving) as web:
        asked = preflight(web, origin)
        assert asked.status_code == 204
        assert asked.headers["access-control-allow-methods"] == "GET, POST"
        answers = [
            asked,
            web.post("Opponent/ListBots", origin=origin),
            web.post("Referee/Deal", origin=origin),  # an error
            web.post("Opponent/Watch", enveloped(b"{}"), STREAM, origin=origin),
            web.http.get("/nothing", headers={"origin": origin}),
        ]
        for response in answers:
            told = response.headers.get("access-control-allow-origin")
            assert told == (origin if allowed else None)
            assert "origin" in response.headers["vary"].split(", ")
            assert "access-control-allow-credentials" not in response.headers

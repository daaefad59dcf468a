"""`covert-bots conform`: our server keeps its promises, and each broken one is noticed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from command.brief_conform import OF_CALLS
from command.faulty import CARDS, Faulty, check_noticed, fault_of, other_status, set_on
from command.shell import mistake, run
from google.protobuf.message import Message
from service.authorities import Authority
from service.server import Serving

from covert_command.commands.conform import ABSENT, BROKEN, HOLDS, finding
from covert_command.conformance.tables import CHECKS
from covert_command.conformance.trial import Trial
from covert_command.servers.called import GrpcServer, HttpServer, RefusedError
from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covert_server.settings import Settings
from covertbots.v1 import opponent_pb2 as v1

PEEK = "does_not_peek"


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Yield a server whose reviews take few samples of luck: how well it is known is shown
    elsewhere."""
    place = str(tmp_path_factory.mktemp("tables") / "tables.db")
    settings = Settings(workers=2, http_address="127.0.0.1:0", tables=place)
    with patch("covert_server.covert.reviewed.SAMPLES", 4), Serving(settings) as serving:
        yield serving


def test_our_server_keeps_its_promises_over_grpc(serving: Serving) -> None:
    done = run("conform", f"grpc://{serving.target}")
    assert done.returncode == 0, done.stdout
    lines = done.stdout.splitlines()
    assert [line.split(maxsplit=1) for line in lines[:-1]] == [
        [HOLDS, check.promise] for check in CHECKS
    ]
    assert lines[-1] == f"{len(CHECKS)} checks: {len(CHECKS)} hold, 0 broken, 0 absent"


def test_our_server_keeps_its_promises_over_http(serving: Serving) -> None:
    done = run("conform", serving.url, "--json")
    report = json.loads(done.stdout)
    assert done.returncode == report["broken"] == 0, done.stdout
    results = {check["promise"]: check["result"] for check in report["checks"]}
    seat = "a seat is played as SuggestMove answers, in any call"
    assert results == {check.promise: HOLDS for check in CHECKS} | {seat: ABSENT}


# Each promise broken, by what stands between the checks and a good server.


def first_move(text: str) -> Callable[[Any, Any], None]:
    def change(_: Any, answer: Any) -> None:
        if not isinstance(answer, RefusedError):
            answer.suggestion.moves[0].action.text = text

    return change


def counted() -> Callable[[Any, Any], None]:
    """Return a change that makes each answer another one."""
    calls: list[int] = []

    def change(_: Any, answer: Any) -> None:
        calls.append(1)
        if not isinstance(answer, RefusedError):
            answer.suggestion.worlds += len(calls)

    return change


def twice_listed(_: Any, answer: Any) -> None:
    answer.bots.append(answer.bots[0])


def another_record(request: Any, answer: Any) -> None:
    """Change the record of an answer to a call that plays nothing."""
    if not isinstance(answer, RefusedError) and not request.actions and answer.record.actions:
        answer.record.seed += 1


def leak(request: Any, answer: Any) -> None:
    """Tell all, in an event, what the first seat returned."""
    if isinstance(answer, RefusedError) or not request.actions:
        return
    for news in answer.news:
        for moment in news.moments:
            moment.events.add(words=request.actions[0].text)


def fewer_actions(_: Any, answer: Any) -> None:
    del answer.to_decide.legal_actions[0]


def wordless(_: Any, answer: Any) -> None:
    for action in answer.to_decide.legal_actions:
        action.ClearField("words")


def counted_reviews() -> Callable[[Any, Any], None]:
    """Return a change that makes each review another one."""
    calls: list[int] = []

    def change(_: Any, answers: Any) -> None:
        calls.append(1)
        answers[-1].review.cost += len(calls)

    return change


FAULTS: list[tuple[str, str, Callable[[Any, Any], Any], str]] = [
    ("it lists its bots", "ListBots", set_on("build", ""), "build is empty"),
    ("it lists its bots", "ListBots", set_on("card_sets", None), "card_sets lacks "),
    ("it lists its bots", "ListBots", twice_listed, "ListBots lists a bot twice"),
    ("it reports its build", "GetInfo", set_on("build.name", "x"), "build.name is not "),
    ("it reports its build", "GetInfo", set_on("build.digest", "x"), "build.digest is 'x'"),
    ("it reports its build", "GetInfo", set_on("weights", [v1.Weights()]), "weights.digest is ''"),
    ("it reports its build", "GetInfo", set_on("games", None), "games are []"),
    ("it reports its build", "GetInfo", set_on("limits.lanes", 0), "limits.lanes is 0"),
    ("it reports its build", "GetInfo", set_on("limits.ceilings.nodes", 1), "those of ListBots"),
    ("it reports its build", "GetInfo", set_on("caller", None), "caller_class is not said"),
    ("every bot", "SuggestMove", first_move("fly"), "ranks ['fly']; legal are"),
    ("every bot", "SuggestMove", set_on("suggestion.moves", None), "ranks no move"),
    ("every bot", "SuggestMove", set_on("suggestion.build", "x"), "build is another"),
    ("it keeps to `only`", "SuggestMove", first_move("fly"), "asked for only "),
    ("the first limit", "SuggestMove", set_on("suggestion.iterations", 99), "99 iterations; the"),
    (
        "the first limit",
        "SuggestMove",
        set_on("suggestion.stop_reason", 1),
        "stop_reason is STOP_REASON_ITERATIONS; expected STOP_REASON_TIME",
    ),
    ("the same question", "SuggestMove", counted(), "answers the same request with other bytes"),
    ("the same question", "SuggestMove", set_on("suggestion.seed", 8), "the request's was 7"),
    ("a stream has", "Watch", lambda _, answers: answers + answers[-1:], "the last one alone"),
    ("a stream has", "Watch", set_on("final", False), "final: []; expected"),
    ("a stream has", "Watch", set_on("suggestion.worlds", 1), "is not SuggestMove's"),
    ("a stream has", "Analyze", set_on("final", False), "Analyze sent"),
    ("a seat is played", "PlaySeat", set_on("change", 2), "change is 2; the first is 1"),
    ("a seat is played", "PlaySeat", set_on("suggestion.worlds", 1), "does not answer as"),
    ("a seat is played", "PlaySeat", lambda _, answers: answers * 2, "2 answers to one view"),
    ("a mistake", "SuggestMove", other_status("UNKNOWN"), "that are not a message get INVALID"),
    ("a mistake", "SuggestMove", set_on("info.reason", "WRONG"), "'WRONG', 'covertbots'"),
    ("a mistake", "SuggestMove", set_on("bad.field_violations", None), "a wrong bot is not named"),
    ("an unknown card set", "SuggestMove", other_status("INTERNAL"), "of an unknown card set gets"),
    ("an unknown card set", "SuggestMove", set_on("unmet.violations", None), "PreconditionFailure"),
    (
        "it reports its health",
        "Check",
        set_on("status", 2),
        "the health of the server is NOT_SERVING",
    ),
    ("Referee deals", "Advance", set_on("bad.field_violations", None), "action is not named"),
    ("Referee deals", "Advance", another_record, "without actions changes the record"),
    ("the legal actions", "ListLegalActions", fewer_actions, "lists ["),
    ("the legal actions", "ListLegalActions", set_on("to_decide.seat", 9), "another seat than"),
    ("the legal actions", "ListLegalActions", wordless, "without words or operands are"),
    ("a view is told", "DescribeView", set_on("text", "North waits"), "not in its list are ['"),
    ("a view is told", "DescribeView", set_on("text", ""), "does not tell that North waits"),
    ("a review tells", "ReviewGame", lambda _, answers: answers + answers[-1:], "the last one"),
    ("a review tells", "ReviewGame", lambda _, answers: answers[:1] + answers[2:], "judged is"),
    ("a review tells", "ReviewGame", set_on("done", 0), "done is 0 of"),
    ("a review tells", "ReviewGame", counted_reviews(), "same request with other bytes"),
    ("no other seat or its bot", "Advance", leak, "sees which mission seat 0 returned"),
    ("no other seat or its bot", "SuggestMove", counted(), "answers by what it cannot know"),
]


@pytest.mark.parametrize(
    ("promise", "method", "change", "why"),
    FAULTS,
    ids=[f"{fault[0]}: {fault[3]}" for fault in FAULTS],
)
def test_a_broken_promise_is_noticed(
    serving: Serving, promise: str, method: str, change: Callable[[Any, Any], Any], why: str
) -> None:
    check_noticed(serving, promise, method, change, why)


def test_what_a_server_does_not_have_is_not_checked(serving: Serving) -> None:
    good = GrpcServer(serving.target)
    of_referee = [check for check in CHECKS if check.run.__name__ in ("plays_by_actions", PEEK)]
    assert len(of_referee) == 2
    for check in of_referee:
        absent = RefusedError("UNIMPLEMENTED", "Method not found!", ())
        server = Faulty(good, fault_of("Deal", lambda *_, error=absent: error))
        assert finding(check, Trial(server, lambda: good, CARDS)).result == ABSENT
    good.close()


def test_a_server_that_sends_nonsense_is_broken_and_no_traceback(serving: Serving) -> None:
    good = GrpcServer(serving.target)
    server = Faulty(good, fault_of("Advance", set_on("news", None)))
    (check,) = (check for check in CHECKS if check.run.__name__ == PEEK)
    outcome = finding(check, Trial(server, lambda: good, CARDS))
    good.close()
    assert (outcome.result, outcome.why[:6]) == (BROKEN, "an ans")


# Mistakes.


@pytest.mark.parametrize(
    "address",
    [
        "localhost:50051",
        "grpc://localhost",
        "grpc://localhost:1/covert",
        "ftp://a:1",
        "http://a:b",
        "https://",
        "https://me@a/covert",
        "https://a/covert?b",
        "grpc://[::1",
    ],
)
def test_an_address_names_its_protocol(address: str) -> None:
    said = mistake("conform", address)
    assert said.startswith(f"ADDRESS: {address!r}; expected grpc://host:port, http://host:port or ")


@pytest.mark.parametrize("address", ["grpc://localhost:1", "http://localhost:1"])
def test_a_server_that_is_not_there_is_a_mistake(address: str) -> None:
    assert mistake("conform", address).startswith(f"no server answers at {address}: UNAVAILABLE: ")


def test_a_port_that_does_not_speak_http_is_said_to(serving: Serving) -> None:
    said = mistake("conform", f"http://{serving.target}")
    assert said.endswith("does not speak HTTP; is it the port for gRPC?")


def test_http_that_is_no_connect_is_told_so(serving: Serving) -> None:
    server = HttpServer(f"{serving.url}/elsewhere")
    with pytest.raises(RefusedError) as caught:
        server.call("a.B/C", b"", Message)
    assert caught.value.code in ("UNIMPLEMENTED", "UNKNOWN")


# Over TLS, with a token.


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("certificates"))


class Secured(NamedTuple):
    """A server over TLS, and how it is called."""

    serving: Serving
    authority: Authority
    token: str
    known: tuple[str, ...]

    @property
    def url(self) -> str:
        return self.serving.url.replace("http:", "https:")

    @property
    def trust(self) -> tuple[str, ...]:
        return ("--tls-ca", str(self.authority.file))


@pytest.fixture(scope="module")
def secured(authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    """Yield a server that takes only clients with a certificate and a token."""
    tokens = tmp_path_factory.mktemp("tokens") / "tokens.toml"
    token = add_holder(tokens, "ours", batch=False, quota=Quota())
    files = replace(authority.certify(), client_authority=authority.file)
    ours = authority.certify("ours")
    known = ("--client-cert", str(ours.certificate), "--client-key", str(ours.key))
    settings = Settings(workers=2, http_address="127.0.0.1:0", tls=files, tokens=tokens)
    with Serving(settings) as serving:
        yield Secured(serving, authority, token, known)


@pytest.mark.parametrize("over", ["grpc", "https"])
def test_a_server_over_tls_with_tokens_keeps_its_promises(
    secured: Secured, over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("covert_command.commands.conform.CHECKS", OF_CALLS)
    address = secured.url if over == "https" else f"grpc://{secured.serving.target}"
    words = (*secured.trust, *secured.known, "--token", secured.token, "--json")
    done = run("conform", address, *words)
    report = json.loads(done.stdout)
    assert done.returncode == 0, done.stdout
    absent = [check["promise"] for check in report["checks"] if check["result"] == ABSENT]
    assert len(report["checks"]) == len(OF_CALLS) == 5
    assert len(absent) == (over == "https")
    assert report["broken"] == 0


@pytest.mark.parametrize("over", ["grpc", "https"])
@pytest.mark.parametrize("token", [None, "wrong"])
def test_a_server_that_asks_for_a_token_is_a_mistake_without_one(
    secured: Secured, over: str, token: str | None
) -> None:
    address = secured.url if over == "https" else f"grpc://{secured.serving.target}"
    more = () if token is None else ("--token", token)
    said = mistake("conform", address, *secured.trust, *secured.known, *more)
    assert said.startswith(f"{address}: UNAUTHENTICATED: ")
    assert said.endswith("; expected the token of one of its clients, with --token")


@pytest.mark.parametrize("over", ["grpc", "https"])
def test_without_the_authority_or_a_certificate_there_is_no_server(
    secured: Secured, over: str
) -> None:
    address = secured.url if over == "https" else f"grpc://{secured.serving.target}"
    for words in (secured.trust, ("--tls", *secured.known)):
        said = mistake("conform", address, *words, "--token", secured.token)
        assert said.startswith(f"no server answers at {address}: UNAVAILABLE: ")


def test_tls_in_clear_text_is_a_mistake(secured: Secured) -> None:
    said = mistake("conform", secured.serving.url, *secured.trust)
    assert said == f"--tls-ca: {secured.serving.url} is in clear text; expected https:// for TLS"


def test_what_is_no_key_is_named(secured: Secured) -> None:
    certificate = secured.known[1]
    words = ("--client-cert", certificate, "--client-key", str(secured.authority.file))
    said = mistake("conform", secured.url, *secured.trust, *words)
    assert said.startswith(f"{secured.authority.file}, {certificate}, {secured.authority.file}: ")


def test_a_path_that_leads_nowhere_is_a_mistake(serving: Serving) -> None:
    """Otherwise all fields would seem absent, and nothing broken."""
    address = f"{serving.url}/elsewhere"
    said = mistake("conform", address)
    wrong = f"no server of covertbots.v1 answers at {address}; is that its path? UNIMPLEMENTED: "
    assert said.startswith(wrong)


# Servers that speak HTTP badly: a line, and never a traceback.


@contextmanager
def answering(body: bytes, length: int | None = None, seconds: float = 0.0) -> Iterator[str]:
    """Yield a server with one answer for all calls, which waits before it ends it; its address."""
    over = Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(200)
            self.send_header("content-length", str(len(body) if length is None else length))
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()
            over.wait(seconds)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            over.set()
            server.shutdown()


def envelope(flag: int, data: bytes) -> bytes:
    return bytes([flag]) + len(data).to_bytes(4, "big") + data


def test_answers_that_are_no_messages_break_promises() -> None:
    with answering(b"hello") as address:
        done = run("conform", address)
    assert done.returncode == 1
    assert done.stdout.count(f"\n{BROKEN}") >= 8, done.stdout
    assert "an answer lacks what it must have: Error parsing message" in done.stdout
    assert not done.stderr.startswith("Traceback")


@pytest.mark.parametrize("end", [b"{}", b'{"error": {}}', b'{"error": 7}', b"[]", b"no JSON"])
def test_a_stream_ends_as_connect_says_or_that_is_said(end: bytes) -> None:
    with answering(envelope(2, end)) as address:
        stream = HttpServer(address).stream("any/Watch", [v1.WatchRequest()], v1.WatchResponse)
        if end == b"{}":
            assert list(stream) == []
            return
        with pytest.raises(
            RefusedError, match=r"UNKNOWN: a stream ends with .* not a Connect end of stream"
        ):
            list(stream)


@pytest.mark.parametrize("body", [b"", b"\0", envelope(0, bytes(9))[:-1]])
def test_a_stream_that_breaks_off_is_noticed(body: bytes) -> None:
    with answering(body, len(body) + 9) as address:
        stream = HttpServer(address).stream("any/Watch", [v1.WatchRequest()], v1.WatchResponse)
        with pytest.raises(RefusedError, match=r"UNAVAILABLE: .* broke off"):
            list(stream)


def test_a_stream_that_stalls_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("covert_command.servers.called.CALL_SECONDS", 0.2)
    with answering(b"", 9, seconds=60) as address:
        stream = HttpServer(address).stream("any/Watch", [v1.WatchRequest()], v1.WatchResponse)
        with pytest.raises(RefusedError, match="DEADLINE_EXCEEDED: the answer did not end in time"):
            list(stream)

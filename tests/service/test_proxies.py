"""Behind nginx, HAProxy and Envoy, set up by docs/proxies.md, clients get what the server sends:
over gRPC and HTTP, over TLS, with a token, under a path."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import grpc
import httpx
import pytest
from command.brief_conform import OF_CALLS
from command.shell import run
from google.protobuf import json_format
from service.authorities import Authority
from service.games import request_view, some_decisions
from service.proxies import KINDS, Proxy
from service.server import Serving, eventually
from service.web import STREAM, enveloped

from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError, limits
from covertbots.client.patience import PATIENCE
from covertbots.v1 import opponent_pb2 as v1

VIEW = request_view(some_decisions(2, 11, 40)[7])
PAGE = "https://example.org"
SOON = 60.0  # seconds until an abandoned search has ended


@dataclass
class Behind:
    """A server behind a proxy, and how it is called."""

    kind: str
    serving: Serving
    proxy: Proxy
    authority: Authority
    token: str

    def client(self, patience: float = PATIENCE) -> Client:
        credentials, token = self.authority.credentials(), self.token
        return Client(self.proxy.target, credentials=credentials, token=token, patience=patience)

    def http(self) -> httpx.Client:
        headers = {"authorization": f"Bearer {self.token}"}
        url, context = self.proxy.url, self.proxy.context
        return httpx.Client(
            base_url=url, verify=context, headers=headers, timeout=60, trust_env=False
        )


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("certificates"))


@pytest.fixture(scope="module", params=KINDS)
def behind(
    request: pytest.FixtureRequest, authority: Authority, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Behind]:
    folder = tmp_path_factory.mktemp(request.param)
    token = add_holder(folder / "tokens.toml", "ours", batch=False, quota=Quota())
    settings = Settings(
        workers=2,
        http_address="127.0.0.1:0",
        http_origins=(PAGE,),
        tokens=folder / "tokens.toml",
    )
    with (
        Serving(settings) as serving,
        Proxy(request.param, [serving], authority, folder / "proxy") as proxy,
    ):
        yield Behind(request.param, serving, proxy, authority, token)


@pytest.fixture
def client(behind: Behind) -> Iterator[Client]:
    with behind.client() as client:
        yield client


def test_both_services(client: Client) -> None:
    record = client.deal(2, 1)
    assert client.advance(record).to_decide


def test_a_mistake_in_a_stream_comes_with_its_details(client: Client) -> None:
    wrong = request_view(some_decisions(2, 11, 40)[7])
    wrong.covert.ClearField("players")
    with client.play_seat("greedy") as seat, pytest.raises(ServiceError) as caught:
        seat.decide(wrong)
    assert caught.value.code is grpc.StatusCode.INVALID_ARGUMENT
    assert caught.value.violations


def test_health_by_get(behind: Behind) -> None:
    with behind.http() as http:
        assert http.get("/healthz").json() == {"status": "SERVING"}


def test_json_under_a_path(behind: Behind) -> None:
    with behind.http() as http:
        response = http.post("/covertbots.v1.Opponent/ListBots", json={})
        assert response.status_code == 200
        assert response.json()["bots"]
        wrong = http.post("/covertbots.v1.Opponent/SuggestMove", json={"bot": 5})
        assert wrong.status_code == 400
        assert wrong.json()["code"] == "invalid_argument"
        del http.headers["authorization"]
        assert http.post("/covertbots.v1.Opponent/ListBots", json={}).status_code == 401


def test_a_page_of_another_origin_may_call(behind: Behind) -> None:
    asked = {"origin": PAGE, "access-control-request-method": "POST"}
    with behind.http() as http:
        before = http.options("/covertbots.v1.Opponent/ListBots", headers=asked)
        assert before.headers["access-control-allow-origin"] == PAGE
        response = http.post("/covertbots.v1.Opponent/ListBots", json={}, headers={"origin": PAGE})
        assert response.headers["access-control-allow-origin"] == PAGE
        other = {"origin": "https://elsewhere.example"}
        refused = http.post("/covertbots.v1.Opponent/ListBots", json={}, headers=other)
        assert "access-control-allow-origin" not in refused.headers


def watched(seconds: float, interval: float = 0.05) -> bytes:
    """Return the request for a stream of so many seconds."""
    request = v1.WatchRequest(
        request=v1.SuggestMoveRequest(view=VIEW, bot="ismcts", limits=limits(seconds=seconds))
    )
    request.interval.FromMilliseconds(round(interval * 1000))
    return enveloped(json_format.MessageToJson(request).encode())


@contextmanager
def watching(http: httpx.Client, request: bytes) -> Iterator[Iterator[bytes]]:
    """Yield what comes of a stream, as it comes."""
    headers = {"content-type": STREAM}
    path = "/covertbots.v1.Opponent/Watch"
    with http.stream("POST", path, content=request, headers=headers) as response:
        yield response.iter_raw()


def test_an_answer_of_a_stream_is_not_kept_back_until_the_next_one(behind: Behind) -> None:
    """Otherwise each read would end in the middle of an answer."""
    with behind.http() as http, watching(http, watched(100, interval=0.5)) as parts:
        data, ends = b"", 0  # `ends`: of the last answer that has begun
        for _ in range(5):
            while len(data) < ends + 5 or len(data) < ends + envelope_size(data[ends:]):
                data += next(parts)
            ends += envelope_size(data[ends:])
            if len(data) == ends:
                return
    raise AssertionError("no answer was all that had come")


def envelope_size(data: bytes) -> int:
    return 5 + int.from_bytes(data[1:5], "big")


# Who leaves ends its search.


def test_a_call_over_grpc_that_is_cancelled_ends_its_search(behind: Behind) -> None:
    with behind.client() as client:
        analysis = client.analyze(VIEW, "ismcts", limits(seconds=100))
        next(analysis)
        assert behind.serving.running == 1
        analysis.close()
        eventually(lambda: behind.serving.running == 0, SOON)
    answers: list[object] = []

    def ask() -> None:
        try:
            answers.append(leaving.suggest_move(VIEW, "ismcts", limits(seconds=100), timeout=None))
        except ServiceError as error:
            answers.append(error.was_closed)

    leaving = behind.client()
    asking = Thread(target=ask)
    asking.start()
    eventually(lambda: behind.serving.running == 1)
    leaving.close()
    asking.join()
    assert answers == [True]
    eventually(lambda: behind.serving.running == 0, SOON)


@pytest.mark.parametrize("version", ["--http2", "--http1.1"])
def test_a_client_over_http_that_leaves_ends_its_search(
    behind: Behind, version: str, tmp_path: Path
) -> None:
    body = {"view": json_format.MessageToDict(VIEW), "bot": "ismcts", "limits": {"time": "100s"}}
    file = tmp_path / "request.json"
    file.write_text(json.dumps(body))
    headers = [f"authorization: Bearer {behind.token}", "content-type: application/json"]
    words = ["curl", "--silent", version, "--cacert", str(behind.authority.file)]
    for header in headers:
        words += ["--header", header]
    words += ["--noproxy", "*", "--data", f"@{file}"]
    try:
        curl = subprocess.Popen([*words, f"{behind.proxy.url}/covertbots.v1.Opponent/SuggestMove"])
    except FileNotFoundError:
        pytest.skip("curl is not installed")
    try:
        eventually(lambda: behind.serving.running == 1)
    finally:
        curl.kill()
        curl.wait()
    eventually(lambda: behind.serving.running == 0, SOON)


def test_a_client_that_leaves_a_stream_over_http_ends_its_search(behind: Behind) -> None:
    with behind.http() as http:
        with watching(http, watched(100)) as parts:
            next(parts)
            assert behind.serving.running == 1
        eventually(lambda: behind.serving.running == 0, SOON)


# Time-outs.

SHORT = {
    "nginx": {
        "grpc_read_timeout   3660s": "grpc_read_timeout 1s",
        "proxy_read_timeout 300s": "proxy_read_timeout 1s",
    },
    "haproxy": {"timeout server 3660s": "timeout server 1s"},
    "envoy": {
        "cluster: covert_bots_grpc, timeout: 0s": "cluster: covert_bots_grpc, timeout: 1s",
        "prefix_rewrite: /, timeout: 0s": "prefix_rewrite: /, timeout: 1s",
    },
}


def test_a_time_out_below_that_of_a_search_ends_it(behind: Behind, tmp_path: Path) -> None:
    """The page says so; the file of `deploy/` has a longer one."""
    long = limits(seconds=1.6)
    with behind.client(patience=0) as client:
        assert client.suggest_move(VIEW, "ismcts", long).suggestion.iterations
    short = SHORT[behind.kind]
    with Proxy(behind.kind, [behind.serving], behind.authority, tmp_path / "proxy", short) as proxy:
        other = Behind(behind.kind, behind.serving, proxy, behind.authority, behind.token)
        with other.client(patience=0) as client, pytest.raises(ServiceError) as caught:
            client.suggest_move(VIEW, "ismcts", long)
        assert caught.value.code is grpc.StatusCode.UNAVAILABLE
        with other.http() as http:
            body = {
                "view": json_format.MessageToDict(VIEW),
                "bot": "ismcts",
                "limits": {"time": "1.6s"},
            }
            response = http.post("/covertbots.v1.Opponent/SuggestMove", json=body)
            assert response.status_code == 504
    eventually(lambda: behind.serving.running == 0, SOON)


def test_a_time_out_of_the_files_is_longer_than_what_the_server_allows() -> None:
    settings = Settings()
    for kind in KINDS.values():
        text = (Path(__file__).parents[2] / "deploy" / kind.file).read_text(encoding="utf-8")
        assert f"{settings.client_limits.idle + 60:.0f}s" in text
    assert settings.ceilings.seconds + 60 < 300


# What is deployed is checked as its clients reach it.


@pytest.mark.parametrize("over", ["grpc", "https"])
def test_it_conforms(behind: Behind, over: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("covert_command.commands.conform.CHECKS", OF_CALLS)
    proxy = behind.proxy
    address = f"grpc://{proxy.target}" if over == "grpc" else proxy.url
    words = ("--tls-ca", str(behind.authority.file), "--token", behind.token, "--json")
    done = run("conform", address, *words)
    report = json.loads(done.stdout)
    assert len(report["checks"]) == len(OF_CALLS)
    broken = [
        f"{check['promise']}: {check['why']}"
        for check in report["checks"]
        if check["result"] == "broken"
    ]
    assert (done.returncode, broken) == (0, [])
    absent = [check for check in report["checks"] if check["result"] == "absent"]
    assert len(absent) == (over == "https")  # streams both ways


def test_a_person_plays_on_it(behind: Behind, tmp_path: Path) -> None:
    access = ("--tls-ca", str(behind.authority.file), "--token", behind.token)
    game = ("--bot", "greedy:worlds=1", "--seed", "7", "--record", str(tmp_path / "game"))
    done = run("play", "--server", behind.proxy.target, *access, *game, stdin="1\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nRound 1 " in done.stdout  # all have decided


def test_a_server_without_tokens_is_told_under_which_name_it_is_called(
    behind: Behind, authority: Authority, tmp_path: Path
) -> None:
    """On the proxy's machine it answers only to its own names, because of DNS rebinding."""
    for number, hosts in enumerate([(), ("example.org",)]):
        settings = Settings(workers=1, http_address="127.0.0.1:0", http_hosts=hosts)
        with (
            Serving(settings) as serving,
            Proxy(behind.kind, [serving], authority, tmp_path / f"proxy{number}") as proxy,
            httpx.Client(base_url=proxy.url, verify=proxy.context, trust_env=False) as http,
        ):
            named = {"host": "example.org"}
            response = http.post("/covertbots.v1.Opponent/ListBots", json={}, headers=named)
            assert response.status_code == (200 if hosts else 421)


def test_a_rolling_restart_loses_no_call(
    behind: Behind, authority: Authority, tmp_path: Path
) -> None:
    """One of two servers stops while clients call that retry nothing. nginx is told before, and
    sends it no more."""
    settings = Settings(workers=1, http_address="127.0.0.1:0", metrics_address="127.0.0.1:0")
    told = behind.kind == "nginx"
    with ExitStack() as stack:
        servers = [stack.enter_context(Serving(settings)) for _ in range(2)]
        proxy = stack.enter_context(Proxy(behind.kind, servers, authority, tmp_path / "proxy"))
        calls = stack.enter_context(both_calls(proxy, authority))
        going = servers[0]
        if told:
            before = proxy.workers()
            proxy.take_out(going)
            eventually(lambda: not before & proxy.workers())
        came = accepted(going)
        stopping = Thread(target=lambda: going.do(going.server.stop(10.0, lame_duck=4.0)))
        stopping.start()
        times = 0
        while stopping.is_alive() or times < 20:
            calls()
            times += 1
            if told and stopping.is_alive() and times == 20:
                assert accepted(going) == came
        stopping.join()
        calls()


@pytest.mark.parametrize("behind", ["nginx"], indirect=True)
def test_a_connection_that_is_held_to_a_server_that_ends_loses_no_call(
    behind: Behind, authority: Authority, tmp_path: Path
) -> None:
    """nginx is told nothing and asks nothing, and the server is no lame duck; its last search goes
    on. The others ask for its health, for which a lame duck has the time."""
    settings = Settings(workers=1, http_address="127.0.0.1:0", metrics_address="127.0.0.1:0")
    with ExitStack() as stack:
        servers = [stack.enter_context(Serving(settings)) for _ in range(2)]
        proxy = stack.enter_context(Proxy(behind.kind, servers, authority, tmp_path / "proxy"))
        calls = stack.enter_context(both_calls(proxy, authority))
        going = servers[0]
        before = accepted(going)
        while accepted(going) < before + 3:
            calls()
        client = stack.enter_context(Client(going.target))
        search = client.analyze(VIEW, "ismcts", limits(iterations=10_000_000))
        eventually(lambda: going.running == 1)
        stopping = Thread(target=lambda: going.do(going.server.stop(60.0)))
        stopping.start()
        eventually(lambda: going.read(going.server._calls.draining.is_set))
        for _ in range(8):
            calls()
        assert going.running == 1
        search.stop()
        assert [answer.final for answer in search][-1]
        stopping.join()


@contextmanager
def both_calls(proxy: Proxy, authority: Authority) -> Iterator[Callable[[], None]]:
    """Yield a function that calls over gRPC and over HTTP, each time by the same connections, and
    retries nothing."""
    with (
        Client(proxy.target, credentials=authority.credentials(), patience=0.0) as client,
        httpx.Client(base_url=proxy.url, verify=proxy.context, trust_env=False) as http,
    ):

        def calls() -> None:
            assert client.suggest_move(VIEW, "greedy").suggestion.moves
            assert http.post("/covertbots.v1.Opponent/ListBots", json={}).status_code == 200

        yield calls


def accepted(serving: Serving) -> float:
    """Count the calls that were let in."""
    kind = "covertbots_calls_accepted_total"
    return sum(n for name, n in serving.figures().items() if name.startswith(kind))

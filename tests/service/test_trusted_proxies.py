"""Clients behind a proxy that the operator trusts are told apart by what it says of them."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import grpc
import httpx
import pytest
from command.shell import document, mistake
from service.authorities import Authority
from service.proxies import KINDS, Proxy
from service.server import Serving

from covert_server.access.connections import GRPC, HTTP, Connection, Connections
from covert_server.access.proxies import Proxies
from covert_server.settings import Settings
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1.opponent_pb2_grpc import OpponentStub

HERE, CLIENT = "127.0.0.1", "203.0.113.9"
LIST = "/covertbots.v1.Opponent/ListBots"
KEY = "x-forwarded-for"


@pytest.mark.parametrize(
    ("host", "forwarded", "client"),
    [
        ("10.0.0.7", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.7", "203.0.113.9:4711", "203.0.113.9"),
        ("10.0.0.7", "::ffff:203.0.113.9", "203.0.113.9"),
        ("::ffff:10.0.0.7", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.7", "[2001:db8::1]:4711", "2001:db8::1"),
        ("fd00::7", " 2001:db8::1 ", "2001:db8::1"),
        # What the client itself has written stands before what its proxy has.
        ("10.0.0.7", "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.7", "198.51.100.1,203.0.113.9, 10.0.0.8,10.0.0.9", "203.0.113.9"),
        ("10.0.0.7", "10.0.0.9, 10.0.0.8", "10.0.0.9"),
        ("10.0.0.7", "", "10.0.0.7"),
        ("10.0.0.7", "203.0.113.9, unknown", "10.0.0.7"),
        ("10.0.0.7", "203.0.113.9, unknown, 10.0.0.8", "10.0.0.8"),
        ("192.0.2.1", "203.0.113.9", "192.0.2.1"),  # not trusted
        ("10.0.0.7", ",".join(["203.0.113.9", *["10.0.0.8"] * 1000]), "10.0.0.8"),
    ],
)
def test_who_calls(host: str, forwarded: str, client: str) -> None:
    assert Proxies(["10.0.0.0/8", "fd00::7"]).client_of(host, forwarded) == client


def test_no_proxy_is_trusted_unasked() -> None:
    assert Proxies().client_of("127.0.0.1", "203.0.113.9") == "127.0.0.1"


class Told:
    """A server, and the client of its latest call as its log names it."""

    def __init__(self, log: pytest.LogCaptureFixture, *trusted: str) -> None:
        log.set_level(logging.DEBUG, "covert_server.calls")
        self._log = log
        settings = Settings(workers=1, http_address=f"{HERE}:0", trusted_proxies=trusted)
        self.serving = Serving(settings)

    def client(self) -> str:
        lines = [record for record in self._log.records if record.getMessage() == "answered"]
        return str(vars(lines[-1])["fields"]["client"])

    def over_http(self, forwarded: str) -> str:
        httpx.post(f"{self.serving.url}{LIST}", json={}, headers={KEY: forwarded})
        return self.client()

    def over_grpc(self, *forwarded: str) -> str:
        with grpc.insecure_channel(self.serving.target) as channel:
            metadata = [(KEY, each) for each in forwarded]
            OpponentStub(channel).ListBots(v1.ListBotsRequest(), metadata=metadata, timeout=60)
        return self.client()


def test_both_ports_believe_a_trusted_proxy(caplog: pytest.LogCaptureFixture) -> None:
    told = Told(caplog, "127.0.0.0/8")
    with told.serving:
        assert told.over_http(f"198.51.100.1, {CLIENT}") == CLIENT
        assert told.over_grpc("198.51.100.2", "203.0.113.10") == "203.0.113.10"


@pytest.mark.parametrize("trusted", [(), ("192.0.2.1",)])
def test_neither_believes_anybody_else(
    trusted: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    told = Told(caplog, *trusted)
    with told.serving:
        assert told.over_http(CLIENT).startswith(f"ipv4:{HERE}:")
        assert told.over_grpc(CLIENT).startswith(f"ipv4:{HERE}:")


class Closed:
    """A connection that can be closed."""

    def received(self) -> int:
        return 0

    def shut_down(self) -> None:
        pass


async def check_connections() -> None:
    connections = Connections(each=2, most=100, proxies=Proxies(["10.0.0.7"]))
    there = {
        host: [connections.add(Connection(GRPC, (host, port), Closed())) for port in range(1, 4)]
        for host in ("10.0.0.7", "10.0.0.8")
    }
    connections.close_excess()
    assert not any(each.closed for each in there["10.0.0.7"])
    assert [each.closed for each in there["10.0.0.8"]] == [False, False, True]
    assert connections.is_full(GRPC, "10.0.0.8")
    assert not connections.is_full(GRPC, "::ffff:10.0.0.7")
    assert not connections.is_full(HTTP, "10.0.0.8")
    for host, banned in (("10.0.0.7", False), ("10.0.0.8", True)):
        connections.close_and_ban(there[host][0], "calls")
        assert there[host][0].closed
        assert (host in connections.bans) == banned
        assert there[host][1].closed == banned
    assert there["10.0.0.7"][1] not in connections.strangers()


def test_a_trusted_proxy_has_as_many_connections_as_it_wants_and_no_ban() -> None:
    asyncio.run(check_connections())


@pytest.mark.parametrize("kind", KINDS)
def test_the_files_have_each_proxy_say_for_whom_it_calls(
    kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The client here is at another address than the proxy, and claims a third."""
    told, authority = Told(caplog, HERE), Authority(tmp_path)
    with told.serving, Proxy(kind, [told.serving], authority, tmp_path / "proxy") as proxy:
        away = httpx.HTTPTransport(local_address="127.0.0.2", verify=proxy.context)
        with httpx.Client(transport=away, headers={KEY: CLIENT}) as http:
            assert http.post(f"{proxy.url}{LIST}", json={}).is_success
            assert told.client() == "ipv4:127.0.0.2:0"
            caplog.clear()
            framed = {"content-type": "application/grpc", "te": "trailers"}
            over_grpc = f"https://{proxy.target}{LIST}"
            assert http.post(over_grpc, content=b"\0" * 5, headers=framed).is_success
            assert told.client() == "ipv4:127.0.0.2:0"


def test_the_option_takes_addresses_and_networks() -> None:
    words = ("serve", "--trusted-proxy", "192.0.2.7", "--trusted-proxy", "fd00::/8")
    config = document(*words, "--show-config")
    assert config["trusted-proxy"]["value"] == ["192.0.2.7/32", "fd00::/8"]
    for wrong in ("proxy.example.org", "10.0.0.1/8", ""):
        said = mistake("serve", "--trusted-proxy", wrong, "--show-config")
        assert f"--trusted-proxy: {wrong!r} is not an address or network" in said

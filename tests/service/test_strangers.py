"""Strangers are limited on each connection, for each address and for all together."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import pytest
from proofs.raw_http2 import (
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    REFERENCE,
    RST,
    RawHttp2,
    frame,
    headers,
    message,
)
from service.server import Serving, eventually

from covert_server.access import strangers
from covert_server.access.bans import Bans
from covert_server.access.connections import (
    BAN,
    FLOOD,
    FLOOD_OF_BANS,
    GRPC,
    SHARED_BAN,
    STARTING,
    Connection,
    Connections,
    peer_of,
)
from covert_server.access.quotas import Quota
from covert_server.access.strangers import DEAD, SEVERAL, Strangers
from covert_server.access.tokens import add_holder
from covert_server.calls.metadata import LONGEST, Needed
from covert_server.settings import Settings
from covertbots.client import Client

CHECK = "/grpc.health.v1.Health/Check"
STRANGER = "127.0.0.2"


class Closed:
    """A handle of a connection that notes its closing."""

    def received(self) -> int:
        return 0

    def shut_down(self) -> None:
        pass


@pytest.fixture(autouse=True)
def no_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let connections be closed without an event loop, which would write further lines."""
    loop = SimpleNamespace(call_later=lambda *_: SimpleNamespace(cancel=lambda: None))
    monkeypatch.setattr("covert_server.access.tally.get_running_loop", lambda: loop)


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[tuple[Serving, Client]]:
    """Yield a server with tokens, and the holder of one."""
    token = add_holder(tmp_path / "tokens.toml", "holder", batch=False, quota=Quota())
    settings = Settings(workers=1, tokens=tmp_path / "tokens.toml", connections=12)
    with Serving(settings) as serving, Client(serving.target, token=token, attempts=1) as client:
        client.list_bots()
        yield serving, client


def raw(serving: Serving, address: str = STRANGER) -> RawHttp2:
    host, _, port = serving.target.rpartition(":")
    return RawHttp2(socket.create_connection((host, int(port)), 20, (address, 0)))


def is_closed(connection: RawHttp2) -> bool:
    try:
        connection.read()
    except OSError:
        return True
    return False


def send_until_closed(connection: RawHttp2, send: Callable[[], object]) -> None:
    def sent_in_vain() -> bool:
        try:
            send()
        except OSError:
            return True
        return is_closed(connection)

    eventually(sent_in_vain)


def closings(serving: Serving) -> dict[str, int]:
    """Count the connections to gRPC that were closed, by reason."""
    counts = serving.server._connections.closed.counts
    return {reason: number for (port, reason), number in counts.items() if port == GRPC}


def test_of_metadata_is_kept_what_is_needed_and_no_more() -> None:
    other = [(f"x-{number}", "y" * 100) for number in range(10)]
    twice = [("x-request-id", "first"), ("x-request-id", "second"), ("covertbots-class", "batch")]
    needed = Needed([*other, *twice, ("covertbots-class", "interactive"), ("authorization", "a")])
    kept = {"size", "request_id", "authorization", "asked_class", "forwarded"}
    kept |= {"trace", "trace_state"}
    assert vars(needed).keys() == kept
    assert (needed.request_id, needed.authorization) == ("first", "a")
    assert needed.asked_class == "interactive"
    needed = Needed([("authorization", "Bearer " + "a" * 9000)] * 1000)
    assert needed.authorization is not None
    assert needed.authorization.count(",") == 1
    assert len(needed.authorization) == 2 * LONGEST + 1
    assert needed.size == 1000 * 9020


@pytest.mark.parametrize("name", ["x-b", "x-request-id"])
def test_a_reference_that_stands_for_megabytes_closes_its_connection(
    guarded: tuple[Serving, Client], name: str
) -> None:
    serving, client = guarded
    with closing(raw(serving)) as connection:
        stream = connection.begin(headers(CHECK, [(name, "z" * 3900)], indexed=True), flags=0)
        connection.send(frame(CONTINUATION, END_HEADERS, stream, REFERENCE * 1000))
        eventually(lambda: is_closed(connection))
    assert closings(serving) == {"metadata": 1}
    assert client.list_bots().bots


def test_a_client_that_keeps_resetting_calls_is_disconnected_and_no_other(
    guarded: tuple[Serving, Client],
) -> None:
    serving, client = guarded
    cancel = struct.pack(">I", 8)
    with closing(raw(serving)) as connection:
        head = headers(CHECK)
        for _ in range(100):
            stream = connection.begin(head)
            connection.send(frame(RST, 0, stream, cancel))
        assert client.list_bots().bots
        eventually(lambda: is_closed(connection))
    assert closings(serving) == {"calls": 1}
    # A hundred failed calls alone are allowed.
    assert serving.server._strangers.reset[GRPC] > 12


def test_a_holder_may_reset_a_call_now_and_then(guarded: tuple[Serving, Client]) -> None:
    serving, client = guarded
    with grpc.insecure_channel(serving.target) as channel:
        check: Any = channel.unary_unary(CHECK)
        for _ in range(20):
            check.future(b"").cancel()
        check(b"")
    assert closings(serving) == {}
    assert client.list_bots().bots


def test_calls_that_end_by_their_own_deadline_are_not_reset(
    guarded: tuple[Serving, Client],
) -> None:
    serving, _ = guarded
    with grpc.insecure_channel(serving.target) as channel:
        watch: Any = channel.unary_stream("/grpc.health.v1.Health/Watch")
        watching = [watch(b"", timeout=1.0) for _ in range(60)]
        for answers in watching:
            with pytest.raises(grpc.RpcError):
                list(answers)
    eventually(lambda: serving.server._strangers.waiting == 0)
    assert serving.server._strangers.reset[GRPC] == 0
    assert closings(serving) == {}


def test_calls_of_unknown_methods_count_like_others(guarded: tuple[Serving, Client]) -> None:
    serving, _ = guarded
    with closing(raw(serving)) as connection:
        head = headers("/covertbots.v1.Opponent/Nothing")
        send_until_closed(connection, lambda: connection.begin(head, END_HEADERS | END_STREAM))
    eventually(lambda: closings(serving) == {"calls": 1})


@pytest.mark.parametrize("address", [STRANGER, "127.0.0.1"], ids=["stranger", "beside the holder"])
def test_calls_that_are_not_let_in_may_not_wait_without_end(
    address: str, guarded: tuple[Serving, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strangers, "FLOOD_OF_CALLS", 10)
    monkeypatch.setattr(strangers, "WAITING", 10)
    monkeypatch.setattr(strangers, "YOUNG", 60.0 if address == STRANGER else 0.0)
    monkeypatch.setattr(strangers, "CHECKED_EVERY", 0.0)
    serving, client = guarded
    with closing(raw(serving, address)) as connection:
        for _ in range(11):
            stream = connection.begin(headers(CHECK))
            connection.send(frame(DATA, 0, stream, message(bytes(100))[:50]))
        eventually(lambda: is_closed(connection))
    assert closings(serving) == {"waiting": 1}
    eventually(lambda: serving.server._strangers.waiting == 0)
    assert client.list_bots().bots


def test_a_client_without_a_token_that_keeps_sending_is_disconnected(
    guarded: tuple[Serving, Client],
) -> None:
    serving, client = guarded
    unknown = frame(0x42, 0, 0, bytes(1000)) * 10  # of an unknown type
    with closing(raw(serving)) as connection:
        send_until_closed(connection, lambda: connection.send(unknown))
    assert closings(serving) == {"bytes": 1}
    assert client.list_bots().bots


def test_all_connections_together_have_a_limit_and_a_holder_keeps_his(
    guarded: tuple[Serving, Client],
) -> None:
    serving, client = guarded
    held = [raw(serving, f"127.0.1.{1 + number // 3}") for number in range(30)]
    eventually(lambda: sum(map(is_closed, held)) >= 30 - 11)
    assert closings(serving) == {"in_all": sum(map(is_closed, held))}
    assert client.list_bots().bots
    for connection in held:
        connection.close()


def test_at_the_limit_idle_connections_of_the_largest_clients_are_closed_first() -> None:
    connections = Connections(each=10, most=6)
    there = [
        connections.add(Connection(GRPC, (f"10.0.0.{host}", port), Closed()))
        for host, number in ((1, 1), (2, 4), (3, 2))
        for port in range(number)
    ]
    connections.let_in(there[1])
    for place, connection in enumerate(there):
        connection.active = float(place)
    connections.close_excess()
    assert [connection.peer for connection in there if connection.closed] == [("10.0.0.2", 1)]
    connections.make_room()
    assert [connection.peer[0] for connection in there if connection.closed] == [
        "10.0.0.2",
        "10.0.0.2",
    ]
    assert len(connections) == 5


def test_there_are_fewer_connections_than_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    from covert_server.access import connections

    limits = [(1024, 4096)]
    monkeypatch.setattr("resource.getrlimit", lambda _: limits[-1])
    there = Connections(each=10, most=1000)
    assert there.most == 1024 - connections.RESERVED
    limits.append((20_000, 20_000))
    assert there.most == 1000


@pytest.fixture(params=[socket.AF_INET, socket.AF_INET6])
def listening(request: pytest.FixtureRequest) -> Iterator[socket.socket]:
    """Yield a listening socket, which takes IPv4 too."""
    with socket.socket(request.param) as listening:
        if request.param == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind(("::" if request.param == socket.AF_INET6 else "127.0.0.1", 0))
        listening.listen()
        listening.settimeout(60)
        yield listening


def check_only_the_third_is_let_in(listening: socket.socket) -> None:
    """Connect from 127.0.0.2, which is not to reach the socket, and from 127.0.0.3."""
    address = "127.0.0.1", listening.getsockname()[1]
    with socket.socket() as banned, socket.create_connection(address, 20, ("127.0.0.3", 0)):
        banned.bind(("127.0.0.2", 0))
        banned.setblocking(False)
        banned.connect_ex(address)
        accepted, peer = listening.accept()
        accepted.close()
        assert peer_of(peer)[0] == "127.0.0.3"
        listening.setblocking(False)
        with pytest.raises(BlockingIOError):
            listening.accept()


def test_a_banned_network_does_not_reach_a_port(listening: socket.socket) -> None:
    bans = Bans()
    bans.guard(listening)
    bans.add("2001:db8::/64", 60.0)
    bans.add("127.0.0.2", 60.0)
    check_only_the_third_is_let_in(listening)


def test_a_token_holder_stays_connected_in_a_banned_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    connections = Connections(each=10, most=100)
    proxy, other = (
        connections.add(Connection(GRPC, (host, 1), Closed())) for host in ("10.0.0.1", "10.0.0.2")
    )
    beside = connections.add(Connection(GRPC, ("10.0.0.2", 2), Closed()))
    caller = connections.add(Connection(GRPC, ("10.0.0.1", 2), Closed()))
    connections.let_in(caller)
    connections.close_and_ban(proxy, "calls")
    connections.close_and_ban(other, "calls")
    assert proxy.closed
    assert beside.closed
    assert not caller.closed
    assert dict(connections.banned.counts) == {("calls",): 2}
    bans = connections.bans
    assert ("10.0.0.1" in bans, "10.0.0.2" in bans) == (True, True)
    now += SHARED_BAN + 0.1
    bans.expire()
    assert ("10.0.0.1" in bans, "10.0.0.2" in bans) == (False, True)
    now += BAN
    bans.expire()
    assert "10.0.0.2" not in bans


def flooded(monkeypatch: pytest.MonkeyPatch, since_start: float) -> Connections:
    """Return the server's holder, a client of hers that is new, and so many strangers as are a
    flood."""
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    connections = Connections(each=10, most=1000)
    connections.let_in(connections.add(Connection(GRPC, ("10.1.0.1", 1), Closed())))
    early = connections.add(Connection(GRPC, ("10.3.0.1", 1), Closed()))
    now += since_start
    beside = connections.add(Connection(GRPC, ("10.1.0.1", 2), Closed()))
    for number in range(FLOOD):
        connections.add(Connection(GRPC, (f"10.2.0.{number}", 1), Closed()))
    connections.stem_flood()
    assert not early.closed
    assert not beside.closed
    return connections


def test_a_flood_of_strangers_is_closed_and_no_more_come(monkeypatch: pytest.MonkeyPatch) -> None:
    connections = flooded(monkeypatch, since_start=STARTING)
    assert connections.bans.is_shut
    assert len(connections) == 3
    assert connections.closed.counts == {(GRPC, "flood"): FLOOD}
    for number in range(FLOOD):
        connections.add(Connection(GRPC, (f"10.2.1.{number}", 1), Closed()))
    connections.stem_flood()  # these were on their way
    assert connections.banned.counts == {("flood",): 1}


def test_after_a_start_all_may_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    connections = flooded(monkeypatch, since_start=STARTING - 1)
    assert not connections.bans.is_shut
    assert len(connections) == FLOOD + 3


def strangers_of(
    monkeypatch: pytest.MonkeyPatch, networks: int, since_start: float = STARTING
) -> tuple[Strangers, Connections]:
    """Return the guard of a server, with a connection of each of so many strange networks."""
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    connections = Connections(each=10, most=1000)
    connections.let_in(connections.add(Connection(GRPC, ("10.1.0.1", 1), Closed())))
    now += since_start
    for number in range(networks):
        connections.add(Connection(GRPC, (f"10.2.0.{number}", 1), Closed()))
    return Strangers(connections, largest=1000), connections


def test_many_banned_networks_are_a_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    _, connections = strangers_of(monkeypatch, 40)
    most = int(FLOOD_OF_BANS.burst)
    several = [connection for connection in connections if not connection.known]
    for connection in several[:most]:
        connections.close_and_ban(connection, "calls")
        connections.close_and_ban(connection, "calls")  # of the same network
    assert not connections.bans.is_shut
    connections.close_and_ban(several[most], "calls")
    assert connections.bans.is_shut
    assert [connection.peer[0] for connection in connections] == ["10.1.0.1"]


def test_after_a_start_a_port_is_shut_for_seconds_only(monkeypatch: pytest.MonkeyPatch) -> None:
    _, connections = strangers_of(monkeypatch, 40, since_start=0.0)
    for connection in list(connections)[1:]:
        connections.close_and_ban(connection, "calls")
    assert connections.bans.is_shut
    later = time.monotonic() + SHARED_BAN + 0.1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    connections.bans.expire()
    assert not connections.bans.is_shut


@pytest.mark.parametrize("banned", [2, 3])
def test_calls_of_no_use_are_a_flood_if_several_networks_send_them(
    banned: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    guard, connections = strangers_of(monkeypatch, 10)
    for connection in list(connections)[1 : banned + 1]:
        connections.close_and_ban(connection, "calls")
    over = sum(guard.is_over("ipv4:10.2.0.0:1") for _ in range(int(DEAD.burst) + 1))
    assert over == DEAD.burst + 1
    assert connections.bans.is_shut is (banned > SEVERAL)


@pytest.mark.parametrize(
    ("networks", "since_start", "shut"),
    [(1, STARTING, False), (10, STARTING, True), (10, 0.0, False)],
)
def test_very_many_calls_of_strangers_in_progress_are_a_flood(
    networks: int, since_start: float, shut: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strangers, "CHECKED_EVERY", -1.0)
    guard, connections = strangers_of(monkeypatch, networks, since_start)
    for number in range(strangers.FLOOD_OF_CALLS + 1):
        guard.begin(f"ipv4:10.2.0.{number % networks}:1")
    assert connections.bans.is_shut is shut
    assert ("10.2.0.0" in connections.bans) is (networks == 1)


def test_a_shut_port_is_reached_by_allowed_addresses(
    listening: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    bans = Bans()
    bans.guard(listening, can_shut=True)
    bans.shut(["2001:db8::/64", "127.0.0.3"], 60.0)
    check_only_the_third_is_let_in(listening)
    now = time.monotonic() + 61.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    bans.expire()
    listening.settimeout(60)
    address = "127.0.0.1", listening.getsockname()[1]
    with socket.create_connection(address, 20, ("127.0.0.4", 0)):
        assert peer_of(listening.accept()[1])[0] == "127.0.0.4"


def test_a_short_ban_does_not_end_a_longer_one() -> None:
    bans = Bans()
    bans.add("10.0.0.1", 60.0)
    bans.add("10.0.0.1", 0.0)
    bans.expire()
    assert "10.0.0.1" in bans


def test_one_connection_has_a_limit_of_calls_in_progress() -> None:
    with Serving(replace(Settings(workers=1), streams=3)) as serving:
        with closing(raw(serving)) as connection:
            for _ in range(5):
                connection.begin(headers(CHECK))
            eventually(lambda: is_closed(connection) or connection.seen["reset"] == 2)
        assert connection.seen["reset"] == 2

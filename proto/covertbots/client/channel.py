"""Options of a channel: sharing among several servers, and the search for one that is away.

Targets of several addresses are taken in turn. Which calls are made again is not gRPC's business
but that of `patience.py`: gRPC allows five attempts, which are over before a server is back.
"""

from __future__ import annotations

import asyncio
import json
from ipaddress import ip_address
from typing import Any

import grpc

from covertbots.client.addresses import hosts_of, is_here
from covertbots.client.errors import RequestError

LAST_PORT = 65_535  # of any address
DIGITS = len(str(LAST_PORT))
OTHER_SCHEMES = ("http:", "https:", "grpc:", "grpcs:")  # which gRPC has not

MAX_RESPONSE_BYTES = 32 << 20
"""A response of Referee.Advance holds every new view of every seat."""

# A connection on which calls wait is asked whether its server lives, milliseconds: a machine that
# vanishes does not say so. gRPC would ask twice, then once a minute until data comes, and give
# what acknowledges bytes but not pings a minute to answer.
KEEPALIVE_TIME = 30_000
KEEPALIVE_TIMEOUT = 10_000
# Between attempts to connect, milliseconds: gRPC waits a second at first and two minutes at last,
# and the server may be back.
FIRST_RECONNECT = 200
LONGEST_RECONNECT = 5_000


def open_channel(kind: Any, target: str, credentials: grpc.ChannelCredentials | None) -> Any:
    """Return a channel of `grpc` or `grpc.aio`, over TLS if there are credentials."""
    if not isinstance(credentials, grpc.ChannelCredentials | None):
        expected = "what `grpc.ssl_channel_credentials` returns"
        raise RequestError("credentials", type(credentials), expected)
    address = checked_target(target)
    options = channel_options(address)
    if kind is grpc.aio:
        try:
            asyncio.get_running_loop()  # to which all its calls belong
        except RuntimeError:
            raise RuntimeError("make the AsyncClient in the coroutine that uses it") from None
    if credentials is None:
        return kind.insecure_channel(address, options)
    return kind.secure_channel(address, credentials, options)


def channel_options(target: str) -> list[tuple[str, Any]]:
    """Return the options of a channel to a target."""
    options: list[tuple[str, Any]] = [
        ("grpc.max_receive_message_length", MAX_RESPONSE_BYTES),
        ("grpc.service_config", json.dumps({"loadBalancingConfig": [{"round_robin": {}}]})),
        ("grpc.keepalive_time_ms", KEEPALIVE_TIME),
        ("grpc.keepalive_timeout_ms", KEEPALIVE_TIMEOUT),
        ("grpc.http2.ping_timeout_ms", KEEPALIVE_TIMEOUT),
        ("grpc.http2.max_pings_without_data", 0),  # as many as it takes
        ("grpc.initial_reconnect_backoff_ms", FIRST_RECONNECT),
        ("grpc.max_reconnect_backoff_ms", LONGEST_RECONNECT),
    ]
    return [*options, *direct_options(target)]


def direct_options(target: str) -> list[tuple[str, Any]]:
    """Return the options that keep a channel from proxies of the environment, if its servers are
    on this machine, or are several: gRPC would ask a proxy for the whole list at once."""
    direct = is_here(target) or len(hosts_of(target)) > 1
    return [("grpc.enable_http_proxy", 0)] if direct else []


def checked_target(target: str) -> str:
    """Return the target as gRPC takes it, if it has the form of an address, or of several."""
    parts = target.split(",") if isinstance(target, str) else []
    if not parts or not all(map(_is_address, parts)):
        raise RequestError("target", target, "host:port, such as localhost:50051")
    if len(parts) == 1 or target.startswith(("ipv4:", "ipv6:")):
        return target
    versions = {_ip_version(part.rpartition(":")[0]) for part in parts}
    if len(versions) > 1 or versions == {0}:
        expected = "several servers by their IP addresses, such as 10.0.0.1:50051,10.0.0.2:50051"
        raise RequestError("target", target, expected)
    return f"ipv{versions.pop()}:{target}"


def _is_address(text: str) -> bool:
    host, _, port = text.rpartition(":")
    if not host or not port or host.startswith(OTHER_SCHEMES) or any(map(str.isspace, text)):
        return False
    if not port.isdigit():
        return True  # a path, or a name that gRPC looks up
    return port.isascii() and len(port) <= DIGITS and int(port) <= LAST_PORT


def _ip_version(host: str) -> int:
    """4 or 6; 0 of a name."""
    try:
        return ip_address(host.removeprefix("[").removesuffix("]")).version
    except ValueError:
        return 0

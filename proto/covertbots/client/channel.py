"""How a channel is set up: which calls gRPC makes again by itself, and how several servers share.

A call is made again if no server could answer it: none could be reached, the one asked was full or
about to stop, or it died before it had answered. All calls of `covertbots.v1` may be: no server
keeps anything of them. The waits between grow (gRPC varies them a little, so that clients do not
come back all at once); a server's own wish, `grpc-retry-pushback-ms`, comes first. The deadline of
a call is that of all its attempts. Targets of several addresses are taken in turn.
"""

from __future__ import annotations

import asyncio
import json
from ipaddress import ip_address
from random import uniform
from typing import Any

import grpc

from covertbots.client.errors import RequestError

__all__ = [
    "ATTEMPTS",
    "LAST_PORT",
    "channel_options",
    "checked_target",
    "open_channel",
    "wait_before",
]

LAST_PORT = 65_535  # of any address
DIGITS = len(str(LAST_PORT))
OTHER_SCHEMES = ("http:", "https:", "grpc:", "grpcs:")  # which gRPC has not

MAX_RESPONSE_BYTES = 32 << 20
"""A response of Referee.Advance holds every new view of every seat."""

ATTEMPTS = 5
"""Of a call, the first one included; gRPC itself allows no more."""
# The five take 1.5 seconds: enough to find another server, or one that broke off the connection.
FIRST_WAIT = 0.1  # seconds
LONGEST_WAIT = 5.0
BACKOFF = 2.0
JITTER = (0.8, 1.2)
RETRYABLE = ("UNAVAILABLE", "CANCELLED")
"""A server that stops can end a call with the second. One that we cancel is not made again."""
# A connection on which calls wait is asked whether its server lives, milliseconds: a machine that
# vanishes does not say so. gRPC would ask twice, then once a minute until data comes, and give
# what acknowledges bytes but not pings a minute to answer.
KEEPALIVE_TIME = 30_000
KEEPALIVE_TIMEOUT = 10_000
# Between attempts to connect, milliseconds: a server that is back is not waited for two minutes.
LONGEST_RECONNECT = 5_000


def open_channel(
    kind: Any, target: str, credentials: grpc.ChannelCredentials | None, attempts: int
) -> Any:
    """A channel of `grpc` or `grpc.aio`, over TLS if there are credentials, whose calls are made
    `attempts` times at most."""
    if not isinstance(credentials, grpc.ChannelCredentials | None):
        expected = "what `grpc.ssl_channel_credentials` returns"
        raise RequestError("credentials", type(credentials), expected)
    options, address = channel_options(attempts), checked_target(target)
    if kind is grpc.aio:
        try:
            asyncio.get_running_loop()  # to which all its calls belong
        except RuntimeError:
            raise RuntimeError("make the AsyncClient in the coroutine that uses it") from None
    if credentials is None:
        return kind.insecure_channel(address, options)
    return kind.secure_channel(address, credentials, options)


def channel_options(attempts: int) -> list[tuple[str, Any]]:
    """The options of a channel whose calls are made `attempts` times at most."""
    if type(attempts) is not int or not 1 <= attempts <= ATTEMPTS:
        raise RequestError("attempts", attempts, f"a whole number, 1 to {ATTEMPTS}")
    return [
        ("grpc.max_receive_message_length", MAX_RESPONSE_BYTES),
        ("grpc.service_config", json.dumps(_service_config(attempts))),
        ("grpc.keepalive_time_ms", KEEPALIVE_TIME),
        ("grpc.keepalive_timeout_ms", KEEPALIVE_TIMEOUT),
        ("grpc.http2.ping_timeout_ms", KEEPALIVE_TIMEOUT),
        ("grpc.http2.max_pings_without_data", 0),  # as many as it takes
        ("grpc.max_reconnect_backoff_ms", LONGEST_RECONNECT),
    ]


def _service_config(attempts: int) -> dict[str, Any]:
    """Of gRPC's <https://github.com/grpc/grpc/blob/master/doc/service_config.md>."""
    methods: list[dict[str, Any]] = []
    if attempts > 1:
        every: dict[str, Any] = {
            "name": [{}],
            "retryPolicy": {
                "maxAttempts": attempts,
                "initialBackoff": f"{FIRST_WAIT}s",
                "maxBackoff": f"{LONGEST_WAIT}s",
                "backoffMultiplier": BACKOFF,
                "retryableStatusCodes": RETRYABLE,
            },
        }
        # A seat is resumed by `Seat` itself, which has the view to go on from.
        seat = {"name": [{"service": "covertbots.v1.Opponent", "method": "PlaySeat"}]}
        methods = [every, seat]
    return {"loadBalancingConfig": [{"round_robin": {}}], "methodConfig": methods}


def wait_before(attempt: int) -> float:
    """The seconds before an attempt, of which 1 is the first one made again."""
    return min(LONGEST_WAIT, FIRST_WAIT * BACKOFF ** (attempt - 1)) * uniform(*JITTER)


def checked_target(target: str) -> str:
    """The target as gRPC takes it, if it has the form of an address, or of several."""
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

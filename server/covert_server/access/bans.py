"""Networks whose packets do not reach a listening socket for a while.

A client whose connection was closed for its conduct can reconnect at once, and gRPC reads its data
before this server can refuse it. So the kernel drops the packets of its network for a while: a
classic socket filter on the listening sockets, which needs no privilege (Linux only; elsewhere
nothing is dropped). To its client the server seems to be away.
"""

from __future__ import annotations

import ctypes
import socket
import struct
import sys
import time
from contextlib import suppress
from ipaddress import IPv6Network, ip_network
from typing import Protocol

# Networks; a filter has 4,096 instructions at most, five of them for a network of IPv6.
MOST, MOST_ALLOWED = 500, 300
SO_ATTACH_FILTER = 26
NETWORK_HEADER = 0xFFF00000  # SKF_NET_OFF: offsets from here on are in the IP header
# Instructions of <linux/filter.h>: load a byte or a word, mask, compare, jump, return.
LOAD_BYTE, LOAD, MASK, IF_EQUAL, JUMP, RETURN = 0x30, 0x20, 0x54, 0x15, 0x05, 0x06
SOURCE_4, SOURCE_6 = 12, 8  # bytes before the sender's address
ALL, NONE = 0xFFFFFFFF, 0  # bytes of a packet that are let through


class Listening(Protocol):
    """A listening socket."""

    def setsockopt(self, level: int, option: int, value: bytes, /) -> None:
        """Set an option; OSError if the socket is closed."""


class Bans:
    """The banned networks, and the sockets that they do not reach."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}  # by network, the latest ban last
        self._listening: list[tuple[Listening, bool]] = []
        self._allowed: list[str] | None = None
        self._shut_until = 0.0

    def __contains__(self, network: str) -> bool:
        return network in self._until

    def guard(self, listening: Listening, *, can_shut: bool = False) -> None:
        """Apply bans to this listening socket too, and `shut` if it can be shut."""
        self._listening.append((listening, can_shut))
        if self._until or self._allowed is not None:
            self._attach()

    def add(self, network: str, seconds: float) -> None:
        """Ban a network for at least so many seconds."""
        until = max(time.monotonic() + seconds, self._until.pop(network, 0.0))
        self._until[network] = until
        if len(self._until) > MOST:
            del self._until[next(iter(self._until))]
        self._attach()

    def shut(self, allowed: list[str], seconds: float) -> None:
        """Ban all networks but the first of `allowed`, as many as a filter has room for, from the
        sockets that can be shut."""
        self._allowed = allowed[:MOST_ALLOWED]
        self._shut_until = time.monotonic() + seconds
        self._attach()

    @property
    def is_shut(self) -> bool:
        """True while `shut` holds."""
        return self._allowed is not None

    def expire(self) -> None:
        """End expired bans; called again and again."""
        now = time.monotonic()
        if self.is_shut and self._shut_until < now:
            self._allowed = None
            self._attach()
        over = [network for network, until in self._until.items() if until < now]
        for network in over:
            del self._until[network]
        if over:
            self._attach()

    def _attach(self) -> None:
        if not sys.platform.startswith("linux"):
            return
        for listening, can_shut in self._listening:
            allowed = self._allowed if can_shut else None
            program = b"".join(_program(list(self._until), allowed))
            buffer = ctypes.create_string_buffer(program)
            filter_program = struct.pack("@HP", len(program) // 8, ctypes.addressof(buffer))
            with suppress(OSError):  # the socket is closed, or the system has no filters
                listening.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, filter_program)


def _program(denied: list[str], allowed: list[str] | None) -> list[bytes]:
    """Return a filter that drops packets from the denied networks and, unless `allowed` is None,
    from all but the allowed ones."""
    first = [_step(LOAD, NETWORK_HEADER + SOURCE_4)]
    second = []
    for networks, verdict in ((denied, NONE), (allowed or [], ALL)):
        for network in map(ip_network, networks):
            if isinstance(network, IPv6Network):
                home = int(network.network_address) >> 64
                second += [
                    _step(LOAD, NETWORK_HEADER + SOURCE_6),
                    _step(IF_EQUAL, home >> 32, no=3),
                    _step(LOAD, NETWORK_HEADER + SOURCE_6 + 4),
                    _step(IF_EQUAL, home & 0xFFFFFFFF, no=1),
                    _step(RETURN, verdict),
                ]
            else:
                address = int(network.network_address)
                first += [_step(IF_EQUAL, address, no=1), _step(RETURN, verdict)]
    others = ALL if allowed is None else NONE
    return [
        _step(LOAD_BYTE, NETWORK_HEADER),
        _step(MASK, 0xF0),
        _step(IF_EQUAL, 0x40, yes=1),
        _step(JUMP, len(first) + 1),  # to the part for IPv6
        *first,
        _step(RETURN, others),
        *second,
        _step(RETURN, others),
    ]


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, value)

"""Networks whose packets do not reach a listening socket for a while.

A connection that is closed for what it did can be opened again at once, and gRPC takes what comes
over it before anybody is asked. So for a time the kernel drops what comes from there before there
is a connection: a filter of the classic kind on the listening sockets, which needs no privilege
(Linux; elsewhere nothing is dropped). To its client the server seems to be away.
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
NETWORK_HEADER = 0xFFF00000  # SKF_NET_OFF: from here on a filter counts in the header of IP
# Instructions of <linux/filter.h>: load a byte or a word, mask, compare, jump, return.
LOAD_BYTE, LOAD, MASK, IF_EQUAL, JUMP, RETURN = 0x30, 0x20, 0x54, 0x15, 0x05, 0x06
SOURCE_4, SOURCE_6 = 12, 8  # bytes before the address of the sender
ALL, NONE = 0xFFFFFFFF, 0  # of a packet that is let through


class Listening(Protocol):
    """A listening socket."""

    def setsockopt(self, level: int, option: int, value: bytes, /) -> None:
        """Sets an option of it; OSError if it is closed."""


class Bans:
    """The networks that are banned, and the sockets that they do not reach."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}  # by network, the latest ban last
        self._listening: list[tuple[Listening, bool]] = []
        self._allowed: list[str] | None = None
        self._shut_until = 0.0

    def __contains__(self, network: str) -> bool:
        return network in self._until

    def guard(self, listening: Listening, *, can_shut: bool = False) -> None:
        """Lets bans hold for this listening socket too, and `shut` if it can be shut."""
        self._listening.append((listening, can_shut))
        if self._until or self._allowed is not None:
            self._attach()

    def add(self, network: str, seconds: float) -> None:
        """Bans a network for so long at least."""
        until = max(time.monotonic() + seconds, self._until.pop(network, 0.0))
        self._until[network] = until
        if len(self._until) > MOST:
            del self._until[next(iter(self._until))]
        self._attach()

    def shut(self, allowed: list[str], seconds: float) -> None:
        """Bans all networks but these for so long, from the sockets that can be shut. Those are
        the first of these that a filter has room for."""
        self._allowed = allowed[:MOST_ALLOWED]
        self._shut_until = time.monotonic() + seconds
        self._attach()

    @property
    def is_shut(self) -> bool:
        """Whether `shut` holds."""
        return self._allowed is not None

    def expire(self) -> None:
        """Ends the bans that are over; called again and again."""
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
            held = ctypes.create_string_buffer(program)
            filter_program = struct.pack("@HP", len(program) // 8, ctypes.addressof(held))
            with suppress(OSError):  # it is closed, or the system has no filters
                listening.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, filter_program)


def _program(denied: list[str], allowed: list[str] | None) -> list[bytes]:
    """A filter that drops what comes from the denied networks and, if some are allowed, from all
    others than those."""
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
        _step(JUMP, len(first) + 1),  # to what is for IPv6
        *first,
        _step(RETURN, others),
        *second,
        _step(RETURN, others),
    ]


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, value)

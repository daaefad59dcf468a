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

__all__ = ["Bans"]

MOST = 500  # networks; a filter has 4,096 instructions at most, five of them for a network of IPv6
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
        self._listening: list[Listening] = []

    def __contains__(self, network: str) -> bool:
        return network in self._until

    def guard(self, listening: Listening) -> None:
        """Lets bans hold for this listening socket too."""
        self._listening.append(listening)
        if self._until:
            self._attach()

    def add(self, network: str, seconds: float) -> None:
        """Bans a network for so long at least."""
        until = max(time.monotonic() + seconds, self._until.pop(network, 0.0))
        self._until[network] = until
        if len(self._until) > MOST:
            del self._until[next(iter(self._until))]
        self._attach()

    def expire(self) -> None:
        """Ends the bans that are over; called again and again."""
        now = time.monotonic()
        over = [network for network, until in self._until.items() if until < now]
        for network in over:
            del self._until[network]
        if over:
            self._attach()

    def _attach(self) -> None:
        if not sys.platform.startswith("linux"):
            return
        program = b"".join(_program(list(self._until)))
        held = ctypes.create_string_buffer(program)
        filter_program = struct.pack("@HP", len(program) // 8, ctypes.addressof(held))
        for listening in self._listening:
            with suppress(OSError):  # it is closed, or the system has no filters
                listening.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, filter_program)


def _program(networks: list[str]) -> list[bytes]:
    """A filter that drops what comes from these networks."""
    found = [ip_network(one) for one in networks]
    of_4 = [int(one.network_address) for one in found if one.version == 4]
    of_6 = [int(one.network_address) >> 64 for one in found if isinstance(one, IPv6Network)]
    second = []
    for home in of_6:
        second += [
            _step(LOAD, NETWORK_HEADER + SOURCE_6),
            _step(IF_EQUAL, home >> 32, no=3),
            _step(LOAD, NETWORK_HEADER + SOURCE_6 + 4),
            _step(IF_EQUAL, home & 0xFFFFFFFF, no=1),
            _step(RETURN, NONE),
        ]
    first = [_step(LOAD, NETWORK_HEADER + SOURCE_4)]
    for address in of_4:
        first += [_step(IF_EQUAL, address, no=1), _step(RETURN, NONE)]
    return [
        _step(LOAD_BYTE, NETWORK_HEADER),
        _step(MASK, 0xF0),
        _step(IF_EQUAL, 0x40, yes=1),
        _step(JUMP, len(first) + 1),  # to what is for IPv6
        *first,
        _step(RETURN, ALL),
        *second,
        _step(RETURN, ALL),
    ]


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, value)

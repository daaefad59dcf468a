"""Names of machines: those that only this one answers to, and those that pages come from."""

from __future__ import annotations

import re
import socket
from collections.abc import Collection
from ipaddress import ip_address

ANY = "*"  # for an origin or a host: all of them
NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?", re.ASCII)
ORIGIN = re.compile(r"([a-z][a-z0-9+.-]*)://(\[[0-9a-f:.]+\]|[^\s/?#@:\[\]]+)(?::([0-9]{1,5}))?")
SHORT = re.compile(r"(0x[0-9a-f]+|[0-9]+)(\.(0x[0-9a-f]+|[0-9]+)){0,3}", re.IGNORECASE)
DEFAULT_PORTS = {"http": 80, "https": 443}
LAST_PORT = 65535


def is_loopback(host: str) -> bool:
    """Whether a name or address stands for this machine alone; OSError if it stands for none.

    An empty one stands for every address of the machine.
    """
    found = socket.getaddrinfo(host.strip("[]") or None, 0, type=socket.SOCK_STREAM)
    addresses = {str(one[4][0]).partition("%")[0] for one in found}
    return bool(host) and all(ip_address(one).is_loopback for one in addresses)


def is_host(text: str) -> bool:
    """Whether a text can be a name, or an address; whether that exists, the network knows."""
    try:
        ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return NAME.fullmatch(text.lower().removesuffix(".")) is not None
    return True


def in_full(host: str) -> str:
    """A host, of which IPv4 has no short form: 127.1 is 127.0.0.1, and 0 is 0.0.0.0. The system's
    own functions take those, but not everybody who listens does."""
    try:
        return socket.inet_ntoa(socket.inet_aton(host)) if SHORT.fullmatch(host) else host
    except OSError:
        return host


def own_hosts(listening: str, named: Collection[str], open_to_all: bool) -> frozenset[str] | None:
    """The hosts that a server answers to, in lower case; None for all.

    A server that is open to all who reach it, and reached from this machine alone, answers to none
    but its own: else a page could call it under a name of its own site, which its owner lets stand
    for this machine (DNS rebinding). Others answer to all, unless some are named.
    """
    if ANY in named or not (named or (open_to_all and is_loopback(listening))):
        return None
    return frozenset({"localhost", _plain(listening), *map(_plain, named)})


def has_host(hosts: Collection[str], header: str) -> bool:
    """Whether the header `host` of a request names one of these hosts, or an address of loopback;
    the port does not matter."""
    host = header if header.endswith("]") else re.sub(r":[0-9]*$", "", header)
    host = _plain(host.strip())
    try:
        return ip_address(host).is_loopback or host in hosts
    except ValueError:
        return host in hosts


def _plain(host: str) -> str:
    """A host without brackets, in lower case, and without the dot of a whole name."""
    return host.strip("[]").lower().removesuffix(".")


def origin_of(text: str) -> str:
    """An origin as browsers write it: in lower case, without the port that its scheme has anyway;
    ValueError, with what is wrong, for what is none."""
    if text == ANY:
        return text
    found = ORIGIN.fullmatch(text.lower())
    if found is None:
        raise ValueError(
            f"is not an origin; expected one such as https://example.org:8000, or {ANY}"
        )
    scheme, host, port = found.groups()
    if ANY in host:
        raise ValueError(f"names no one origin; expected each origin on its own, or {ANY} for all")
    if not host.startswith("["):
        try:
            host = host.encode("idna").decode()
        except UnicodeError:
            host = ""
        if not NAME.fullmatch(host):
            raise ValueError("has no host; expected one such as https://example.org:8000")
    if port is None or int(port) == DEFAULT_PORTS.get(scheme):
        return f"{scheme}://{host}"
    if not 0 < int(port) <= LAST_PORT:
        raise ValueError(f"has the port {port}; expected 1 to {LAST_PORT}")
    return f"{scheme}://{host}:{int(port)}"

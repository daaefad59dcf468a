"""Hosts that this server answers to, and the origins of pages."""

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
    """Return True if a name or address stands for this machine alone; OSError if it stands for
    none.

    An empty name stands for every address of the machine.
    """
    entries = socket.getaddrinfo(host.strip("[]") or None, 0, type=socket.SOCK_STREAM)
    addresses = {str(entry[4][0]).partition("%")[0] for entry in entries}
    return bool(host) and all(ip_address(address).is_loopback for address in addresses)


def is_host(text: str) -> bool:
    """Return True if a text can be a name or an address, existing or not."""
    try:
        ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return NAME.fullmatch(text.lower().removesuffix(".")) is not None
    return True


def in_full(host: str) -> str:
    """Return a host with a short form of IPv4 written in full: 127.1 is 127.0.0.1, and 0 is
    0.0.0.0. The system's functions accept short forms, but not every library does."""
    try:
        return socket.inet_ntoa(socket.inet_aton(host)) if SHORT.fullmatch(host) else host
    except OSError:
        return host


def own_hosts(listening: str, names: Collection[str], open_to_all: bool) -> frozenset[str] | None:
    """Return the hosts that a server answers to, in lower case; None for all.

    A server without tokens that is reached from this machine alone answers only to its own:
    otherwise a page could call it under a name of its site that its owner points at this machine
    (DNS rebinding). Other servers answer to all, unless some are named.
    """
    if ANY in names or not (names or (open_to_all and is_loopback(listening))):
        return None
    return frozenset({"localhost", _plain(listening), *map(_plain, names)})


def has_host(hosts: Collection[str], header: str) -> bool:
    """Return True if the header `host` of a request names one of these hosts, or a loopback
    address; the port does not matter."""
    host = header if header.endswith("]") else re.sub(r":[0-9]*$", "", header)
    host = _plain(host.strip())
    try:
        return ip_address(host).is_loopback or host in hosts
    except ValueError:
        return host in hosts


def _plain(host: str) -> str:
    """Return a host in lower case, without brackets and the final dot."""
    return host.strip("[]").lower().removesuffix(".")


def origin_of(text: str) -> str:
    """Return an origin as browsers write it: in lower case, without the default port of its scheme;
    ValueError, with the mistake, for other texts."""
    if text == ANY:
        return text
    match = ORIGIN.fullmatch(text.lower())
    if match is None:
        raise ValueError(
            f"is not an origin; expected one such as https://example.org:8000, or {ANY}"
        )
    scheme, host, port = match.groups()
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

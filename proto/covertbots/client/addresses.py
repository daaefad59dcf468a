"""The addresses of a target: whether they are this machine's, and whether anybody listens there."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

LOCAL_NAMES = ("localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback")
SCHEMES = ("dns:", "ipv4:", "ipv6:")
KNOCKING = 0.2  # seconds, at a port of this machine


def hosts_of(target: str) -> list[str]:
    """Return the hosts of a target, without their ports."""
    for scheme in SCHEMES:
        target = target.removeprefix(scheme)
    addresses = target.rpartition("/")[2].split(",")
    return [host.rpartition(":")[0].removeprefix("[").removesuffix("]") for host in addresses]


def is_here(target: str) -> bool:
    """Return True if all servers of a target are on this machine."""
    return all(map(_is_local, hosts_of(target)))


def _is_local(host: str) -> bool:
    name = host.rstrip(".").lower()
    if name in LOCAL_NAMES or name.endswith(".localhost") or name == socket.gethostname().lower():
        return True
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_loopback or address.is_unspecified


def is_taken(target: str) -> bool:
    """Return True if somebody on this machine takes connections at a target."""
    host, port = hosts_of(target)[0], target.rpartition(":")[2]
    if is_here(target) and port.isdigit():
        with suppress(OSError):
            for family, kind, protocol, _, address in socket.getaddrinfo(
                host, int(port), type=socket.SOCK_STREAM
            ):
                with socket.socket(family, kind, protocol) as knocking:
                    knocking.settimeout(KNOCKING)
                    if knocking.connect_ex(address) == 0:
                        return True
    return False

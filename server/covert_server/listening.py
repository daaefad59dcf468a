"""Sockets on an address such as `127.0.0.1:8080`, of which several processes may have some."""

from __future__ import annotations

import errno
import socket


def is_every(host: str) -> bool:
    """Whether a host means all addresses of a machine that has both IPv4 and IPv6: gRPC takes those
    of both, whichever is written."""
    return host in ("0.0.0.0", "::") and socket.has_dualstack_ipv6()


def bound(address: str, shared: bool = False) -> list[socket.socket]:
    """A socket for each address that the name stands for, all of the same port; port 0 takes a free
    one. Other processes may have theirs on it too if all are `shared`. OSError if there is none."""
    host, _, port = address.rpartition(":")
    host, wanted = host.strip("[]"), int(port)
    if is_every(host):
        host = ""
    found: list[socket.socket] = []
    missing: OSError | None = None
    names = socket.getaddrinfo(
        host or None, wanted, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    try:
        for family, kind, number, _, name in dict.fromkeys(names):
            one = socket.socket(family, kind, number)
            found.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            try:
                one.bind((name[0], wanted, *name[2:]))
            except OSError as error:
                if error.errno != errno.EADDRNOTAVAIL:
                    raise
                missing = error
                found.remove(one)  # a machine without IPv6 has names for it all the same
                one.close()
                continue
            wanted = one.getsockname()[1]
        if missing is not None and not found:
            raise missing
    except OSError:
        for one in found:
            one.close()
        raise
    return found


def reserved(address: str) -> list[socket.socket]:
    """The same for a port that nobody else has, and that processes of this user may share from now
    on. These sockets take no connections; while they are open the port is not given to others."""
    try:
        found = bound(address)
    except OSError as error:
        raise OSError(f"cannot listen on {address}") from error
    for one in found:  # now, not before: else it could be somebody's who shares too
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    return found

"""Sockets on an address such as `127.0.0.1:8080`, which several processes may share."""

from __future__ import annotations

import errno
import socket


def is_every(host: str) -> bool:
    """Return True if a host stands for all addresses of a machine with IPv4 and IPv6. gRPC listens
    on both, whichever is written."""
    return host in ("0.0.0.0", "::") and socket.has_dualstack_ipv6()


def bound(address: str, shared: bool = False) -> list[socket.socket]:
    """Return a socket for each address of a name, all on one port; port 0 takes a free one. Other
    processes may bind it too if all pass `shared`. OSError if there is none."""
    host, _, port = address.rpartition(":")
    host, wanted = host.strip("[]"), int(port)
    if is_every(host):
        host = ""
    sockets: list[socket.socket] = []
    missing: OSError | None = None
    names = socket.getaddrinfo(
        host or None, wanted, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    try:
        for family, kind, number, _, name in dict.fromkeys(names):
            sock = socket.socket(family, kind, number)
            sockets.append(sock)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            if family == socket.AF_INET6:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            try:
                sock.bind((name[0], wanted, *name[2:]))
            except OSError as error:
                if error.errno != errno.EADDRNOTAVAIL:
                    raise
                missing = error
                sockets.remove(sock)  # a machine without IPv6 has names for it all the same
                sock.close()
                continue
            wanted = sock.getsockname()[1]
        if missing is not None and not sockets:
            raise missing
    except OSError:
        for sock in sockets:
            sock.close()
        raise
    return sockets


def reserved(address: str) -> list[socket.socket]:
    """Return such sockets on a port that nobody else has, to be shared by processes of this user.
    They take no connections, and keep the port while they are open."""
    try:
        sockets = bound(address)
    except OSError as error:
        raise OSError(f"cannot listen on {address}") from error
    for sock in sockets:  # only now: before, another program that shares could have it
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    return sockets

"""Which addresses other machines cannot reach."""

from __future__ import annotations

import socket
from ipaddress import ip_address

__all__ = ["is_loopback"]


def is_loopback(host: str) -> bool:
    """Whether a name or address stands for this machine alone; OSError if it stands for none.

    An empty one stands for every address of the machine.
    """
    found = socket.getaddrinfo(host.strip("[]") or None, 0, type=socket.SOCK_STREAM)
    addresses = {str(one[4][0]).partition("%")[0] for one in found}
    return bool(host) and all(ip_address(one).is_loopback for one in addresses)

"""Proxies that say for whom they call.

A proxy writes the address of its client at the end of the header `x-forwarded-for`. Anybody can
write that header. So it counts in calls of those proxies alone that the operator trusts, and from
its end only up to the first address that is not one of theirs.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

MOST_HOPS = 16  # proxies behind one another


class Proxies:
    """The proxies that are trusted, by their addresses and networks."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._networks = [ip_network(network) for network in networks]

    def __contains__(self, host: str) -> bool:
        """Return True if the proxy at this address is trusted."""
        address = _address_in(host) if self._networks else None
        return address is not None and any(address in network for network in self._networks)

    def client_of(self, host: str, forwarded: str) -> str:
        """Return the address of the client for which this host calls, with this header."""
        for entry in reversed(forwarded.rsplit(",", MOST_HOPS)):
            before = _address_in(entry) if host in self else None
            if before is None:
                break
            host = str(before)
        return host


def _address_in(entry: str) -> IPv4Address | IPv6Address | None:
    """Return the address in an entry of the header, which may name a port; None if there is none.
    An IPv4 address may be written as one of IPv6."""
    text = entry.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address

"""Proxies that the environment names. gRPC asks them for every server that `no_proxy` does not
name, for those of this machine too, and says nothing of it if that fails."""

from __future__ import annotations

import os
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

import grpc

from covertbots.client.addresses import hosts_of, is_here

UNREACHED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
"""The codes of a call that has not come to a server."""

# As gRPC reads them: the first one that is set, also to nothing.
PROXIES = ("grpc_proxy", "https_proxy", "http_proxy")
EXCEPTIONS = ("no_grpc_proxy", "no_proxy")


def proxied(target: str) -> str:
    """Return a phrase that names the proxy of a target; empty without one."""
    hosts = hosts_of(target)
    if len(hosts) > 1 or is_here(target):
        return ""  # `open_channel` has told gRPC so
    variable = next((name for name in PROXIES if name in os.environ), "")
    proxy = urlsplit(os.environ.get(variable, ""))
    if proxy.scheme != "http" or not proxy.hostname or _is_excepted(hosts[0]):
        return ""
    _, _, address = proxy.netloc.rpartition("@")  # who calls is nobody else's business
    return (
        f"the environment variable {variable} sends calls to {target} through "
        f"http://{address}; no_proxy={hosts[0]} would let them go straight there"
    )


def _is_excepted(host: str) -> bool:
    """Return True if the environment says that calls to a host go straight there."""
    variable = next((name for name in EXCEPTIONS if name in os.environ), "")
    return any(
        _covers(entry.strip(), host)
        for entry in os.environ.get(variable, "").split(",")
        if entry.strip()
    )


def _covers(entry: str, host: str) -> bool:
    try:
        return ip_address(host) in ip_network(entry, strict=False)
    except ValueError:
        domain = entry.removeprefix(".").lower()
        return f".{host.lower()}".endswith(f".{domain}")

"""Outages: what a bot needs to be asked is gone, through no fault of its own."""

from __future__ import annotations

from enum import Enum


class Outage(Enum):
    """The class of an outage, by what is missing."""

    REFUSED = "connection refused"
    UNREACHABLE = "unreachable"
    TLS = "TLS"
    ACCESS = "access denied"
    QUOTA = "quota or queue full"
    OTHER = "no server of bots"  # another program answers there
    START = "process cannot be started"
    HOST = "games do not end"  # the processes that referee die, or machines of a cluster

    @property
    def remedy(self) -> str:
        """Advice to the organiser."""
        return REMEDIES[self]


REMEDIES = {
    Outage.REFUSED: "start its server again",
    Outage.UNREACHABLE: "see that the machine of its server runs, and that the network reaches it",
    Outage.TLS: "see that the certificates of both sides are valid",
    Outage.ACCESS: "see that its server knows the token and allows these calls",
    Outage.QUOTA: "wait, have the quota raised, or play with fewer --workers",
    Outage.OTHER: "see that a server of covertbots.v1 is at its address",
    Outage.START: "put its files back, or make room for its process",
    Outage.HOST: "see that the machines that play have memory and processes left",
}


class GoneError(RuntimeError):
    """A bot that cannot be asked, through no fault of its own."""

    def __init__(self, outage: Outage, detail: str) -> None:
        super().__init__(detail)
        self.outage = outage

"""The identity of callers, and the limits of each client's calls in progress."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from covert_server.access.files import ReadAgain
from covert_server.access.proxies import Proxies
from covert_server.access.quotas import QuotaError, Quotas
from covert_server.access.shared_use import SharedUse
from covert_server.access.tokens import Holder, read_tokens

SOON = 1.0  # seconds until a refused client may try again
# Answers on their way, allowed beyond the calls in progress: an answer that the client has already
# read may still count for a moment.
UNTAKEN = 100


@dataclass(frozen=True)
class ClientLimits:
    """The limits of each client."""

    calls: int = 1000
    """Calls in progress."""
    connections: int = 128
    """Connections from one address to one port."""
    messages: int = 10_000
    """Messages in one call, such as the views of a seat."""
    idle: float = 3600.0
    """Seconds of silence in one call, while nothing is done for the client."""
    where: str = ""
    """The part of the server they apply to, as errors name it; empty for the whole server."""

    def part(self, number: int, processes: int) -> ClientLimits:
        """Return the limits in one of several processes, which add up to these."""
        return replace(
            self,
            calls=part_of(self.calls, number, processes),
            connections=part_of(self.connections, number, processes),
            where="" if processes == 1 else f" in one of {processes} processes",
        )


def part_of(whole: int, number: int, processes: int) -> int:
    """Return the share of a process, numbered from 0; the shares add up to the whole."""
    return whole // processes + (number < whole % processes)


class Guard:
    """Admits calls to their handlers."""

    def __init__(
        self,
        tokens: Path | None,
        limits: ClientLimits,
        use_file: int | None = None,
        proxies: Proxies | None = None,
    ) -> None:
        """With a file of tokens only their holders are served; AccessFileError if it is unusable.
        `use_file` is an open file where processes count the use of clients together; `proxies` say
        for whom they call."""
        self.limits = limits
        self.proxies = Proxies() if proxies is None else proxies
        self._tokens = None
        if tokens is not None:
            self._tokens = ReadAgain("tokens", [tokens], lambda: read_tokens(tokens))
        self._present: Counter[str] = Counter()
        self._untaken: Counter[str] = Counter()
        self.quotas = Quotas(None if use_file is None else SharedUse(use_file))
        self.seconds: dict[str, float] = {}
        """Seconds of worker threads since the start, of each holder that has called."""

    def reload(self) -> None:
        """Read the file of tokens now, if there is one."""
        if self._tokens is not None:
            self._tokens.reload()

    def holder_of(self, authorization: str | None) -> Holder | None:
        """Return the holder of the token in this header; None if no tokens are needed. TokenError
        without a valid one."""
        if self._tokens is None:
            return None
        holder = self._tokens.newest().holder_of(authorization)
        self.seconds.setdefault(holder.name, 0.0)
        return holder

    @property
    def holders(self) -> tuple[Holder, ...]:
        """The holders of tokens at present."""
        return () if self._tokens is None else self._tokens.newest().holders

    def charge(self, client: str, seconds: float) -> None:
        """Count the time of worker threads that a client has had."""
        if client in self.seconds:
            self.seconds[client] += seconds
        self.quotas.charge(client, seconds)

    def take_for(self, client: str) -> None:
        """Count a call that the server makes for a client; QuotaError if its quota is used up."""
        for holder in self.holders:
            if holder.name == client:
                self.quotas.take(holder.name, holder.quota)

    def enter(self, client: str) -> None:
        """Count a call in progress; QuotaError if its client has as many as it may, or does not
        take its answers."""
        self.refuse_if_untaken(client)
        if self._present[client] >= self.limits.calls:
            allowed = f"{self.limits.calls} calls at a time{self.limits.where}"
            raise QuotaError(client, allowed, SOON)
        self._present[client] += 1

    def present(self, client: str) -> int:
        """Return the number of a client's calls in progress."""
        return self._present[client]

    def leave(self, client: str) -> None:
        """Undo `enter`."""
        _uncount(self._present, client)

    def refuse_if_untaken(self, client: str) -> None:
        """Raise QuotaError if a client does not take its answers, each of which occupies memory."""
        if self._untaken[client] >= self.limits.calls + UNTAKEN:
            allowed = f"{self.limits.calls + UNTAKEN} answers that it has not taken"
            raise QuotaError(client, allowed + self.limits.where, SOON)

    def sending(self, client: str) -> None:
        """Count an answer on its way to a client."""
        self._untaken[client] += 1

    def sent(self, client: str) -> None:
        """Undo `sending`."""
        _uncount(self._untaken, client)


def _uncount(counter: Counter[str], client: str) -> None:
    counter[client] -= 1
    if not counter[client]:
        del counter[client]

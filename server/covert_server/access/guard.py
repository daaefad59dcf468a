"""Who calls, and whether a client has calls in progress to spare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from covert_server.access.files import ReadAgain
from covert_server.access.quotas import QuotaError, Quotas
from covert_server.access.tokens import Holder, read_tokens

__all__ = ["ClientLimits", "Guard"]

SOON = 1.0  # seconds after which a client may have fewer calls in progress


@dataclass(frozen=True)
class ClientLimits:
    """The most that one client may have at a time, whoever it is."""

    calls: int = 1000
    """Calls in progress."""
    connections: int = 128
    """Connections from one address to one port."""
    messages: int = 10_000
    """In one call, such as the views of a seat."""
    idle: float = 3600.0
    """Seconds between two messages in one call."""


class Guard:
    """What stands between calls and their handlers."""

    def __init__(self, tokens: Path | None, limits: ClientLimits) -> None:
        """With a file of tokens only their holders are served; AccessFileError if it is none."""
        self.limits = limits
        self._tokens = None
        if tokens is not None:
            self._tokens = ReadAgain("tokens", [tokens], lambda: read_tokens(tokens))
        self._present: Counter[str] = Counter()
        self.quotas = Quotas()

    def holder_of(self, authorization: str | None) -> Holder | None:
        """Who calls with this header; None if nobody needs a token, TokenError if this one does."""
        return None if self._tokens is None else self._tokens.newest().holder_of(authorization)

    @contextmanager
    def present(self, client: str) -> Iterator[None]:
        """Counts a call in progress; QuotaError if its client has as many as it may."""
        if self._present[client] >= self.limits.calls:
            raise QuotaError(client, f"{self.limits.calls} calls at a time", SOON)
        self._present[client] += 1
        try:
            yield
        finally:
            self._present[client] -= 1
            if not self._present[client]:
                del self._present[client]

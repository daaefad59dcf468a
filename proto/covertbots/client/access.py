"""Who calls: the token that each call carries."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from covertbots.client.errors import RequestError

__all__ = ["WithToken", "metadata_of"]

# RFC 6750, section 2.1.
TOKEN = re.compile(r"[A-Za-z0-9\-._~+/]+=*")


def metadata_of(token: str | None) -> tuple[tuple[str, str], ...]:
    """What each call says of who calls; RequestError for what cannot be a token."""
    if token is None:
        return ()
    if not isinstance(token, str) or not TOKEN.fullmatch(token):
        raise RequestError("token", "(not shown)", "what `covert-bots token` printed")
    return (("authorization", f"Bearer {token}"),)


class WithToken:
    """A channel, sync or asyncio, whose calls all carry the token."""

    def __init__(self, channel: Any, token: str | None) -> None:
        self._channel = channel
        self._metadata = metadata_of(token)

    def __getattr__(self, kind: str) -> Any:
        make = getattr(self._channel, kind)

        def made(*arguments: Any, **named: Any) -> Any:
            return partial(make(*arguments, **named), metadata=self._metadata)

        return made

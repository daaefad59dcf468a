"""The metadata of each call: the token of its client, and its class."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from covertbots.client.errors import RequestError

# RFC 6750, section 2.1.
TOKEN = re.compile(r"[A-Za-z0-9\-._~+/]+=*")
# What gRPC takes, less what it has itself and what is in bytes.
KEY = re.compile(r"(?!grpc-|authorization$)[a-z0-9_.\-]+(?<!-bin)")
VALUE = re.compile(r"[ -~]*")


def metadata_of(
    token: str | None, metadata: Mapping[str, str] | None = None
) -> tuple[tuple[str, str], ...]:
    """Return the metadata of each call; RequestError for what cannot be a token or metadata."""
    pairs = []
    if not isinstance(metadata, Mapping | None):
        raise RequestError("metadata", metadata, "a dict, such as {'covertbots-class': 'batch'}")
    for key, value in {} if metadata is None else metadata.items():
        if key == "authorization":
            raise RequestError("metadata", key, "no such name: a token goes into `token`")
        if not isinstance(key, str) or not KEY.fullmatch(key):
            expected = (
                "a name in lower case, such as covertbots-class; none like grpc-... or ...-bin"
            )
            raise RequestError("metadata", key, expected)
        if not isinstance(value, str) or not VALUE.fullmatch(value):
            raise RequestError(f"metadata[{key!r}]", value, "text in ASCII")
        pairs.append((key, value))
    if token is None:
        return tuple(pairs)
    if not isinstance(token, str) or not TOKEN.fullmatch(token):
        raise RequestError("token", "(not shown)", "what `covert-bots token` printed")
    return (("authorization", f"Bearer {token}"), *pairs)


class WithMetadata:
    """A channel, sync or asyncio, whose calls all carry the same metadata."""

    def __init__(self, channel: Any, metadata: tuple[tuple[str, str], ...]) -> None:
        self._channel = channel
        self._metadata = metadata

    def __getattr__(self, kind: str) -> Any:
        make = getattr(self._channel, kind)

        def made(*arguments: Any, **named: Any) -> Any:
            return partial(make(*arguments, **named), metadata=self._metadata)

        return made

"""The metadata that a client sends beside a request, and the part that is kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

CLASS_KEY = "covertbots-class"  # `interactive` or `batch`
ID_KEY = "x-request-id"
TOKEN_KEY = "authorization"
FORWARDED_KEY = "x-forwarded-for"
TRACE_KEY, STATE_KEY = "traceparent", "tracestate"  # of W3C's Trace Context
ID = re.compile(r"[\x21-\x7e]{1,128}")
TRACE = re.compile(r"[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?![^-])")
LONGEST_STATE = 512  # characters kept of a state; a longer one is left out
LONGEST = 4096  # bytes kept of a value
# Bytes of all metadata. gRPC refuses more than 16 kB by itself, but counts them compressed, where a
# value may be repeated a thousand times at little cost.
MOST_METADATA = 1 << 16

Metadata: TypeAlias = Sequence[tuple[str, "str | bytes"]]
"""Names in lower case. Over gRPC the values of those that end in `-bin` are bytes."""


class Needed:
    """The metadata that is needed. The rest is kept nowhere: it may be a thousand times as large as
    its compressed form."""

    def __init__(self, metadata: Metadata) -> None:
        self.size = 0
        """Bytes of all metadata."""
        self.request_id: str | None = None
        self.asked_class: str | bytes | None = None
        self.forwarded = ""
        """What proxies wrote, the nearest one at the end."""
        self.trace = ""
        """The trace and the span that the call belongs to, as `traceparent` writes them."""
        self.trace_state = ""
        """The `tracestate` of the systems before this one."""
        tokens: list[str] = []
        for name, value in metadata:
            self.size += len(name) + len(value)
            if name == ID_KEY and self.request_id is None:
                known = isinstance(value, str) and ID.fullmatch(value)
                self.request_id = str(value) if known else ""
            elif name == TOKEN_KEY and len(tokens) < 2:
                tokens.append(str(value[:LONGEST]))
            elif name == CLASS_KEY:
                self.asked_class = value[:LONGEST]
            elif name == TRACE_KEY:
                traced = TRACE.match(value) if isinstance(value, str) else None
                self.trace = traced[0] if traced is not None else ""
            elif name == STATE_KEY and isinstance(value, str) and len(value) <= LONGEST_STATE:
                self.trace_state = value
            elif name == FORWARDED_KEY and isinstance(value, str):
                before = f"{self.forwarded}," if self.forwarded else ""
                self.forwarded = f"{before}{value[-LONGEST:]}"[-LONGEST:]
        self.authorization = ",".join(tokens) if tokens else None

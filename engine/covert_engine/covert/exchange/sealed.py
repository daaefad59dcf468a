"""Positions as bytes: one line that says what they are, then their fields as JSON.

The line is `covert-view 2 DIGEST` or `covert-state 2 DIGEST`: the kind, the version of the layout,
and the SHA-256 of all that follows, in hexadecimal. The digest finds bytes truncated or changed on
the way; it is no signature, so what the fields say is checked like any other position from outside.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from covert_engine.covert.cards.errors import FieldsError

__all__ = ["seal", "unseal"]

_VERSION = "2"
"""Grows with every change of the fields."""


def seal(kind: str, fields: Mapping[str, object]) -> bytes:
    """The bytes of a position; equal fields in the same order give equal bytes."""
    text = json.dumps(fields, separators=(",", ":")).encode()
    return f"covert-{kind} {_VERSION} {sha256(text).hexdigest()}\n".encode() + text


def unseal(kind: str, data: bytes, error: type[FieldsError]) -> Any:
    """The fields in such bytes, not checked further; `error` says why there are none."""
    head, _, text = bytes(memoryview(data)).partition(b"\n")
    name, version, digest = [*head.split(b" ", 2), b"", b""][:3]
    if name != f"covert-{kind}".encode():
        raise error([("bytes", f"begin with {head[:20]!r}; expected 'covert-{kind}'")])
    if version != _VERSION.encode():
        raise error([("bytes", f"are of version {version[:20]!r}; expected {_VERSION}")])
    if digest != sha256(text).hexdigest().encode():
        raise error([("bytes", "truncated or changed; expected them as `to_bytes` returned them")])
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as reason:
        raise error([("bytes", f"are not JSON: {reason}")]) from None

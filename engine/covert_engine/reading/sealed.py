"""Positions as bytes: one line that says what they are, then their fields as JSON.

The line is such as `covert-view 2 DIGEST`: the kind, the version of the layout, and the SHA-256 of
all that follows, in hexadecimal. The digest finds bytes truncated or changed on
the way; it is no signature, so what the fields say is checked like any other position from outside.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from covert_engine.reading.errors import FieldsError


def seal(kind: str, version: int, fields: Mapping[str, object]) -> bytes:
    """The bytes of a position; equal fields in the same order give equal bytes."""
    text = json.dumps(fields, separators=(",", ":")).encode()
    return f"{kind} {version} {sha256(text).hexdigest()}\n".encode() + text


def unseal(kind: str, version: int, data: bytes, error: type[FieldsError]) -> Any:
    """The fields in such bytes, not checked further; `error` says why there are none."""
    head, _, text = bytes(memoryview(data)).partition(b"\n")
    name, of_version, digest = [*head.split(b" ", 2), b"", b""][:3]
    if name != kind.encode():
        raise error([("bytes", f"begin with {head[:20]!r}; expected {kind!r}")])
    if of_version != str(version).encode():
        raise error([("bytes", f"are of version {of_version[:20]!r}; expected {version}")])
    if digest != sha256(text).hexdigest().encode():
        raise error([("bytes", "truncated or changed; expected them as `to_bytes` returned them")])
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as reason:
        raise error([("bytes", f"are not JSON: {reason}")]) from None

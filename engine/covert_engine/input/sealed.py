"""Positions as bytes: a header line, then the fields as JSON.

The header is such as `covert-view 2 DIGEST`: the kind, the version of the layout, and the SHA-256
of all that follows, in hexadecimal. The digest detects truncated or changed bytes; it is no
signature, so the fields are checked like those of any other untrusted position.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from covert_engine.input.errors import FieldsError


def seal(kind: str, version: int, fields: Mapping[str, object]) -> bytes:
    """Return a position as bytes; equal fields in the same order give equal bytes."""
    text = json.dumps(fields, separators=(",", ":")).encode()
    return f"{kind} {version} {sha256(text).hexdigest()}\n".encode() + text


def unseal(kind: str, version: int, data: bytes, error: type[FieldsError]) -> Any:
    """Return the fields in such bytes, unchecked; raise `error` for any other bytes."""
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

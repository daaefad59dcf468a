"""The tokens of a table: of its host, of those who are invited, and of each person's seat.

A token is 16 random bytes, so its plain SHA-256 is safe to keep: nobody can try that many.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import b32encode
from hmac import compare_digest

RANDOM_BYTES = 16
NAME_BYTES = 10  # of a table's name, which is no secret but must not meet another


def new_token() -> str:
    """Return a new token, in letters that a link can have."""
    return secrets.token_urlsafe(RANDOM_BYTES)


def new_name() -> str:
    """Return a name for a new table: small letters and digits."""
    return b32encode(secrets.token_bytes(NAME_BYTES)).decode().lower()


def hash_of(token: str) -> bytes:
    """Return what the server keeps of a token."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()


def is_of(token: str, kept: bytes) -> bool:
    """Return True if a token has this hash; no token has an empty one. The time shows nothing."""
    return compare_digest(hash_of(token), kept)

"""What a request says, and its message, unpacked: never larger than the server takes."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from binascii import Error as NoBase64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import grpc

from covert_server.calls.encodings import BINARY, Encoding
from covert_server.calls.json_encoding import JSON
from covert_server.calls.status import FieldError, RefusedError, too_large

if TYPE_CHECKING:  # it needs an extra
    from covert_server.connect.http import Exchange

ENCODINGS: dict[str, Encoding] = {"proto": BINARY, "json": JSON}
LONGEST_TYPE = 60  # characters of a content type that is not known, to be shown
PREFIX = 5  # bytes before a message of a stream: flags, then the length
MOST_PARAMETERS = 20  # of a query that are read; the protocol has five
COMPRESSED = 0b01
END = 0b10
GZIP = 31  # bits of the window as zlib takes them, with a header and a checksum of gzip's own


@dataclass(frozen=True)
class ContentType:
    """How the messages of a request and its answers are written."""

    name: str
    encoding: Encoding
    stream: bool


CONTENT_TYPES = {
    name: ContentType(name, encoding, stream)
    for encoding in ENCODINGS.values()
    for name, stream in (
        (f"application/{encoding.name}", False),
        (f"application/connect+{encoding.name}", True),
    )
}


def content_type_of(exchange: Exchange) -> ContentType | None:
    """The type that a POST names, or a GET; None for one that is not known."""
    if exchange.gets:
        name = f"application/{_parameters(exchange).get('encoding', '')}"
        return CONTENT_TYPES.get(name)
    name, _, parameter = exchange.headers.get("content-type", "").lower().partition(";")
    if parameter.strip() not in ("", "charset=utf-8", 'charset="utf-8"'):
        return None
    return CONTENT_TYPES.get(name.strip())


def wrong_type(exchange: Exchange, known: Sequence[str]) -> str:
    """What to say of a POST that names none of these types, or a GET that names none at all."""
    if not exchange.gets:
        given = exchange.headers.get("content-type", "")[:LONGEST_TYPE]
        said = f"is {given!r}" if given else "is missing"
        return f"content-type: {said}; expected {' or '.join(known)}"
    given = _parameters(exchange).get("encoding", "")[:LONGEST_TYPE]
    if not given:
        return "encoding: is missing; expected ?connect=v1&encoding=json&message={}"
    return f"encoding: is {given!r}; expected {' or '.join(sorted(ENCODINGS))}"


def remaining_of(exchange: Exchange) -> float | None:
    """The seconds that the client waits for the answer, None if it does not say; FieldError if they
    cannot be read, or if it speaks another version of the protocol."""
    version = exchange.headers.get("connect-protocol-version", "1")
    if version != "1":
        raise FieldError([("connect-protocol-version", f"is {version!r}; expected 1")])
    timeout = exchange.headers.get("connect-timeout-ms")
    if timeout is None:
        return None
    if not re.fullmatch(r"[0-9]{1,10}", timeout):
        wrong = f"is {timeout!r}; expected milliseconds, 10 digits at most"
        raise FieldError([("connect-timeout-ms", wrong)])
    return int(timeout) / 1000


async def request_of(exchange: Exchange, content_type: ContentType, most: int) -> bytes:
    """The bytes of the one message of a request."""
    if exchange.gets:
        return _of_query(exchange, most)
    name = "connect-content-encoding" if content_type.stream else "content-encoding"
    compression = _compression(exchange.headers.get(name, "identity"), name)
    if content_type.stream:
        return _of_envelope(await exchange.body(most + PREFIX), compression, most)
    body = await exchange.body(most)
    return _unpacked(body, most) if compression == "gzip" else body


def _of_query(exchange: Exchange, most: int) -> bytes:
    parameters = _parameters(exchange)
    version = parameters.get("connect", "v1")
    if version != "v1":
        raise FieldError([("connect", f"is {version!r}; expected v1")])
    if "message" not in parameters:
        raise FieldError([("message", "is missing; expected the request, such as message={}")])
    data = parameters["message"].encode("latin-1")
    if parameters.get("base64", "") == "1":
        try:
            data = b64decode(data + b"=" * (-len(data) % 4), altchars=b"-_", validate=True)
        except (NoBase64, ValueError):
            wrong = "is not valid URL-safe Base64; expected letters, digits, - and _"
            raise FieldError([("message", wrong)]) from None
    compression = _compression(parameters.get("compression", "identity"), "compression")
    if compression == "gzip":
        data = _unpacked(data, most)
    if len(data) > most:
        raise too_large(most)
    return data


def _parameters(exchange: Exchange) -> dict[str, str]:
    """The first value of each parameter, a character for a byte."""
    query = "&".join(exchange.query.decode("latin-1").split("&", MOST_PARAMETERS)[:MOST_PARAMETERS])
    found = parse_qs(query, keep_blank_values=True, encoding="latin-1")
    return {name: values[0] for name, values in found.items()}


def _of_envelope(body: bytes, compression: str, most: int) -> bytes:
    """The message of a stream of one."""
    if len(body) < PREFIX:
        raise FieldError([("request", f"has {len(body)} bytes; expected 5 before its message")])
    flags, length = body[0], int.from_bytes(body[1:PREFIX], "big")
    data = body[PREFIX:]
    if length > most:
        raise too_large(most)
    if len(data) < length:
        wrong = f"has {len(data)} bytes of a message; its prefix says {length}"
        raise FieldError([("request", wrong)])
    if len(data) > length:
        raise FieldError([("request", "has data after its message; expected one message")])
    if flags & ~COMPRESSED:
        raise FieldError([("request", f"has the flags {flags}; expected 0, or 1 if compressed")])
    if not flags & COMPRESSED:
        return data
    if compression != "gzip":
        wrong = "is compressed; expected a connect-content-encoding that says how"
        raise FieldError([("request", wrong)])
    return _unpacked(data, most)


def _compression(value: str, field: str) -> str:
    name = value.lower()
    if name not in ("gzip", "identity", ""):
        wrong = f"{field}: {name[:40]!r} is not known here; expected gzip or identity"
        raise RefusedError(grpc.StatusCode.UNIMPLEMENTED, wrong, "NOT_SUPPORTED")
    return name


def _unpacked(data: bytes, most: int) -> bytes:
    """What gzip packed; it is unpacked no further than to `most` bytes."""
    unpacking = zlib.decompressobj(GZIP)
    try:
        found = unpacking.decompress(data, most + 1)
    except zlib.error:
        wrong = "is not valid gzip; expected what its compression says"
        raise FieldError([("request", wrong)]) from None
    if len(found) > most:
        raise too_large(most)
    if not unpacking.eof:
        raise FieldError([("request", "is truncated gzip; expected a whole stream")])
    if unpacking.unused_data:
        raise FieldError([("request", "has data after its gzip stream; expected one stream")])
    return found

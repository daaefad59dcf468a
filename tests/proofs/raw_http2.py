"""A connection over HTTP/2 whose frames are written by hand, so that they can be wrong."""

from __future__ import annotations

import socket
import ssl
import struct
from collections import Counter
from collections.abc import Iterable

__all__ = ["REFERENCE", "RawHttp2", "frame", "headers", "message"]

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST, SETTINGS, PING, GOAWAY, WINDOW, CONTINUATION = 0, 1, 3, 4, 6, 7, 8, 9
END_STREAM, END_HEADERS, ACK = 1, 4, 1
REFERENCE = bytes([0x80 | 62])  # to the newest entry of HPACK's dynamic table
WINDOW_AT_FIRST = 65_535


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """Write a frame."""
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def message(data: bytes) -> bytes:
    """Write a message as gRPC writes it."""
    return struct.pack(">BI", 0, len(data)) + data


def _text(value: str) -> bytes:
    """Write a string as HPACK writes it, without Huffman's code."""
    data, length = value.encode(), len(value)
    if length < 127:
        return bytes([length]) + data
    length -= 127
    prefix = [127]
    while length > 127:
        prefix.append(length % 128 | 128)
        length //= 128
    return bytes([*prefix, length]) + data


def headers(path: str, more: Iterable[tuple[str, str]] = (), indexed: bool = False) -> bytes:
    """Write the headers of a call, and `more`, which the dynamic table keeps if they are
    `indexed`."""
    first = [(":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "x")]
    second = [("content-type", "application/grpc"), ("te", "trailers")]
    plain = b"".join(b"\0" + _text(name) + _text(value) for name, value in first + second)
    kept = b"\x40" if indexed else b"\0"
    return plain + b"".join(kept + _text(name) + _text(value) for name, value in more)


class RawHttp2:
    """The connection, which reads what comes and keeps to the windows of its server."""

    def __init__(self, connection: socket.socket, settings: bytes = b"") -> None:
        self.seen: Counter[str] = Counter()
        """The frames that came, by kind."""
        self.stream = 1
        """The next stream that may be begun."""
        self._connection = connection
        self._window = WINDOW_AT_FIRST
        self._windows: dict[int, int] = {}
        self._first_window = WINDOW_AT_FIRST
        self._unread = b""
        self.send(PREFACE + frame(SETTINGS, 0, 0, settings))

    def send(self, data: bytes) -> None:
        """Send bytes; raise OSError if the connection is closed."""
        self._connection.settimeout(2)
        self._connection.sendall(data)

    def begin(self, head: bytes, flags: int = END_HEADERS) -> int:
        """Begin a call; return its stream."""
        number, self.stream = self.stream, self.stream + 2
        self.send(frame(HEADERS, flags, number, head))
        return number

    def send_body(self, stream: int, most: int) -> int:
        """Send as many bytes of a body as the windows allow; return how many."""
        own = self._windows.get(stream, self._first_window)
        size = max(0, min(self._window, own, most))
        self._window -= size
        self._windows[stream] = own - size
        body = bytes(size)
        pieces = (body[at : at + 16_000] for at in range(0, size, 16_000))
        self.send(b"".join(frame(DATA, 0, stream, piece) for piece in pieces))
        return size

    def read(self) -> None:
        """Read what has come; raise ConnectionError if the server has closed the connection."""
        self._connection.settimeout(0)
        try:
            while data := self._connection.recv(1 << 16):
                self._unread += data
            raise ConnectionError("closed")
        except (ssl.SSLWantReadError, BlockingIOError):
            pass
        while len(self._unread) >= 9:
            length = int.from_bytes(self._unread[:3], "big")
            if len(self._unread) < 9 + length:
                break
            kind, flags, stream = struct.unpack(">BBI", self._unread[3:9])
            self._take(kind, flags, stream, self._unread[9 : 9 + length])
            self._unread = self._unread[9 + length :]

    def close(self) -> None:
        """Close it."""
        self._connection.close()

    def _take(self, kind: int, flags: int, stream: int, payload: bytes) -> None:
        if kind == WINDOW:
            more = int.from_bytes(payload, "big")
            if stream:
                before = self._windows.get(stream, self._first_window)
                self._windows[stream] = before + more
            else:
                self._window += more
        elif kind == SETTINGS and not flags:
            for name, value in struct.iter_unpack(">HI", payload):
                if name == 4:
                    self._first_window = value
            self.send(frame(SETTINGS, ACK, 0))
        elif kind == PING and not flags:
            self.send(frame(PING, ACK, 0, payload))
        elif kind == RST:
            self._windows.pop(stream, None)
            self.seen["reset"] += 1
        elif kind == GOAWAY:
            self.seen["goaway"] += 1

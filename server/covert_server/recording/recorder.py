"""Writes each call of a server into a file, as it ends.

The file holds all that was said, games and tokens of seats too; of the tokens of callers only
checksums.
"""

from __future__ import annotations

import gzip
import json
import logging
import os
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from google.protobuf.message import Message

from covert_server.access.files import AccessFileError
from covert_server.calls.call import Call
from covert_server.calls.encodings import BINARY
from covert_server.calls.patience import within
from covert_server.calls.status import Refusal
from covert_server.recording.entries import (
    SERVICES,
    Entry,
    Said,
    kind_of,
    metadata_of,
    method_of,
    request_said,
)

if TYPE_CHECKING:
    from covert_server.calls.calls import Incoming, Method

log = logging.getLogger(__name__)

MOST = 1 << 30  # bytes of a file
PATIENCE = 1.0  # seconds for a request that was refused unread
GZIPPED = b"\x1f\x8b"  # no message begins like this, in either encoding
NAMES = {service.full_name for service in SERVICES}


class Tape:
    """A call while it is recorded."""

    def __init__(self, path: str, call: Call) -> None:
        timeout = None if call.deadline is None else round(call.deadline - call.arrived, 3)
        self.entry = Entry(path, call.request_id, metadata_of(call), timeout)
        self._call = call

    @property
    def has_heard(self) -> bool:
        """True if a request has come."""
        return bool(self.entry.said)

    def heard(self, data: bytes) -> None:
        """Record a request, in the encoding of the call."""
        self.entry.said.append(request_said(self._call, data, self.entry.method))

    def told(self, message: Message) -> None:
        """Record an answer of several."""
        self.entry.said.append(Said(False, BINARY.write(message)))

    def heard_end(self) -> None:
        """Record that the client ended its side of a stream."""
        self.entry.half_closed = True

    def end(self, outcome: bytes | Refusal | None) -> None:
        """Record the outcome."""
        if isinstance(outcome, Refusal):
            self.entry.refusal = outcome
        elif outcome is not None:
            self.entry.said.append(Said(False, self._binary(outcome)))

    def _binary(self, answer: bytes) -> bytes:
        data = gzip.decompress(answer) if answer.startswith(GZIPPED) else answer
        if self._call.encoding is BINARY:
            return data
        kind = kind_of(method_of(self.entry.method), False)
        return BINARY.write(self._call.encoding.parse(kind, data))


class Recorder:
    """Records the calls of a server in a new file of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: TextIO | None = None
        self._size = 0

    def start(self) -> None:
        """Make the file, and the folder if need be; AccessFileError if that cannot be done."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file = _new_file(self._folder)
        except OSError as error:
            wrong = f"{self._folder}: calls cannot be recorded there: {error.strerror}"
            raise AccessFileError(wrong) from None

    def begin(self, method: Method, call: Call) -> None:
        """Record a call from now on, unless it is one of gRPC's standard services."""
        if method.service in NAMES:
            call.tape = Tape(method.path, call)

    async def hear(self, call: Call, *requests: Incoming) -> None:
        """Record the request of a call that was refused unread."""
        if not isinstance(call.tape, Tape) or call.tape.has_heard:
            return
        with suppress(Exception):
            if requests:
                await within(PATIENCE, anext(requests[0]))
            else:
                await within(PATIENCE, call.receive())
                call.tape.heard(call.request)
        call.request = b""

    def ended(self, method: Method, call: Call, outcome: Any) -> None:
        """Write a call into the file. A file that cannot be written ends the recording."""
        if not isinstance(call.tape, Tape) or self._file is None:
            return
        call.tape.end(outcome)
        line = json.dumps(call.tape.entry.to_json(), separators=(",", ":")) + "\n"
        self._size += len(line)
        try:
            if self._size > MOST:
                raise OSError(0, f"more than {MOST >> 20} MB")
            self._file.write(line)
        except OSError as error:
            log.error("recording ended", extra={"fields": {"error": error.strerror}})
            self.close()

    def close(self) -> None:
        """Record no more."""
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                file.close()


def _new_file(folder: Path) -> TextIO:
    """Return a file that nobody else has, for its owner alone."""
    for number in count(1):
        path = folder / f"calls-{number}.jsonl"
        with suppress(FileExistsError):
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            return os.fdopen(descriptor, "w", buffering=1, encoding="utf-8")
    raise AssertionError

"""A recorded call, and its line in a file of JSON lines.

Messages are written in Protobuf's JSON mapping, as over HTTP, and also in binary form, in Base64,
where that would not follow from it. A request has the checksum of its binary form, by which it is
found again without reading the messages of all lines; a line written by hand may leave it out.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2

from covert_server.access.files import AccessFileError
from covert_server.calls.call import Call
from covert_server.calls.encodings import BINARY
from covert_server.calls.json_encoding import JSON
from covert_server.calls.metadata import CLASS_KEY, TOKEN_KEY
from covert_server.calls.status import FieldError, Refusal
from covert_server.connect.errors import error_json
from covertbots.v1 import arena_pb2, league_pb2, opponent_pb2, referee_pb2, tables_pb2

FILES = ("*.jsonl", "*.jsonl.gz")
SERVICES = [
    service
    for file in (opponent_pb2, referee_pb2, tables_pb2, arena_pb2, league_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
]
"""The services whose calls can be recorded."""
CANCELED = "canceled"  # as the Connect protocol spells it


class Said:
    """A message of a call. Equal messages are equal however they were sent."""

    def __init__(
        self,
        request: bool,
        data: bytes | Callable[[], bytes],
        unreadable: str = "",
        checksum: str | None = None,
    ) -> None:
        """`data` may be a function that returns it, which is called when it is needed."""
        self.request = request
        """True for one of the client."""
        self.unreadable = unreadable
        """The name of the encoding in which it cannot be read; empty for all others."""
        self._data = data
        self._checksum = checksum

    @property
    def data(self) -> bytes:
        """The message in binary form; as sent if it cannot be read."""
        if not isinstance(self._data, bytes):
            self._data = self._data()
        return self._data

    @property
    def checksum(self) -> str:
        """The SHA-256 of the data."""
        if self._checksum is None:
            self._checksum = sha256(self.data).hexdigest()
        return self._checksum

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Said) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    @property
    def _parts(self) -> tuple[bool, str, str]:
        return self.request, self.unreadable, self.checksum


@dataclass
class Entry:
    """A recorded call."""

    method: str
    """Its path."""
    id: str = ""
    """Its `x-request-id`."""
    metadata: dict[str, str] = field(default_factory=dict)
    """The token, which only its checksum names, and the class."""
    timeout: float | None = None
    """Seconds that the client gave it."""
    said: list[Said] = field(default_factory=list)
    """All messages, in the order in which they came and went."""
    half_closed: bool = False
    """True if the client ended its side of a stream, and the server waited for that."""
    refusal: Refusal | None = None
    """Why it failed; None if it did not."""
    place: str = ""
    """Its file and line."""

    @property
    def requests(self) -> list[Said]:
        """The messages of the client."""
        return [said for said in self.said if said.request]

    def to_json(self) -> dict[str, Any]:
        """Return what its line says."""
        document: dict[str, Any] = {"id": self.id, "method": self.method}
        if self.metadata:
            document["metadata"] = self.metadata
        if self.timeout is not None:
            document["timeout"] = self.timeout
        method = method_of(self.method)
        messages = [_message_json(said, method) for said in self.said]
        if _streams(method):
            document["messages"] = messages
        else:
            for message in messages:
                document |= message
        if self.half_closed:
            document["half_closed"] = True
        if self.refusal is not None:
            document["error"] = error_json(self.refusal)
        return document

    @classmethod
    def from_json(cls, document: Any, place: str) -> Entry:
        """Return the call in a line; AccessFileError if it has none."""
        try:
            path = document["method"]
            method = method_of(path)
            parts = document["messages"] if _streams(method) else _parts(document)
            return cls(
                path,
                document.get("id", ""),
                document.get("metadata", {}),
                document.get("timeout"),
                [_said(part, method, place) for part in parts],
                document.get("half_closed", False),
                _refusal(document["error"]) if "error" in document else None,
                place,
            )
        except AccessFileError:
            raise
        except (AttributeError, DecodeError, KeyError, TypeError, ValueError) as error:
            expected = "expected a call as `serve --record` writes it"
            raise AccessFileError(f"{place}: {error}; {expected}") from None


def read_folder(folder: Path) -> list[Entry]:
    """Return the calls in all files of a folder, by name; AccessFileError if there are none."""
    files = sorted(file for pattern in FILES for file in folder.glob(pattern))
    if not files:
        raise AccessFileError(f"{folder}: has no recorded calls; expected {' or '.join(FILES)}")
    return [entry for file in files for entry in _read(file)]


def _read(file: Path) -> Iterator[Entry]:
    try:
        data = file.read_bytes()
        text = (gzip.decompress(data) if file.suffix == ".gz" else data).decode()
    except (OSError, EOFError, ValueError) as error:
        raise AccessFileError(f"{file}: cannot be read: {error}") from None
    for number, line in enumerate(text.splitlines(), 1):
        place = f"{file.name} line {number}"
        try:
            document = json.loads(line)
        except ValueError as error:
            raise AccessFileError(f"{place}: not JSON: {error}") from None
        yield Entry.from_json(document, place)


@cache
def method_of(path: str) -> MethodDescriptor:
    """Return the method of a path; ValueError if there is none."""
    service, _, name = path.removeprefix("/").partition("/")
    for known in SERVICES:
        if known.full_name == service and name in known.methods_by_name:
            method: MethodDescriptor = known.methods_by_name[name]
            return method
    raise ValueError(f"method: {path!r} is not known")


def _streams(method: MethodDescriptor) -> bool:
    return bool(method.client_streaming or method.server_streaming)


def kind_of(method: MethodDescriptor, request: bool) -> type[Message]:
    """Return the class of a method's requests, or of its answers."""
    kind: type[Message] = GetMessageClass(method.input_type if request else method.output_type)
    return kind


def metadata_of(call: Call) -> dict[str, str]:
    """Return the metadata that answers depend on."""
    known = {}
    if call.authorization is not None:
        known[TOKEN_KEY] = f"sha256 {sha256(call.authorization.encode()).hexdigest()}"
    if call.asked_class is not None:
        known[CLASS_KEY] = str(call.asked_class)
    return known


def request_said(call: Call, data: bytes, path: str) -> Said:
    """Return what a client has said: the same however it wrote it."""
    try:
        message = call.encoding.parse(kind_of(method_of(path), True), data)
    except FieldError:
        return Said(True, _plain(call.encoding.name, data), call.encoding.name)
    return Said(True, BINARY.write(message))


def _plain(encoding: str, data: bytes) -> bytes:
    """Return JSON that is no message with its members in one order."""
    if encoding == JSON.name:
        try:
            return json.dumps(json.loads(data), sort_keys=True).encode()
        except (ValueError, RecursionError):
            pass
    return data


def _message_json(said: Said, method: MethodDescriptor) -> dict[str, Any]:
    name = "request" if said.request else "answer"
    binary = {f"{name}_binary": b64encode(said.data).decode()}
    if said.unreadable == JSON.name:
        try:
            return {f"{name}_json": said.data.decode()}
        except UnicodeDecodeError:
            return {**binary, "unreadable": said.unreadable}
    if said.unreadable:
        return {**binary, "unreadable": said.unreadable}
    kind = kind_of(method, said.request)
    text = JSON.write(kind.FromString(said.data))
    document = {name: json.loads(text)}
    if said.request:
        document["request_sha256"] = said.checksum
    return document if _binary(kind, text) == said.data else document | binary


def _binary(kind: type[Message], text: bytes) -> bytes:
    return BINARY.write(JSON.parse(kind, text))


def _parts(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the request and the answer of a call that has one of each."""
    unreadable = {"unreadable": document["unreadable"]} if "unreadable" in document else {}
    of_request = (*_names("request"), "request_sha256")
    request = {name: document[name] for name in of_request if name in document}
    answer = {name: document[name] for name in _names("answer") if name in document}
    return [*([request | unreadable] if request else []), *([answer] if answer else [])]


def _names(name: str) -> tuple[str, str, str]:
    return name, f"{name}_json", f"{name}_binary"


def _said(part: dict[str, Any], method: MethodDescriptor, place: str) -> Said:
    request = any(name in part for name in _names("request"))
    name, text, binary = _names("request" if request else "answer")
    if text in part:
        return Said(request, part[text].encode(), JSON.name)
    if binary in part:
        return Said(request, b64decode(part[binary]), part.get("unreadable", ""))
    kind = kind_of(method, request)
    reading = partial(_read_message, kind, part[name], place)
    return Said(request, reading, checksum=part.get("request_sha256") if request else None)


def _read_message(kind: type[Message], document: Any, place: str) -> bytes:
    try:
        return _binary(kind, json.dumps(document).encode())
    except FieldError as error:
        (name, wrong), *_ = error.violations
        raise AccessFileError(f"{place}: {name}: {wrong}") from None


def _refusal(error: dict[str, Any]) -> Refusal:
    code = error["code"]
    name = "CANCELLED" if code == CANCELED else code.upper()
    details, retry_after = [], None
    for detail in error.get("details", ()):
        kind = descriptor_pool.Default().FindMessageTypeByName(detail["type"])
        value = detail["value"]
        message = GetMessageClass(kind).FromString(b64decode(value + "=" * (-len(value) % 4)))
        details.append(message)
        if isinstance(message, error_details_pb2.RetryInfo):
            retry_after = message.retry_delay.ToMilliseconds() / 1000
    return Refusal(grpc.StatusCode[name], error["message"], tuple(details), retry_after)

"""Recorded calls as the methods of a server, which answers without bots and rules.

A request is answered as it was when it was recorded, byte for byte, over gRPC and over HTTP. If it
was recorded several times, its answers come in turn.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Any, NoReturn

import grpc
from google.protobuf.descriptor import MethodDescriptor

from covert_server.calls.call import Call
from covert_server.calls.calls import Handler, Incoming, Method, methods_of, unless_draining
from covert_server.calls.encodings import BINARY
from covert_server.calls.patience import within
from covert_server.calls.status import HUNG_UP, LATE, RefusedError, RepeatedError
from covert_server.recording.entries import (
    SERVICES,
    Entry,
    Said,
    kind_of,
    metadata_of,
    method_of,
    read_folder,
    request_said,
)
from covert_server.recording.nearest import nearest

ALWAYS_SERVED = ("Opponent", "Referee")  # others if a call of theirs is recorded
UNANSWERED = 10.0  # seconds for a client to leave a call that had no answer when it was recorded


class Replay:
    """The recorded calls of a folder."""

    def __init__(self, folder: Path, draining: asyncio.Event) -> None:
        """AccessFileError if the folder has none. `draining` is set when the server shuts down."""
        self._draining = draining
        self._calls: dict[str, list[Entry]] = defaultdict(list)  # by path
        self._begun: dict[tuple[str, Said], list[Entry]] = defaultdict(list)  # by first request
        self._replayed: Counter[str] = Counter()  # calls, by their places
        for entry in read_folder(folder):
            self._calls[entry.method].append(entry)
            if entry.said:
                self._begun[entry.method, entry.said[0]].append(entry)

    def __len__(self) -> int:
        """Return the number of calls."""
        return sum(map(len, self._calls.values()))

    def methods(self) -> list[Method]:
        """Return the methods of the services, also those of which no call is recorded."""
        services = {path.split("/")[1] for path in self._calls}
        methods = []
        for service in SERVICES:
            if service.full_name in services or service.name in ALWAYS_SERVED:
                handlers = {
                    name: self._handler(f"/{service.full_name}/{name}", method)
                    for name, method in service.methods_by_name.items()
                }
                methods += methods_of(service, handlers)
        return methods

    def _handler(self, path: str, method: MethodDescriptor) -> Handler:
        kind = kind_of(method, False)

        async def unary(call: Call) -> Any:
            entry = self._first(call, request_said(call, call.request, path), path)
            await self._end(entry)
            answer = entry.said[-1].data
            return answer if call.encoding is BINARY else kind.FromString(answer)

        async def server_stream(call: Call) -> None:
            entry = self._first(call, request_said(call, call.request, path), path)
            for said in entry.said[1:]:
                await call.send(kind.FromString(said.data))
            await self._end(entry)

        async def two_way(call: Call, requests: Incoming) -> None:
            await call.begin()
            entry: Entry | None = None
            done = 0  # messages of the entry
            heard: list[Said] = []
            while entry is None or done < len(entry.said) or entry.half_closed:
                try:
                    data = await unless_draining(self._draining, requests.soon())
                except StopAsyncIteration:
                    if entry is None or _is_unanswered(entry):
                        return
                    break
                heard.append(request_said(call, data, path))
                if entry is None:
                    entry = self._first(call, heard[0], path)
                else:
                    entry = self._next(entry, heard)
                done = _place(entry, len(heard))
                for said in takewhile(lambda said: not said.request, entry.said[done:]):
                    await call.send(kind.FromString(said.data))
                    done += 1
            if entry is not None:
                await self._end(entry)

        if method.client_streaming:
            return two_way
        return server_stream if method.server_streaming else unary

    def _first(self, call: Call, request: Said, path: str) -> Entry:
        """Return the recorded call that begins with this request; RefusedError if there is none."""
        fitting = self._begun.get((path, request), [])
        if not fitting:
            if request.unreadable:  # as a server does
                call.encoding.parse(kind_of(method_of(path), True), call.request)
            _refuse_unknown(self._calls.get(path, ()), 0, request)
        metadata = metadata_of(call)
        alike = [entry for entry in fitting if entry.metadata == metadata] or fitting
        return min(alike, key=lambda entry: self._replayed[entry.place])

    def _next(self, entry: Entry, heard: list[Said]) -> Entry:
        """Return the recorded call with the requests so far: the present one, or another."""
        begun = self._begun[entry.method, heard[0]]
        for other in (entry, *begun):
            if other.requests[: len(heard)] == heard:
                return other
        so_far = [other for other in begun if other.requests[: len(heard) - 1] == heard[:-1]]
        _refuse_unknown(so_far, len(heard) - 1, heard[-1])

    async def _end(self, entry: Entry) -> None:
        """End a call as it was recorded."""
        self._replayed[entry.place] += 1
        if entry.refusal is None:
            return
        if _is_unanswered(entry):
            with suppress(TimeoutError):
                waiting = within(UNANSWERED, asyncio.Event().wait())
                await unless_draining(self._draining, waiting)
        raise RepeatedError(entry.refusal)


def _is_unanswered(entry: Entry) -> bool:
    """Return True if the client left, or its time was over, before the call ended."""
    return entry.refusal in (HUNG_UP, LATE)


def _place(entry: Entry, number: int) -> int:
    """Return the number of messages up to this request of a call, which it includes."""
    places = [place for place, said in enumerate(entry.said, 1) if said.request]
    return places[number - 1]


def _refuse_unknown(entries: Sequence[Entry], place: int, request: Said) -> NoReturn:
    """Refuse a request that is not recorded, as the request of this number of a call."""
    wrong = f"this request is not recorded; {nearest(entries, place, request)}"
    raise RefusedError(grpc.StatusCode.NOT_FOUND, wrong, "NOT_RECORDED")

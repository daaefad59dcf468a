"""The recorded request that is most like an unknown one, and where they differ."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from google.protobuf.json_format import MessageToDict

from covert_server.recording.entries import Entry, Said, kind_of, method_of

MOST_COMPARED = 2000  # calls
MOST_SHOWN = 3  # differences
LONGEST_VALUE = 40  # characters


def nearest(entries: Sequence[Entry], place: int, request: Said) -> str:
    """Return words for the nearest request that is recorded as request `place` of a call."""
    candidates = [entry for entry in entries[:MOST_COMPARED] if len(entry.requests) > place]
    if not candidates:
        if not entries:
            return "no call of this method is"
        return f"the call ends before it in {entries[0].place}"
    asked = _fields(candidates[0].method, request)
    differences = [
        _differences(asked, _fields(entry.method, entry.requests[place])) for entry in candidates
    ]
    best = min(range(len(candidates)), key=lambda number: len(differences[number]))
    entry, paths = candidates[best], differences[best]
    recorded = _fields(entry.method, entry.requests[place])
    shown = [
        f"{path or 'request'} is {_word(asked.get(path))}, there {_word(recorded.get(path))}"
        for path in paths[:MOST_SHOWN]
    ]
    more = len(paths) - MOST_SHOWN
    if more > 0:
        shown.append(f"{more} more")
    named = f" ({entry.id})" if entry.id else ""
    return f"the nearest is in {entry.place}{named}: {', '.join(shown)}"


def _differences(first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    paths = dict.fromkeys((*first, *second))
    return [path for path in paths if first.get(path) != second.get(path)]


def _fields(path: str, said: Said) -> dict[str, Any]:
    """Return the values of a request by their paths."""
    if said.unreadable:
        return {"": said.data.decode(errors="replace")}
    message = kind_of(method_of(path), True).FromString(said.data)
    document = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=False
    )
    return dict(_leaves("", document))


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, member in value.items():
            yield from _leaves(f"{path}.{name}" if path else name, member)
    elif isinstance(value, list):
        for number, member in enumerate(value):
            yield from _leaves(f"{path}[{number}]", member)
    else:
        yield path, value


def _word(value: Any) -> str:
    if value is None:
        return "missing"
    text = json.dumps(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."

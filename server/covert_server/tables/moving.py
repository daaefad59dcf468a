"""Tables on their way to another store: a text with a line of JSON for each.

It holds all that is kept of a table, hidden cards and the seed among it, and the hashes of tokens.
So links of seats and invitations stay good where the tables are taken up.
"""

from __future__ import annotations

import json
import time
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from google.protobuf.message import DecodeError

from covert_server.games import Games, Problems, RefereedGame
from covert_server.tables.kept import Entry, GivenHint, KeptTable, Seat, Store
from covertbots.v1 import action_pb2, referee_pb2
from covertbots.v1 import tables_pb2 as v1

T = TypeVar("T")
Moving = tuple[KeptTable, Sequence[GivenHint]]

HEAD, VERSION = "covert-bots tables", 1
MOST = 1 << 53  # of a number, which all databases can keep
HASH = 32  # bytes of the hash of a token


class MovingError(Exception):
    """A text that holds no tables, or not as they are written; the message names line and field."""


async def all_tables(store: Store, names: Sequence[str] = ()) -> list[Moving]:
    """Return the named tables of a store, or all; GoneError if there is none of a name."""
    now = int(time.time())
    return [await _table(store, name, now) for name in names or await store.names(now)]


async def _table(store: Store, name: str, now: int) -> Moving:
    while True:  # another process may change it between two statements
        kept = await store.load(name, now)
        hints = await store.hints(name)
        if await store.latest(name) in (0, kept.version):
            return kept, hints


def written(tables: Iterable[Moving]) -> str:
    """Return the text of some tables."""
    lines = [_fields(kept, hints) for kept, hints in tables]
    head = {"format": HEAD, "version": VERSION, "tables": len(lines)}
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in (head, *lines))


def _fields(kept: KeptTable, hints: Sequence[GivenHint]) -> dict[str, Any]:
    fields = dict(vars(kept))
    for name in ("deal", "host", "invitation"):
        fields[name] = b64encode(fields[name]).decode()
    fields["seats"] = [
        {"name": seat.name, "bot": seat.bot, "token": b64encode(seat.token).decode()}
        for seat in kept.seats
    ]
    fields["log"] = [list(entry) for entry in kept.log]
    fields["choices"] = {str(seat): text for seat, text in kept.choices.items()}
    fields["asked"] = [list(hint) for hint in hints]
    return fields


def read(text: str, refereed: Games[RefereedGame]) -> list[Moving]:
    """Return the tables in a text; MovingError if one is not as it was written, or if its game
    cannot be played on here."""
    lines = text.splitlines()
    head = _Line(1, lines[0] if lines else "")
    if head.fields.get("format") != HEAD:
        raise MovingError(f"line 1: is not the head of a text of tables; expected {HEAD!r} in it")
    if (version := head.take("version", int)) != VERSION:
        raise MovingError(f"line 1: version: is {version}; expected {VERSION}")
    if (count := head.take("tables", int)) != len(lines) - 1:
        raise MovingError(f"line 1: tables: is {count}, but {len(lines) - 1} lines follow")
    tables = [_read(_Line(number, line)) for number, line in enumerate(lines[1:], 2)]
    for number, (kept, _) in enumerate(tables, 2):
        _check_game(kept, number, refereed)
    return tables


class _Line:
    """A line of the text."""

    def __init__(self, number: int, line: str) -> None:
        self._number = number
        try:
            self.fields = json.loads(line)
        except (ValueError, RecursionError):
            raise self.mistake("is not JSON") from None
        if not isinstance(self.fields, dict):
            raise self.mistake("is not an object in JSON")

    def mistake(self, words: str) -> MovingError:
        return MovingError(f"line {self._number}: {words}")

    def take(self, name: str, kind: type[T]) -> T:
        """Return the value of a field, which must be of this kind."""
        return self.of_kind(self.fields.get(name), name, kind)

    def of_kind(self, value: Any, path: str, kind: type[T]) -> T:
        if type(value) is not kind or (isinstance(value, int) and not 0 <= value < MOST):
            raise self.mistake(f"{path}: is not {_KINDS[kind]}")
        return value

    def take_bytes(self, value: Any, path: str, sizes: Sequence[int] = ()) -> bytes:
        try:
            data = b64decode(self.of_kind(value, path, str), validate=True)
        except ValueError:
            raise self.mistake(f"{path}: is not in base64") from None
        if sizes and len(data) not in sizes:
            raise self.mistake(f"{path}: has {len(data)} bytes; expected {sizes[-1]}")
        return data

    def take_row(self, value: Any, path: str, kinds: Sequence[type]) -> list[Any]:
        row = self.of_kind(value, path, list)
        if len(row) != len(kinds):
            raise self.mistake(f"{path}: has {len(row)} values; expected {len(kinds)}")
        each = zip(row, kinds, strict=True)
        return [self.of_kind(item, f"{path}[{at}]", kind) for at, (item, kind) in enumerate(each)]


_KINDS: Mapping[type, str] = {
    int: "a number from 0 on",
    str: "a text",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def _read(line: _Line) -> Moving:
    seats = []
    for at, value in enumerate(line.take("seats", list)):
        path = f"seats[{at}]"
        seat = line.of_kind(value, path, dict)
        name, bot = (line.of_kind(seat.get(key), f"{path}.{key}", str) for key in ("name", "bot"))
        token = line.take_bytes(seat.get("token"), f"{path}.token", (0, HASH))
        seats.append(Seat(name, bot, token))
    log = []
    for at, value in enumerate(line.take("log", list)):
        number, text, after, news = line.take_row(value, f"log[{at}]", (int, str, int, list))
        counts = line.take_row(news, f"log[{at}][3]", (int,) * len(seats))
        log.append(Entry(number, text, after, tuple(counts)))
    choices = {}
    for seat, text in line.take("choices", dict).items():
        if not (seat.isascii() and seat.isdecimal() and int(seat) < len(seats)):
            raise line.mistake(f"choices: {seat!r} is no seat")
        choices[int(seat)] = line.of_kind(text, f"choices.{seat}", str)
    hints = [
        GivenHint(*line.take_row(value, f"asked[{at}]", (int, int, str, str)))
        for at, value in enumerate(line.take("asked", list))
    ]
    policy = line.take("hints", int)
    if policy not in v1.HintPolicy.values():
        raise line.mistake(f"hints: is {policy}; expected a HintPolicy")
    fields = line.fields
    kept = KeptTable(
        name=line.take("name", str),
        game=line.take("game", str),
        client=line.take("client", str),
        deal=line.take_bytes(fields.get("deal"), "deal"),
        hints=cast(v1.HintPolicy, policy),
        window=line.take("window", int),
        seeded=line.take("seeded", bool),
        host=line.take_bytes(fields.get("host"), "host", (HASH,)),
        invitation=line.take_bytes(fields.get("invitation"), "invitation", (0, HASH)),
        host_seat=None if fields.get("host_seat") is None else line.take("host_seat", int),
        seats=seats,
        log=log,
        choices=choices,
        window_closes=(
            None if fields.get("window_closes") is None else line.take("window_closes", int)
        ),
        over=line.take("over", bool),
        undone=line.take("undone", int),
        version=line.take("version", int),
        expires=line.take("expires", int),
    )
    return kept, hints


def _check_game(kept: KeptTable, number: int, refereed: Games[RefereedGame]) -> None:
    """Raise MovingError unless the game of a table can be played to where it stands."""
    place = f"line {number}: table {kept.name}"
    if kept.game not in refereed.names:
        known = ", ".join(refereed.names)
        raise MovingError(f"{place}: game: is {kept.game!r}; expected one of {known}")
    try:
        deal = referee_pb2.Record.FromString(kept.deal)
    except DecodeError:
        raise MovingError(f"{place}: deal: cannot be read") from None
    if deal.players != len(kept.seats):
        wrong = f"{len(kept.seats)} of them; expected {deal.players}, as many as players"
        raise MovingError(f"{place}: seats: {wrong}")
    problems: Problems = []
    record = referee_pb2.Record()
    record.CopyFrom(deal)
    record.actions.extend(action_pb2.Action(text=entry.text, seat=entry.seat) for entry in kept.log)
    replay = refereed.chosen(kept.game, "game").replay(record, problems)
    if replay is None:
        field, wrong = problems[0]
        raise MovingError(f"{place}: {field}: {wrong}")
    state, _ = replay
    if state.over != kept.over:
        raise MovingError(f"{place}: over: is not as the log has it")

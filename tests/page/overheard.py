"""What a page has heard of the service, searched for what its seat may not know."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from google.protobuf import json_format
from google.protobuf.message import Message
from tables.test_nothing_hidden import Truth

from covert_server.games import ServedGame
from covertbots.v1 import covert_view_pb2, opponent_pb2, referee_pb2
from covertbots.v1 import tables_pb2 as v1

PUBLIC = {"name", "status", "seats", "hints", "game", "news", "can_undo", "expires"}
OWN = {"seat", "view", "to_decide", "result"}
KINDS: dict[str, type[Message]] = {
    "GetTable": v1.GetTableResponse,
    "WatchTable": v1.WatchTableResponse,
    "Act": v1.ActResponse,
}
BEGIN = 5  # bytes before each message of a stream: flags, and its length
LAST = 2  # the flag of the end of a stream


class Heard(NamedTuple):
    """A call of the page."""

    method: str
    asked: str
    """The request, as JSON."""
    got: Sequence[str]
    """The messages of the answer, as JSON."""

    tables: Sequence[Any]
    """The same, parsed, if they are of a table."""


def heard(call: Mapping[str, str]) -> Heard:
    """Return a call that a page has noted, as clicker.js does."""
    method, asked, body = call["address"].rpartition("/")[2], call["asked"], call["got"]
    kind = KINDS.get(method)
    got = [body] if body else []
    if not asked.startswith("{"):
        asked, got = asked[BEGIN:], list(_messages(body.encode("latin1")))
    tables = [json_format.Parse(text, kind()) for text in got] if kind else []
    return Heard(method, asked, got, tables)


def _messages(body: bytes) -> Iterator[str]:
    while len(body) >= BEGIN:
        flags, length = struct.unpack(">BI", body[:BEGIN])
        if len(body) >= BEGIN + length and not flags & LAST:
            yield body[BEGIN : BEGIN + length].decode()
        body = body[BEGIN + length :]


def check_tables(calls: Sequence[Heard], seat: int, truth: Truth, served: ServedGame) -> int:
    """Check that the tables and news of a seat are those that the rules tell it, and return how
    many views there were."""
    views = 0
    for answer in (answer for call in calls for answer in call.tables):
        assert {field.name for field, _ in answer.table.ListFields()} <= PUBLIC | OWN
        for item in answer.news:
            assert item.moment == truth.news[seat][item.number - 1]
        if answer.table.HasField("view"):
            views += 1
            assert answer.table.seat == seat
            assert answer.table.view.SerializeToString() in truth.views[seat]
            known = served.view_of(answer.table.view, "view", [])
            assert known is not None
            deciding = served.to_decide(known) or referee_pb2.SeatToDecide()
            assert answer.table.to_decide == deciding
    return views


def check_questions(calls: Sequence[Heard], seat: int, truth: Truth) -> None:
    """Check that the bots were asked about the views of a seat alone."""
    for call in calls:
        if call.method == "SuggestMove":
            question = json_format.Parse(call.asked, opponent_pb2.SuggestMoveRequest())
            assert question.view.SerializeToString() in truth.views[seat]


def named_unseen(calls: Sequence[Heard], titles: Mapping[str, int]) -> set[str]:
    """Return the missions that an answer names though no view so far had their cards."""
    seen: set[int] = set()
    named: set[str] = set()
    for call in calls:
        for text, answer in zip(call.got, call.tables, strict=bool(call.tables)):
            for view in (answer.table.view, *(item.moment.view for item in answer.news)):
                seen |= missions_in(view.covert)
            said = json.dumps(json.loads(text), ensure_ascii=False)
            named |= {title for title, card in titles.items() if title in said and card not in seen}
    return named


def missions_in(view: covert_view_pb2.CovertView) -> set[int]:
    """Return the missions that a view shows."""
    places = [*view.mission_deck.places, *view.search.cards]
    shown = {*view.missions_face_up, *view.mission_deck.discards, view.use.mission}
    for player in view.players:
        places += player.missions
        shown |= {*player.completed_missions}
    return shown | {place.card for place in places}

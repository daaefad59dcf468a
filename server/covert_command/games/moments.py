"""A recorded game as one seat saw it, for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from google.protobuf import json_format

from covert_bots.players.message_fields import enum_names
from covert_command.games.host import HostedGame
from covertbots.client import Client
from covertbots.v1 import referee_pb2, view_pb2


def moments_of(
    client: Client, record: referee_pb2.Record, seat: int, turns: Sequence[int] | None = None
) -> list[dict[str, Any]]:
    """What the seat did and saw, in order: its own actions, and the events of each new view.

    What the seat could not see is left out, even the fact that something was done (rules 10.9).
    `turns` has how many actions were played before each turn, where several seats decide in one:
    what the seat did then stands apart from what came of all.
    """
    start = referee_pb2.Record()
    start.CopyFrom(record)
    del start.actions[:]
    game = HostedGame(client, start)
    found: list[dict[str, Any]] = []
    starts = list(range(len(record.actions)) if turns is None else turns)
    for first, after in zip(starts, [*starts[1:], len(record.actions)], strict=True):
        texts = [action.text for action in record.actions[first:after]]
        deciders, before = game.deciders, game.views[seat]
        news = game.play(*texts).news[seat]
        steps = [_step(moment.view, moment.events) for moment in news.moments]
        if seat in deciders[: len(texts)]:
            if turns is not None or not steps:
                steps.insert(0, _step(before, ()))
            steps[0]["action"] = texts[deciders.index(seat)]
        found += steps
    return found


def _step(view: view_pb2.View, events: Iterable[referee_pb2.Event]) -> dict[str, Any]:
    """One moment; the round and the phase are those after it."""
    seen = getattr(view, view.WhichOneof("game") or "")
    return {
        "round": seen.round,
        "phase": enum_names(type(seen).Phase.DESCRIPTOR)[0][seen.phase],
        "events": [json_format.MessageToDict(event) for event in events],
    }

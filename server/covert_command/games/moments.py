"""A recorded game as one seat saw it, for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from google.protobuf import json_format

from covert_bots.players.message_fields import enum_names
from covert_bots.players.other_messages import position_of
from covert_command.games.host import HostedGame, beginning
from covertbots.client import Client
from covertbots.v1 import referee_pb2, view_pb2


def moments_of(
    client: Client, record: referee_pb2.Record, seat: int, turns: Sequence[int] | None = None
) -> list[dict[str, Any]]:
    """Return a seat's own actions and the events of each new view, in order.

    Everything the seat could not see is left out, even the fact that an action was taken (rules
    10.9). `turns` has the number of actions before each turn, if several seats decide in one: the
    seat's own action then stands apart from the result of all.
    """
    game = HostedGame(client, beginning(record, 0))
    moments: list[dict[str, Any]] = []
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
        moments += steps
    return moments


def _step(view: view_pb2.View, events: Iterable[referee_pb2.Event]) -> dict[str, Any]:
    """Return one moment, with the round and the phase after it."""
    position: Any = position_of(view)
    step = {"round": position.round}
    if "phase" in position.DESCRIPTOR.fields_by_name:
        step["phase"] = enum_names(type(position).Phase.DESCRIPTOR)[0][position.phase]
    return {**step, "events": [json_format.MessageToDict(event) for event in events]}

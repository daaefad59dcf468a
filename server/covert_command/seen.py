"""A recorded game as one seat saw it, for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from google.protobuf import json_format

from covert_bots.covert.wire import enum_names
from covert_command.hosting import HostedGame
from covertbots.client import Client
from covertbots.v1 import referee_pb2, view_pb2
from covertbots.v1.covert_view_pb2 import CovertView

__all__ = ["moments_of"]

PHASES = enum_names(CovertView.Phase.DESCRIPTOR)[0]


def moments_of(client: Client, record: referee_pb2.Record, seat: int) -> list[dict[str, Any]]:
    """What the seat did and saw, in order: its own actions, and the events of each new view.

    What the seat could not see is left out, even the fact that something was done (rules 10.9).
    """
    start = referee_pb2.Record()
    start.CopyFrom(record)
    del start.actions[:]
    game = HostedGame(client, start)
    found: list[dict[str, Any]] = []
    for action in record.actions:
        own = game.seat == seat
        before = game.views[seat]
        moments = game.play(action.text).news[seat].moments
        steps = [_step(moment.view, moment.events) for moment in moments]
        if own:
            steps = steps or [_step(before, ())]
            steps[0]["action"] = action.text
        found += steps
    return found


def _step(view: view_pb2.View, events: Iterable[referee_pb2.Event]) -> dict[str, Any]:
    """One moment; the round and the phase are those after it."""
    return {
        "round": view.covert.round,
        "phase": PHASES[view.covert.phase],
        "events": [json_format.MessageToDict(event) for event in events],
    }

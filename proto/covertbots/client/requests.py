"""Requests from Python values: shared by the sync and the asyncio client."""

from __future__ import annotations

from collections.abc import Iterable

from google.protobuf.duration_pb2 import Duration

from covertbots.v1 import opponent_pb2, suggestion_pb2, view_pb2

__all__ = ["MAX_RESPONSE_BYTES", "actions", "duration", "limits", "suggest_request"]

MAX_RESPONSE_BYTES = 32 << 20
"""A response of Referee.Advance holds every new view of every seat."""


def duration(seconds: float) -> Duration:
    """Seconds as a message, to the microsecond."""
    message = Duration()
    message.FromMicroseconds(round(seconds * 1_000_000))
    return message


def limits(
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    remaining: float | None = None,
    increment: float = 0.0,
) -> suggestion_pb2.Limits:
    """Limits of a search; times, and the clock's `remaining` and `increment`, in seconds."""
    message = suggestion_pb2.Limits(iterations=iterations)
    if seconds is not None:
        message.time.CopyFrom(duration(seconds))
    if remaining is not None:
        message.clock.remaining.CopyFrom(duration(remaining))
        message.clock.increment.CopyFrom(duration(increment))
    return message


def actions(texts: Iterable[str]) -> list[suggestion_pb2.Action]:
    """Actions from their notation."""
    return [suggestion_pb2.Action(text=text) for text in texts]


def suggest_request(
    view: view_pb2.View,
    bot: str,
    limits: suggestion_pb2.Limits | None,
    seed: int,
    only: Iterable[str],
    avoid: Iterable[str],
) -> opponent_pb2.SuggestMoveRequest:
    """The request of SuggestMove and of Analyze."""
    return opponent_pb2.SuggestMoveRequest(
        view=view, bot=bot, limits=limits, seed=seed, only=actions(only), avoid=actions(avoid)
    )

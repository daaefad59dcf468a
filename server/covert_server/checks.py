"""Requests checked: from the bytes of a call to values the engine and the bots can take.

Each check adds what it finds to a list of (field, what is wrong), so that a caller learns of all
mistakes at once; `FieldError` is raised at the end if there are any. Fields are named by their path
in the request, such as `view.players[1].dice`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError, Message

from covert_bots.players.bot import Bot
from covert_bots.players.game import View
from covert_bots.players.spec import BotSpecError
from covert_server.budget import Budget
from covert_server.games import Problems, ServedGame
from covert_server.status import FieldError
from covertbots.v1 import opponent_pb2, suggestion_pb2

__all__ = [
    "Question",
    "bot_of",
    "budget_of",
    "parse",
    "question_of",
    "seconds_of",
]

M = TypeVar("M", bound=Message)

MOST_LEGAL = 256  # legal actions; the engine has room for no more
LONGEST = 365 * 24 * 3600  # seconds; no game lasts longer
MOST_ITERATIONS = (1 << 32) - 1  # the engine counts them in 32 bits


@dataclass(frozen=True)
class Question:
    """A decision that a bot is asked for."""

    game: ServedGame
    view: View
    bot: Bot
    budget: Budget
    seed: int
    only: list[int] | None
    avoid: list[int] | None


def parse(kind: type[M], data: bytes) -> M:
    """The message in `data`."""
    message = kind()
    try:
        message.ParseFromString(data)
    except DecodeError:
        name = message.DESCRIPTOR.full_name
        raise FieldError([("request", f"these {len(data)} bytes are no {name}")]) from None
    return message


def question_of(
    request: opponent_pb2.SuggestMoveRequest, game: ServedGame, default_bot: str, path: str = ""
) -> Question:
    """The question in a request; `path` leads to it, if it is part of a larger one."""
    problems: Problems = []
    bot = bot_of(request.bot or default_bot, game, f"{path}bot", problems)
    budget = budget_of(request.limits, f"{path}limits", problems)
    view = game.view_of(request, f"{path}view", problems)
    only = avoid = None
    if view is not None:
        only, avoid = _choice(request, game, view, path, problems)
    if problems or view is None or bot is None:
        raise FieldError(problems)
    return Question(game, view, bot, budget, request.seed, only, avoid)


def bot_of(spec: str, game: ServedGame, path: str, problems: Problems) -> Bot | None:
    """The bot a spec names."""
    try:
        return game.catalogue.make(spec)
    except BotSpecError as error:
        problems.append((path, str(error)))
        return None


def _choice(
    request: opponent_pb2.SuggestMoveRequest,
    game: ServedGame,
    view: View,
    path: str,
    problems: Problems,
) -> tuple[list[int] | None, list[int] | None]:
    """The actions to choose from and to leave out; None where a request says nothing."""
    if view.actor != view.seat:
        deciding = "nobody is" if view.actor is None else f"seat {view.actor} is"
        wrong = f"{deciding} to decide; expected the view's own seat, {view.seat}"
        problems.append((f"{path}view.to_decide", wrong))
        return None, None
    legal = view.legal_actions()
    only = _actions(request.only, game, view, legal, f"{path}only", problems)
    avoid = _actions(request.avoid, game, view, legal, f"{path}avoid", problems)
    if not set(only or legal) - set(avoid):
        problems.append((f"{path}avoid", "leaves no action to choose"))
    return only or None, avoid or None


def _actions(
    messages: Sequence[suggestion_pb2.Action],
    game: ServedGame,
    view: View,
    legal: Sequence[int],
    path: str,
    problems: Problems,
) -> list[int]:
    if len(messages) > MOST_LEGAL:
        problems.append((path, f"has {len(messages)} entries; expected at most {MOST_LEGAL}"))
        return []
    actions = []
    for index, message in enumerate(messages):
        try:
            action = game.action_of(message.text, view)
        except ValueError as error:
            problems.append((f"{path}[{index}].text", str(error)))
            continue
        if action in legal:
            actions.append(action)
        else:
            problems.append((f"{path}[{index}].text", f"{message.text!r} is not legal here"))
    return actions


def budget_of(limits: suggestion_pb2.Limits, path: str, problems: Problems) -> Budget:
    """The limits of a search as asked for."""
    iterations = limits.iterations if limits.HasField("iterations") else None
    if iterations is not None and not 1 <= iterations <= MOST_ITERATIONS:
        wrong = f"is {iterations}; expected 1 to {MOST_ITERATIONS}"
        problems.append((f"{path}.iterations", wrong))
    seconds = remaining = None
    increment = 0.0
    if limits.HasField("time"):
        seconds = seconds_of(limits.time, f"{path}.time", problems)
        if seconds == 0:
            problems.append((f"{path}.time", "is 0; expected more"))
    if limits.HasField("clock"):
        clock = f"{path}.clock"
        if limits.clock.HasField("remaining"):
            remaining = seconds_of(limits.clock.remaining, f"{clock}.remaining", problems)
        else:
            problems.append((f"{clock}.remaining", "is missing"))
        increment = seconds_of(limits.clock.increment, f"{clock}.increment", problems)
    return Budget(iterations, seconds, remaining, increment)


def seconds_of(duration: Duration, path: str, problems: Problems) -> float:
    """A duration that is not negative, in seconds."""
    seconds = duration.seconds + duration.nanos / 1e9
    if not (0 <= duration.nanos < 1_000_000_000 and 0 <= duration.seconds <= LONGEST):
        wrong = f"is {duration.seconds} s and {duration.nanos} ns; expected 0 to {LONGEST} s"
        problems.append((path, wrong))
    return seconds

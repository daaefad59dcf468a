"""The view of a game that `covertbots.v1` does not know, in a whole request: as bytes, and as JSON.

The game is Leduc poker of the examples; no other one is served.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any
from unittest.mock import patch

import grpc
from google.protobuf import json_format
from service.mutations import resolves

from covert_bots.players import other_messages
from covert_bots.players.message_fields import fields_from_message
from covert_bots.players.other_messages import OtherMessage
from covert_engine.search import Limit
from covert_engine.search.python.game import PythonView
from covert_server.calls.encodings import BINARY
from covert_server.calls.json_encoding import JSON
from covert_server.calls.status import FieldError, refusal_of
from covert_server.checks import bot_request_of
from covert_server.games import Games, ServedGame
from covertbots.v1 import opponent_pb2
from fuzz.mutations import changed_message
from fuzz.trees import changed
from leduc import leduc_pb2
from leduc.game import Leduc, State
from leduc.messages import view_from_message, view_message
from leduc.rules import CARDS, RULES, actions_of, deal, written
from leduc.service import ServedLeduc

__all__ = ["mutate", "seeds", "try_one"]

Request = opponent_pb2.SuggestMoveRequest
GAMES: Games[ServedGame] = Games([ServedLeduc()])
MESSAGES = {kind.DESCRIPTOR.full_name: OtherMessage("leduc", kind) for kind in Leduc.messages}
TYPES = ("", "leduc.v1.View", "/leduc.v1.View", "x/leduc.v1.Setup", "x/chess.v1.View", "x/é", "x/")
FEW = Limit(iterations=4)
OF_VIEW = "view.leduc."


def seeds() -> Iterator[bytes]:
    """Yield a request for each decision of a few games, in both encodings."""
    for seed in range(12):
        state, random = State(deal(seed)), Random(seed)
        while state.actor is not None:
            view = Leduc().view_to_message(state.view(state.actor))
            request = Request(view=view, bot="random", seed=seed)
            yield request.SerializeToString(deterministic=True)
            yield _text(json_format.MessageToDict(request))
            state.play(random.choice(state.legal_actions()))


def try_one(data: bytes) -> bool:
    """Check that the request is refused with the fields that are wrong, or that its view is one of
    the game, about which a bot answers."""
    with patch.dict(other_messages._messages(), MESSAGES):
        try:
            asked = _read(data)
        except FieldError as error:
            _check(error)
            return False
    view = asked.decision.view
    assert isinstance(view, PythonView)
    assert view_from_message(view_message(view)) == view
    start, actions = view.data[:CARDS], actions_of(view.data)
    for number, action in enumerate(actions):
        assert action in RULES.legal_actions(written(start, actions[:number]))
    assert RULES.view(view.sample(1), view.seat) == view.data
    assert asked.bot.answer(asked.decision, FEW, 1).moves[0].action in view.legal_actions()
    return True


def _read(data: bytes) -> Any:
    """Return the checked request in the data, JSON if it begins like it."""
    encoding = JSON if data.startswith(b"{") else BINARY
    try:
        return bot_request_of(encoding.parse(Request, data), GAMES)
    except FieldError as error:
        if not isinstance(error.rest, Request):
            raise
        return bot_request_of(error.rest, GAMES, problems=error.violations, unread=error.unread)


def _check(error: FieldError) -> None:
    """Check that a refusal names fields, each with a sentence that can be printed."""
    assert error.violations
    for field, said in error.violations:
        of_view = field.startswith(OF_VIEW)
        known = resolves(field.removeprefix(OF_VIEW), leduc_pb2.View if of_view else Request)
        unknown = "has no such field" in said
        assert known or unknown or field in ("request", "view.leduc"), field
        assert said
    refusal = refusal_of(error)
    assert refusal.code == grpc.StatusCode.INVALID_ARGUMENT
    details = refusal.status().details
    assert details


def mutate(data: bytes, random: Random) -> bytes | None:
    """Return another request in which the type, the bytes or the fields of the view are changed."""
    if data.startswith(b"{"):
        try:
            return _text(changed(json.loads(data), _trees(), random))
        except (ValueError, TypeError, RecursionError):
            return None
    request = Request()
    try:
        request.ParseFromString(data)
    except Exception:
        return None
    other = request.view.other
    match random.randrange(8):
        case 0:
            other.type_url = random.choice(TYPES)
        case 1:
            other.value = random.randbytes(random.randrange(20))
        case 2:
            cut = random.randrange(len(other.value) + 1)
            other.value = other.value[:cut] + random.randbytes(random.choice((0, 1, 4)))
        case _:
            other.value = changed_message(leduc_pb2.View, other.value, _views(), random) or b"\xff"
    return request.SerializeToString(deterministic=True)


@cache
def _trees() -> list[Any]:
    return [json.loads(seed) for seed in list(seeds())[1::8]]


@cache
def _views() -> list[Any]:
    others = (Request.FromString(seed).view.other for seed in list(seeds())[::8])
    return [fields_from_message(leduc_pb2.View.FromString(other.value)) for other in others]


def _text(tree: Any) -> bytes:
    return json.dumps(tree, separators=(",", ":"), sort_keys=True).encode()

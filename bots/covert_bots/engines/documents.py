"""The lines of the protocol of engines: docs/engine-protocol.md describes them.

A line is a JSON object with one member, which says what it is.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from google.protobuf.json_format import MessageToDict

from covert_bots.engines.clock import Clock, TimeLeft
from covert_bots.engines.failure import EngineError, Fault
from covert_bots.players.game import Game
from covert_bots.players.view import View
from covertbots.v1 import referee_pb2, view_pb2

PROTOCOL = 1  # number of this version
FORMS = ("json", "message", "none")  # of views
IN_JSON = {"card_set": "cardSet"}  # names that differ
BYE, STOP = b'{"bye":{}}', b'{"stop":{}}'


class Hello(NamedTuple):
    """The answer of an engine to `hello`: who it is, and how it wants to be asked."""

    name: str = ""
    views: str = FORMS[0]  # of FORMS
    card_set: bool = False  # true for the cards of each game
    events: bool = False  # true for the events since the last question


class Chosen(NamedTuple):
    """An engine's action as text, and the iterations of its search."""

    text: str
    iterations: int


@dataclass(frozen=True)
class Begun:
    """A game that begins for a seat."""

    game: str
    players: int
    seat: int
    seed: int  # of the bot's own chance
    setup: dict[str, Any]
    card_set: dict[str, Any]
    move_seconds: float
    clock: Clock | None = None


def written(kind: str, body: dict[str, Any]) -> bytes:
    """Return a line."""
    return json.dumps({kind: body}, separators=(",", ":")).encode()


def hello_line() -> bytes:
    """Return the first line to an engine."""
    return written("hello", {"protocol": PROTOCOL, "program": "covert-bots"})


class Teller:
    """The writer of the lines to engines, for one game with its cards. Pieces that come again are
    kept."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._actions: dict[int, tuple[str, str]] = {}  # text, and the whole as JSON
        self._card_set = ""

    def game_line(
        self,
        players: int,
        seat: int,
        seed: int,
        seconds: float,
        card_set: bool,
        clock: Clock | None = None,
    ) -> bytes:
        """Return the line that begins a game."""
        game = self.game
        body = {
            "game": game.name,
            "players": players,
            "seat": seat,
            "seed": str(seed),
            "moveSeconds": seconds,
            "setup": game.setup,
            **({} if clock is None else {"clock": asdict(clock)}),
        }
        line = json.dumps({"game": body}, separators=(",", ":"))
        if card_set:
            self._card_set = self._card_set or json.dumps(
                game.card_set_facts(), separators=(",", ":")
            )
            line = f'{line[:-2]},"cardSet":{self._card_set}}}}}'
        return line.encode()

    def view_line(
        self,
        number: int,
        view: View,
        legal: Sequence[int],
        form: str,
        events: Sequence[referee_pb2.Event] | None,
        clock: TimeLeft | None = None,
    ) -> tuple[bytes, dict[str, int]]:
        """Return the line that asks for an action, and the legal actions by their texts."""
        told = [self._action(action) for action in legal]
        parts = [f'{{"view":{{"number":{number},"actions":[{",".join(whole for _, whole in told)}]']
        if clock is not None:
            left = [round(seconds, 4) for seconds in clock.left]
            parts.append(f',"clock":{json.dumps({"left": left, "increment": clock.increment})}')
        if events is not None:
            parts.append(f',"events":[{",".join(map(_json, events))}]')
        if form == "json":
            parts.append(f',"view":{_json(self.game.view_to_message(view))}')
        elif form == "message":
            data = self.game.view_to_message(view).SerializeToString()
            parts.append(f',"message":"{b64encode(data).decode()}"')
        parts.append("}}")
        texts = {text: action for (text, _), action in zip(told, legal, strict=True)}
        return "".join(parts).encode(), texts

    def _action(self, action: int) -> tuple[str, str]:
        known = self._actions.get(action)
        if known is None:
            message = self.game.action_to_message(action)
            known = self._actions[action] = (message.text, _json(message))
        return known


def _json(message: Any) -> str:
    return json.dumps(MessageToDict(message), separators=(",", ":"))


def view_in(body: dict[str, Any]) -> view_pb2.View:
    """Return the view in a line that has it as the bytes of a message."""
    return view_pb2.View.FromString(b64decode(body["message"]))


def body_of(line: bytes, kind: str) -> dict[str, Any]:
    """Return what an answer says; EngineError if it is not of this kind, or says that the engine
    has failed."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        document = None
    member = next(iter(document)) if isinstance(document, dict) and len(document) == 1 else ""
    body = document[member] if member else None
    if not isinstance(body, dict) or member not in (kind, "error"):
        shown = repr(line[:60].decode(errors="replace"))
        expected = f'a line such as {{"{kind}":{{...}}}}'
        raise EngineError(Fault.ERROR, f"wrote {shown}; expected {expected}")
    if member == "error":
        fault = Fault.ILLEGAL if body.get("illegal") is True else Fault.ERROR
        raise EngineError(fault, str(body.get("message", "")), str(body.get("trace", "")))
    return body


def hello_of(line: bytes) -> Hello:
    """Read the answer to `hello`."""
    body = body_of(line, "hello")
    fields: dict[str, Any] = {}
    for name, kind, expected in (
        ("name", str, "a text"),
        ("views", str, ", ".join(FORMS)),
        ("card_set", bool, "true or false"),
        ("events", bool, "true or false"),
    ):
        member = IN_JSON.get(name, name)
        if member not in body:
            continue
        value = body[member]
        if type(value) is not kind or (name == "views" and value not in FORMS):
            wrong = f"hello.{member}: {_short(value)}; expected {expected}"
            raise EngineError(Fault.ERROR, wrong)
        fields[name] = value
    return Hello(**fields)


def chosen_of(line: bytes) -> Chosen:
    """Read the answer to `view`."""
    body = body_of(line, "action")
    text, iterations = body.get("text"), body.get("iterations", 0)
    if not isinstance(text, str):
        wrong = f"action.text: {_short(text)}; expected the text of a legal action"
        raise EngineError(Fault.ERROR, wrong)
    if type(iterations) is not int or iterations < 0:
        wrong = f"action.iterations: {_short(iterations)}; expected a whole number"
        raise EngineError(Fault.ERROR, wrong)
    return Chosen(text, iterations)


def begun_of(body: dict[str, Any]) -> Begun:
    """Read the beginning of a game, for an engine."""
    return Begun(
        game=body["game"],
        players=body["players"],
        seat=body["seat"],
        seed=int(body["seed"]),
        setup=body["setup"],
        card_set=body.get("cardSet", {}),
        move_seconds=body["moveSeconds"],
        clock=_clock_of(body["clock"]) if "clock" in body else None,
    )


def _clock_of(body: dict[str, Any]) -> Clock:
    return Clock(body["seconds"], body["increment"], body["of"])


def time_left_in(body: dict[str, Any], begun: Begun) -> TimeLeft | None:
    """Return the time in a line that asks for an action; None without a clock."""
    if "clock" not in body or begun.clock is None:
        return None
    left = tuple(float(seconds) for seconds in body["clock"]["left"])
    if len(left) != begun.players:
        raise ValueError(f"clock.left: {len(left)} seats; expected {begun.players}")
    return TimeLeft(begun.seat, left, float(body["clock"]["increment"]), begun.clock.of)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."

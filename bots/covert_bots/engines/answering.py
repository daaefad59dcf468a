"""The engine's side of the protocol: a player of ours, or of a module, behind standard input."""

from __future__ import annotations

import json
import os
import select
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, Protocol

from covert_bots.engines.clock import TimeLeft
from covert_bots.engines.documents import Begun, begun_of, time_left_in, view_in, written
from covert_bots.players.game import Game
from covert_bots.players.installed import BOTS, game_names, installed_game
from covert_bots.players.view import View

CHUNK = 1 << 16  # bytes
LONGEST = 1 << 24  # bytes of a line
LONGEST_SHOWN = 60  # bytes of a line in a mistake
KINDS = ("hello", "game", "view", "stop", "bye")


class RefusalError(Exception):
    """A failure to be reported to the referee."""

    def __init__(self, message: str, *, trace: str = "", illegal: bool = False) -> None:
        super().__init__(message)
        self.trace = trace
        self.illegal = illegal


class Answered(NamedTuple):
    """An action, and the iterations of the search."""

    action: int
    iterations: int = 0


class Player(Protocol):
    """A player for one game after another."""

    @property
    def name(self) -> str:
        """The name it goes by."""

    def begin(self, game: Game, seat: int) -> None:
        """Begin a game."""

    def choose(
        self, view: View, seed: int, stopped: Callable[[], bool], clock: TimeLeft | None
    ) -> Answered:
        """Choose an action, with so much time if there is a clock. `stopped` says, at any time,
        whether to answer at once."""


class Lines:
    """The lines on a descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._buffer = b""
        self._ready: deque[bytes] = deque()

    def next(self) -> bytes | None:
        """Return the next line; None at the end."""
        while not self._ready:
            if not self._read():
                return None
        return self._ready.popleft()

    def stopped(self) -> bool:
        """Return true if the next line is `stop`, or there are no more."""
        while not self._ready:
            if not select.select([self._descriptor], [], [], 0)[0]:
                return False
            if not self._read():
                return True
        return b'"stop"' in self._ready[0][:16]

    def _read(self) -> bool:
        data = os.read(self._descriptor, CHUNK)
        if not data:
            return False
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        self._ready.extend(lines)
        if len(self._buffer) > LONGEST:
            raise ValueError(f"a line of more than {LONGEST} bytes; expected at most so many")
        return True


def answer(player: Player, incoming: int, outgoing: int) -> None:
    """Answer lines until `bye`, or until there are no more."""
    lines = Lines(incoming)
    own = os.getpid()
    games: dict[str, Game] = {}
    begun: Begun | None = None
    game: Game | None = None
    while (line := lines.next()) is not None:
        try:
            kind, body = _document(line)
            if kind == "bye":
                return
            if kind == "stop":
                continue
            if kind == "hello":
                said: dict[str, object] = {"name": player.name, "views": "message", "cardSet": True}
            elif kind == "game":
                begun = begun_of(body)
                key = json.dumps([begun.game, begun.players, begun.setup, begun.card_set])
                game = games.get(key) or _game_of(begun)
                games = {key: game}
                player.begin(game, begun.seat)
                said = {}
            else:
                if game is None or begun is None:
                    raise RefusalError("view: comes before a game; expected `game` first")
                view = game.view_from_message(view_in(body))
                clock = time_left_in(body, begun)
                chosen = player.choose(view, begun.seed, lines.stopped, clock)
                text = game.action_to_message(chosen.action).text
                kind, said = "action", {"text": text, "iterations": chosen.iterations}
        except RefusalError as error:
            trace, illegal = error.trace, error.illegal
            kind, said = "error", {"message": str(error), "trace": trace, "illegal": illegal}
        except KeyError as error:
            kind, said = "error", {"message": f"{error}: is missing in the line"}
        except (ValueError, TypeError) as error:  # in what the line says
            kind, said = "error", {"message": str(error)}
        if os.getpid() != own:
            os._exit(1)  # a fork, made by a bot: only the engine itself answers
        _write(outgoing, written(kind, said) + b"\n")


def _document(line: bytes) -> tuple[str, Any]:
    """Return the kind of a line and what it holds; RefusalError if it is none of ours."""
    try:
        ((kind, body),) = json.loads(line).items()
    except (ValueError, AttributeError, RecursionError):  # no JSON, no object, not of one name
        kind = body = None
    if kind not in KINDS or not isinstance(body, dict):
        shown = line[:LONGEST_SHOWN].decode("utf-8", "backslashreplace")
        expected = f"an object that holds one object, {' or '.join(KINDS)}"
        raise RefusalError(f"line: is {shown!r}; expected {expected}")
    return str(kind), body


def _game_of(begun: Begun) -> Game:
    if begun.game not in game_names(BOTS):
        raise RefusalError(f"{begun.game}: not known here; games: {', '.join(game_names(BOTS))}")
    kind: type[Game] = installed_game(BOTS, begun.game)
    return kind.of_facts(begun.card_set, begun.setup, begun.players)


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


@contextmanager
def own_pipes() -> Iterator[tuple[int, int]]:
    """Take standard input and output for the lines: others read nothing there, and what they print
    is lost. The output closes at the end, even if the process lives on."""
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)
    try:
        yield incoming, outgoing
    finally:
        with suppress(OSError):  # a bot may have closed it
            os.close(outgoing)

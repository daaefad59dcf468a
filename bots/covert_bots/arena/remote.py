"""Entrants of other servers. Apart from the others, for gRPC is a fifth of what a host imports."""

from __future__ import annotations

from grpc import StatusCode

from covert_bots.arena.entrants import Answer, EntrantError
from covert_bots.players.game import Game, View
from covertbots.client import Client, RequestError, ServiceError
from covertbots.client.channel import checked_target
from covertbots.v1 import view_pb2

__all__ = ["Remote", "greet_server", "is_target"]

REMOTE_SECONDS = 3600.0  # a call's deadline; the arena has one of its own
GREETING_SECONDS = 5.0  # for a server to be there, and again for it to refuse a bot


def is_target(text: str) -> bool:
    """Whether a client takes it for the address of a server, or of several."""
    try:
        checked_target(text)
    except RequestError:
        return False
    return True


def greet_server(name: str, target: str, spec: str, view: view_pb2.View) -> None:
    """Asks a bot of a server about a view; EntrantError if either is not there."""
    with Client(target, timeout=GREETING_SECONDS) as client:
        try:
            client.wait_ready(GREETING_SECONDS)
            client.suggest_move(view, spec, seed=1)
        except TimeoutError as error:
            raise EntrantError(f"{name!r}: {error}; expected one at {target}") from None
        except ServiceError as error:
            if error.code is not StatusCode.DEADLINE_EXCEEDED:
                raise EntrantError(f"{name!r}: the server answers {error}") from None


class Remote:
    """A bot of a server. Both ends draw from the same seed: it plays as it would in process."""

    def __init__(self, target: str, spec: str, game: Game) -> None:
        self._game = game
        self._client = Client(target, timeout=REMOTE_SECONDS)
        self._spec = spec

    def answer(self, view: View, seed: int) -> Answer:
        try:
            reply = self._client.suggest_move(
                self._game.view_to_message(view), self._spec, seed=seed
            )
        except ServiceError as error:
            raise RuntimeError(f"the server answers {error}") from error
        suggestion = reply.suggestion
        action = self._game.parse_action(suggestion.moves[0].action.text)
        return Answer(action, suggestion.iterations)

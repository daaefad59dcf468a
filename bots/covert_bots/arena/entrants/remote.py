"""Entrants of other servers, in a module of their own because gRPC is slow to import.

The settings for TLS and the token are in the environment, which processes that host games inherit:
neither plan nor ledger holds a secret.
"""

from __future__ import annotations

import os
import time
from functools import cache
from pathlib import Path

from grpc import ChannelCredentials, StatusCode, ssl_channel_credentials

from covert_bots.arena.entrants.entrant import Answer, EntrantError
from covert_bots.players.game import Game
from covert_bots.players.view import View
from covertbots.client import Client, RequestError, ServiceError
from covertbots.client.channel import checked_target
from covertbots.v1 import view_pb2

# Environment variables: `1` for TLS with gRPC's own authorities; PEM files; the token.
TLS = "COVERT_BOTS_TLS"
TLS_CA = "COVERT_BOTS_TLS_CA"
CLIENT_CERT, CLIENT_KEY = "COVERT_BOTS_CLIENT_CERT", "COVERT_BOTS_CLIENT_KEY"
TOKEN = "COVERT_BOTS_TOKEN"
YES = ("1", "true", "t", "yes", "y", "on")  # as on the command line

REMOTE_SECONDS = 3600.0  # a call's deadline; the arena has its own
GREETING_SECONDS = 5.0  # to connect to a server, and again for its answer


def is_target(text: str) -> bool:
    """Return true if a text is the address of a server, or of several."""
    try:
        checked_target(text)
    except RequestError:
        return False
    return True


def client_of(target: str, timeout: float) -> Client:
    """Return a client of a server, or of several; OSError if a file cannot be read."""
    token = os.environ.get(TOKEN) or None
    return Client(target, timeout=timeout, credentials=_credentials(), token=token)


@cache
def _client_of_games(target: str) -> Client:
    """Return the client for all games of this process; it is never closed."""
    return client_of(target, REMOTE_SECONDS)


def _credentials() -> ChannelCredentials | None:
    """Return credentials by the environment; None for clear text."""
    files = [os.environ.get(name) for name in (TLS_CA, CLIENT_KEY, CLIENT_CERT)]
    if not any(files) and os.environ.get(TLS, "").lower() not in YES:
        return None
    return ssl_channel_credentials(*(Path(file).read_bytes() if file else None for file in files))


def probe_server(name: str, target: str, spec: str, view: view_pb2.View) -> None:
    """Ask a bot of a server about a view; EntrantError if either is not available."""
    try:
        client = client_of(target, GREETING_SECONDS)
    except (OSError, RequestError) as error:
        raise EntrantError(f"{name!r}: {error}") from None
    with client:
        try:
            client.wait_ready(GREETING_SECONDS)
            client.suggest_move(view, spec, seed=1)
        except TimeoutError as error:
            raise EntrantError(f"{name!r}: {error}; expected one at {target}") from None
        except ServiceError as error:
            # A busy or slow server is available.
            if error.retry_after is None and error.code is not StatusCode.DEADLINE_EXCEEDED:
                raise EntrantError(f"{name!r}: the server answers {error}") from None


class Remote:
    """A bot of a server. It gets the same seed, so it plays as in this process."""

    def __init__(self, target: str, spec: str, game: Game) -> None:
        self._game = game
        self._client = _client_of_games(target)
        self._spec = spec

    def answer(self, view: View, seed: int) -> Answer:
        try:
            reply = self._client.suggest_move(
                self._game.view_to_message(view), self._spec, seed=seed
            )
        except ServiceError as error:
            raise RuntimeError(f"the server answers {error}") from error
        suggestion = reply.suggestion
        move = suggestion.moves[0]
        action = self._game.parse_action(move.action.text)
        return Answer(action, suggestion.iterations, move.value if move.visits else None)

    def cpu_seconds(self) -> float:
        """Return the CPU time of this process, which only waits."""
        return time.process_time()

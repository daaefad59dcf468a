"""Entrants of other servers, in a module of their own because gRPC is slow to import.

The settings for TLS and the token are in the environment, which processes that host games inherit:
neither plan nor ledger holds a secret.
"""

from __future__ import annotations

import logging
import os
import time
from functools import cache
from pathlib import Path
from random import uniform
from statistics import median

from grpc import ChannelCredentials, StatusCode, ssl_channel_credentials

from covert_bots.arena.entrants.entrant import Answer, EntrantError
from covert_bots.arena.entrants.outage import GoneError, Outage
from covert_bots.engines.clock import TimeLeft
from covert_bots.engines.failure import EngineError, Fault
from covert_bots.players.game import Game
from covert_bots.players.view import View
from covertbots.client import Client, RequestError, ServiceError
from covertbots.client.channel import checked_target
from covertbots.v1 import suggestion_pb2, view_pb2

# Environment variables: `1` for TLS with gRPC's own authorities; PEM files; the token.
TLS = "COVERT_BOTS_TLS"
TLS_CA = "COVERT_BOTS_TLS_CA"
CLIENT_CERT, CLIENT_KEY = "COVERT_BOTS_CLIENT_CERT", "COVERT_BOTS_CLIENT_KEY"
TOKEN = "COVERT_BOTS_TOKEN"
YES = ("1", "true", "t", "yes", "y", "on")  # as on the command line

PATIENCE = "COVERT_BOTS_PATIENCE"  # seconds
USUAL_PATIENCE = 30.0  # a server is away for some seconds when it is started again
FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0  # seconds between two questions to a server that is gone
OUTAGES = {
    StatusCode.CANCELLED: Outage.UNREACHABLE,
    StatusCode.RESOURCE_EXHAUSTED: Outage.QUOTA,
    StatusCode.UNAUTHENTICATED: Outage.ACCESS,
    StatusCode.PERMISSION_DENIED: Outage.ACCESS,
    StatusCode.UNIMPLEMENTED: Outage.OTHER,
}
STOOD_STILL = 2.0  # seconds by which a deadline is never missed otherwise
MOST_STILL = 2  # times that this is believed of one question: a server can say it, too
PINGS = 5
MOST_LAG = 1.0  # seconds that a server is granted for each decision
OF_TLS = ("CERTIFICATE", "handshake", "SSL", "TLS")  # in gRPC's words for a lost connection
GREETING_SECONDS = 5.0  # to connect to a server, and again for its answer

log = logging.getLogger("covert_bots.arena")


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
    return client_of(target, GREETING_SECONDS)


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


_given_up: set[str] = set()  # servers that were asked in vain, and are asked only once by now


class Remote:
    """A bot of a server. It gets the same seed, so it plays as in this process."""

    def __init__(self, target: str, spec: str, game: Game, move_seconds: float) -> None:
        """GoneError if the server cannot be called at all."""
        self._game = game
        self._target = target
        try:
            self._client = _client_of_games(target)
        except (OSError, RequestError) as error:  # such as a certificate that is gone
            raise GoneError(Outage.TLS, f"{target}: {error}") from None
        self._spec = spec
        self._seconds = move_seconds

    @property
    def lag(self) -> float:
        """The seconds of a question to its server and back, measured the first time; 0 while the
        server is gone."""
        try:
            return _lag(self._target)
        except ServiceError:
            return 0.0

    def answer(self, view: View, seed: int, clock: TimeLeft | None = None) -> Answer:
        """Ask the server, again and again while it is gone; GoneError if it stays away,
        EngineError if the bot is late, RuntimeError if the server answers otherwise."""
        message = self._game.view_to_message(view)
        limits, seconds = None, self._seconds
        if clock is not None:
            limits = _limits(clock)
            seconds = clock.wait(seconds - self.lag) + self.lag
        until = 0.0  # when to give up
        wait = FIRST_WAIT
        still = MOST_STILL
        while True:
            try:
                asked = time.monotonic()
                reply = self._client.suggest_move(
                    message, self._spec, limits, seed=seed, timeout=seconds, patience=0
                )
            except ServiceError as error:
                off = abs(time.monotonic() - asked - seconds)
                if error.code is StatusCode.DEADLINE_EXCEEDED and off > STOOD_STILL and still:
                    still -= 1  # this machine stood still, and the server may have been in time
                    continue
                outage = self._outage_of(error, seconds)
                if outage is None:
                    raise RuntimeError(f"the server answers {error}") from error
                now = time.monotonic()
                if not until:
                    until = now
                    if self._target not in _given_up:
                        until += patience()
                        log.warning("%s: asking again: %s", self._target, error)
                pause = wait * uniform(0.5, 1) if error.retry_after is None else error.retry_after
                if now + pause > until:
                    _given_up.add(self._target)
                    raise GoneError(outage, f"{self._target}: {error}") from None
                time.sleep(pause)
                wait = min(2 * wait, LONGEST_WAIT)
                continue
            spent = time.monotonic() - asked
            _given_up.discard(self._target)
            suggestion = reply.suggestion
            move = suggestion.moves[0]
            action = self._game.parse_action(move.action.text)
            value = move.value if move.visits else None
            return Answer(action, suggestion.iterations, spent, value)

    def _outage_of(self, error: ServiceError, seconds: float) -> Outage | None:
        """Return the class of outage behind an error; None if the bot is at fault.
        EngineError if the bot is late."""
        if error.code is StatusCode.DEADLINE_EXCEEDED:
            try:  # a server that does not even say who it is has not just a slow bot
                self._client.get_info(timeout=GREETING_SECONDS, patience=0)
            except ServiceError as worse:
                if worse.code is StatusCode.DEADLINE_EXCEEDED:
                    return Outage.UNREACHABLE
                return outage_of(worse)
            raise EngineError(Fault.LATE, f"no move within {seconds:.3g} s") from None
        return outage_of(error)

    def cpu_seconds(self) -> float:
        """Return the CPU time of this process, which only waits."""
        return time.process_time()


@cache
def _lag(target: str) -> float:
    """Measure the seconds of a question to a server and back, in the middle of some; ServiceError
    if it does not answer."""
    client = _client_of_games(target)
    times = []
    for _ in range(PINGS + 1):
        started = time.monotonic()
        client.get_info(timeout=GREETING_SECONDS, patience=0)
        times.append(time.monotonic() - started)
    return min(median(times[1:]), MOST_LAG)  # the first one connects


def _limits(clock: TimeLeft) -> suggestion_pb2.Limits:
    """Return the limits of a search that a clock sets: the server shares it out."""
    limits = suggestion_pb2.Limits()
    limits.clock.remaining.FromMicroseconds(round(clock.left[clock.seat] * 1e6))
    limits.clock.increment.FromMicroseconds(round(clock.increment * 1e6))
    return limits


def patience() -> float:
    """Return the seconds for which a server that is gone is asked again."""
    return float(os.environ.get(PATIENCE, USUAL_PATIENCE))


def outage_of(error: ServiceError) -> Outage | None:
    """Return the class of outage behind the error of a call; None if there is none."""
    if error.code is not StatusCode.UNAVAILABLE:
        return OUTAGES.get(error.code)
    if error.reason:  # the server itself says that it is full
        return Outage.QUOTA
    if any(sign in error.message for sign in OF_TLS):
        return Outage.TLS
    if error.is_of_another_protocol:
        return Outage.OTHER
    return Outage.REFUSED if "refused" in error.message else Outage.UNREACHABLE

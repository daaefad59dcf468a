"""Calls of a table's server, made again while it cannot be reached."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from google.protobuf.message import Message
from rich.console import Console

from covert_command.games.played_game import RefusalError
from covert_command.servers.called import REFEREE, TABLES, RefusedError, Server
from covert_command.terminal.interrupt import wait_for
from covert_command.terminal.mistakes import Mistake, one_line
from covertbots.v1 import opponent_pb2, referee_pb2, suggestion_pb2
from covertbots.v1 import tables_pb2 as v1

M = TypeVar("M", bound=Message)
T = TypeVar("T")

PASSING = ("UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED", "UNKNOWN", "CANCELLED")
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0  # seconds until the next try; twice as long each time
FIRST_CONTACT = 5.0  # seconds in which a server must answer that has not answered yet
PATIENCE = 1800.0  # seconds that a lost server is waited for
LOOKING = 20  # seconds that a call waits for something new
ANSWERING = 15.0  # seconds for an answer, beyond that
REASONS = {
    "TABLE_UNKNOWN": "the server has no such table, or no more: tables are forgotten in time",
    "TOKEN_WRONG": "the link does not open this table; ask for another link",
    "NO_SEAT_OPEN": "all seats of the table are taken",
    "NO_HINTS": "the host allows no hints at this table now",
    "NO_UNDO": "nothing is taken back at a table of several people, or once the game is over",
    "NOTHING_TO_UNDO": "you have learned something since your last move, so it stays",
}


class TableCalls:
    """The calls of a table's server."""

    def __init__(self, server: Server, address: str, console: Console) -> None:
        self._server = server
        self._address = address
        self._console = console
        self._answered = False

    def ask(self, method: str, request: Message, kind: type[M], wait: float = 0.0) -> M:
        """Return the answer of a method of Tables; `wait` is for how many seconds it may wait for
        something new. RefusalError if it is refused, Mistake if the server stays away."""
        name, seconds = f"{TABLES}/{method}", wait + ANSWERING
        return self._again(lambda: self._server.call(name, request, kind, seconds))

    def ask_other(self, method: str, request: Message, kind: type[M]) -> M:
        """Return the answer of a method of another service of this server."""
        return self._again(lambda: self._server.call(method, request, kind))

    def card_set(self, digest: str) -> referee_pb2.GetCardSetResponse:
        """Return a card set of the server by its digest."""
        request = referee_pb2.GetCardSetRequest(card_set=digest)
        return self.ask_other(f"{REFEREE}/GetCardSet", request, referee_pb2.GetCardSetResponse)

    def look(self, table: str, token: str, after: int, wait: int = 0) -> v1.GetTableResponse:
        """Look at a table; with `wait`, when there is something new, or after so many seconds."""
        request = v1.GetTableRequest(table=table, token=token, after=after)
        request.wait.FromSeconds(wait)
        return self.ask("GetTable", request, v1.GetTableResponse, wait)

    def hint(self, request: v1.WatchHintRequest) -> suggestion_pb2.Suggestion:
        """Return the last answer of a hint."""

        def last() -> suggestion_pb2.Suggestion:
            method, kind = f"{TABLES}/WatchHint", opponent_pb2.WatchResponse
            *_, answer = self._server.stream(method, [request], kind)
            return answer.suggestion

        return self._again(last)

    def _again(self, call: Callable[[], T]) -> T:
        pause, began, said = FIRST_PAUSE, time.monotonic(), False
        while True:
            try:
                answer = wait_for(call)
            except RefusedError as error:
                if error.code not in PASSING:
                    raise refusal(error) from None
                left = began + (PATIENCE if self._answered else FIRST_CONTACT) - time.monotonic()
                if left <= 0:
                    raise Mistake(self._lost(error)) from None
                if self._answered and not said:
                    self._console.print(
                        "The server does not answer; trying again (Ctrl-C leaves).", style="dim"
                    )
                    said = True
            else:
                if said:
                    self._console.print("The server answers again.", style="dim")
                self._answered = True
                return answer
            time.sleep(min(pause, left))
            pause = min(2 * pause, LONGEST_PAUSE)

    def _lost(self, error: RefusedError) -> str:
        if error.info.reason:  # it is there, and full
            return f"{self._address}: {one_line(error.message)}"
        if self._answered:
            return f"the server at {self._address} no longer answers; check that it is running"
        return f"no server answers at {self._address}: {one_line(error.message)}"


def refusal(error: RefusedError) -> RefusalError | Mistake:
    """Return a refusal in plain words; a Mistake if no call can succeed."""
    reason = error.info.reason
    if error.code == "UNIMPLEMENTED":
        return Mistake("--table: this server keeps no tables; it needs `serve --tables`")
    if error.code == "UNAUTHENTICATED":
        return Mistake("--table: the server wants a token of its own; expected --token")
    fields = [
        f"{violation.field}: {violation.description}" for violation in error.bad.field_violations
    ]
    words = REASONS.get(reason) or "; ".join(fields) or error.message.partition(": ")[2]
    return RefusalError(one_line(words or error.message), reason)

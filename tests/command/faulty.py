"""A server whose answers are changed on the way to the checks of `conform`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from google.protobuf.message import Message
from service.server import Serving

from covert_command.commands.conform import BROKEN, finding
from covert_command.conformance.tables import CHECKS
from covert_command.conformance.trial import Trial
from covert_command.servers.called import GrpcServer, RefusedError
from covert_engine.covert import compile, house_set

__all__ = ["CARDS", "Faulty", "check_noticed", "fault_of", "other_status", "set_on"]

CARDS = compile(house_set())


class Faulty:
    """A server whose answers are changed on the way."""

    two_way = True

    def __init__(self, server: GrpcServer, fault: Callable[[str, Any, Any], Any]) -> None:
        self._server = server
        self._fault = fault

    def call(self, method: str, request: Any, kind: Any, seconds: float = 30.0) -> Any:
        """Make a call; return its answer, changed."""
        try:
            answer = self._server.call(method, request, kind, seconds)
        except RefusedError as error:
            answer = error
        answer = self._fault(method.rpartition("/")[2], request, answer)
        if isinstance(answer, RefusedError):
            raise answer
        return answer

    def stream(self, method: str, requests: Iterable[Message], kind: Any) -> Iterator[Any]:
        """Make a call; yield its answers, changed as a list. A hint that is refused has none."""
        answers: Any
        answers = self._server.stream(method, requests, kind)
        if method.endswith("WatchTable"):  # it goes on until the game is over
            answers = islice(answers, 1)
        try:
            answers = list(answers)
        except RefusedError:
            if not method.endswith("WatchHint"):
                raise
            answers = []
        yield from self._fault(method.rpartition("/")[2], None, answers)

    def close(self) -> None:
        """Do nothing: the good server is used again."""


def fault_of(method: str, change: Callable[[Any, Any], Any]) -> Callable[[str, Any, Any], Any]:
    """Return a fault of the answers of one method; `change` gets request and answer."""

    def fault(called: str, request: Any, answer: Any) -> Any:
        if called != method:
            return answer
        changed = change(request, answer)
        return answer if changed is None else changed

    return fault


def set_on(path: str, value: Any) -> Callable[[Any, Any], None]:
    """Set a field of answers, also of each of a list and of errors."""

    def change(_: Any, answer: Any) -> None:
        *homes, last = path.split(".")
        for part in answer if isinstance(answer, list) else [answer]:
            home = part
            if isinstance(home, RefusedError) != (homes[:1] in (["info"], ["bad"], ["unmet"])):
                continue
            for name in homes:
                home = getattr(home, name)
            if value is None:
                home.ClearField(last)
            elif isinstance(value, list):
                getattr(home, last).extend(value)
            else:
                setattr(home, last, value)

    return change


def other_status(code: str) -> Callable[[Any, Any], None]:
    def change(_: Any, answer: Any) -> None:
        if isinstance(answer, RefusedError):
            answer.code = code

    return change


def check_noticed(
    serving: Serving, promise: str, method: str, change: Callable[[Any, Any], Any], why: str
) -> None:
    """Check that a promise is found broken whose method has such answers."""
    (check,) = (check for check in CHECKS if check.promise.startswith(promise))
    good = GrpcServer(serving.target)
    server = Faulty(good, fault_of(method, change))
    trial = Trial(server, lambda: server, CARDS)
    trial.positions = trial.positions[:1]
    outcome = finding(check, trial)
    good.close()
    assert outcome.result == BROKEN
    assert why in outcome.why

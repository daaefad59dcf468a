"""The status for each error: the one table from exception to status.

Every answer other than OK carries a `google.rpc.ErrorInfo` with a reason a program can act on, and
details for its code: the wrong fields, the known card sets, when to try again.
"""

from __future__ import annotations

import logging
import re
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import grpc
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from covert_bots.engines.failure import Fault
from covert_engine.input.hints import and_more
from covert_server.access.quotas import QuotaError
from covert_server.access.tokens import TokenError

log = logging.getLogger(__name__)

DOMAIN = "covertbots"
# A status travels in HTTP/2 headers, of which clients take 8 KiB: some violations, cut to length.
# In bytes; the message takes up to three times as many, the details a third more.
LONGEST_TEXT = 200
MOST_TEXT = 3600
MOST_PROBLEMS = 64  # of one sort in a request; a status has no room for more
MOST_CARD_SETS = 24
LEAST_RETRY = 0.1  # least seconds until the next try: estimates are no better
COUNTED = re.compile(r" and ([0-9]+) more$")  # the end of a list that is already cut


class FieldError(ValueError):
    """A request with mistakes; `violations` are pairs (field, mistake)."""

    rest: Message | None = None
    """The readable part of the request, if any."""
    unread: frozenset[str] = frozenset()
    """Paths missing from that part: they could not be read, or an unknown name may have meant
    them."""

    def __init__(self, violations: Iterable[tuple[str, str]]) -> None:
        self.violations = list(violations)
        super().__init__(self.violations)


class UnknownCardSetError(ValueError):
    """A card set that this server does not have; `known` are the digests of its own."""

    def __init__(self, digest: str, known: Sequence[str]) -> None:
        self.digest = digest
        self.known = list(known)
        super().__init__(digest)


class Busy(NamedTuple):
    """The kind of overload."""

    searches: bool = True
    """True for searches, False for calls that need none."""
    full: bool = False
    """True if there is no place to wait, False if there is no time."""

    @property
    def words(self) -> str:
        """The overload in a sentence."""
        if self.searches:
            if self.full:
                return "as many searches wait for a worker as may"
            return "all workers are busy, and none would be free in time"
        if self.full:
            return "the requests that wait take as much memory as they may"
        return "so many calls wait that this one would not be answered in time"


class BusyError(Exception):
    """No worker would be free in time, or the queue is full; `retry_after` is in seconds."""

    def __init__(self, retry_after: float, busy: Busy | None = None) -> None:
        self.retry_after = retry_after
        self.busy = busy or Busy()
        super().__init__(retry_after)


@dataclass(eq=False)
class LateError(Exception):
    """A call whose turn did not come in time for its deadline; `retry_after` is in seconds."""

    retry_after: float


class DeadlineError(Exception):
    """A deadline that leaves no time for the work, however idle the workers are."""


class DrainingError(Exception):
    """The server is shutting down: another server must answer."""

    retry_after = 1.0


class CrowdedError(Exception):
    """The requests in progress take too much memory together."""

    retry_after = 1.0


@dataclass(eq=False)
class IdleError(Exception):
    """A client that has begun a stream and sends nothing for `seconds`."""

    seconds: float


@dataclass(eq=False)
class NotTakenError(Exception):
    """A client that does not take an answer of a stream for `seconds`."""

    seconds: float


@dataclass(eq=False)
class EngineFailedError(Exception):
    """An engine of the operator that did not answer as it should; nobody else is to blame."""

    name: str
    fault: Fault
    detail: str
    retry_after = 1.0


@dataclass(frozen=True)
class Refusal:
    """A status other than OK."""

    code: grpc.StatusCode
    message: str
    """For people; names the first mistake."""
    details: tuple[Message, ...]
    """For programs: messages of `google.rpc`."""
    retry_after: float | None = None
    """Seconds until it is worth trying again; None if it never is, or if that is unknown."""

    def status(self) -> status_pb2.Status:
        """Return the refusal as one message."""
        number: int = self.code.value[0]
        status = status_pb2.Status(code=number, message=self.message)
        for detail in self.details:
            status.details.add().Pack(detail)
        return status


HUNG_UP = Refusal(grpc.StatusCode.CANCELLED, "the client has hung up", ())
LATE = Refusal(grpc.StatusCode.DEADLINE_EXCEEDED, "the deadline of the call has passed", ())
"""Outcomes of calls whose client gets no answer."""


class RefusedError(Exception):
    """A call refused with this status and reason, and no other details."""

    def __init__(self, code: grpc.StatusCode, message: str, reason: str) -> None:
        self.refusal = Refusal(code, message, (_reason(reason),))
        super().__init__(message)


class RepeatedError(Exception):
    """A call refused as another was before."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.message)


def too_large(most: int) -> RefusedError:
    """Return the refusal of a request of more than `most` bytes."""
    wrong = f"the request is larger than {most} bytes"
    return RefusedError(grpc.StatusCode.RESOURCE_EXHAUSTED, wrong, "REQUEST_TOO_LARGE")


def late_request(seconds: float) -> RefusedError:
    """Return the refusal of a request that has not come in so many seconds."""
    wrong = f"the request did not arrive within {seconds:g} seconds"
    return RefusedError(grpc.StatusCode.DEADLINE_EXCEEDED, wrong, "REQUEST_TOO_SLOW")


def _cut(text: str) -> str:
    """Return a text cut to length: its longest list loses entries, or else it ends with a whole
    word."""
    if len(text.encode()) <= LONGEST_TEXT:
        return text
    clauses = text.split("; ")
    longest = max(range(len(clauses)), key=lambda place: clauses[place].count(", "))
    entries = clauses[longest].split(", ")
    counted = COUNTED.search(entries[-1])
    more = 0
    if counted is not None:
        entries[-1] = entries[-1][: counted.start()]
        more = int(counted[1])
    for kept in range(len(entries) - 1, 1, -1):
        clauses[longest] = f"{', '.join(entries[:kept])} and {more + len(entries) - kept} more"
        shorter = "; ".join(clauses)
        if len(shorter.encode()) <= LONGEST_TEXT:
            return shorter
    start = text.encode()[: LONGEST_TEXT - 4].decode(errors="ignore")
    words = start.rpartition(" ")[0]
    return f"{words} ..." if words else f"{start}..."


def _reason(reason: str, **metadata: str) -> error_details_pb2.ErrorInfo:
    return error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN, metadata=metadata)


def _retry(seconds: float) -> error_details_pb2.RetryInfo:
    delay = Duration()
    delay.FromMilliseconds(round(seconds * 1000))
    return error_details_pb2.RetryInfo(retry_delay=delay)


def _field(error: FieldError) -> Refusal:
    bad = error_details_pb2.BadRequest()
    for field, description in error.violations:
        bad.field_violations.add(field=_cut(field), description=_cut(description))
        if bad.ByteSize() > MOST_TEXT:
            break
    first = bad.field_violations[0]
    message = f"{first.field}: {first.description}"
    if len(error.violations) > 1:
        message += and_more(len(error.violations) - 1)
    return Refusal(grpc.StatusCode.INVALID_ARGUMENT, message, (_reason("INVALID_REQUEST"), bad))


def _card_set(error: UnknownCardSetError) -> Refusal:
    known = ", ".join(error.known[:MOST_CARD_SETS])
    if len(error.known) > MOST_CARD_SETS:
        known += f" and {len(error.known) - MOST_CARD_SETS} more"
    message = f"card set {_cut(error.digest)!r} is not known here; this server has {known}"
    failure = error_details_pb2.PreconditionFailure()
    failure.violations.add(
        type="CARD_SET", subject=_cut(error.digest), description="not known here"
    )
    reason = _reason("CARD_SET_UNKNOWN", card_sets=known)
    return Refusal(grpc.StatusCode.FAILED_PRECONDITION, message, (reason, failure))


def _late(error: LateError) -> Refusal:
    message = "the call waited for its turn until its deadline could no longer be met"
    return _later("NO_WORKER_IN_TIME", message, error.retry_after)


def _short(error: DeadlineError) -> Refusal:
    message = "the deadline of the call leaves no time to answer it"
    return Refusal(grpc.StatusCode.DEADLINE_EXCEEDED, message, (_reason("DEADLINE_TOO_SHORT"),))


def _draining(error: DrainingError) -> Refusal:
    return _later("SHUTTING_DOWN", "the server is shutting down", error.retry_after)


def _crowded(error: CrowdedError) -> Refusal:
    message = "the requests of all clients together are too large for the server"
    return _later("REQUESTS_TOO_LARGE", message, error.retry_after)


def _idle(error: IdleError) -> Refusal:
    message = (
        f"nothing came for {error.seconds:g} seconds; open a new call and send the next message "
        "there"
    )
    return Refusal(grpc.StatusCode.ABORTED, message, (_reason("STREAM_IDLE"),))


def _not_taken(error: NotTakenError) -> Refusal:
    message = (
        f"no answer was taken for {error.seconds:g} seconds; open a new call and read its answers"
    )
    return Refusal(grpc.StatusCode.ABORTED, message, (_reason("ANSWER_NOT_TAKEN"),))


def _token(error: TokenError) -> Refusal:
    reason, wrong = "TOKEN_MISSING", "the call has no token"
    if error.expired:
        reason, wrong = "TOKEN_EXPIRED", "this token has expired"
    elif error.given:
        reason, wrong = "TOKEN_UNKNOWN", "this token is not known here"
    message = f"authorization: {wrong}; expected Bearer and a token that this server knows"
    return Refusal(grpc.StatusCode.UNAUTHENTICATED, message, (_reason(reason),))


def _quota(error: QuotaError) -> Refusal:
    failure = error_details_pb2.QuotaFailure()
    failure.violations.add(subject=error.client, description=f"is limited to {error.allowed}")
    message = f"{error.client} is limited to {error.allowed}"
    details = (_reason("QUOTA_EXCEEDED"), failure, _retry(error.retry_after))
    return Refusal(grpc.StatusCode.RESOURCE_EXHAUSTED, message, details, error.retry_after)


def _later(reason: str, message: str, retry_after: float) -> Refusal:
    details = (_reason(reason), _retry(retry_after))
    return Refusal(grpc.StatusCode.UNAVAILABLE, message, details, retry_after)


def _engine(error: EngineFailedError) -> Refusal:
    message = _cut(f"the engine {error.name} failed: {error.detail}")
    if error.fault is Fault.DEAD:
        return _later("ENGINE_ENDED", message, error.retry_after)
    if error.fault is Fault.LATE:
        return Refusal(grpc.StatusCode.DEADLINE_EXCEEDED, message, (_reason("ENGINE_LATE"),))
    return Refusal(grpc.StatusCode.INTERNAL, message, (_reason("ENGINE_WRONG"),))


TABLE: dict[type[Exception], Callable[..., Refusal]] = {
    FieldError: _field,
    UnknownCardSetError: _card_set,
    BusyError: lambda error: _later("QUEUE_FULL", error.busy.words, error.retry_after),
    LateError: _late,
    DeadlineError: _short,
    DrainingError: _draining,
    CrowdedError: _crowded,
    IdleError: _idle,
    NotTakenError: _not_taken,
    TokenError: _token,
    QuotaError: _quota,
    EngineFailedError: _engine,
    RefusedError: lambda error: error.refusal,
    RepeatedError: lambda error: error.refusal,
}


def refusal_of(error: Exception) -> Refusal:
    """Return the refusal for an error; one that is not in the table gets only the number of its
    incident in the log."""
    rule = TABLE.get(type(error))
    if rule is not None:
        return rule(error)
    incident = uuid.uuid4().hex[:12]
    log.error("incident %s", incident, exc_info=error)
    return Refusal(
        grpc.StatusCode.INTERNAL,
        f"internal error, incident {incident} in the server's log",
        (_reason("INTERNAL", incident=incident),),
    )

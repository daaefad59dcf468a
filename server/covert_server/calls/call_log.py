"""What the server's log says of calls: refusals by reason, slow calls, and how it was asked.

A line has a few words and then fields, as `name=value` or, in JSON, as members. Under overload each
reason has one line a second, which says how many calls it stands for: the first call has its line
at once, those after it share one at the end of the second.
"""

from __future__ import annotations

import json
import logging
import time
from asyncio import TimerHandle, get_running_loop
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from google.rpc import error_details_pb2

from covert_server.calls.status import HUNG_UP, LATE, Refusal

if TYPE_CHECKING:
    from covert_server.calls.call import Call
    from covert_server.calls.calls import Method

log = logging.getLogger("covert_server.calls")

EVERY = 1.0  # seconds between two lines with one reason
FIELDS = "fields"  # of a log record: what its line says beside its words


def reason_of(refusal: Refusal) -> str:
    """Why a call was refused, in a word for programs; the status if there is none."""
    for detail in refusal.details:
        if isinstance(detail, error_details_pb2.ErrorInfo):
            reason: str = detail.reason
            return reason
    return refusal.code.name


@dataclass
class _Unsaid:
    """The calls refused for one reason in the second after a line, which ends with the timer."""

    timer: TimerHandle
    calls: int = 0
    fields: dict[str, Any] | None = None
    """What their line says, of the last of them."""


class CallLog:
    """Notes calls as they end, on the event loop."""

    def __init__(self, slow: float) -> None:
        """Calls with one answer that take longer than `slow` seconds have a line of their own. What
        a client takes to send its request is not counted."""
        self._slow = slow
        self._unsaid: dict[str, _Unsaid] = {}  # by reason

    def accepted(self, method: Method, call: Call) -> None:
        """Writes that a call was let in and its request has come."""
        if log.isEnabledFor(logging.DEBUG):
            log.debug("accepted", extra=_fields(method, call, time.monotonic() - call.arrived))

    def ended(self, method: Method, call: Call, outcome: Any) -> None:
        """Writes what is to be said of a call, if anything is."""
        seconds = time.monotonic() - call.received
        if outcome in (HUNG_UP, LATE):
            if log.isEnabledFor(logging.DEBUG):
                log.debug("not answered", extra=_fields(method, call, seconds))
        elif isinstance(outcome, Refusal):
            self._refused(method, call, outcome, seconds)
        elif seconds > self._slow and not method.server_streams:
            log.warning("slow call", extra=_fields(method, call, seconds))
        elif log.isEnabledFor(logging.DEBUG):
            log.debug("answered", extra=_fields(method, call, seconds))

    def close(self) -> None:
        """Writes the lines that wait for the end of their second."""
        for unsaid in self._unsaid.values():
            unsaid.timer.cancel()
            if unsaid.fields is not None:
                log.info("refused", extra=unsaid.fields)
        self._unsaid.clear()

    def _refused(self, method: Method, call: Call, refusal: Refusal, seconds: float) -> None:
        reason = reason_of(refusal)
        unsaid = self._unsaid.get(reason)
        calls = 1 if unsaid is None else unsaid.calls + 1
        more = {"status": refusal.code.name, "reason": reason, "calls": calls}
        fields = _fields(method, call, seconds, **more)
        if unsaid is None:
            self._say(reason, fields)
        else:
            unsaid.calls, unsaid.fields = calls, fields

    def _say(self, reason: str, fields: dict[str, Any]) -> None:
        log.info("refused", extra=fields)
        timer = get_running_loop().call_later(EVERY, self._end_second, reason)
        self._unsaid[reason] = _Unsaid(timer)

    def _end_second(self, reason: str) -> None:
        unsaid = self._unsaid.pop(reason)
        if unsaid.fields is not None:
            self._say(reason, unsaid.fields)


def _fields(method: Method, call: Call, seconds: float, **more: Any) -> dict[str, Any]:
    return {
        FIELDS: {
            "method": method.path,
            **more,
            "client": call.client,
            "request_id": call.request_id,
            "seconds": round(seconds, 6),
        }
    }


def _of(record: logging.LogRecord) -> Mapping[str, Any]:
    found: Mapping[str, Any] = getattr(record, FIELDS, {})
    return found


class LogStyle(NamedTuple):
    """What the log has, and how."""

    level: str = "info"
    """`debug`, `info`, `warning` or `error`."""
    json: bool = False
    """Lines for programs, not for people."""


def start_log(style: LogStyle) -> None:
    """Lets the log be written, on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if style.json else TextLines())
    logging.basicConfig(level=style.level.upper(), handlers=[handler], force=True)


class TextLines(logging.Formatter):
    """A line for people: time, level, words, and `name=value`."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        self.converter = time.gmtime

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        """The line, without a traceback."""
        line = super().formatMessage(record)
        return " ".join([line, *(f"{name}={_word(one)}" for name, one in _of(record).items())])


def _word(value: Any) -> str:
    """A value that can be told from what follows."""
    text = str(value)
    plain = text.isprintable() and not any(one in text for one in ' "=')
    return text if plain and text else json.dumps(text)


class JsonLines(logging.Formatter):
    """A line for programs: one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; a traceback is a member of it."""
        found = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **_of(record),
        }
        if record.exc_info:
            found["traceback"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False, default=str)

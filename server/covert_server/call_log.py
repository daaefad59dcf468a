"""What the server's log says of calls: refusals by reason, slow calls, and how it was asked.

A line has a few words and then fields, as `name=value` or, in JSON, as members. Under overload each
reason has one line a second, which says how many calls it stands for.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from google.rpc import error_details_pb2

from covert_server.status import HUNG_UP, LATE, Refusal

if TYPE_CHECKING:
    from covert_server.calls import Call, Method

__all__ = ["CallLog", "JsonLines", "LogStyle", "TextLines", "reason_of", "start_log"]

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


class CallLog:
    """Notes calls as they end."""

    def __init__(self, slow: float) -> None:
        """Calls with one answer that take longer than `slow` seconds have a line of their own."""
        self._slow = slow
        self._said: dict[str, float] = {}  # when the latest line with a reason was written
        self._unsaid: dict[str, int] = {}  # how many calls have come since

    def accepted(self, method: Method, call: Call) -> None:
        """Writes that a call was let in and its request has come."""
        if log.isEnabledFor(logging.DEBUG):
            log.debug("accepted", extra=_fields(method, call, time.monotonic() - call.arrived))

    def ended(self, method: Method, call: Call, outcome: Any) -> None:
        """Writes what is to be said of a call, if anything is."""
        seconds = time.monotonic() - call.arrived
        if outcome in (HUNG_UP, LATE):
            if log.isEnabledFor(logging.DEBUG):
                log.debug("not answered", extra=_fields(method, call, seconds))
        elif isinstance(outcome, Refusal):
            self._refused(method, call, outcome, seconds)
        elif seconds > self._slow and not method.server_streams:
            log.warning("slow call", extra=_fields(method, call, seconds))
        elif log.isEnabledFor(logging.DEBUG):
            log.debug("answered", extra=_fields(method, call, seconds))

    def _refused(self, method: Method, call: Call, refusal: Refusal, seconds: float) -> None:
        reason, now = reason_of(refusal), time.monotonic()
        count = self._unsaid.get(reason, 0) + 1
        if now - self._said.get(reason, -EVERY) < EVERY:
            self._unsaid[reason] = count
            return
        self._said[reason], self._unsaid[reason] = now, 0
        more = {"status": refusal.code.name, "reason": reason, "calls": count}
        log.info("refused", extra=_fields(method, call, seconds, **more))


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

"""The server's log of calls: refusals by reason, slow calls, and the format of its lines.

A line has a few words and then fields, as `name=value` or, in JSON, as members. Under overload each
reason has one line a second, with the number of its calls: the first call is logged at once, later
ones share a line at the end of the second.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from google.rpc import error_details_pb2

from covert_server.access.tally import Tally
from covert_server.calls.log_writer import LogWriter
from covert_server.calls.status import HUNG_UP, LATE, Refusal

if TYPE_CHECKING:
    from covert_server.calls.call import Call
    from covert_server.calls.calls import Method

log = logging.getLogger("covert_server.calls")

FIELDS = "fields"  # of a log record: the fields of its line


def reason_of(refusal: Refusal) -> str:
    """Return the reason of a refusal, in a word for programs; the status if it has none."""
    for detail in refusal.details:
        if isinstance(detail, error_details_pb2.ErrorInfo):
            reason: str = detail.reason
            return reason
    return refusal.code.name


class CallLog:
    """Logs calls as they end, on the event loop."""

    def __init__(self, slow: float) -> None:
        """Calls with one answer that take longer than `slow` seconds have a line of their own. The
        time until the request has come does not count, nor that in which the call waits for
        something to happen."""
        self._slow = slow
        self._refused = Tally(log, "refused", ("reason",), counted="calls")
        self._closed = False

    def accepted(self, method: Method, call: Call) -> None:
        """Log a call let in, whose request has come."""
        if log.isEnabledFor(logging.DEBUG):
            log.debug("accepted", extra=_fields(method, call, time.monotonic() - call.arrived))

    def ended(self, method: Method, call: Call, outcome: Any) -> None:
        """Log the end of a call, if it is worth a line."""
        if self._closed:  # gRPC may still begin a call that it cancelled when it ended
            return
        seconds = time.monotonic() - call.received - call.waited
        if outcome in (HUNG_UP, LATE):
            if log.isEnabledFor(logging.DEBUG):
                log.debug("not answered", extra=_fields(method, call, seconds))
        elif isinstance(outcome, Refusal):
            fields = _fields(method, call, seconds)[FIELDS]
            self._refused.add(reason_of(outcome), status=outcome.code.name, **fields)
        elif seconds > self._slow and not method.server_streams:
            log.warning("slow call", extra=_fields(method, call, seconds))
        elif log.isEnabledFor(logging.DEBUG):
            log.debug("answered", extra=_fields(method, call, seconds))

    def close(self) -> None:
        """Write the lines that wait for the end of their second, and none of later calls."""
        self._closed = True
        self._refused.close()


def _fields(method: Method, call: Call, seconds: float) -> dict[str, Any]:
    return {
        FIELDS: {
            "method": method.path,
            "client": call.client,
            "request_id": call.request_id,
            "seconds": round(seconds, 6),
        }
    }


def _of(record: logging.LogRecord) -> Mapping[str, Any]:
    fields: Mapping[str, Any] = getattr(record, FIELDS, {})
    return fields


class LogStyle(NamedTuple):
    """The level and format of the log."""

    level: str = "info"
    """`debug`, `info`, `warning` or `error`."""
    json: bool = False
    """True for lines for programs, not for people."""


def start_log(style: LogStyle) -> None:
    """Start the log on standard error, whose reader may be stuck."""
    handler = LogWriter()
    handler.setFormatter(JsonLines() if style.json else TextLines())
    logging.basicConfig(level=style.level.upper(), handlers=[handler], force=True)


def flush_log() -> None:
    """Wait until the log is written, for a while at most."""
    for handler in logging.getLogger().handlers:
        handler.flush()


class TextLines(logging.Formatter):
    """A line for people: time, level, words, and `name=value`."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        self.converter = time.gmtime

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        """Return the line, without a traceback."""
        line = super().formatMessage(record)
        return " ".join([line, *(f"{name}={_word(value)}" for name, value in _of(record).items())])


def _word(value: Any) -> str:
    """Return a value, quoted where its end could be mistaken."""
    text = str(value)
    plain = text.isprintable() and not any(mark in text for mark in ' "=')
    return text if plain and text else json.dumps(text)


class JsonLines(logging.Formatter):
    """A line for programs: one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; a traceback is a member of it."""
        members = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **_of(record),
        }
        if record.exc_info:
            members["traceback"] = self.formatException(record.exc_info)
        return json.dumps(members, ensure_ascii=False, default=str)

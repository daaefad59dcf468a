"""The access log: a line for each call as it ends, or for a share of them.

Of calls that are answered, the share is picked by their trace, so that all servers on a call's way
log the same ones. Calls that fail always have a line. More lines than `MOST` a second, which a
flood of calls could cause, are only counted.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from zlib import crc32

from covert_server.access.tally import Tally
from covert_server.calls.status import Refusal

if TYPE_CHECKING:
    from covert_server.calls.call import Call
    from covert_server.calls.calls import Method

log = logging.getLogger("covert_server.access_log")

MOST = 1000  # lines a second
SECOND = 1.0
LONGEST_PATH = 100  # characters of a path that no call has
ALL = 1 << 32  # values of a checksum


class AccessLog:
    """Logs calls over both transports, on the event loop."""

    def __init__(self, share: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`share` of the calls that are answered are logged, from 0 to 1, health checks apart."""
        self._share = share
        self._clock = clock
        self._second = -SECOND
        self._lines = 0  # in the present second
        self._more = Tally(log, "calls not logged", counted="calls")

    def ended(self, method: Method, call: Call, outcome: Any) -> None:
        """Log the end of a call, if it failed or is one of the share."""
        answered = not isinstance(outcome, Refusal)
        if answered and (method.always or not self._is_picked(call)):
            return
        if not self._has_room():
            return
        fields = {
            "method": method.path,
            "code": "OK" if answered else outcome.code.name,
            "ms": round(1000 * (time.monotonic() - call.arrived), 3),
            "received": call.received_bytes,
            "sent": call.sent_bytes,
            "port": call.port,
            "peer": call.origin,
            "holder": "-" if call.holder is None else call.holder.name,
            "request_id": call.request_id,
            "trace": call.trace_id or "-",
        }
        log.info("call", extra={"fields": fields})

    def no_call(self, path: str, code: str, port: str, peer: str) -> None:
        """Log a request for something that is not there, or not to be called in this way."""
        if self._has_room():
            fields = {"method": path[:LONGEST_PATH], "code": code, "port": port, "peer": peer}
            log.info("no call", extra={"fields": fields})

    def close(self) -> None:
        """Write the line that waits for the end of its second."""
        self._more.close()

    def _is_picked(self, call: Call) -> bool:
        """Return True for this share of all traces."""
        return crc32((call.trace_id or call.request_id).encode()) < self._share * ALL

    def _has_room(self) -> bool:
        """Return True if another line may be written in this second; count the call otherwise."""
        now = self._clock()
        if now - self._second >= SECOND:
            self._second, self._lines = now, 0
        self._lines += 1
        if self._lines <= MOST:
            return True
        self._more.add()
        return False

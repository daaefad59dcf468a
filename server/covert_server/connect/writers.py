"""The threads that write answers over HTTP, and pack them.

JSON is written in Python, which holds the GIL: a tenth of a second for each half megabyte. So large
answers queue in a thread of their own, and small ones do not wait for them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

from covert_server.calls.call import Call
from covert_server.calls.status import FieldError
from covert_server.workers.fair_queue import Claim
from covert_server.workers.worker_pool import WorkerPool

SMALL = 2048  # bytes of a message written at once, in JSON below 1 ms; larger ones in a thread
LARGE = 1 << 16  # bytes of a message, above that of any answer with a hint
MOST_WRITTEN = sys.maxsize  # waiting answers: a finished answer is not refused


class Writers:
    """One thread for large answers and one for all others, each with its queue."""

    def __init__(self, charge: Callable[[str, float], None] = lambda client, seconds: None) -> None:
        """`charge` gets the client and the seconds of each answer. OSError if the system has no
        threads left."""
        self.pools = {
            name: WorkerPool(name, 1, MOST_WRITTEN, charge) for name in ("write", "write-large")
        }
        """The pools by name."""

    async def run(self, writing: Callable[[], bytes], size: int, call: Call) -> bytes:
        """Write the answer to a call, a message of `size` bytes, as clients take turns."""
        if size <= SMALL:
            return writing()
        pool = self.pools["write-large" if size > LARGE else "write"]
        batch = False
        with suppress(FieldError):  # the method ignores the class of its calls
            batch = call.batch
        claim = Claim(call.client, batch, pool.mean)
        return await pool.run(lambda _: writing(), claim=claim)

"""The threads that write answers over HTTP, and pack them.

JSON is written in Python, which holds the GIL: a tenth of a second for each half megabyte. So large
answers wait for one another in a thread of their own, and nobody with a small one waits for them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

from covert_server.calls.call import Call
from covert_server.calls.status import FieldError
from covert_server.workers.fair_queue import Claim
from covert_server.workers.worker_pool import WorkerPool

SMALL = 2048  # bytes of a message that is written at once, in JSON below 1 ms; others in a thread
LARGE = 1 << 16  # bytes of a message that takes longer than an answer with a hint ever does
MOST_WRITTEN = sys.maxsize  # answers that wait for that: what has been found is not refused


class Writers:
    """One thread for large answers and one for all others, each with its queue."""

    def __init__(self, charge: Callable[[str, float], None] = lambda client, seconds: None) -> None:
        """`charge` hears how many seconds each answer took, and of which client. OSError if the
        system does not give so many threads."""
        self.pools = {
            name: WorkerPool(name, 1, MOST_WRITTEN, charge) for name in ("write", "write-large")
        }
        """By name."""

    async def run(self, writing: Callable[[], bytes], size: int, call: Call) -> bytes:
        """Writes the answer to a call, a message of so many bytes, as clients take turns."""
        if size <= SMALL:
            return writing()
        pool = self.pools["write-large" if size > LARGE else "write"]
        batch = False
        with suppress(FieldError):  # of a method that does not ask for the class of its calls
            batch = call.batch
        claim = Claim(call.client, batch, pool.mean)
        return await pool.run(lambda _: writing(), claim=claim)

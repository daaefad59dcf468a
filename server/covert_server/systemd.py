"""Messages to systemd for a service of `Type=notify`, by sd_notify(3).

A message is a datagram of lines to the socket that NOTIFY_SOCKET names. Without that variable
nothing is sent. The signs of life come from the event loop, so they stop when it hangs, and systemd
then starts the server anew (`WatchdogSec=`).
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

BEAT = 1.0  # seconds between two signs of life, fewer for a watchdog that needs them sooner
BEATS = 3  # in the time of the watchdog: one may be late
MORE_TIME = 10.0  # seconds that a server which still stops asks for at each beat
PATIENCE = 0.5  # seconds for systemd to take a message; a sign of life is not waited for
MICROSECONDS = 1_000_000


class Systemd:
    """Tells systemd how the server is, if it was started by it.

    The variables are taken out of the environment: processes started from here are not the service.
    """

    def __init__(self) -> None:
        self._socket = os.environ.pop("NOTIFY_SOCKET", "")
        process = os.environ.pop("WATCHDOG_PID", "") or str(os.getpid())
        patience = os.environ.pop("WATCHDOG_USEC", "")
        watches = patience.isdecimal() and process == str(os.getpid())
        self._watchdog = int(patience) / MICROSECONDS if watches else 0.0
        self._stops = False
        self._heard = True  # systemd took the latest message
        self._beating: asyncio.Future[None] | None = None

    def ready(self, status: str) -> None:
        """Say that the server serves, and from now on that it is alive, until `close`."""
        if self._socket:
            self._tell("READY=1", f"STATUS={status}")
            self._beating = asyncio.ensure_future(self._beat())

    def reload(self, reload: Callable[[], None]) -> None:
        """Call `reload`, and say when that begins and ends."""
        told = self._socket and self._beating is not None and not self._stops
        if told:
            self._tell("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")
        reload()
        if told:
            self._tell("READY=1")

    def stopping(self) -> None:
        """Say that the server stops; until `close` it asks for the time that it needs."""
        self._stops = True
        if self._socket:
            self._tell("STOPPING=1", "STATUS=answering the last calls", *self._life())

    def close(self) -> None:
        """Say no more."""
        if self._beating is not None:
            self._beating.cancel()

    async def _beat(self) -> None:
        interval = min(BEAT, self._watchdog / BEATS) if self._watchdog else BEAT
        while True:
            await asyncio.sleep(interval)
            if life := self._life():
                self._tell(*life, patience=0.0)

    def _life(self) -> list[str]:
        """Return the signs of life that systemd waits for."""
        alive = ["WATCHDOG=1"] if self._watchdog else []
        more = [f"EXTEND_TIMEOUT_USEC={int(MORE_TIME * MICROSECONDS)}"] if self._stops else []
        return alive + more

    def _tell(self, *lines: str, patience: float = PATIENCE) -> None:
        """Send a message. A server that cannot goes on, and logs why, once until it can again."""
        name = f"\0{self._socket[1:]}" if self._socket.startswith("@") else self._socket
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.settimeout(patience)
                sender.sendto("\n".join(lines).encode(), name)
            self._heard = True
        except OSError as error:
            heard, self._heard = self._heard, False
            if not heard:
                return
            fields = {"told": lines[0], "error": str(error)}
            log.warning("systemd not told", extra={"fields": fields})

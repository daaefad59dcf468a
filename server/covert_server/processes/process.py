"""One of several processes that serve at one address, run as a module.

Its supervisor (`supervisor.py`) writes the settings to its standard input, and then orders, one a
line; at the end of input the supervisor is gone, and the process stops. It writes one line to its
standard output, either that it serves or why it cannot, and then an empty line every second as a
sign that its event loop runs. SIGTERM is an order too, however often it comes: service managers
send it to all processes of a service. Ctrl-C does not reach it.
"""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import Any, NamedTuple

from covert_bots.engines.shelter import hide_memory
from covert_server.access.files import AccessFileError
from covert_server.app import Server
from covert_server.calls.call_log import LogStyle, flush_log, start_log
from covert_server.engines.processes import EngineStartError
from covert_server.settings import Settings
from covert_server.tables.kept import StoreError

# Orders: stop after the lame-duck time; stop without it; wait no longer; reload certificates and
# tokens.
STOP, LEAVE, HURRY, RELOAD = "stop", "leave", "hurry", "reload"
LENGTH = 4  # bytes of the length before the settings
BEAT = 1.0  # seconds between two signs of life


class Begin(NamedTuple):
    """The settings that a process starts with."""

    settings: Settings
    style: LogStyle

    def to_bytes(self) -> bytes:
        """Return them as the process reads them."""
        data = pickle.dumps(self)
        return len(data).to_bytes(LENGTH, "big") + data


async def _serve() -> None:
    loop = asyncio.get_running_loop()
    orders: asyncio.Queue[str] = asyncio.Queue()
    loop.add_signal_handler(signal.SIGTERM, orders.put_nowait, STOP)
    loop.add_signal_handler(signal.SIGHUP, orders.put_nowait, RELOAD)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})  # as the supervisor had it blocked
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    try:
        length = int.from_bytes(await reader.readexactly(LENGTH), "big")
        begin: Begin = pickle.loads(await reader.readexactly(length))
    except asyncio.IncompleteReadError:  # the supervisor has ended
        return
    start_log(begin.style)
    if begin.settings.engines:
        hide_memory()
    try:
        server = Server(begin.settings)
        await server.start()
    except (ImportError, AccessFileError, OSError) as error:
        cause = f": {error.__cause__}" if error.__cause__ else ""
        _say(error=f"{error}{cause}")
        return
    except StoreError as error:
        _say(error=f"--tables: {error}")
        return
    except EngineStartError as error:
        _say(error=f"--engine: {error}")
        return
    flush_log()
    _say(metrics_port=server.metrics_port)
    listening = asyncio.ensure_future(_listen(reader, orders))
    beating = asyncio.ensure_future(_beat())
    while (order := await orders.get()) == RELOAD:
        server.reload()
    lame_duck = begin.settings.lame_duck if order == STOP else 0.0
    stopping = asyncio.ensure_future(server.stop(lame_duck=lame_duck))
    hurrying = asyncio.ensure_future(_hurry(server, orders))
    await stopping
    hurrying.cancel()
    listening.cancel()
    beating.cancel()


async def _listen(reader: asyncio.StreamReader, orders: asyncio.Queue[str]) -> None:
    async for line in reader:
        orders.put_nowait(line.decode().strip())
    orders.put_nowait(STOP)


async def _beat() -> None:
    """Send signs of life to the supervisor."""
    heartbeat = sys.stdout.fileno()
    os.set_blocking(heartbeat, False)
    while True:
        with suppress(OSError):  # the supervisor does not read, or is gone
            os.write(heartbeat, b"\n")
        await asyncio.sleep(BEAT)


async def _hurry(server: Server, orders: asyncio.Queue[str]) -> None:
    while await orders.get() != HURRY:
        pass
    server.hurry()


def _say(**fields: Any) -> None:
    print(json.dumps(fields), flush=True)


if __name__ == "__main__":
    asyncio.run(_serve())

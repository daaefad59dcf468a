"""A server for one command, on a free port of this machine, in a separate thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import grpc

from covert_command.options.server import ServerAddress
from covert_command.terminal.mistakes import Mistake
from covert_server.budget import Ceilings
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError
from covertbots.client.proxies import proxied

T = TypeVar("T")

LONGEST_SEARCH = 3600.0  # seconds; a user who does not want to wait can press Ctrl-C
FIRST_CONTACT = 5.0  # seconds to wait for the first answer of a server


@contextmanager
def _local_server(settings: Settings) -> Iterator[str]:
    """Serves while the block lasts; gives host and port."""
    from covert_server.app import Server  # takes long to import, for both games

    loop = asyncio.new_event_loop()

    def do(work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    async def make() -> Server:
        ceilings = Ceilings(seconds=LONGEST_SEARCH)
        return Server(replace(settings, address="127.0.0.1:0", ceilings=ceilings))

    thread = threading.Thread(target=loop.run_forever, name="server", daemon=True)
    thread.start()
    server = do(make())
    try:
        yield f"127.0.0.1:{do(server.start())}"
    finally:
        do(server.stop(0.0))
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@contextmanager
def client_of(
    server: ServerAddress | None, settings: Settings | None = None
) -> Iterator[tuple[ServerAddress, Client]]:
    """A client of the server named, or of a local one with these settings; gives the server too."""
    if server is None:
        with _local_server(settings or Settings()) as target:
            local = ServerAddress(target)
            with local.client() as client:
                yield local, client
        return
    with server.client() as client:
        try:
            client.wait_ready(FIRST_CONTACT)
        except TimeoutError:
            raise Mistake(f"no server answers at {server} {_how(server)}") from None
        try:
            yield server, client
        except ServiceError as error:
            if error.code is not grpc.StatusCode.UNAVAILABLE or error.reason:
                raise
            wrong = f"the server at {server} no longer answers; check that it is running"
            raise Mistake(wrong) from None


def _how(server: ServerAddress) -> str:
    """How it was called, and what else there is to try."""
    if hint := proxied(server.target):
        return f"through a proxy: {hint}"
    if server.credentials is None:
        return "without TLS; check that it is running, or use --tls or --tls-ca if it needs TLS"
    return (
        "over TLS; check that it is running, that --tls-ca verifies its certificate for this "
        "name, and that --client-cert is given if it asks for one"
    )

"""A bare `grpc.aio` server in a process of its own: what a call costs without any service in it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import grpc

from covert_command.load.own_server import OwnServer


@contextmanager
def echo_server(service: str, method: str, answers: Mapping[bytes, int]) -> Iterator[OwnServer]:
    """Serves while the block lasts: a method that answers each request with so many bytes."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(
        target=_run, args=(theirs, service, method, dict(answers)), daemon=True
    )
    process.start()
    theirs.close()
    try:
        target = f"127.0.0.1:{ours.recv()}"
        assert process.pid is not None
        yield OwnServer(target, process.pid)
    finally:
        process.terminate()
        process.join()


def _run(started: Connection, service: str, method: str, answers: dict[bytes, int]) -> None:
    asyncio.run(_serve(started, service, method, answers))


async def _serve(started: Connection, service: str, method: str, answers: dict[bytes, int]) -> None:
    written = {request: bytes(size) for request, size in answers.items()}

    async def echo(request: bytes, context: Any) -> bytes:
        return written[request]

    server = grpc.aio.server()
    handlers: dict[str, Any] = {method: grpc.unary_unary_rpc_method_handler(echo)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    started.send(port)
    await server.wait_for_termination()

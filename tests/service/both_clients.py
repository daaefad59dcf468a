"""Both Python clients with the interface of the one for asyncio: a test of both is written once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import pytest

from covertbots.client import AsyncClient, Client

T = TypeVar("T")
Connect = Callable[..., Any]
BEGIN_A_CALL = ("analyze", "play_seat", "review_game")  # and are awaited in neither client


class InThreads:
    """A blocking client, or a call of it. Each method is awaited and blocks a thread."""

    def __init__(self, blocking: Any) -> None:
        self._blocking = blocking

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._blocking, name)
        if name in BEGIN_A_CALL:
            return lambda *given, **named: InThreads(method(*given, **named))
        return partial(asyncio.to_thread, method)

    async def __aenter__(self) -> InThreads:
        self._blocking.__enter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await asyncio.to_thread(self._blocking.__exit__, *error)

    def __aiter__(self) -> InThreads:
        return self

    async def __anext__(self) -> Any:
        answer = await asyncio.to_thread(next, self._blocking, None)
        if answer is None:
            raise StopAsyncIteration
        return answer


def in_threads(*given: Any, **named: Any) -> Any:
    """Return a blocking client with the interface of the one for asyncio."""
    return InThreads(Client(*given, **named))


both = pytest.mark.parametrize("connect", [in_threads, AsyncClient], ids=["blocking", "asyncio"])


def asked(connect: Connect, target: str, work: Callable[[Any], Awaitable[T]], **settings: Any) -> T:
    """Return the result of the work with a client."""

    async def ask() -> T:
        async with connect(target, **settings) as client:
            return await work(client)

    return asyncio.run(ask())

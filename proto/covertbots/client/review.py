"""Reviews as they are made: the iterators that both clients return."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Protocol

import grpc

from covertbots.client.errors import ServiceError
from covertbots.v1 import referee_pb2, review_pb2

__all__ = ["AsyncGameReview", "GameReview"]

UNFINISHED = "the server ended the call without a review"


class _Stream(Protocol):
    """The answers of a call, which the client's module reads."""

    def receive(self) -> referee_pb2.ReviewGameResponse: ...
    def close(self) -> None: ...


class _AsyncStream(Protocol):
    """The same for asyncio; None at the end."""

    async def receive(self) -> referee_pb2.ReviewGameResponse | None: ...
    def close(self) -> None: ...


class GameReview:
    """News of a review; the last one has the `review`. Also a context manager that closes
    itself."""

    def __init__(self, stream: _Stream) -> None:
        self._stream = stream

    def __enter__(self) -> GameReview:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[referee_pb2.ReviewGameResponse]:
        return self

    def __next__(self) -> referee_pb2.ReviewGameResponse:
        return self._stream.receive()

    def result(self) -> review_pb2.Review:
        """Wait for the review and return it, without the news before it."""
        for news in self:
            if news.HasField("review"):
                return news.review
        raise ServiceError(grpc.StatusCode.UNAVAILABLE, UNFINISHED)

    def close(self) -> None:
        """End the call; its searches stop."""
        self._stream.close()


class AsyncGameReview:
    """News of a review; the last one has the `review`. Also a context manager that closes itself:
    who leaves the loop early leaves its searches by `async with`, or `close`."""

    def __init__(self, stream: _AsyncStream) -> None:
        self._stream = stream

    async def __aenter__(self) -> AsyncGameReview:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def __aiter__(self) -> AsyncIterator[referee_pb2.ReviewGameResponse]:
        return self

    async def __anext__(self) -> referee_pb2.ReviewGameResponse:
        news = await self._stream.receive()
        if news is None:
            raise StopAsyncIteration
        return news

    async def result(self) -> review_pb2.Review:
        """Wait for the review and return it, without the news before it."""
        async for news in self:
            if news.HasField("review"):
                return news.review
        raise ServiceError(grpc.StatusCode.UNAVAILABLE, UNFINISHED)

    async def close(self) -> None:
        """End the call; its searches stop."""
        self._stream.close()

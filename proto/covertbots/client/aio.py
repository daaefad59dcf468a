"""The client for asyncio: the same calls as `Client`, awaited."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import Any, Generic, TypeVar
from weakref import WeakSet

import grpc

from covertbots.client.access import WithMetadata, metadata_of
from covertbots.client.channel import ATTEMPTS, open_channel
from covertbots.client.errors import ServiceError
from covertbots.client.requests import (
    ActionLike,
    Setup,
    advance_request,
    checked_timeout,
    deal_request,
    deciding_view,
    duration,
    made,
    review_request,
    suggest_request,
)
from covertbots.client.resuming import NO_ANSWER, SeatMemory
from covertbots.client.review import AsyncGameReview
from covertbots.v1 import opponent_pb2, referee_pb2, suggestion_pb2, view_pb2
from covertbots.v1.opponent_pb2_grpc import OpponentStub
from covertbots.v1.referee_pb2_grpc import RefereeStub

__all__ = ["AsyncAnalysis", "AsyncClient", "AsyncSeat"]

Request = TypeVar("Request")
Response = TypeVar("Response")
T = TypeVar("T")


class AsyncClient:
    """A connection to a server, or several, as of `Client`; made and used on one event loop.

    Cancelling a task that awaits a call cancels the call, and its search stops.
    """

    def __init__(
        self,
        target: str,
        *,
        timeout: float | None = 60.0,
        attempts: int = ATTEMPTS,
        credentials: grpc.ChannelCredentials | None = None,
        token: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        self.timeout = checked_timeout(timeout)
        self._attempts = attempts
        self._seats: WeakSet[AsyncSeat] = WeakSet()
        carried = metadata_of(token, metadata)
        self._channel = open_channel(grpc.aio, target, credentials, attempts)
        calling: Any = WithMetadata(self._channel, carried)
        self._opponent = OpponentStub(calling)
        self._referee = RefereeStub(calling)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the connection and every call on it."""
        for seat in tuple(self._seats):
            await seat.close()
        await self._channel.close()

    async def wait_ready(self, timeout: float) -> None:
        """Waits until the server can be reached; `TimeoutError` after `timeout` seconds."""
        seconds = checked_timeout(timeout)
        try:
            await asyncio.wait_for(self._channel.channel_ready(), seconds)
        except asyncio.TimeoutError:
            raise TimeoutError(f"no server within {timeout} seconds") from None
        except grpc.aio.UsageError:
            raise ServiceError.of_closed_client() from None

    async def list_bots(
        self, *, game: str = "", timeout: float | None = None
    ) -> opponent_pb2.ListBotsResponse:
        """The bots of the server, its games, card sets and ceilings; without a game Covert's."""
        request = made(opponent_pb2.ListBotsRequest, game=game)
        response: opponent_pb2.ListBotsResponse = await self._call(
            self._opponent.ListBots, request, timeout
        )
        return response

    async def get_info(self, *, timeout: float | None = None) -> opponent_pb2.GetInfoResponse:
        """What the server is and allows: its build, weights, games and limits; and what the holder
        of this client's token may."""
        request = opponent_pb2.GetInfoRequest()
        response: opponent_pb2.GetInfoResponse = await self._call(
            self._opponent.GetInfo, request, timeout
        )
        return response

    async def suggest_move(
        self,
        view: view_pb2.View,
        bot: str = "",
        limits: suggestion_pb2.Limits | None = None,
        *,
        seed: int = 0,
        only: Iterable[ActionLike] = (),
        avoid: Iterable[ActionLike] = (),
        reasons: bool = False,
        hands: bool = False,
        timeout: float | None = None,
    ) -> opponent_pb2.SuggestMoveResponse:
        """The moves of the deciding seat, ranked by `bot`."""
        request = suggest_request(view, bot, limits, seed, only, avoid, reasons, hands)
        response: opponent_pb2.SuggestMoveResponse = await self._call(
            self._opponent.SuggestMove, request, timeout
        )
        return response

    def analyze(
        self,
        view: view_pb2.View,
        bot: str = "",
        limits: suggestion_pb2.Limits | None = None,
        *,
        seed: int = 0,
        only: Iterable[ActionLike] = (),
        avoid: Iterable[ActionLike] = (),
        reasons: bool = False,
        hands: bool = False,
        interval: float | None = None,
        timeout: float | None = None,
    ) -> AsyncAnalysis:
        """The same answer, improving: an asynchronous iterator with a `stop`."""
        request = suggest_request(view, bot, limits, seed, only, avoid, reasons, hands)
        start = made(
            opponent_pb2.AnalyzeStart, request=request, interval=duration("interval", interval)
        )
        return AsyncAnalysis(self._opponent.Analyze, start, checked_timeout(timeout))

    def play_seat(
        self,
        bot: str = "",
        limits: suggestion_pb2.Limits | None = None,
        *,
        seed: int = 0,
        game: str = "",
        timeout: float | None = None,
    ) -> AsyncSeat:
        """Hands a seat over to `bot`, for as long as the returned `AsyncSeat` is open; without a
        game a seat of Covert."""
        start = made(opponent_pb2.PlaySeatStart, bot=bot, limits=limits, seed=seed, game=game)
        timeout = checked_timeout(timeout)
        seat = AsyncSeat(self._opponent.PlaySeat, start, timeout, self._attempts)
        self._seats.add(seat)
        return seat

    async def get_card_set(
        self, digest: str = "", *, game: str = "", timeout: float | None = None
    ) -> referee_pb2.GetCardSetResponse:
        """A card set of the server; the default one without a digest, Covert's without a game."""
        request = made(referee_pb2.GetCardSetRequest, card_set=digest, game=game)
        response: referee_pb2.GetCardSetResponse = await self._call(
            self._referee.GetCardSet, request, timeout
        )
        return response

    async def deal(
        self,
        players: int,
        seed: int,
        setup: Setup | None = None,
        *,
        timeout: float | None = None,
    ) -> referee_pb2.Record:
        """The record of a new game; without a setup of Covert with the server's default cards."""
        request = deal_request(players, seed, setup)
        response: referee_pb2.DealResponse = await self._call(self._referee.Deal, request, timeout)
        return response.record

    async def advance(
        self,
        record: referee_pb2.Record,
        *played: ActionLike,
        names: Iterable[str] = (),
        timeout: float | None = None,
    ) -> referee_pb2.AdvanceResponse:
        """The game of `record` after the actions `played`, or as it stands without any.

        `names` are what the words of events call the seats, by seat.
        """
        request = advance_request(record, played, names)
        response: referee_pb2.AdvanceResponse = await self._call(
            self._referee.Advance, request, timeout
        )
        return response

    async def list_legal_actions(
        self, view: view_pb2.View, *, timeout: float | None = None
    ) -> referee_pb2.ListLegalActionsResponse:
        """What the seat of `view` may do, with text, words and operands: for bots and players
        without rules. `to_decide` has no actions if another seat decides; without it nobody does,
        as far as the view tells."""
        request = made(referee_pb2.ListLegalActionsRequest, view=view)
        response: referee_pb2.ListLegalActionsResponse = await self._call(
            self._referee.ListLegalActions, request, timeout
        )
        return response

    def review_game(
        self,
        record: referee_pb2.Record,
        seat: int,
        bot: str = "",
        limits: suggestion_pb2.Limits | None = None,
        *,
        seed: int = 0,
        timeout: float | None = None,
    ) -> AsyncGameReview:
        """The decisions of `seat` in a game, judged one by one by searches of `bot`, and its luck:
        an asynchronous iterator whose last item has the whole `review`. `limits` are those of each
        search. Whoever calls it hands over the record, which is the truth of the game."""
        request = review_request(record, seat, bot, limits, seed)
        call = partial(self._referee.ReviewGame, request)
        return AsyncGameReview(_Stream(call, (), checked_timeout(timeout)))

    async def _call(
        self, method: Callable[..., Any], request: Any, timeout: float | None = None
    ) -> Any:
        seconds = checked_timeout(self.timeout if timeout is None else timeout)
        try:
            call = method(request, timeout=seconds)
        except grpc.aio.UsageError:
            raise ServiceError.of_closed_client() from None
        try:
            return await _unless_closed(call, call)
        except grpc.aio.AioRpcError as error:
            raise ServiceError.of(error) from None


class _Stream(Generic[Request, Response]):
    """A call with messages both ways, opened at its first use, with which the opening ones go out:
    a server does not wait long for the first message of a call."""

    def __init__(
        self, method: Callable[..., Any], opening: Iterable[Request], timeout: float | None
    ) -> None:
        self._method = method
        self._opening = list(opening)
        self._ends = None if timeout is None else time.monotonic() + timeout
        self._call: Any = None
        self._sending = asyncio.Lock()  # gRPC takes one message at a time
        self._closed = False
        self.ended = False
        """Whether the call is over: `receive` came to its end, or raised why."""

    def open(self) -> None:
        """Opens the call, unless it is open, was closed before or is too late."""
        if self._call is None and not self._closed:
            left = None if self._ends is None else self._ends - time.monotonic()
            if left is None or left > 0:
                self._loop = asyncio.get_running_loop()
                try:
                    self._call = self._method(timeout=left)
                except grpc.aio.UsageError:
                    raise ServiceError.of_closed_client() from None

    async def send(self, *messages: Request) -> None:
        """Writes what has not been sent yet, then these.

        If the server has ended the call, `receive` tells why.
        """
        self.open()
        if self._call is not None and (messages or self._opening):
            with suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError, ServiceError):
                await self._unless_cancelled(self._write(messages))

    async def _write(self, messages: Iterable[Request]) -> None:
        async with self._sending:
            waiting = [*self._opening, *messages]
            self._opening = []
            for one in waiting:
                if not self._call.done():
                    await self._call.write(one)

    async def receive(self) -> Response | None:
        """The next message from the server; None at the end."""
        try:
            message = await self._next()
        except ServiceError:
            self.ended = True
            raise
        self.ended = message is None
        return message

    async def _next(self) -> Response | None:
        await self.send()
        if self._call is None:
            if self._closed:
                raise ServiceError(grpc.StatusCode.CANCELLED, "the call was closed before its use")
            late = "the deadline was over before the first use of the call"
            raise ServiceError(grpc.StatusCode.DEADLINE_EXCEEDED, late)
        try:
            message = await self._unless_cancelled(self._call.read())
        except grpc.aio.AioRpcError as error:
            raise ServiceError.of(error) from None
        return None if message is grpc.aio.EOF else message

    async def _unless_cancelled(self, doing: Awaitable[T]) -> T:
        """What the call does; who is cancelled here has ended the call."""
        try:
            return await _unless_closed(self._call, doing)
        except asyncio.CancelledError:
            self.ended = True
            raise

    def close(self) -> None:
        """Ends the call; a search that is running stops."""
        self._closed = True
        if self._call is not None:
            self._call.cancel()

    def __del__(self) -> None:
        """Ends the call that nobody has any more: gRPC would go on with it. Any thread may collect
        what nobody has."""
        if self._call is not None and not self._call.done():
            with suppress(RuntimeError):  # the event loop is closed
                self._loop.call_soon_threadsafe(self._call.cancel)


async def _unless_closed(call: Any, doing: Awaitable[T]) -> T:
    """What a call does; ServiceError if the call, or its client, is closed meanwhile. gRPC then
    says what it says if the task that awaits it is cancelled: so one of its own awaits it. Who is
    cancelled here cancels the call, also where it has just done what was awaited."""
    task = asyncio.ensure_future(doing)
    try:
        await asyncio.wait((task,))
    except asyncio.CancelledError:
        task.cancel()
        call.cancel()
        raise
    if task.cancelled():
        raise ServiceError.of_closed_call()
    return task.result()


class AsyncAnalysis:
    """Answers that improve; the last one is `final`. Also a context manager that closes itself: who
    leaves the loop early leaves its search by `async with`, or `close`."""

    def __init__(
        self, method: Callable[..., Any], start: opponent_pb2.AnalyzeStart, timeout: float | None
    ) -> None:
        self._stream: _Stream[opponent_pb2.AnalyzeRequest, opponent_pb2.AnalyzeResponse]
        self._stream = _Stream(method, [opponent_pb2.AnalyzeRequest(start=start)], timeout)

    async def __aenter__(self) -> AsyncAnalysis:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def __aiter__(self) -> AsyncIterator[opponent_pb2.AnalyzeResponse]:
        return self

    async def __anext__(self) -> opponent_pb2.AnalyzeResponse:
        message = await self._stream.receive()
        if message is None:
            raise StopAsyncIteration
        return message

    async def stop(self) -> None:
        """Ends the search; the final answer is still to be read."""
        await self._stream.send(opponent_pb2.AnalyzeRequest(stop=opponent_pb2.AnalyzeStop()))

    async def close(self) -> None:
        """Ends the call; a search that is running stops."""
        self._stream.close()


class AsyncSeat:
    """A seat in the hands of a bot. Also a context manager that closes itself.

    A call that is lost, because its server is, is taken up by another with the latest view. After
    an error the next view opens a new call.
    """

    def __init__(
        self,
        method: Callable[..., Any],
        start: opponent_pb2.PlaySeatStart,
        timeout: float | None,
        attempts: int,
    ) -> None:
        self._method = method
        self._memory = SeatMemory(start, timeout, attempts)
        self._closed = asyncio.Event()
        self._stream = self._open()

    async def __aenter__(self) -> AsyncSeat:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the call; a search that is running stops."""
        self._closed.set()
        self._stream.close()

    async def show(self, view: view_pb2.View, limits: suggestion_pb2.Limits | None = None) -> None:
        """Tells the bot what its seat knows now; `limits` hold from now on."""
        change = self._memory.changed(view, limits)
        if self._stream.ended and not self._closed.is_set():
            self._memory.begin_again()
            self._open_again()
            await self._stream.send()
        else:
            await self._stream.send(change)

    async def decide(
        self, view: view_pb2.View, limits: suggestion_pb2.Limits | None = None
    ) -> opponent_pb2.PlaySeatResponse:
        """What the bot does in `view`, in which its seat must be the one to decide."""
        await self.show(deciding_view(view), limits)
        return await self.answer()

    async def answer(self) -> opponent_pb2.PlaySeatResponse:
        """What the bot does in the view shown last, in which its seat must be the one to decide.

        Where several seats decide at once: show each its view, then ask for the answers.
        """
        self._memory.expect_answer()
        while True:
            try:
                response = await self._stream.receive()
                if response is None:
                    raise ServiceError(grpc.StatusCode.UNAVAILABLE, NO_ANSWER)
            except ServiceError as error:
                await self._resume(error)
            else:
                if self._memory.answers_latest(response):
                    return response

    def _open(self) -> _Stream[opponent_pb2.PlaySeatRequest, opponent_pb2.PlaySeatResponse]:
        opening = self._memory.opening()
        return _Stream(self._method, opening, self._memory.seconds_left)

    async def _resume(self, lost: ServiceError) -> None:
        """A new call in place of one that ended so, which is raised if it cannot be."""
        if self._closed.is_set():
            raise lost
        seconds = self._memory.wait(lost)
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._closed.wait(), seconds)
            raise ServiceError.of_closed_call()
        if self._stream.ended and not self._open_again():
            raise lost

    def _open_again(self) -> bool:
        """Opens a new call in place of one that has ended, unless the client is closed."""
        stream = self._open()
        try:
            stream.open()
        except ServiceError:
            return False
        self._stream = stream
        return True

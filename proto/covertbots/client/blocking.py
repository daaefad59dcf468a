"""The client whose calls block until they are answered. May be shared by threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from queue import SimpleQueue
from threading import Event, Lock
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
from covertbots.client.review import GameReview
from covertbots.v1 import opponent_pb2, referee_pb2, suggestion_pb2, view_pb2
from covertbots.v1.opponent_pb2_grpc import OpponentStub
from covertbots.v1.referee_pb2_grpc import RefereeStub

__all__ = ["Analysis", "Client", "Seat"]

Request = TypeVar("Request")
Response = TypeVar("Response")
Kept = TypeVar("Kept", "Analysis", "GameReview", "Seat")


class Client:
    """A connection to a server, or to each of several that it asks in turn.

    `target` is a host and a port; several are IP addresses with commas between, or one name that
    has them. `timeout` is the deadline, in seconds, of every call with one answer; None for no
    deadline. A call that no server could answer is made again, `attempts` times in all. With
    `credentials`, such as `grpc.ssl_channel_credentials()`, it speaks TLS, without them clear text.
    `token` says who calls, to a server that asks for it; in clear text others can read it. Each
    call carries the `metadata` too, such as `{"covertbots-class": "batch"}`.
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
        carried = metadata_of(token, metadata)
        self._channel = open_channel(grpc, target, credentials, attempts)
        self._closing = Lock()
        self._closed = False
        self._waiting: set[Event] = set()  # for the server to be reached
        self._streams: WeakSet[Analysis | GameReview | Seat] = WeakSet()
        calling: Any = WithMetadata(self._channel, carried)
        self._opponent = OpponentStub(calling)
        self._referee = RefereeStub(calling)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection and every call on it."""
        with self._closing:
            self._closed = True
            streams = tuple(self._streams)
        for over in tuple(self._waiting):
            over.set()
        for stream in streams:
            stream.close()
        self._channel.close()

    def wait_ready(self, timeout: float) -> None:
        """Waits until the server can be reached; `TimeoutError` after `timeout` seconds."""
        seconds = checked_timeout(timeout)
        over = Event()

        def hear(connectivity: grpc.ChannelConnectivity) -> None:
            if connectivity is grpc.ChannelConnectivity.READY:
                over.set()

        with self._closing:
            if self._closed:
                raise ServiceError.of_closed_client()
            self._waiting.add(over)
            self._channel.subscribe(hear, try_to_connect=True)
        try:
            if not over.wait(seconds):
                raise TimeoutError(f"no server within {timeout} seconds")
            if self._closed:
                raise ServiceError.of_closed_client()
        finally:
            self._waiting.discard(over)
            self._channel.unsubscribe(hear)

    def list_bots(
        self, *, game: str = "", timeout: float | None = None
    ) -> opponent_pb2.ListBotsResponse:
        """The bots of the server, its games, card sets and ceilings; without a game Covert's."""
        request = made(opponent_pb2.ListBotsRequest, game=game)
        response: opponent_pb2.ListBotsResponse = self._call(
            self._opponent.ListBots, request, timeout
        )
        return response

    def get_info(self, *, timeout: float | None = None) -> opponent_pb2.GetInfoResponse:
        """What the server is and allows: its build, weights, games and limits; and what the holder
        of this client's token may."""
        request = opponent_pb2.GetInfoRequest()
        response: opponent_pb2.GetInfoResponse = self._call(
            self._opponent.GetInfo, request, timeout
        )
        return response

    def suggest_move(
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
        response: opponent_pb2.SuggestMoveResponse = self._call(
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
    ) -> Analysis:
        """The same answer, improving: an iterator with a `stop`."""
        request = suggest_request(view, bot, limits, seed, only, avoid, reasons, hands)
        start = made(
            opponent_pb2.AnalyzeStart, request=request, interval=duration("interval", interval)
        )
        return self._kept(Analysis(self._opponent.Analyze, start, checked_timeout(timeout)))

    def play_seat(
        self,
        bot: str = "",
        limits: suggestion_pb2.Limits | None = None,
        *,
        seed: int = 0,
        game: str = "",
        timeout: float | None = None,
    ) -> Seat:
        """Hands a seat over to `bot`, for as long as the returned `Seat` is open; without a game
        a seat of Covert."""
        start = made(opponent_pb2.PlaySeatStart, bot=bot, limits=limits, seed=seed, game=game)
        timeout = checked_timeout(timeout)
        return self._kept(Seat(self._opponent.PlaySeat, start, timeout, self._attempts))

    def get_card_set(
        self, digest: str = "", *, game: str = "", timeout: float | None = None
    ) -> referee_pb2.GetCardSetResponse:
        """A card set of the server; the default one without a digest, Covert's without a game."""
        request = made(referee_pb2.GetCardSetRequest, card_set=digest, game=game)
        response: referee_pb2.GetCardSetResponse = self._call(
            self._referee.GetCardSet, request, timeout
        )
        return response

    def deal(
        self,
        players: int,
        seed: int,
        setup: Setup | None = None,
        *,
        timeout: float | None = None,
    ) -> referee_pb2.Record:
        """The record of a new game; without a setup of Covert with the server's default cards."""
        request = deal_request(players, seed, setup)
        response: referee_pb2.DealResponse = self._call(self._referee.Deal, request, timeout)
        return response.record

    def advance(
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
        response: referee_pb2.AdvanceResponse = self._call(self._referee.Advance, request, timeout)
        return response

    def list_legal_actions(
        self, view: view_pb2.View, *, timeout: float | None = None
    ) -> referee_pb2.ListLegalActionsResponse:
        """What the seat of `view` may do, with text, words and operands: for bots and players
        without rules. `to_decide` has no actions if another seat decides; without it nobody does,
        as far as the view tells."""
        request = made(referee_pb2.ListLegalActionsRequest, view=view)
        response: referee_pb2.ListLegalActionsResponse = self._call(
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
    ) -> GameReview:
        """The decisions of `seat` in a game, judged one by one by searches of `bot`, and its luck:
        an iterator whose last item has the whole `review`. `limits` are those of each search.
        Whoever calls it hands over the record, which is the truth of the game."""
        request = review_request(record, seat, bot, limits, seed)

        def call(_: Any, timeout: float | None) -> Any:
            return self._referee.ReviewGame(request, timeout=timeout)

        return self._kept(GameReview(_Stream(call, (), checked_timeout(timeout))))

    def _call(self, method: Callable[..., Any], request: Any, timeout: float | None = None) -> Any:
        seconds = checked_timeout(self.timeout if timeout is None else timeout)
        try:
            return method(request, timeout=seconds)
        except grpc.RpcError as error:
            raise self._failure(error) from None
        except ValueError:
            raise ServiceError.of_closed_client() from None

    def _failure(self, error: grpc.RpcError) -> ServiceError:
        """What a failed call says; if the client was closed meanwhile, that."""
        failed = ServiceError.of(error)
        if self._closed and failed.code is grpc.StatusCode.CANCELLED:
            return ServiceError.of_closed_call()
        return failed

    def _kept(self, stream: Kept) -> Kept:
        """The same stream, which the client closes with itself."""
        with self._closing:
            self._streams.add(stream)
            closed = self._closed
        if closed:  # by another thread, which did not find it here
            stream.close()
        return stream


class _Stream(Generic[Request, Response]):
    """A call with messages both ways."""

    def __init__(
        self, method: Callable[..., Any], opening: Iterable[Request], timeout: float | None
    ) -> None:
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        for message in opening:
            self._requests.put(message)
        try:
            self._call: Any = method(iter(self._requests.get, None), timeout=timeout)
        except ValueError:
            raise ServiceError.of_closed_client() from None
        # gRPC has a thread that waits for messages to send. It shall end with the call, whoever
        # ends that: the server, `close`, the client, or gRPC once nobody has the call any more.
        stop = partial(self._requests.put, None)
        if not self._call.add_callback(stop):
            stop()  # the call has ended already
        self._closed = False
        self.ended = False
        """Whether the call is over: `receive` came to its end, or raised why."""

    def send(self, message: Request) -> None:
        """Sends a message; if the server has ended the call, `receive` tells why."""
        self._requests.put(message)

    def receive(self) -> Response:
        """The next message from the server; `StopIteration` at the end."""
        try:
            message: Response = next(self._call)
            return message
        except StopIteration:
            self.ended = True
            raise
        except grpc.RpcError as error:
            self.ended = True
            if self._closed:
                raise ServiceError.of_closed_call() from None
            raise ServiceError.of(error) from None

    def close(self) -> None:
        """Ends the call; a search that is running stops."""
        self._closed = True
        self._call.cancel()


class Analysis:
    """Answers that improve; the last one is `final`. Also a context manager that closes itself."""

    def __init__(
        self, method: Callable[..., Any], start: opponent_pb2.AnalyzeStart, timeout: float | None
    ) -> None:
        self._stream: _Stream[opponent_pb2.AnalyzeRequest, opponent_pb2.AnalyzeResponse]
        self._stream = _Stream(method, [opponent_pb2.AnalyzeRequest(start=start)], timeout)

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[opponent_pb2.AnalyzeResponse]:
        return self

    def __next__(self) -> opponent_pb2.AnalyzeResponse:
        return self._stream.receive()

    def stop(self) -> None:
        """Ends the search; the final answer is still to be read."""
        self._stream.send(opponent_pb2.AnalyzeRequest(stop=opponent_pb2.AnalyzeStop()))

    def close(self) -> None:
        """Ends the call; a search that is running stops."""
        self._stream.close()


class Seat:
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
        self._sending = Lock()
        self._closed = Event()
        self._stream = self._open()

    def __enter__(self) -> Seat:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the call; a search that is running stops."""
        with self._sending:
            self._closed.set()
            self._stream.close()

    def show(self, view: view_pb2.View, limits: suggestion_pb2.Limits | None = None) -> None:
        """Tells the bot what its seat knows now; `limits` hold from now on."""
        with self._sending:
            change = self._memory.changed(view, limits)
            if self._stream.ended and not self._closed.is_set():
                self._memory.begin_again()
                self._open_again()
            else:
                self._stream.send(change)

    def decide(
        self, view: view_pb2.View, limits: suggestion_pb2.Limits | None = None
    ) -> opponent_pb2.PlaySeatResponse:
        """What the bot does in `view`, in which its seat must be the one to decide."""
        self.show(deciding_view(view), limits)
        return self.answer()

    def answer(self) -> opponent_pb2.PlaySeatResponse:
        """What the bot does in the view shown last, in which its seat must be the one to decide.

        Where several seats decide at once: show each its view, then ask for the answers.
        """
        self._memory.expect_answer()
        while True:
            try:
                response = self._stream.receive()
            except StopIteration:
                self._resume(ServiceError(grpc.StatusCode.UNAVAILABLE, NO_ANSWER))
            except ServiceError as error:
                self._resume(error)
            else:
                if self._memory.answers_latest(response):
                    return response

    def _open(self) -> _Stream[opponent_pb2.PlaySeatRequest, opponent_pb2.PlaySeatResponse]:
        opening = self._memory.opening()
        return _Stream(self._method, opening, self._memory.seconds_left)

    def _resume(self, lost: ServiceError) -> None:
        """A new call in place of one that ended so, which is raised if it cannot be."""
        if self._closed.is_set():
            raise lost
        if self._closed.wait(self._memory.wait(lost)):
            raise ServiceError.of_closed_call()
        with self._sending:
            if self._closed.is_set() or (self._stream.ended and not self._open_again()):
                raise lost

    def _open_again(self) -> bool:
        """Opens a new call in place of one that has ended, unless the client is closed."""
        try:
            self._stream = self._open()
        except ServiceError:
            return False
        return True

"""The client for asyncio: the same calls as `Client`, awaited."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import grpc
from google.protobuf.message import Message

from covertbots.client.access import WithMetadata, metadata_of
from covertbots.client.aio_arena import AsyncArena
from covertbots.client.aio_calls import Readiness
from covertbots.client.aio_streams import (
    AsyncAnalysis,
    AsyncGameReview,
    AsyncSeat,
)
from covertbots.client.aio_tables import AsyncTables
from covertbots.client.channel import open_channel
from covertbots.client.patience import PATIENCE
from covertbots.client.requests import (
    ActionLike,
    Setup,
    actions,
    advance_request,
    checked_timeout,
    deal_request,
    describe_request,
    duration,
    made,
    suggest_request,
)
from covertbots.client.resumption import ProgressMemory, SeatMemory
from covertbots.v1 import covert_action_pb2, opponent_pb2, referee_pb2, suggestion_pb2, view_pb2
from covertbots.v1.arena_pb2_grpc import ArenaStub
from covertbots.v1.league_pb2_grpc import LeagueStub
from covertbots.v1.opponent_pb2_grpc import OpponentStub
from covertbots.v1.referee_pb2_grpc import RefereeStub
from covertbots.v1.tables_pb2_grpc import TablesStub


class AsyncClient(AsyncTables, AsyncArena):
    """A connection to a server, or several, as of `Client`; made and used on one event loop.

    Cancelling a task that awaits a call cancels the call, and its search stops.
    """

    def __init__(
        self,
        target: str,
        *,
        timeout: float | None = 60.0,
        patience: float = PATIENCE,
        attempts: int | None = None,
        credentials: grpc.ChannelCredentials | None = None,
        token: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(target, timeout, patience, attempts)
        carried = metadata_of(token, metadata)
        self._channel = open_channel(grpc.aio, target, credentials)
        calling: Any = WithMetadata(self._channel, carried)
        self._opponent = OpponentStub(calling)
        self._referee = RefereeStub(calling)
        self._tables = TablesStub(calling)
        self._arena = ArenaStub(calling)
        self._league = LeagueStub(calling)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connection and every call on it."""
        await self._close_calls()
        await self._channel.close()

    async def wait_ready(self, timeout: float) -> None:
        """Wait until the server can be reached; `TimeoutError` after `timeout` seconds."""
        seconds = checked_timeout(timeout)
        if not await self._keep(Readiness, self._channel).wait(seconds):
            raise TimeoutError(self._patience.in_vain(timeout))

    async def list_bots(
        self, *, game: str = "", timeout: float | None = None, patience: float | None = None
    ) -> opponent_pb2.ListBotsResponse:
        """Return the server's bots, games, card sets and ceilings; without a game Covert's."""
        request = made(opponent_pb2.ListBotsRequest, game=game)
        return await self._call(self._opponent.ListBots, request, timeout, patience)

    async def get_info(
        self, *, timeout: float | None = None, patience: float | None = None
    ) -> opponent_pb2.GetInfoResponse:
        """Return the server's build, weights, games and limits, and the rights of the holder of
        this client's token."""
        request = opponent_pb2.GetInfoRequest()
        return await self._call(self._opponent.GetInfo, request, timeout, patience)

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
        plans: bool = False,
        opponents: Iterable[str] = (),
        timeout: float | None = None,
        patience: float | None = None,
    ) -> opponent_pb2.SuggestMoveResponse:
        """Return the moves of the deciding seat, ranked by `bot`."""
        request = suggest_request(
            view, bot, limits, seed, only, avoid, reasons, hands, plans, opponents
        )
        return await self._call(self._opponent.SuggestMove, request, timeout, patience)

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
        plans: bool = False,
        opponents: Iterable[str] = (),
        interval: float | None = None,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> AsyncAnalysis:
        """Return the same answer, improving: an asynchronous iterator with a `stop`."""
        request = suggest_request(
            view, bot, limits, seed, only, avoid, reasons, hands, plans, opponents
        )
        start = made(
            opponent_pb2.AnalyzeStart, request=request, interval=duration("interval", interval)
        )
        memory = ProgressMemory[opponent_pb2.AnalyzeRequest, opponent_pb2.AnalyzeResponse](
            [opponent_pb2.AnalyzeRequest(start=start)],
            lambda response: response.final,
            self._patience.attempts(timeout, patience),
        )
        return self._keep(AsyncAnalysis, self._opponent.Analyze, memory)

    def play_seat(
        self,
        bot: str = "",
        limits: suggestion_pb2.Limits | None = None,
        *,
        seed: int = 0,
        game: str = "",
        timeout: float | None = None,
        patience: float | None = None,
    ) -> AsyncSeat:
        """Hand a seat over to `bot`, for as long as the returned `AsyncSeat` is open; without a
        game a seat of Covert."""
        start = made(opponent_pb2.PlaySeatStart, bot=bot, limits=limits, seed=seed, game=game)
        attempts = self._patience.attempts(timeout, patience)
        return self._keep(AsyncSeat, self._opponent.PlaySeat, SeatMemory(start, attempts))

    async def get_card_set(
        self,
        digest: str = "",
        *,
        game: str = "",
        timeout: float | None = None,
        patience: float | None = None,
    ) -> referee_pb2.GetCardSetResponse:
        """Return a card set of the server: by default its first, and without a game Covert's."""
        request = made(referee_pb2.GetCardSetRequest, card_set=digest, game=game)
        return await self._call(self._referee.GetCardSet, request, timeout, patience)

    async def deal(
        self,
        players: int,
        seed: int,
        setup: Setup | None = None,
        *,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> referee_pb2.Record:
        """Return the record of a new game; without a setup Covert's with the default cards."""
        request = deal_request(players, seed, setup)
        response: referee_pb2.DealResponse = await self._call(
            self._referee.Deal, request, timeout, patience
        )
        return response.record

    async def advance(
        self,
        record: referee_pb2.Record,
        *played: ActionLike,
        names: Iterable[str] = (),
        timeout: float | None = None,
        patience: float | None = None,
    ) -> referee_pb2.AdvanceResponse:
        """Return the game of `record` after the actions `played`, or as it stands without any.

        `names` are what the words of events call the seats, by seat.
        """
        request = advance_request(record, played, names)
        return await self._call(self._referee.Advance, request, timeout, patience)

    async def list_legal_actions(
        self,
        view: view_pb2.View,
        *,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> referee_pb2.ListLegalActionsResponse:
        """Return the legal actions of the seat of `view`, with text, words and operands: for bots
        and players without rules. `to_decide` has no actions if another seat decides; without it
        nobody does, as far as the view tells."""
        request = made(referee_pb2.ListLegalActionsRequest, view=view)
        return await self._call(self._referee.ListLegalActions, request, timeout, patience)

    async def describe_view(
        self,
        view: view_pb2.View,
        happened: Iterable[str] = (),
        *,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> str:
        """Return `view` as plain text for people and language models: `happened`, which is what its
        seat saw, such as the words of events; the table; and the numbered legal actions."""
        request = describe_request(view, happened)
        response = await self._call(self._referee.DescribeView, request, timeout, patience)
        return response.text

    async def read_card_set(
        self,
        text: str,
        *,
        game: str = "",
        timeout: float | None = None,
        patience: float | None = None,
    ) -> referee_pb2.ReadCardSetResponse:
        """Return the card set in the text of a file (docs/card-sets.md)."""
        request = made(referee_pb2.ReadCardSetRequest, text=text, game=game)
        return await self._call(self._referee.ReadCardSet, request, timeout, patience)

    async def read_position(
        self,
        text: str,
        *,
        game: str = "",
        card_set: str = "",
        cards: Message | None = None,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> referee_pb2.ReadPositionResponse:
        """Return the view in a text as people at a table write it (docs/positions.md), and what was
        assumed. `card_set` is the digest of a set of the server, `cards` a set of your own; without
        both it is the server's default."""
        request = made(
            referee_pb2.ReadPositionRequest, text=text, game=game, card_set=card_set, cards=cards
        )
        return await self._call(self._referee.ReadPosition, request, timeout, patience)

    async def write_position(
        self,
        view: view_pb2.View,
        *,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> str:
        """Return a view as such a text. What people at a table do not keep is left out."""
        request = made(referee_pb2.WritePositionRequest, view=view)
        response = await self._call(self._referee.WritePosition, request, timeout, patience)
        return response.text

    async def continue_position(
        self,
        view: view_pb2.View,
        action: ActionLike | None = None,
        *,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> referee_pb2.ContinuePositionResponse:
        """Return what whoever decides may do, as far as `view` tells; with `action` the text of the
        position after it, in which `?` stands for what people have to say."""
        done = None if action is None else actions("action", [action])[0]
        request = made(referee_pb2.ContinuePositionRequest, view=view, action=done)
        return await self._call(self._referee.ContinuePosition, request, timeout, patience)

    async def follow_table(
        self,
        players: int,
        lines: Iterable[str],
        *,
        game: str = "",
        setup: covert_action_pb2.CovertActionSetup | None = None,
        names: Iterable[str] = (),
        timeout: float | None = None,
        patience: float | None = None,
    ) -> referee_pb2.FollowTableResponse:
        """Return a table of people after what one of its players told of it, line by line
        (docs/companion.md): view, beliefs, and what has to be told next."""
        request = made(
            referee_pb2.FollowTableRequest,
            game=game,
            players=players,
            covert_action=setup,
            lines=lines,
            names=names,
        )
        return await self._call(self._referee.FollowTable, request, timeout, patience)

    def review_game(
        self,
        record: referee_pb2.Record,
        seat: int,
        bot: str = "",
        limits: suggestion_pb2.Limits | None = None,
        *,
        seed: int = 0,
        after: Iterable[int] = (),
        timeout: float | None = None,
        patience: float | None = None,
    ) -> AsyncGameReview:
        """Return the decisions of `seat` in a game, judged one by one by searches of `bot`, and its
        luck: an asynchronous iterator whose last item has the whole `review`. `limits` are those of
        each search. With places of the record's actions in `after`, only the decisions there are
        judged, and the luck is not counted. Whoever calls it hands over the record, which is the
        truth of the game."""
        request = made(
            referee_pb2.ReviewGameRequest,
            record=record,
            seat=seat,
            bot=bot,
            limits=limits,
            seed=seed,
            after=after,
        )

        def method(*_: Any, timeout: float | None) -> Any:  # its request goes out with the call
            return self._referee.ReviewGame(request, timeout=timeout)

        memory = ProgressMemory[Any, referee_pb2.ReviewGameResponse](
            [],
            lambda response: response.HasField("review"),
            self._patience.attempts(timeout, patience),
        )
        return self._keep(AsyncGameReview, method, memory)

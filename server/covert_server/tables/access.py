"""The parts that the calls of the service share: reading requests, looking up tokens, changing and
showing tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeVar

from google.protobuf.message import Message

from covert_server.bot_requests import BotRequests
from covert_server.calls.call import Call
from covert_server.calls.calls import Calls
from covert_server.calls.status import FieldError
from covert_server.checks import not_echoes, read_request
from covert_server.games import Games, Problems, RefereedGame, ServedGame
from covert_server.tables import refusals
from covert_server.tables.answers import news_messages, table_message
from covert_server.tables.bot_seats import BotSeats
from covert_server.tables.hosted import HostedTable, HostedTables, Now
from covert_server.tables.kept import ChangedError, KeptTable
from covert_server.tables.position import Position
from covert_server.tables.tokens import is_of
from covert_server.workers.worker_pool import Due
from covertbots.v1 import tables_pb2 as v1

M = TypeVar("M", bound=Message)
T = TypeVar("T")

TRIES = 3  # to change a table that other processes change too


class Role(NamedTuple):
    """Who a token shows its bearer to be."""

    seat: int | None
    """Whose seat it is; None without one."""
    is_host: bool


class TableAccess:
    """The tables, as the calls of a client reach them."""

    def __init__(
        self,
        hosted: HostedTables,
        refereed: Games[RefereedGame],
        served: Games[ServedGame],
        bots: BotRequests,
        bot_seats: BotSeats,
        calls: Calls,
    ) -> None:
        """`refereed` and `served` are the same games, as hosts and as bots need them."""
        self.hosted = hosted
        self.refereed = refereed
        self.served = served
        self.bots = bots
        self.bot_seats = bot_seats
        self.draining = calls.draining
        """Set when the server shuts down."""

    async def read(
        self, call: Call, kind: type[M], check: Callable[[M, Problems], None] | None = None
    ) -> M:
        """Return a checked request; FieldError if it has mistakes."""

        def read() -> M:
            request, known, unread = read_request(call, kind)
            problems: Problems = []
            if check is not None:
                check(request, problems)
            problems = [*known, *not_echoes(problems, unread)]
            if problems:
                raise FieldError(problems)
            return request

        return await self.bots.read(read, call, len(call.request))

    async def apply(self, call: Call, work: Callable[[], T]) -> T:
        """Apply the rules in a worker."""
        due = Due(call.deadline)
        return await self.hosted.apply(work, call.client, batch=call.batch, due=due)

    async def changed(self, name: str, change: Callable[[HostedTable, Now], Awaitable[T]]) -> T:
        """Change a table, whose lock is held meanwhile, then let its bots play. If another process
        has changed it since it was read, it is read and changed again."""
        async with self.hosted.use(name) as table:
            for _ in range(TRIES):
                await self.hosted.load(table)
                async with table.lock:
                    if table.now is None:  # it could not be changed by who had the lock
                        continue
                    try:
                        result = await change(table, table.now)
                    except ChangedError:
                        continue
                self.bot_seats.wake(table)
                return result
            raise refusals.not_kept()

    async def show(
        self,
        call: Call,
        table: HostedTable,
        token: str,
        after: int,
        response: v1.GetTableResponse | v1.WatchTableResponse | v1.ActResponse,
    ) -> None:
        """Write the table into a response, as who has this token sees it, with its news."""
        now = await self.hosted.load(table)
        seat, present = role_of(now.kept, token, invited=True).seat, table.present

        def show() -> None:
            response.table.CopyFrom(table_message(now, seat, present))
            response.news.extend(news_messages(now, seat, after))

        await self.apply(call, show)

    async def until(self, changed: asyncio.Event, seconds: float) -> None:
        """Wait for a change, the shutdown, or so many seconds."""
        events = (changed, self.draining)
        waiting = [asyncio.ensure_future(event.wait()) for event in events]
        try:
            await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()


def role_of(kept: KeptTable, token: str, *, invited: bool = False) -> Role:
    """Return who has a token; RefusedError if it is none of this table. All are compared, so that
    the time gives nothing away. With `invited` the invitation is one, too."""
    seats = [at for at, seat in enumerate(kept.seats) if is_of(token, seat.token)]
    is_host = is_of(token, kept.host)
    is_invited = is_of(token, kept.invitation)
    if not seats and not is_host and not (invited and is_invited):
        raise refusals.wrong_token("a token of this table")
    return Role(seats[0] if seats else None, is_host)


def player(now: Now, token: str) -> tuple[int, Position]:
    """Return the seat of a token, and the position; RefusedError without a seat or a game."""
    seat = role_of(now.kept, token, invited=True).seat
    if seat is None:
        raise refusals.wrong_token("the token of a seat")
    if now.position is None:
        raise refusals.not_begun()
    return seat, now.position

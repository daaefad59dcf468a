"""The service `Tables`: games that the server keeps, for people and bots who play together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from covert_server.access.guard import Guard
from covert_server.bot_requests import BotRequests
from covert_server.calls.call import Call
from covert_server.calls.calls import Calls, Handler, Method, methods_of
from covert_server.games import Games, RefereedGame, ServedGame
from covert_server.settings import Settings
from covert_server.tables.access import TableAccess
from covert_server.tables.acting import act, get_table_record, undo, watch_hint
from covert_server.tables.bot_seats import BotSeats
from covert_server.tables.hosted import HostedTables
from covert_server.tables.kept import Store
from covert_server.tables.seating import create_table, hand_over, join_table
from covert_server.tables.watching import get_table, watch_table
from covert_server.workers.worker_pool import WorkerPool
from covertbots.v1 import tables_pb2 as v1

TABLES = "covertbots.v1.Tables"

FORGET_EVERY = 3600.0  # seconds between two looks for tables that have expired


class Tables:
    """The service, and what it keeps running."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        games: tuple[Sequence[ServedGame], Sequence[RefereedGame]],
        workers: WorkerPool,
        bots: BotRequests,
        guard: Guard,
        calls: Calls,
    ) -> None:
        """`games` are the same twice: as bots need them, and as hosts do."""
        served, refereed = Games(games[0]), Games(games[1])
        self._hosted = HostedTables(settings, store, refereed, served, workers)
        self._bot_seats = BotSeats(self._hosted, bots, guard)
        self._access = TableAccess(self._hosted, refereed, served, bots, self._bot_seats, calls)
        self._forgetting: asyncio.Task[None] | None = None

    def methods(self) -> list[Method]:
        """Return the methods of the service."""

        def on(handler: Callable[[Call, TableAccess], Any]) -> Handler:
            return lambda call: handler(call, self._access)

        handlers: dict[str, Handler] = {
            "CreateTable": on(create_table),
            "JoinTable": on(join_table),
            "HandOver": on(hand_over),
            "GetTable": on(get_table),
            "WatchTable": on(watch_table),
            "Act": on(act),
            "Undo": on(undo),
            "WatchHint": on(watch_hint),
            "GetTableRecord": on(get_table_record),
        }
        return methods_of(v1.DESCRIPTOR.services_by_name["Tables"], handlers)

    async def counts(self) -> Mapping[str, Mapping[str, int]]:
        """Return how many tables and seats there are, and the actions that this process has kept;
        StoreError if the store does not answer."""
        counts = await self._hosted.store.count(int(time.time()))
        return {**counts._asdict(), "actions": self._hosted.acted}

    def start(self) -> None:
        """Begin to hear of other processes, and to forget tables that have expired."""
        self._hosted.listen()
        self._forgetting = asyncio.ensure_future(self._forget())

    async def stop(self) -> None:
        """Stop the bots, and end the store."""
        if self._forgetting is not None:
            self._forgetting.cancel()
        await self._bot_seats.close()
        await self._hosted.close()

    async def _forget(self) -> None:
        while True:
            await asyncio.sleep(FORGET_EVERY)
            with suppress(Exception):  # what is left is forgotten next time
                await self._hosted.store.forget(int(time.time()))

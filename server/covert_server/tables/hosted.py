"""Tables in memory: those in use, and the latest of the others.

All is done on the event loop but the rules, which are applied in worker threads, and the store,
which has a thread of its own. A table is changed under its lock; what is shown of it is one value,
`now`, which a change replaces when it is kept.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from math import inf
from typing import NamedTuple, TypeVar

from covert_server.build import build
from covert_server.games import Games, RefereedGame, ServedGame
from covert_server.settings import Settings
from covert_server.tables.kept import (
    Change,
    ChangedError,
    GoneError,
    KeptTable,
    ManyTablesError,
    Most,
    Store,
    StoreError,
)
from covert_server.tables.position import Position, Rules, replayed
from covert_server.tables.refusals import gone, many_tables, not_kept
from covert_server.workers.fair_queue import Claim
from covert_server.workers.worker_pool import Due, WorkerPool
from covertbots.v1 import referee_pb2

T = TypeVar("T")

log = logging.getLogger(__name__)

REMEMBERED = 128  # tables in memory beyond those in use
DAY = 86_400  # seconds
OPEN_FOR = DAY  # seconds that a table waits for its first person
BETWEEN = 1.0  # seconds between two lines of the log that say the same
STAYS = 10.0  # seconds that a person counts as present after the latest look at the table


class Now(NamedTuple):
    """A table at a moment."""

    kept: KeptTable
    position: Position | None
    """None before the game."""


class HostedTable:
    """A table in memory."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lock = asyncio.Lock()
        self.now: Now | None = None
        """None until it is loaded, and after a change that may or may not be kept."""
        self.changed = asyncio.Event()
        """Set at the next change, and then replaced."""
        self.bots: asyncio.Task[None] | None = None
        """The task that plays its bots, while one is to decide."""
        self.heard = 0
        """The latest version that another process has announced."""
        self.bot_choices: dict[int, str] = {}
        """Choices of bots in the open window, by seat."""
        self.uses = 0
        """Calls that use it."""
        self._looks: Counter[int] = Counter()  # by seat
        self._looked: dict[int, float] = {}  # when the latest look ended

    @property
    def is_used(self) -> bool:
        """True if it must stay in memory."""
        return bool(self.uses) or (self.bots is not None and not self.bots.done())

    @property
    def present(self) -> set[int]:
        """The seats whose persons watch, or did a moment ago."""
        now = time.monotonic()
        lately = {seat for seat, ended in self._looked.items() if now - ended < STAYS}
        return lately | {seat for seat, looks in self._looks.items() if looks}

    @contextmanager
    def watched_by(self, seat: int | None) -> Iterator[None]:
        """Count the person of a seat as present."""
        if seat is None:
            yield
            return
        came = seat not in self.present
        self._looks[seat] += 1
        if came:
            self.announce()
        try:
            yield
        finally:
            self._looks[seat] -= 1
            self._looked[seat] = time.monotonic()
            asyncio.get_running_loop().call_later(STAYS + 0.1, self.announce)

    def announce(self) -> None:
        """Wake those who wait for a change. They find out if it is one for them."""
        self.changed.set()
        self.changed = asyncio.Event()


class HostedTables:
    """The tables of this server."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        refereed: Games[RefereedGame],
        served: Games[ServedGame],
        workers: WorkerPool,
    ) -> None:
        self.store = store
        self._settings = settings
        self._refereed = refereed
        self._served = served
        self._workers = workers
        self._tables: OrderedDict[str, HostedTable] = OrderedDict()
        self._changing: set[asyncio.Future[None]] = set()
        self.acted = {"person": 0, "bot": 0}
        """Actions that this process has kept, by who plays the seat."""
        self._told = -inf
        """When the log last said that tables cannot be kept."""

    def listen(self) -> None:
        """Begin to hear of changes that other processes make."""
        self.store.listen(self._hear)

    def _hear(self, name: str | None, version: int) -> None:
        for table in self._tables.values() if name is None else (self._tables.get(name),):
            if table is None:
                continue
            if name is None:
                table.now = None
            table.heard = max(table.heard, version)
            if table.now is None or table.now.kept.version < table.heard:
                table.announce()

    async def apply(
        self, work: Callable[[], T], client: str, *, batch: bool = False, due: Due | None = None
    ) -> T:
        """Apply the rules in a worker."""
        claim = Claim(client, batch, self._workers.mean)
        return await self._workers.run(lambda _: work(), claim=claim, due=due or Due())

    def expiry(self, is_open: bool) -> int:
        """Return when a table that changes now may be forgotten: at a midnight, which does not show
        when exactly it changed."""
        kept = self._settings.tables_kept
        kept = min(kept, OPEN_FOR) if is_open else kept
        return int(-(-(time.time() + kept) // DAY) * DAY)

    def rules_of(self, kept: KeptTable) -> Rules:
        """Return the rules of a table."""
        refereed = self._refereed.chosen(kept.game, "game")
        served = self._served.chosen(kept.game, "game")
        deal = referee_pb2.Record.FromString(kept.deal)
        return Rules(refereed, served, deal, [seat.name for seat in kept.seats])

    async def create(self, kept: KeptTable) -> None:
        """Keep a new table; RefusedError if there are too many."""
        most = Most(self._settings.most_tables, self._settings.most_tables_of_client)
        try:
            await self.store.create(kept, most, int(time.time()))
        except ManyTablesError as error:
            allowed = most.of_client if error.of_client else most.tables
            raise many_tables(allowed, error.of_client) from None
        except StoreError as error:
            raise self._not_kept(error) from None

    @asynccontextmanager
    async def use(self, name: str) -> AsyncIterator[HostedTable]:
        """Give a table, as it is now, whichever process changed it; RefusedError if there is none
        of this name."""
        table = self._tables.setdefault(name, HostedTable(name))
        self._tables.move_to_end(name)
        table.uses += 1
        try:
            try:
                table.heard = max(table.heard, await self.store.latest(name))
            except StoreError as error:
                raise self._not_kept(error) from None
            await self.load(table)
            yield table
        finally:
            table.uses -= 1
            if table.now is None and not table.is_used:
                self._tables.pop(name, None)
            self._forget_some()

    async def load(self, table: HostedTable) -> Now:
        """Return the table as it is now; RefusedError if it is gone."""
        if table.now is None or table.now.kept.version < table.heard:
            async with table.lock:
                while table.now is None or table.now.kept.version < table.heard:
                    table.bot_choices.clear()
                    table.now = await self._loaded(table.name)
        if table.now.kept.expires <= time.time():
            raise gone()
        return table.now

    async def _loaded(self, name: str) -> Now:
        try:
            kept = await self.store.load(name, int(time.time()))
        except GoneError:
            raise gone() from None
        except StoreError as error:
            raise self._not_kept(error) from None
        position = None if kept.is_open else await self.position_of(kept)
        now = round(time.time() * 1000)
        if kept.window_closes is not None and kept.window_closes < now:
            kept.window_closes = now + kept.window  # the server was away: nobody could choose
        return Now(kept, position)

    async def position_of(self, kept: KeptTable) -> Position:
        """Return the position to which the log of a table leads."""
        rules = self.rules_of(kept)
        return await self.apply(lambda: replayed(rules, kept.log), kept.client)

    def window_after(self, kept: KeptTable, position: Position) -> int | None:
        """Return when the window closes that is open in a new position; None without one, and
        where the last choice closes it."""
        silence = position.rules.refereed.silence(position.state)
        if silence is None or not kept.window:
            return None
        return round(time.time() * 1000) + kept.window

    async def advance(self, table: HostedTable, then: Position) -> None:
        """Keep the moves that have led to a new position of a table whose lock is held."""
        assert table.now is not None
        kept = table.now.kept
        change = Change(
            self.expiry(is_open=False),
            window_closes=self.window_after(kept, then),
            entries=tuple(then.log[len(kept.log) :]),
            first=len(kept.log),
            over=then.over,
        )
        await self.change(table, change, then)
        for entry in change.entries:
            self.acted["bot" if kept.seats[entry.seat].bot else "person"] += 1

    async def go_back(self, table: HostedTable, then: Position) -> None:
        """Take a table whose lock is held back to an earlier position."""
        assert table.now is not None
        change = Change(
            self.expiry(is_open=False),
            window_closes=self.window_after(table.now.kept, then),
            keep=len(then.log),
        )
        await self.change(table, change, then)

    async def note_hint(self, now: Now, seat: int, bot: str) -> None:
        """Note that a seat asks for a hint."""
        try:
            await self.store.note_hint(now.kept.name, len(now.kept.log), seat, bot, build())
        except StoreError as error:
            raise self._not_kept(error) from None

    async def change(self, table: HostedTable, change: Change, position: Position | None) -> None:
        """Keep a change of a table whose lock is held, and show it with its new position. If the
        caller is cancelled meanwhile, the change is made all the same."""
        changing = asyncio.ensure_future(self._change(table, change, position))
        self._changing.add(changing)
        changing.add_done_callback(self._changing.discard)
        await asyncio.shield(changing)

    async def _change(self, table: HostedTable, change: Change, position: Position | None) -> None:
        now = table.now
        assert now is not None
        table.now = None  # as long as nobody knows if it is kept
        try:
            await self.store.change(table.name, now.kept.version, change)
        except (ChangedError, StoreError) as error:
            table.announce()
            if isinstance(error, StoreError):
                raise self._not_kept(error) from None
            raise
        kept = now.kept
        seats = [change.seats.get(number, seat) for number, seat in enumerate(kept.seats)]
        left = kept.log if change.keep is None else kept.log[: change.keep]
        choices = {} if change.ends_window else kept.choices
        if change.ends_window:
            table.bot_choices.clear()
        kept = replace(
            kept,
            seats=seats,
            log=[*left, *change.entries],
            choices={**choices, **change.choices},
            window_closes=change.window_closes,
            over=change.over,
            undone=kept.undone + (change.keep is not None),
            version=kept.version + 1,
            expires=change.expires,
        )
        table.now = Now(kept, position)
        table.announce()

    def _forget_some(self) -> None:
        """Forget the tables that were not used for longest, if there are too many in memory."""
        for name in list(self._tables)[: max(0, len(self._tables) - REMEMBERED)]:
            if not self._tables[name].is_used:
                del self._tables[name]

    async def close(self) -> None:
        """End the store once all changes are made."""
        if self._changing:
            await asyncio.wait(self._changing)
        await self.store.close()

    def _not_kept(self, error: StoreError) -> Exception:
        """Log why tables cannot be kept, once a second at most, and return what the client gets."""
        now = time.monotonic()
        if now - self._told >= BETWEEN:
            self._told = now
            log.error("tables cannot be kept", extra={"fields": {"error": str(error)}})
        return not_kept()

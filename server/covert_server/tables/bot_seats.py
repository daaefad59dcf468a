"""The bots at the tables: a task for each table, while one of its bots is to decide.

Their searches wait in the same queue as those of all calls, as searches of the client that made the
table. So tables of many clients are served alike, and those of one client share what is its own. A
bot's seed follows from that of the game, so a bot chooses the same again after a restart, where its
budget is not a time.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Sequence

from google.protobuf.message import Message

from covert_bots.players.spec import BotSpecError
from covert_engine.search import StopFlag
from covert_server.access.guard import Guard
from covert_server.access.quotas import QuotaError
from covert_server.bot_requests import BotRequests
from covert_server.budget import Budget
from covert_server.calls.call import Call
from covert_server.calls.encodings import BINARY
from covert_server.calls.status import BusyError, EngineFailedError, LateError, RefusedError
from covert_server.checks import BotRequest
from covert_server.tables.hosted import HostedTable, HostedTables, Now
from covert_server.tables.kept import ChangedError
from covert_server.tables.position import Move, played
from covertbots.v1 import action_pb2

log = logging.getLogger(__name__)

LATER = 1.0  # seconds until a bot tries again whose move could not be kept
LONGEST = 60.0  # seconds between two tries


class BotCall(Call):
    """A bot's move at a table, as searches take it: a call of the client that made the table."""

    def __init__(self, client: str) -> None:
        super().__init__(BINARY, "", ())
        self._client = client

    @property
    def client(self) -> str:
        """The client whose share of the workers it takes."""
        return self._client

    async def receive(self) -> None:
        """Do nothing: there is no request."""

    async def _send(self, message: Message) -> int:
        return 0  # nobody listens


class BotSeats:
    """Plays the seats of bots."""

    def __init__(self, tables: HostedTables, bots: BotRequests, guard: Guard) -> None:
        self._tables = tables
        self._bots = bots
        self._guard = guard
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def wake(self, table: HostedTable) -> None:
        """Let a bot of a table play, if one is to decide and none plays yet."""
        if self._closed or not self._has_work(table.now):
            return
        if table.bots is not None and not table.bots.done():
            return
        table.bots = asyncio.ensure_future(self._play(table))
        self._tasks.add(table.bots)
        table.bots.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop all of them; their moves up to now are kept."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    @staticmethod
    def _to_decide(now: Now | None) -> int | None:
        """Return the first seat to decide that a bot plays; None if there is none."""
        if now is None or now.position is None or now.kept.over:
            return None
        bots = (seat for seat in now.position.deciders if now.kept.seats[seat].bot)
        return next(bots, None)

    @classmethod
    def _has_work(cls, now: Now | None) -> bool:
        """Return True if a bot is to decide, or a window to be closed in time."""
        if now is None or now.position is None:
            return False
        return now.kept.window_closes is not None or cls._to_decide(now) is not None

    async def _play(self, table: HostedTable) -> None:
        failures = 0
        while True:
            try:
                now = await self._tables.load(table)
                if not self._has_work(now):
                    return
                if now.kept.window_closes is None:
                    await self._move(table, now)
                else:
                    await self._pass_window(table, now)
            except (BusyError, LateError, QuotaError) as error:
                await asyncio.sleep(error.retry_after)
            # Changed by another process; or it cannot be kept now; or its engine has failed.
            except (ChangedError, RefusedError, EngineFailedError):
                failures += 1
                await asyncio.sleep(min(LONGEST, LATER * failures))
                if failures == LONGEST:
                    return  # until somebody looks at the table
            except Exception as error:
                log.error("a bot at a table failed", exc_info=error)
                return
            else:
                failures = 0

    async def _move(self, table: HostedTable, now: Now) -> None:
        """Ask the bot to decide, and play what it answers unless the table has changed for it
        meanwhile."""
        seat = self._to_decide(now)
        assert seat is not None
        text = await self._ask(now, seat)
        async with table.lock:
            if self._is_as_before(table.now, now, seat):
                await self._play_on(table, [Move(seat, action_pb2.Action(text=text))])

    async def _pass_window(self, table: HostedTable, now: Now) -> None:
        """Let the bots choose in a window, and close it in time by playing all choices."""
        kept, position = now
        assert kept.window_closes is not None
        assert position is not None
        choices = table.bot_choices
        for seat in position.deciders:
            if kept.seats[seat].bot and seat not in choices:
                text = await self._ask(now, seat)
                if self._is_as_before(table.now, now, seat):
                    choices[seat] = text
                return
        left = kept.window_closes / 1000 - time.time()
        if left > 0:
            await asyncio.sleep(left)
            return  # by now a bot may have a person's seat
        async with table.lock:
            if table.now is not now:
                return
            silence = position.rules.refereed.silence(position.state)
            assert silence is not None
            texts = {
                seat: kept.choices.get(seat) or choices.get(seat) or silence
                for seat in position.deciders
            }
            await self._play_on(
                table,
                [Move(seat, action_pb2.Action(text=text)) for seat, text in texts.items()],
            )

    async def _ask(self, now: Now, seat: int) -> str:
        """Return the action that the bot of a seat chooses."""
        kept, position = now
        assert position is not None
        rules, spec = position.rules, kept.seats[seat].bot
        self._guard.take_for(kept.client)
        catalogue = rules.served.catalogue
        try:
            bot = catalogue.make(spec)
        except BotSpecError:  # of an earlier build
            bot = catalogue.make(rules.served.default_bot)
        view = position.state.view(seat)
        seed = _seed(rules.deal.seed, seat)
        question = BotRequest(rules.served, bot.decision(view), bot, Budget(), seed)
        call = BotCall(kept.client)
        arrived = time.monotonic()
        answer = await self._bots.ask(question, call, arrived=arrived, stop=StopFlag())
        text: str = answer.suggestion.moves[0].action.text
        return text

    @staticmethod
    def _is_as_before(now: Now | None, before: Now, seat: int) -> bool:
        """Return True if the bot of a seat would decide now as it did before."""
        if now is None or now.position is None or before.position is None:
            return False
        views = (position.state.view(seat) for position in (now.position, before.position))
        return (
            seat in now.position.deciders
            and now.kept.seats[seat].bot == before.kept.seats[seat].bot
            and len({view.digest() for view in views}) == 1
        )

    async def _play_on(self, table: HostedTable, moves: Sequence[Move]) -> None:
        """Play moves at a table whose lock is held."""
        assert table.now is not None
        kept, position = table.now
        assert position is not None
        then = await self._tables.apply(lambda: played(position, moves), kept.client)
        await self._tables.advance(table, then)


def _seed(seed: int, seat: int) -> int:
    """Return the seed of a bot, which gives nothing of the game's away."""
    digest = hashlib.sha256(f"bot {seat} {seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big")

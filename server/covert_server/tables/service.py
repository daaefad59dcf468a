"""The service `Tables`: games that the server keeps, for people and bots who play together.

A handler reads its request, finds out by the token who asks, and changes the table under its lock
or shows it. What a seat is shown follows from its view; a token is repeated nowhere.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar

from google.protobuf.message import Message

from covert_engine.input.errors import NotationError
from covert_engine.search import StopFlag
from covert_server.access.guard import Guard
from covert_server.analysis import INTERVAL, improve
from covert_server.bot_requests import Answer, BotRequests
from covert_server.build import build
from covert_server.calls.call import Call
from covert_server.calls.calls import Calls, Handler, Method, methods_of
from covert_server.calls.status import FieldError
from covert_server.checks import BotRequest, bot_request_of, not_echoes, read_request
from covert_server.games import Games, Problems, RefereedGame, ServedGame
from covert_server.settings import Settings
from covert_server.tables import refusals
from covert_server.tables.answers import may_undo, news_messages, table_message
from covert_server.tables.bot_seats import BotSeats
from covert_server.tables.hosted import HostedTable, HostedTables, Now
from covert_server.tables.kept import Change, ChangedError, KeptTable, Seat, Store
from covert_server.tables.position import (
    NotToDecideError,
    Position,
    news_after,
    played,
    replayed,
    undone_to,
)
from covert_server.tables.requests import (
    check_actions,
    check_name,
    new_table,
    spec_of,
    wait_of,
)
from covert_server.tables.tokens import hash_of, is_of, new_name, new_token
from covert_server.workers.worker_pool import Due, WorkerPool
from covertbots.v1 import opponent_pb2, referee_pb2, view_pb2
from covertbots.v1 import tables_pb2 as v1

M = TypeVar("M", bound=Message)
T = TypeVar("T")

TABLES = "covertbots.v1.Tables"

SIGN_OF_LIFE = 15.0  # seconds between two responses of a stream, at most
FAREWELL = 1.0  # seconds before its deadline in which a stream says that it ends
TRIES = 3  # to change a table that other processes change too
FORGET_EVERY = 3600.0  # seconds between two looks for tables that have expired


class Role(NamedTuple):
    """Who a token shows its bearer to be."""

    seat: int | None = None
    """Whose seat it is."""
    is_host: bool = False


class Tables:
    """The handlers of the service."""

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
        self._served, self._refereed = Games(games[0]), Games(games[1])
        self._hosted = HostedTables(settings, store, self._refereed, self._served, workers)
        self._bots = bots
        self._bot_seats = BotSeats(self._hosted, bots, guard)
        self._draining = calls.draining
        self._forgetting: asyncio.Task[None] | None = None

    def methods(self) -> list[Method]:
        """Return the methods of the service."""
        handlers: dict[str, Handler] = {
            "CreateTable": self.create_table,
            "JoinTable": self.join_table,
            "HandOver": self.hand_over,
            "GetTable": self.get_table,
            "WatchTable": self.watch_table,
            "Act": self.act,
            "Undo": self.undo,
            "WatchHint": self.watch_hint,
            "GetTableRecord": self.get_table_record,
        }
        return methods_of(v1.DESCRIPTOR.services_by_name["Tables"], handlers)

    def start(self) -> None:
        """Begin to forget tables that have expired."""
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

    async def create_table(self, call: Call) -> v1.CreateTableResponse:
        """Make a table."""
        seed = secrets.randbits(64)

        def read() -> KeptTable:
            asked = new_table(call, self._refereed, self._served, seed)
            kept = KeptTable(
                name=new_name(),
                game=asked.game,
                client=call.client,
                deal=asked.deal.SerializeToString(deterministic=True),
                hints=asked.hints,
                host=hash_of(host_token),
                invitation=b"",
                host_seat=asked.host_seat,
                seats=asked.seats,
            )
            own = self._own_names(kept)
            for number, seat in enumerate(kept.seats):
                if number == kept.host_seat:
                    others = [name for at, name in enumerate(own) if at != number]
                    problems: Problems = []
                    check_name(seat.name, f"seats[{number}].host", others, problems)
                    if problems:
                        raise FieldError(problems)
                    kept.seats[number] = Seat(seat.name, token=hash_of(seat_token))
                elif seat.bot:
                    kept.seats[number] = seat._replace(name=own[number])
            if kept.is_open:
                kept.invitation = hash_of(invitation)
            kept.expires = self._hosted.expiry(kept.is_open)
            return kept

        host_token, seat_token, invitation = new_token(), new_token(), new_token()
        kept = await self._bots.read(read, call, len(call.request))
        await self._hosted.create(kept)
        async with self._hosted.use(kept.name) as table:
            self._bot_seats.wake(table)
        return v1.CreateTableResponse(
            table=kept.name,
            host_token=host_token,
            invitation=invitation if kept.invitation else "",
            seat=kept.host_seat,
            seat_token="" if kept.host_seat is None else seat_token,
        )

    def _own_names(self, kept: KeptTable) -> list[str]:
        """Return the game's own names of the seats."""
        rules = self._hosted.rules_of(kept)
        return rules.refereed.seat_names(replayed(rules, ()).state)

    async def join_table(self, call: Call) -> v1.JoinTableResponse:
        """Take an open seat."""
        request = await self._read(call, v1.JoinTableRequest)
        token = new_token()

        async def join(table: HostedTable, now: Now) -> int:
            kept = now.kept
            if not is_of(request.invitation, kept.invitation):
                raise refusals.wrong_token("the table's invitation", "invitation")
            if not kept.is_open:
                raise refusals.not_now("table: no seat is open", "NO_SEAT_OPEN")
            problems: Problems = []
            open_seats = [at for at, occupant in enumerate(kept.seats) if occupant.is_open]
            seat = request.seat if request.HasField("seat") else open_seats[0]
            if seat not in open_seats:
                listed = ", ".join(map(str, open_seats))
                problems.append(("seat", f"is {seat}; expected an open seat: {listed}"))
            own = self._own_names(kept)
            others = [
                occupant.name or own[at] for at, occupant in enumerate(kept.seats) if at != seat
            ]
            check_name(request.name, "name", others, problems)
            if problems:
                raise FieldError(problems)
            await self._seat(table, now, {seat: Seat(request.name, token=hash_of(token))})
            return seat

        seat = await self._changed(call, request.table, join)
        return v1.JoinTableResponse(seat=seat, seat_token=token)

    async def _seat(self, table: HostedTable, now: Now, seats: dict[int, Seat]) -> None:
        """Change who sits where; the game is dealt once no seat is open."""
        kept = now.kept
        then = [seats.get(number, seat) for number, seat in enumerate(kept.seats)]
        is_open, position = any(seat.is_open for seat in then), now.position
        if position is None and not is_open:
            rules = self._hosted.rules_of(kept)._replace(names=[seat.name for seat in then])
            position = await self._hosted.apply(lambda: replayed(rules, ()), kept.client)
        change = Change(
            self._hosted.expiry(is_open), seats=seats, first=len(kept.log), over=kept.over
        )
        await self._hosted.change(table, change, position)

    async def hand_over(self, call: Call) -> v1.HandOverResponse:
        """Give a seat to a bot, leave it open, or take it back."""
        request = await self._read(call, v1.HandOverRequest)

        async def hand_over(table: HostedTable, now: Now) -> None:
            kept, problems = now.kept, list[tuple[str, str]]()
            role = _role_of(kept, request.token)
            if request.seat >= len(kept.seats):
                wrong = f"is {request.seat}; expected 0 to {len(kept.seats) - 1}"
                raise FieldError([("seat", wrong)])
            if not role.is_host and role.seat != request.seat:
                raise refusals.wrong_token("the token of the seat, or the host's")
            if kept.over:
                raise refusals.game_over()
            occupant = kept.seats[request.seat]
            if request.bot:
                served = self._served.chosen(kept.game, "game")
                bot = spec_of(request.bot, served, "bot", problems)
                if problems:
                    raise FieldError(problems)
                if kept.is_open:
                    seat = Seat(self._own_names(kept)[request.seat], bot)
                else:
                    seat = occupant._replace(bot=bot)
            elif kept.is_open:
                seat = Seat()
            elif not occupant.token:
                wrong = "is empty; expected the spec of a bot, for the seat has no person"
                raise FieldError([("bot", wrong)])
            elif role.seat != request.seat:
                wrong = "is empty; expected the spec of a bot: only its person takes a seat back"
                raise FieldError([("bot", wrong)])
            else:
                seat = occupant._replace(bot="")
            if seat != occupant:
                await self._seat(table, now, {request.seat: seat})

        await self._changed(call, request.table, hand_over)
        return v1.HandOverResponse()

    async def get_table(self, call: Call) -> v1.GetTableResponse:
        """Return the table as a seat sees it, when there is something new to say."""
        waits = [0.0]

        def check(request: v1.GetTableRequest, problems: Problems) -> None:
            waits[:] = [wait_of(request, problems)]

        request = await self._read(call, v1.GetTableRequest, check)
        until = call.received + waits[0]
        if call.deadline is not None:
            until = min(until, call.deadline - FAREWELL)
        async with self._hosted.use(request.table) as table:
            seat = await self._watcher(table, request.token)
            self._bot_seats.wake(table)
            first = None
            with table.watched_by(seat if waits[0] else None):
                while True:
                    changed = table.changed
                    response = v1.GetTableResponse()
                    await self._show(call, table, request.token, request.after, response)
                    shown = response.table.SerializeToString(deterministic=True)
                    first = first or shown
                    left = until - time.monotonic()
                    is_news = response.news or request.after > response.table.news or shown != first
                    if is_news or left <= 0 or self._draining.is_set():
                        return response
                    await self._until(changed, left)

    async def _watcher(self, table: HostedTable, token: str) -> int | None:
        """Return the seat of who looks at a table; None without one."""
        now = await self._hosted.load(table)
        return _role_of(now.kept, token, invited=True).seat

    async def _show(
        self,
        call: Call,
        table: HostedTable,
        token: str,
        after: int,
        response: v1.GetTableResponse | v1.WatchTableResponse | v1.ActResponse,
    ) -> None:
        """Write the table into a response, as who has this token sees it, with its news."""
        now = await self._hosted.load(table)
        seat, present = _role_of(now.kept, token, invited=True).seat, table.present

        def show() -> None:
            response.table.CopyFrom(table_message(now, seat, present))
            response.news.extend(news_messages(now, seat, after))

        await self._apply(call, show)

    async def _until(self, changed: asyncio.Event, seconds: float) -> None:
        """Wait for a change, the shutdown, or so many seconds."""
        waiting = [
            asyncio.ensure_future(changed.wait()),
            asyncio.ensure_future(self._draining.wait()),
        ]
        try:
            await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()

    async def watch_table(self, call: Call) -> None:
        """Send the table and its news as they come."""
        request = await self._read(call, v1.WatchTableRequest)
        until = None if call.deadline is None else call.deadline - FAREWELL
        async with self._hosted.use(request.table) as table:
            seat = await self._watcher(table, request.token)
            after, shown = request.after, b""
            with table.watched_by(seat):
                while True:
                    changed = table.changed
                    response = v1.WatchTableResponse()
                    await self._show(call, table, request.token, after, response)
                    self._bot_seats.wake(table)
                    now_shown = response.table.SerializeToString(deterministic=True)
                    is_new = bool(response.news) or now_shown != shown
                    after = response.news[-1].number if response.news else after
                    after, shown = min(after, response.table.news), now_shown
                    is_all = after == response.table.news
                    over = response.table.status == v1.TABLE_STATUS_OVER
                    late = until is not None and time.monotonic() >= until
                    response.ended = is_all and (over or late or self._draining.is_set())
                    if is_new or response.ended:
                        await call.send(response)
                    if response.ended:
                        return
                    if not is_all:
                        continue
                    begun = time.monotonic()
                    left = SIGN_OF_LIFE if until is None else min(SIGN_OF_LIFE, until - begun)
                    await self._until(changed, left)
                    if time.monotonic() - begun >= SIGN_OF_LIFE:
                        await call.send(v1.WatchTableResponse())

    async def act(self, call: Call) -> v1.ActResponse:
        """Act for a seat."""
        request = await self._read(call, v1.ActRequest, check_actions)

        async def act(table: HostedTable, now: Now) -> None:
            seat, position = _player(now, request.token)
            if _was_done(position, seat, request):
                return
            if request.after != position.news[seat]:
                raise refusals.out_of_date(request.after, position.news[seat])
            if now.kept.over:
                raise refusals.game_over()
            if now.kept.seats[seat].bot:
                raise refusals.not_now("token: a bot plays its seat", "SEAT_HANDED_OVER")
            undoable = may_undo(now.kept, seat)
            try:
                then = await self._apply(
                    call,
                    lambda: played(position, seat, request.actions, request.after, undoable),
                )
            except NotToDecideError:
                raise refusals.not_to_decide() from None
            change = Change(
                self._hosted.expiry(is_open=False),
                entries=tuple(then.log[len(position.log) :]),
                first=len(position.log),
                over=then.over,
            )
            await self._hosted.change(table, change, then)

        response = v1.ActResponse()
        await self._changed(call, request.table, act)
        async with self._hosted.use(request.table) as table:
            await self._show(call, table, request.token, request.after, response)
        return response

    async def undo(self, call: Call) -> v1.UndoResponse:
        """Take back the latest actions of a seat."""
        request = await self._read(call, v1.UndoRequest)

        async def undo(table: HostedTable, now: Now) -> int:
            seat, position = _player(now, request.token)
            if request.after != position.news[seat]:
                raise refusals.out_of_date(request.after, position.news[seat])
            kept = now.kept
            if not may_undo(kept, seat):
                wrong = "table: nothing is taken back once the game is over, or where others play"
                raise refusals.not_now(wrong, "NO_UNDO")

            def back() -> Position | None:
                left = undone_to(position, seat, request.most)
                if left is None:
                    return None
                then = replayed(position.rules, position.log[:left])
                then.silent = {
                    number: silent for number, silent in position.silent.items() if number < left
                }
                return then

            then = await self._apply(call, back)
            if then is None:
                wrong = "table: the seat has learned something since it acted, or has not acted"
                raise refusals.not_now(wrong, "NOTHING_TO_UNDO")
            change = Change(self._hosted.expiry(is_open=False), keep=len(then.log))
            await self._hosted.change(table, change, then)
            return then.news[seat]

        news = await self._changed(call, request.table, undo)
        answer = v1.ActResponse()
        async with self._hosted.use(request.table) as table:
            await self._show(call, table, request.token, news, answer)
        return v1.UndoResponse(table=answer.table, news=news)

    async def watch_hint(self, call: Call) -> None:
        """Send a hint for a seat while it improves."""
        request = await self._read(call, v1.WatchHintRequest)
        async with self._hosted.use(request.table) as table:
            now = await self._hosted.load(table)
            seat, position = _player(now, request.token)
            kept = now.kept
            allowed = kept.hints == v1.HINT_POLICY_OWN_SEAT or (
                kept.hints == v1.HINT_POLICY_AFTER_GAME and kept.over
            )
            if not allowed:
                when = "after the game" if kept.hints == v1.HINT_POLICY_AFTER_GAME else "not at all"
                raise refusals.not_now(f"table: hints are given {when}", "NO_HINTS")
            if not kept.over and request.after != position.news[seat]:
                raise refusals.out_of_date(request.after, position.news[seat])
            question = opponent_pb2.SuggestMoveRequest(
                bot=request.bot,
                limits=request.limits,
                seed=position.news[seat],
                reasons=request.reasons,
                hands=request.hands,
                plans=request.plans,
                only=request.only,
            )
            if not request.HasField("limits"):
                question.ClearField("limits")

            def ask() -> BotRequest:
                message = position.view(seat)
                if kept.over:
                    message = _view_at(position, seat, request.after)
                served = position.rules.served
                view = served.view_of(message, "view", [])
                deciding = None if view is None else served.to_decide(view)
                if deciding is None or deciding.seat != seat:
                    raise refusals.not_to_decide()
                question.view.CopyFrom(message)
                return bot_request_of(question, self._served)

            asked = await self._apply(call, ask)
            if not kept.over:
                await self._hosted.store.note_hint(
                    kept.name, len(position.log), seat, str(asked.bot), build()
                )

        def response(answer: Answer, final: bool) -> Message:
            return opponent_pb2.WatchResponse(
                suggestion=answer.suggestion, final=final, measured=answer.measured
            )

        await improve(call, self._bots, asked, INTERVAL, response, StopFlag(), call.received)

    async def get_table_record(self, call: Call) -> v1.GetTableRecordResponse:
        """Return the record of a game that is over."""
        request = await self._read(call, v1.GetTableRecordRequest)
        async with self._hosted.use(request.table) as table:
            now = await self._hosted.load(table)
            _role_of(now.kept, request.token)
            if now.position is None or not now.kept.over:
                raise refusals.not_now("table: the game is not over", "GAME_NOT_OVER")
            names = [seat.name for seat in now.kept.seats]
            return v1.GetTableRecordResponse(record=now.position.record, names=names)

    async def _read(
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

        return await self._bots.read(read, call, len(call.request))

    async def _apply(self, call: Call, work: Callable[[], T]) -> T:
        """Apply the rules in a worker."""
        due = Due(call.deadline)
        return await self._hosted.apply(work, call.client, batch=call.batch, due=due)

    async def _changed(
        self, call: Call, name: str, change: Callable[[HostedTable, Now], Awaitable[T]]
    ) -> T:
        """Change a table, whose lock is held meanwhile, then let its bots play. If another process
        has changed it since it was read, it is read and changed again."""
        async with self._hosted.use(name) as table:
            for attempt in range(TRIES):
                await self._hosted.load(table)
                async with table.lock:
                    if table.now is None:
                        continue
                    try:
                        result = await change(table, table.now)
                    except ChangedError:
                        if attempt + 1 == TRIES:
                            raise refusals.not_kept() from None
                        continue
                self._bot_seats.wake(table)
                return result
            raise refusals.not_kept()


def _role_of(kept: KeptTable, token: str, *, invited: bool = False) -> Role:
    """Return who has a token; RefusedError if it is none of this table. All are compared, so that
    the time does not tell."""
    seats = [at for at, seat in enumerate(kept.seats) if is_of(token, seat.token)]
    is_host = is_of(token, kept.host)
    is_invited = is_of(token, kept.invitation)
    if not seats and not is_host and not (invited and is_invited):
        raise refusals.wrong_token("a token of this table")
    return Role(seats[0] if seats else None, is_host)


def _player(now: Now, token: str) -> tuple[int, Position]:
    """Return the seat of a token, and the position; RefusedError without a seat or a game."""
    seat = _role_of(now.kept, token, invited=True).seat
    if seat is None:
        raise refusals.wrong_token("the token of a seat")
    if now.position is None:
        raise refusals.not_begun()
    return seat, now.position


def _view_at(position: Position, seat: int, number: int) -> view_pb2.View:
    """Return the view that a seat had with one of its news."""
    had = position.news[seat]
    if not 1 <= number <= had:
        raise FieldError([("after", f"is {number}; expected 1 to {had}, as many news there are")])
    (moment,) = news_after(position, seat, number - 1, 1)
    return referee_pb2.Moment.FromString(moment).view


def _was_done(position: Position, seat: int, request: v1.ActRequest) -> bool:
    """Return True if these are the latest actions of a seat that were chosen at the same number."""
    key = (seat, request.after)
    done = [entry.text for entry in position.log if (entry.seat, entry.after) == key]
    asked = [action.text for action in request.actions]
    if len(done) < len(asked):
        return False
    read = position.rules.refereed.reader_of(position.rules.deal)
    assert read is not None
    with suppress(NotationError):  # what is no action was not done
        return [read(text) for text in asked] == [read(text) for text in done[-len(asked) :]]
    return False

"""Calls that show a table: at once, when there is something new, or for as long as it lasts."""

from __future__ import annotations

import time

from covert_server.calls.call import Call
from covert_server.games import Problems
from covert_server.tables.access import TableAccess, role_of
from covert_server.tables.hosted import HostedTable
from covert_server.tables.requests import wait_of
from covertbots.v1 import tables_pb2 as v1

SIGN_OF_LIFE = 15.0  # seconds between two responses of a stream, at most
FAREWELL = 1.0  # seconds before its deadline at which a call answers that waits for a change


async def get_table(call: Call, tables: TableAccess) -> v1.GetTableResponse:
    """Return the table as a seat sees it, once there is something new to say."""
    waits = [0.0]

    def check(request: v1.GetTableRequest, problems: Problems) -> None:
        waits[:] = [wait_of(request, problems)]

    request = await tables.read(call, v1.GetTableRequest, check)
    until = call.received + waits[0]
    if call.deadline is not None:
        until = min(until, call.deadline - FAREWELL)
    async with tables.hosted.use(request.table) as table:
        seat = await _watcher(table, tables, request.token)
        tables.bot_seats.wake(table)
        with table.watched_by(seat if waits[0] else None):
            first, begun = None, time.monotonic()
            while True:
                changed = table.changed
                response = v1.GetTableResponse()
                await tables.show(call, table, request.token, request.after, response)
                shown = response.table.SerializeToString(deterministic=True)
                first = shown if first is None else first
                left = until - time.monotonic()
                is_new = request.after != response.table.news or shown != first
                over = response.table.status == v1.TABLE_STATUS_OVER
                if is_new or over or left <= 0 or tables.draining.is_set():
                    return response
                await tables.until(changed, left)
                call.waited = time.monotonic() - begun


async def _watcher(table: HostedTable, tables: TableAccess, token: str) -> int | None:
    """Return the seat of who looks at a table; None without one."""
    now = await tables.hosted.load(table)
    return role_of(now.kept, token, invited=True).seat


async def watch_table(call: Call, tables: TableAccess) -> None:
    """Send the table and its news as they come. A response says something new to its seat, or is
    a sign of life, which comes at fixed times."""
    request = await tables.read(call, v1.WatchTableRequest)
    until = None if call.deadline is None else call.deadline - FAREWELL
    async with tables.hosted.use(request.table) as table:
        seat = await _watcher(table, tables, request.token)
        after, shown, sign = request.after, b"", time.monotonic() + SIGN_OF_LIFE
        with table.watched_by(seat):
            while True:
                changed = table.changed
                response = v1.WatchTableResponse()
                await tables.show(call, table, request.token, after, response)
                tables.bot_seats.wake(table)
                before, shown = shown, response.table.SerializeToString(deterministic=True)
                is_new = bool(response.news) or shown != before
                after = response.news[-1].number if response.news else after
                after = min(after, response.table.news)  # some were taken back
                is_all, now = after == response.table.news, time.monotonic()
                over = response.table.status == v1.TABLE_STATUS_OVER
                late = until is not None and now >= until
                response.ended = is_all and (over or late or tables.draining.is_set())
                if is_new or response.ended:
                    await call.send(response)
                if response.ended:
                    return
                if not is_all:
                    continue
                if now >= sign:
                    await call.send(v1.WatchTableResponse())
                    sign = now + SIGN_OF_LIFE
                await tables.until(changed, (sign if until is None else min(sign, until)) - now)

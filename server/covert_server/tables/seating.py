"""Calls about who sits where: a table is made, seats are taken and given away."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from covert_server.calls.call import Call
from covert_server.calls.status import FieldError
from covert_server.games import Problems
from covert_server.tables import refusals
from covert_server.tables.access import TableAccess, role_of
from covert_server.tables.hosted import HostedTable, HostedTables, Now
from covert_server.tables.kept import Change, KeptTable, Seat
from covert_server.tables.position import replayed
from covert_server.tables.requests import check_name, new_table, spec_of
from covert_server.tables.tokens import hash_of, is_of, new_name, new_token
from covertbots.v1 import tables_pb2 as v1


async def create_table(call: Call, tables: TableAccess) -> v1.CreateTableResponse:
    """Make a table."""
    host_token, seat_token, invitation = new_token(), new_token(), new_token()

    def read() -> KeptTable:
        asked = new_table(call, tables.refereed, tables.served, secrets.randbits(64))
        kept = KeptTable(
            name=new_name(),
            game=asked.game,
            client=call.client,
            deal=asked.deal.SerializeToString(deterministic=True),
            hints=asked.hints,
            window=asked.window,
            seeded=asked.seeded,
            host=hash_of(host_token),
            invitation=b"",
            host_seat=asked.host_seat,
            seats=asked.seats,
        )
        own = own_names(tables.hosted, kept)
        for number, seat in enumerate(kept.seats):
            if seat.bot:
                kept.seats[number] = seat._replace(name=own[number])
            elif number == kept.host_seat:
                others = [name for at, name in enumerate(own) if at != number]
                problems: Problems = []
                check_name(seat.name, f"seats[{number}].host", others, problems)
                if problems:
                    raise FieldError(problems)
                kept.seats[number] = seat._replace(token=hash_of(seat_token))
        if kept.is_open:
            kept.invitation = hash_of(invitation)
        kept.expires = tables.hosted.expiry(kept.is_open)
        return kept

    kept = await tables.bots.read(read, call, len(call.request))
    if not kept.is_open:
        position = await tables.hosted.position_of(kept)
        kept.window_closes = tables.hosted.window_after(kept, position)
    await tables.hosted.create(kept)
    async with tables.hosted.use(kept.name) as table:
        tables.bot_seats.wake(table)
    return v1.CreateTableResponse(
        table=kept.name,
        host_token=host_token,
        invitation=invitation if kept.invitation else "",
        seat=kept.host_seat,
        seat_token="" if kept.host_seat is None else seat_token,
    )


def own_names(hosted: HostedTables, kept: KeptTable) -> list[str]:
    """Return the game's own names of the seats."""
    rules = hosted.rules_of(kept)
    return rules.refereed.seat_names(replayed(rules, ()).state)


async def join_table(call: Call, tables: TableAccess) -> v1.JoinTableResponse:
    """Take an open seat."""
    request = await tables.read(call, v1.JoinTableRequest)
    token = new_token()

    async def join(table: HostedTable, now: Now) -> int:
        kept = now.kept
        if not is_of(request.invitation, kept.invitation):
            raise refusals.wrong_token("the table's invitation", "invitation")
        open_seats = [at for at, occupant in enumerate(kept.seats) if occupant.is_open]
        if not open_seats:
            raise refusals.not_now("table: no seat is open", "NO_SEAT_OPEN")
        problems: Problems = []
        seat = request.seat if request.HasField("seat") else open_seats[0]
        if seat not in open_seats:
            listed = ", ".join(map(str, open_seats))
            problems.append(("seat", f"is {seat}; expected an open seat: {listed}"))
        own = own_names(tables.hosted, kept)
        others = [occupant.name or own[at] for at, occupant in enumerate(kept.seats) if at != seat]
        check_name(request.name, "name", others, problems)
        if problems:
            raise FieldError(problems)
        await _seat(tables.hosted, table, now, {seat: Seat(request.name, token=hash_of(token))})
        return seat

    seat = await tables.changed(request.table, join)
    return v1.JoinTableResponse(seat=seat, seat_token=token)


async def _seat(
    hosted: HostedTables, table: HostedTable, now: Now, seats: Mapping[int, Seat]
) -> None:
    """Change who sits where; the game is dealt once no seat is open."""
    kept, position = now
    then = [seats.get(number, seat) for number, seat in enumerate(kept.seats)]
    is_open, closes = any(seat.is_open for seat in then), kept.window_closes
    if position is None and not is_open:
        rules = hosted.rules_of(kept)._replace(names=[seat.name for seat in then])
        position = await hosted.apply(lambda: replayed(rules, ()), kept.client)
        closes = hosted.window_after(kept, position)
    change = Change(hosted.expiry(is_open), seats=seats, window_closes=closes, over=kept.over)
    await hosted.change(table, change, position)


async def hand_over(call: Call, tables: TableAccess) -> v1.HandOverResponse:
    """Give a seat to a bot, leave it open, or take it back."""
    request = await tables.read(call, v1.HandOverRequest)

    async def hand_over(table: HostedTable, now: Now) -> None:
        kept, role = now.kept, role_of(now.kept, request.token)
        if request.seat >= len(kept.seats):
            wrong = f"is {request.seat}; expected 0 to {len(kept.seats) - 1}"
            raise FieldError([("seat", wrong)])
        if not role.is_host and role.seat != request.seat:
            raise refusals.wrong_token("the token of the seat, or the host's")
        if kept.over:
            raise refusals.game_over()
        occupant = kept.seats[request.seat]
        if request.bot:
            problems: Problems = []
            bot = spec_of(request.bot, tables.served.chosen(kept.game, "game"), "bot", problems)
            if problems:
                raise FieldError(problems)
            seat = occupant._replace(bot=bot)
            if kept.is_open:
                seat = Seat(own_names(tables.hosted, kept)[request.seat], bot)
        elif kept.is_open:
            seat = Seat()
        elif role.seat != request.seat:
            wrong = "is empty; expected the spec of a bot: only its person takes a seat back"
            raise FieldError([("bot", wrong)])
        else:
            seat = occupant._replace(bot="")
        if seat != occupant:
            await _seat(tables.hosted, table, now, {request.seat: seat})

    await tables.changed(request.table, hand_over)
    return v1.HandOverResponse()

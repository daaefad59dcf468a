"""Calls of those who play: to act, to take back, to ask for a hint, and for the record at last."""

from __future__ import annotations

from contextlib import suppress

from google.protobuf.message import Message

from covert_engine.input.errors import NotationError
from covert_engine.search import StopFlag
from covert_server.analysis import INTERVAL, improve
from covert_server.bot_requests import Answer
from covert_server.calls.call import Call
from covert_server.calls.status import FieldError
from covert_server.checks import BotRequest, bot_of, bot_request_of
from covert_server.games import ServedGame
from covert_server.tables import refusals
from covert_server.tables.access import TableAccess, player, role_of
from covert_server.tables.answers import may_undo
from covert_server.tables.hosted import HostedTable, Now
from covert_server.tables.kept import Change, KeptTable
from covert_server.tables.position import (
    Move,
    NotToDecideError,
    Position,
    legal_text,
    news_after,
    played,
    replayed,
    undone_to,
)
from covert_server.tables.requests import check_actions
from covertbots.v1 import opponent_pb2, referee_pb2, view_pb2
from covertbots.v1 import tables_pb2 as v1


async def act(call: Call, tables: TableAccess) -> v1.ActResponse:
    """Act for a seat."""
    request = await tables.read(call, v1.ActRequest, check_actions)

    async def act(table: HostedTable, now: Now) -> None:
        seat, position = player(now, request.token)
        kept = now.kept
        if _was_done(position, seat, request):
            return
        if request.after != position.news[seat]:
            raise refusals.out_of_date(request.after, position.news[seat])
        if kept.over:
            raise refusals.game_over()
        if kept.seats[seat].bot:
            raise refusals.not_now("token: a bot plays its seat", "SEAT_HANDED_OVER")
        moves = [Move(seat, action) for action in request.actions]
        try:
            if kept.window_closes is not None:
                await _choose(call, tables, table, now, moves)
                return
            undoable = may_undo(kept, seat)
            then = await tables.apply(call, lambda: played(position, moves, undoable))
        except NotToDecideError:
            raise refusals.not_to_decide() from None
        await tables.hosted.advance(table, then)

    await tables.changed(request.table, act)
    response = v1.ActResponse()
    async with tables.hosted.use(request.table) as table:
        await tables.show(call, table, request.token, request.after, response)
    return response


async def _choose(
    call: Call, tables: TableAccess, table: HostedTable, now: Now, moves: list[Move]
) -> None:
    """Keep the choice of a seat in a window until that closes."""
    kept, position = now
    assert position is not None
    if len(moves) > 1:
        wrong = f"holds {len(moves)} actions; expected one, for the window is sealed"
        raise FieldError([("actions", wrong)])
    text = await tables.apply(call, lambda: legal_text(position, moves[0], "actions[0]"))
    change = Change(
        tables.hosted.expiry(is_open=False),
        window_closes=kept.window_closes,
        choices={moves[0].seat: text},
    )
    await tables.hosted.change(table, change, position)


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


async def undo(call: Call, tables: TableAccess) -> v1.UndoResponse:
    """Take back the latest actions of a seat."""
    request = await tables.read(call, v1.UndoRequest)

    async def undo(table: HostedTable, now: Now) -> int:
        seat, position = player(now, request.token)
        if request.after != position.news[seat]:
            raise refusals.out_of_date(request.after, position.news[seat])
        if not may_undo(now.kept, seat):
            wrong = "table: nothing is taken back once the game is over, or where others play"
            raise refusals.not_now(wrong, "NO_UNDO")

        def back() -> Position | None:
            left = undone_to(position, seat, request.most)
            return None if left is None else replayed(position.rules, position.log[:left])

        then = await tables.apply(call, back)
        if then is None:
            wrong = "table: the seat has learned something since it acted, or has not acted"
            raise refusals.not_now(wrong, "NOTHING_TO_UNDO")
        await tables.hosted.go_back(table, then)
        return then.news[seat]

    news = await tables.changed(request.table, undo)
    response = v1.ActResponse()
    async with tables.hosted.use(request.table) as table:
        await tables.show(call, table, request.token, news, response)
    return v1.UndoResponse(table=response.table, news=news)


async def watch_hint(call: Call, tables: TableAccess) -> None:
    """Send a hint for a seat while it improves."""
    request = await tables.read(call, v1.WatchHintRequest)
    async with tables.hosted.use(request.table) as table:
        now = await tables.hosted.load(table)
        seat, position = player(now, request.token)
        kept = now.kept
        after_game = kept.hints == v1.HINT_POLICY_AFTER_GAME
        if kept.hints == v1.HINT_POLICY_OFF or (after_game and not kept.over):
            when = "after the game" if after_game else "not at all"
            raise refusals.not_now(f"table: hints are given {when}", "NO_HINTS")
        if not kept.over and request.after != position.news[seat]:
            raise refusals.out_of_date(request.after, position.news[seat])

        def ask() -> BotRequest:
            view = _view_at(position, seat, request.after) if kept.over else position.view(seat)
            served = position.rules.served
            known = served.view_of(view, "view", [])
            deciding = None if known is None else served.to_decide(known)
            if deciding is None or deciding.seat != seat:
                raise refusals.not_to_decide()
            question = opponent_pb2.SuggestMoveRequest(
                view=view,
                bot=request.bot,
                limits=request.limits if request.HasField("limits") else None,
                seed=request.after,
                reasons=request.reasons,
                hands=request.hands,
                plans=request.plans,
                only=request.only,
                opponents=_opponents(kept, seat, served),
            )
            return bot_request_of(question, tables.served)

        asked = await tables.apply(call, ask)
        if not kept.over:
            await tables.hosted.note_hint(now, seat, str(asked.bot))

    def response(answer: Answer, final: bool) -> Message:
        return opponent_pb2.WatchResponse(
            suggestion=answer.suggestion, final=final, measured=answer.measured
        )

    await improve(call, tables.bots, asked, INTERVAL, response, StopFlag(), call.received)


def _opponents(kept: KeptTable, seat: int, served: ServedGame) -> list[str]:
    """Return the bots at the other seats, by seat; empty for people and for bots that an earlier
    build knew."""
    bots = ["" if number == seat else other.bot for number, other in enumerate(kept.seats)]
    return [bot if bot and bot_of(bot, served, "", []) else "" for bot in bots]


def _view_at(position: Position, seat: int, number: int) -> view_pb2.View:
    """Return the view that a seat had with one of its news."""
    had = position.news[seat]
    if not 1 <= number <= had:
        raise FieldError([("after", f"is {number}; expected 1 to {had}, as many news there are")])
    (moment,) = news_after(position, seat, number - 1, 1)
    return referee_pb2.Moment.FromString(moment).view


async def get_table_record(call: Call, tables: TableAccess) -> v1.GetTableRecordResponse:
    """Return the record of a game that is over."""
    request = await tables.read(call, v1.GetTableRecordRequest)
    async with tables.hosted.use(request.table) as table:
        kept, position = await tables.hosted.load(table)
        role_of(kept, request.token)
        if position is None or not kept.over:
            raise refusals.not_now("table: the game is not over", "GAME_NOT_OVER")
        names = [seat.name for seat in kept.seats]
        return v1.GetTableRecordResponse(record=position.record, names=names)

"""A table as one seat sees it, or somebody without a seat."""

from __future__ import annotations

from collections.abc import Collection

from covert_server.tables.hosted import Now
from covert_server.tables.kept import KeptTable
from covert_server.tables.position import news_after, undone_to
from covertbots.v1 import referee_pb2
from covertbots.v1 import tables_pb2 as v1

MOST_NEWS = 100  # in an answer


def table_message(now: Now, seat: int | None, present: Collection[int]) -> v1.Table:
    """Return the table as a seat sees it; None without a seat. It says nothing that does not follow
    from what the seat knows."""
    kept, position = now
    message = v1.Table(
        name=kept.name,
        status=status_of(kept),
        hints=kept.hints,
        seat=seat,
        game=kept.game,
        undone=kept.undone,
        seeded=kept.seeded,
    )
    message.expires.seconds = kept.expires
    for number, occupant in enumerate(kept.seats):
        message.seats.add(
            name=occupant.name,
            bot=occupant.bot,
            open=occupant.is_open,
            present=bool(occupant.token) and number in present,
        )
    if position is None:
        return message
    if kept.over:
        message.result.CopyFrom(position.present.result)
    if seat is None:
        return message
    message.news = position.news[seat]
    message.view.CopyFrom(position.view(seat))
    if kept.window_closes is not None:
        message.window_closes.FromMilliseconds(kept.window_closes)
    if seat in kept.choices:
        legal = getattr(position.to_decide(seat), "legal_actions", ())
        chosen = (action for action in legal if action.text == kept.choices[seat])
        message.chosen.CopyFrom(next(chosen))
        return message
    deciding = position.to_decide(seat)
    if deciding is not None:
        message.to_decide.CopyFrom(deciding)
    message.can_undo = may_undo(kept, seat) and undone_to(position, seat, 1) is not None
    return message


def status_of(kept: KeptTable) -> v1.TableStatus:
    """Return how far a table is."""
    if kept.is_open:
        return v1.TABLE_STATUS_OPEN
    return v1.TABLE_STATUS_OVER if kept.over else v1.TABLE_STATUS_PLAYING


def may_undo(kept: KeptTable, seat: int) -> bool:
    """Return True if a seat may take anything back: nobody else plays, or has played."""
    others = (occupant for number, occupant in enumerate(kept.seats) if number != seat)
    return not kept.over and not any(occupant.token for occupant in others)


def news_messages(now: Now, seat: int | None, after: int) -> list[v1.TableNews]:
    """Return the news of a seat that follow its first `after`; some, if there are many."""
    if seat is None or now.position is None:
        return []
    moments = news_after(now.position, seat, after, MOST_NEWS)
    return [
        v1.TableNews(number=number, moment=referee_pb2.Moment.FromString(moment))
        for number, moment in enumerate(moments, after + 1)
    ]

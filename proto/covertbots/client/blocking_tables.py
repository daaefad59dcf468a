# Made by proto/unasync.py of aio_tables.py: change it there.
"""The calls of tables: a part of the client."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from covertbots.client.blocking_caller import Caller
from covertbots.client.blocking_streams import Hint, TableWatch
from covertbots.client.requests import (
    ActionLike,
    Setup,
    actions,
    create_table_request,
    duration,
    made,
)
from covertbots.client.resumption import ProgressMemory, TableMemory
from covertbots.v1 import opponent_pb2, suggestion_pb2, tables_pb2
from covertbots.v1.tables_pb2_grpc import TablesStub


class Tables(Caller):
    """The calls of tables."""

    _tables: TablesStub

    def create_table(
        self,
        seats: Iterable[tables_pb2.SeatPlan],
        setup: Setup | None = None,
        *,
        hints: int = tables_pb2.HINT_POLICY_UNSPECIFIED,
        seed: int | None = None,
        window: float | None = None,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> tables_pb2.CreateTableResponse:
        """Make a table with these seats; without a setup of Covert with the server's default cards.
        `window` is for how many seconds a window of Covert Action is open."""
        request = create_table_request(seats, setup, hints, seed, window)
        return self._call(self._tables.CreateTable, request, timeout, patience)

    def join_table(
        self,
        table: str,
        invitation: str,
        name: str,
        *,
        seat: int | None = None,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> tables_pb2.JoinTableResponse:
        """Take an open seat, the first one if none is named."""
        request = made(
            tables_pb2.JoinTableRequest, table=table, invitation=invitation, name=name, seat=seat
        )
        return self._call(self._tables.JoinTable, request, timeout, patience)

    def hand_over(
        self,
        table: str,
        token: str,
        seat: int,
        bot: str = "",
        *,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> tables_pb2.HandOverResponse:
        """Give a seat to `bot`. Without one it is left open, or in the game taken back."""
        request = made(tables_pb2.HandOverRequest, table=table, token=token, seat=seat, bot=bot)
        return self._call(self._tables.HandOver, request, timeout, patience)

    def get_table(
        self,
        table: str,
        token: str,
        after: int = 0,
        *,
        wait: float | None = None,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> tables_pb2.GetTableResponse:
        """Return the table and its news after a number; with `wait`, once there is something new,
        or after so many seconds."""
        request = made(
            tables_pb2.GetTableRequest,
            table=table,
            token=token,
            after=after,
            wait=duration("wait", wait),
        )
        return self._call(self._tables.GetTable, request, timeout, patience)

    def watch_table(
        self,
        table: str,
        token: str,
        after: int = 0,
        *,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> TableWatch:
        """Return the table and its news as they come, until the game is over:
        an iterator. If the server is lost, it goes on where it was."""
        request = made(tables_pb2.WatchTableRequest, table=table, token=token, after=after)
        memory = TableMemory(request, self._patience.attempts(timeout, patience))

        def method(*_: Any, timeout: float | None) -> Any:  # its request goes out with the call
            return self._tables.WatchTable(memory.request, timeout=timeout)

        return self._keep(TableWatch, method, memory)

    def act(
        self,
        table: str,
        token: str,
        after: int,
        *played: ActionLike,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> tables_pb2.ActResponse:
        """Act for a seat; `after` is how many news it has had. A call made again is answered as
        before."""
        request = made(
            tables_pb2.ActRequest,
            table=table,
            token=token,
            after=after,
            actions=actions("played", played),
        )
        return self._call(self._tables.Act, request, timeout, patience)

    def undo(
        self,
        table: str,
        token: str,
        after: int,
        *,
        most: int = 0,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> tables_pb2.UndoResponse:
        """Take back the seat's latest actions, at most so many if not 0."""
        request = made(tables_pb2.UndoRequest, table=table, token=token, after=after, most=most)
        return self._call(self._tables.Undo, request, timeout, patience)

    def watch_hint(
        self,
        table: str,
        token: str,
        after: int,
        bot: str = "",
        limits: suggestion_pb2.Limits | None = None,
        *,
        only: Iterable[ActionLike] = (),
        reasons: bool = False,
        hands: bool = False,
        plans: bool = False,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> Hint:
        """Return a hint for the seat to decide, improving: an iterator. Its last item
        is `final`."""
        request = made(
            tables_pb2.WatchHintRequest,
            table=table,
            token=token,
            after=after,
            bot=bot,
            limits=limits,
            only=actions("only", only),
            reasons=reasons,
            hands=hands,
            plans=plans,
        )

        def method(*_: Any, timeout: float | None) -> Any:
            return self._tables.WatchHint(request, timeout=timeout)

        memory = ProgressMemory[Any, opponent_pb2.WatchResponse](
            [], lambda response: response.final, self._patience.attempts(timeout, patience)
        )
        return self._keep(Hint, method, memory)

    def get_table_record(
        self,
        table: str,
        token: str,
        *,
        timeout: float | None = None,
        patience: float | None = None,
    ) -> tables_pb2.GetTableRecordResponse:
        """Return the record of a game that is over, and the names of its seats."""
        request = made(tables_pb2.GetTableRecordRequest, table=table, token=token)
        return self._call(self._tables.GetTableRecord, request, timeout, patience)

"""The Python client at a table: every call of it, over a server that stops and comes back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from service.server import Serving

from covert_server.settings import Settings
from covertbots.client import AsyncClient, Client, RequestError, limits
from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.covert_action_pb2 import CovertActionSetup

SEATS = [v1.SeatPlan(host="Ann"), v1.SeatPlan(open=True), *[v1.SeatPlan(bot="greedy")] * 2]


def test_a_game_is_played_by_the_client_that_blocks(serving: Serving) -> None:
    with Client(serving.target) as client:
        table = client.create_table(SEATS, CovertActionSetup(), seed=4, window=0)
        joined = client.join_table(table.table, table.invitation, "Bob")
        client.hand_over(table.table, joined.seat_token, joined.seat, "greedy")
        after, hinted = 0, False
        with client.watch_table(table.table, table.seat_token) as watched:
            for shown in watched:
                assert [item.number for item in shown.news][:1] in ([], [after + 1])
                after = shown.news[-1].number if shown.news else after
                seat = shown.table.to_decide
                if after < shown.table.news or seat.seat != 0 or not seat.legal_actions:
                    continue
                client.act(table.table, table.seat_token, after, seat.legal_actions[0])
        assert shown.ended
        assert shown.table.result.winners
        record = client.get_table_record(table.table, table.host_token)
        assert list(record.names) == ["Ann", "Bob", "Seat 3", "Seat 4"]
        with client.watch_hint(table.table, table.seat_token, 1, "greedy") as hint:
            hinted = [answer.final for answer in hint][-1]
        assert hinted


def test_a_watch_goes_on_at_a_server_that_has_come_back(tmp_path: Path) -> None:
    settings = Settings(workers=1, tables=str(tmp_path / "tables.db"))

    async def play() -> None:
        first = Serving(settings).__enter__()
        address = first.target
        client = AsyncClient(address)
        plans = [v1.SeatPlan(host="Ann"), v1.SeatPlan(bot="greedy")]
        table = await client.create_table(plans, seed=4)
        names = table.table, table.seat_token
        watched = client.watch_table(*names)
        after, numbers = 0, list[int]()

        async def until_own_turn() -> v1.Table:
            async for shown in watched:
                numbers.extend(item.number for item in shown.news)
                if shown.table.to_decide.legal_actions and shown.table.news == len(numbers):
                    return shown.table
            raise AssertionError

        shown = await until_own_turn()
        await asyncio.to_thread(first.__exit__)
        with Serving(settings, address):
            await client.act(*names, shown.news, shown.to_decide.legal_actions[0])
            again = shown  # as the old server may send it once more with its farewell
            while again.news == shown.news:
                again = await until_own_turn()
            assert numbers == list(range(1, again.news + 1))
            undone = await client.undo(*names, again.news) if again.can_undo else None
            assert undone is None or undone.news == undone.table.news
            looked = await client.get_table(*names, after, wait=1)
            assert looked.news[0].number == 1
            await client.close()

    asyncio.run(play())


def test_what_cannot_be_sent_is_named(serving: Serving) -> None:
    with Client(serving.target) as client:
        with pytest.raises(RequestError, match="seats"):
            client.create_table(["Ann"])  # type: ignore[list-item]
        with pytest.raises(RequestError, match="window"):
            client.create_table(SEATS, window=float("nan"))
        with pytest.raises(RequestError, match="setup"):
            client.create_table(SEATS, limits())

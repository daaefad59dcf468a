"""Bots at tables use the quota of the client that made the table."""

from __future__ import annotations

from pathlib import Path

import grpc
import pytest
from service.server import Serving, eventually
from tables.players import refused

from covert_server.access.guard import Guard
from covert_server.access.quotas import Quota, QuotaError
from covert_server.access.tokens import add_holder
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError
from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub

CALLS = 6  # a minute


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the clients whose quota is used up as a bot is to move for them, in turn."""
    clients: list[str] = []
    take = Guard.take_for

    def take_or_note(self: Guard, client: str) -> None:
        try:
            take(self, client)
        except QuotaError:
            clients.append(client)
            raise

    monkeypatch.setattr(Guard, "take_for", take_or_note)
    return clients


def test_a_bot_moves_as_its_client_may_call(tmp_path: Path, waiting: list[str]) -> None:
    tokens = tmp_path / "tokens.toml"
    lobby = add_holder(tokens, "lobby", False, Quota(calls=CALLS))
    other = add_holder(tokens, "other", False, Quota())
    settings = Settings(workers=1, tables=str(tmp_path / "tables.db"), tokens=tokens)
    seats = [v1.SeatPlan(host="Ann"), v1.SeatPlan(bot="greedy")]
    with Serving(settings) as serving, grpc.insecure_channel(serving.target) as channel:
        code, _ = refused(TablesStub(channel).CreateTable, v1.CreateTableRequest(seats=seats))
        assert code is grpc.StatusCode.UNAUTHENTICATED
        with (
            Client(serving.target, token=lobby, patience=0) as maker,
            Client(serving.target, token=other) as watcher,
        ):
            table = maker.create_table(seats, seed=1)
            watcher.hand_over(table.table, table.seat_token, 0, "greedy")
            eventually(lambda: "lobby" in waiting)
            shown = watcher.get_table(table.table, table.seat_token)
            assert shown.table.status == v1.TABLE_STATUS_PLAYING  # the game takes hundreds of moves
            with pytest.raises(ServiceError) as caught:
                maker.list_bots()
            assert caught.value.code is grpc.StatusCode.RESOURCE_EXHAUSTED

"""Whole games at tables, of people and bots."""

from __future__ import annotations

import random

import pytest
from service.server import Serving
from tables.players import made, play

from covertbots.client import Client
from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("covert", ["host", "greedy"]),
        ("covert_action", ["host", "open", "greedy", "open", "random", "greedy"]),
    ],
)
def test_people_and_bots_play_a_whole_game(
    stub: TablesStub, serving: Serving, game: str, seats: list[str]
) -> None:
    table, players = made(stub, seats, game=game, window=0)
    play(players, random.Random(1))
    record = stub.GetTableRecord(
        v1.GetTableRecordRequest(table=table.table, token=table.host_token)
    )
    with Client(serving.target) as client:
        truth = client.advance(record.record)
    assert truth.HasField("result")
    for player in players:
        assert player.table.result == truth.result
        assert player.table.view == truth.news[player.seat].moments[0].view
        assert player.news[-1].moment.view == player.table.view
        assert [news.number for news in player.news] == list(range(1, len(player.news) + 1))

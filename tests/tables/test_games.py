"""Whole games at tables, of people and bots."""

from __future__ import annotations

import json
import random

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)
from service.server import Serving
from service.web import Web
from tables.players import made, play, refused

from covert_server.settings import Settings
from covertbots.client import Client
from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub


def test_people_and_bots_play_a_whole_game(stub: TablesStub, serving: Serving) -> None:
    """Of Covert there is one in test_nothing_hidden.py."""
    seats = ["host", "open", "greedy", "open", "random", "greedy"]
    table, players = made(stub, seats, game="covert_action", window=0)
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


def test_tables_are_reached_over_http_and_never_by_an_address(serving: Serving) -> None:
    with Web(serving) as web:
        seats = [{"host": "Ann"}, *[{"bot": "greedy"}] * 3]
        made = web.ask("Tables/CreateTable", {"seats": seats, "covertAction": {}, "seed": 4})
        named = {"table": made["table"], "token": made["seatToken"]}
        web.ask("Tables/HandOver", {**named, "seat": 0, "bot": "greedy"})
        *shown, end = web.stream("Tables/WatchTable", named)
        assert end == {}
        assert [answer["ended"] for answer in shown] == [False] * (len(shown) - 1) + [True]
        numbers = [news["number"] for answer in shown for news in answer["news"]]
        assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
        assert shown[-1]["table"]["status"] == "TABLE_STATUS_OVER"
        query = {"connect": "v1", "encoding": "json", "message": json.dumps(named)}
        assert web.http.get("/covertbots.v1.Tables/GetTable", params=query).status_code == 405


def test_a_table_says_whether_its_seed_was_chosen(stub: TablesStub) -> None:
    """Who chose it can know all cards."""
    for seed in (None, 0, 7):
        table, (player,) = made(stub, ["host", "greedy"], seed=seed)
        assert player.look().seeded == (seed is not None)
        player.token = table.host_token
        assert player.stub.GetTable(player.looking()).table.seeded == (seed is not None)


def test_health_and_reflection_know_the_service(serving: Serving) -> None:
    with grpc.insecure_channel(serving.target) as channel:
        asked = health_pb2.HealthCheckRequest(service="covertbots.v1.Tables")
        answer = health_pb2_grpc.HealthStub(channel).Check(asked)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        services = ProtoReflectionDescriptorDatabase(channel).get_services()
        assert "covertbots.v1.Tables" in services


def test_a_server_without_tables_says_so() -> None:
    with (
        Serving(Settings(workers=1)) as serving,
        grpc.insecure_channel(serving.target) as channel,
    ):
        code, _ = refused(TablesStub(channel).GetTable, v1.GetTableRequest())
        assert code is grpc.StatusCode.UNIMPLEMENTED

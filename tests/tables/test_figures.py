"""The figures of tables for Prometheus."""

from __future__ import annotations

import grpc
from service.server import Serving
from tables.players import made, refused

from covert_server.settings import Settings
from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub


def test_tables_seats_actions_and_refusals_are_counted(place: str) -> None:
    settings = Settings(workers=1, tables=place, metrics_address="127.0.0.1:0", most_tables=9)
    with Serving(settings) as serving, grpc.insecure_channel(serving.target) as channel:
        stub = TablesStub(channel)
        none = serving.figures()
        _, (ann, bob) = made(stub, ["host", "open"], seed=4)
        made(stub, ["host", "greedy", "random"], seed=4)
        seats = [v1.SeatPlan(open=True), v1.SeatPlan(open=True), v1.SeatPlan(bot="greedy")]
        stub.CreateTable(v1.CreateTableRequest(seats=seats))
        for player in (ann, bob):
            player.look()
            player.act(player.table.to_decide.legal_actions[0].text)
        refused(stub.Act, v1.ActRequest(table=ann.name, token=ann.token))
        stale = bob.request("pass")
        stale.after = 0
        refused(stub.Act, stale)
        figures = serving.figures()

    def of(name: str, *labels: str) -> list[float]:
        return [figures[f"{name} {label}"] - none[f"{name} {label}"] for label in labels]

    assert of("covertbots_tables", "open", "playing", "over") == [1, 2, 0]
    assert of("covertbots_table_seats", "open", "person", "bot") == [2, 3, 3]
    assert of("covertbots_table_actions_total", "person") == [2]
    assert figures["covertbots_tables_limit"] == 9
    assert figures["covertbots_refusals_total INVALID_REQUEST"] == 1
    assert figures["covertbots_refusals_total NEWS_OUT_OF_DATE"] == 1

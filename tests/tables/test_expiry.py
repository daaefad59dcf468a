"""Old tables are forgotten, in memory and where they are kept; a place that cannot be written to
changes nothing."""

from __future__ import annotations

import sqlite3
import subprocess
import time
from pathlib import Path

import grpc
import psycopg
from command.shell import COMMAND, environment
from service.server import Serving, eventually
from tables.players import Player, made, refused
from tables.postgres import Postgres

from covert_server.settings import Settings
from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub

DAY = 86_400


def in_place(place: str, statement: str) -> None:
    """Run a statement at a place."""
    if "://" in place:
        with psycopg.connect(place, options="-c search_path=covertbots") as connection:
            connection.execute(statement.encode())
    else:
        file = sqlite3.connect(place)
        with file:
            file.execute(statement)
        file.close()


def test_a_table_expires_at_a_midnight_and_then_is_gone(place: str) -> None:
    settings = Settings(workers=1, tables=place, most_tables=2)
    with Serving(settings) as serving, grpc.insecure_channel(serving.target) as channel:
        stub, now = TablesStub(channel), time.time()
        _, (ann,) = made(stub, ["host", "greedy"], seed=4)
        seats = [v1.SeatPlan(host="Ann"), v1.SeatPlan(open=True)]
        waiting = stub.CreateTable(v1.CreateTableRequest(seats=seats))
        bob = Player(stub, waiting.table, 0, waiting.seat_token)
        for player, days in ((ann, 30), (bob, 1)):
            expires = player.look().expires.seconds
            assert expires % DAY == 0
            assert days * DAY <= expires - now <= (days + 1) * DAY + 60
    in_place(place, "UPDATE tables SET expires = 1")
    with Serving(settings) as serving, grpc.insecure_channel(serving.target) as channel:
        stub = TablesStub(channel)
        join = v1.JoinTableRequest(table=bob.name, invitation=waiting.invitation, name="Cy")
        act = v1.ActRequest(table=ann.name, token=ann.token)
        act.actions.add(text="pass")
        for call, request in (
            (stub.GetTable, ann.looking()),
            (stub.Act, act),
            (stub.WatchTable, v1.WatchTableRequest(table=ann.name, token=ann.token)),
            (stub.JoinTable, join),
        ):
            code, message = refused(call, request)
            assert (code, message) == (
                grpc.StatusCode.NOT_FOUND,
                "table: there is no table of this name, or no more",
            )
        made(stub, ["host", "greedy"])  # there is room again


def test_a_table_that_expires_while_it_is_in_memory_is_gone(tmp_path: Path) -> None:
    settings = Settings(workers=1, tables=str(tmp_path / "tables.db"))
    with Serving(settings) as serving, grpc.insecure_channel(serving.target) as channel:
        _, (ann,) = made(TablesStub(channel), ["host", "greedy"], seed=4)
        ann.look()

        def expire() -> None:
            assert serving.server._tables is not None
            now = serving.server._tables._hosted._tables[ann.name].now
            assert now is not None
            now.kept.expires = 1

        serving.read(expire)
        code, _ = refused(ann.stub.GetTable, ann.looking())
        assert code is grpc.StatusCode.NOT_FOUND


def test_a_database_that_cannot_be_written_to_changes_nothing(postgres: Postgres) -> None:
    """As with a full disk: the server goes on as soon as it can."""
    place = postgres.new_database()
    name = place.rpartition("/")[2]
    end_all = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    others = place.replace(name, "postgres")
    with (
        Serving(Settings(workers=1, tables=place)) as serving,
        grpc.insecure_channel(serving.target) as channel,
        psycopg.connect(others, autocommit=True) as owner,
    ):
        _, (ann,) = made(TablesStub(channel), ["host", "greedy"], seed=4)
        while not ann.is_to_decide:
            ann.look(5)
        request = ann.request(ann.table.to_decide.legal_actions[0].text)
        owner.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
        owner.execute(end_all.encode())
        for _ in range(3):
            code, message = refused(ann.stub.Act, request)
            assert code is grpc.StatusCode.UNAVAILABLE
            assert message == "the server cannot keep its tables now; nothing was changed"
        owner.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only".encode())
        eventually(lambda: answers(ann))
        news = ann.look().news
        ann.stub.Act(request)
        assert ann.look().news > news


def answers(player: Player) -> bool:
    try:
        player.look()
    except grpc.RpcError:
        return False
    return True


def test_an_export_that_has_no_room_forgets_nothing(tmp_path: Path) -> None:
    place, file = str(tmp_path / "tables.db"), tmp_path / "tables.jsonl"
    with (
        Serving(Settings(workers=1, tables=place)) as serving,
        grpc.insecure_channel(serving.target) as channel,
    ):
        _, (ann,) = made(TablesStub(channel), ["host", *["greedy"] * 3], game="covert_action")
        ann.look()
    words = [*COMMAND, "tables", "export", str(file), "--tables", place, "--forget"]
    limited = f"ulimit -f 0; exec {subprocess.list2cmdline(words)}"
    done = subprocess.run(
        ["bash", "-c", limited], capture_output=True, text=True, timeout=60, env=environment()
    )
    assert done.returncode == 2
    assert done.stderr == f"covert-bots: --tables: {place}: disk I/O error\n"
    assert not file.exists()
    with (
        Serving(Settings(workers=1, tables=place)) as serving,
        grpc.insecure_channel(serving.target) as channel,
    ):
        ann.stub = TablesStub(channel)
        ann.look()

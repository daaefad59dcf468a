"""Two servers share one database: a table is played at both at once."""

from __future__ import annotations

import random
import threading

import grpc
import pytest
from service.server import Serving
from tables.players import WAIT, Player, made
from tables.postgres import Postgres

from covert_server.settings import Settings
from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub


def test_a_game_is_played_at_two_servers(postgres: Postgres) -> None:
    """Each person hears of what the other does, though no server tells the other; of two servers
    that ask the same bot one plays its move."""
    settings = Settings(workers=1, tables=postgres.new_database())
    with (
        Serving(settings) as first,
        Serving(settings) as second,
        grpc.insecure_channel(first.target) as at_first,
        grpc.insecure_channel(second.target) as at_second,
    ):
        stub, other = TablesStub(at_first), TablesStub(at_second)
        seats = ["host", "greedy", "open", "random", "greedy", "greedy"]
        table, (ann, bob) = made(stub, seats, game="covert_action", seed=8, window=0)
        bob = Player(other, bob.name, bob.seat, bob.token)
        played = [
            threading.Thread(target=play_alone, args=(player, random.Random(player.seat)))
            for player in (ann, bob)
        ]
        for thread in played:
            thread.start()
        for thread in played:
            thread.join(120)
        assert ann.table.result == bob.table.result
        request = v1.GetTableRecordRequest(table=table.table, token=table.host_token)
        record = other.GetTableRecord(request)
        assert record == stub.GetTableRecord(request)
        for player in (ann, bob):
            numbers = [item.number for item in player.news]
            assert numbers == list(range(1, player.table.news + 1))


def test_what_was_done_at_one_server_is_known_at_the_other_at_once(postgres: Postgres) -> None:
    """A call sees all that was acknowledged before, even if word of it has not come."""
    settings = Settings(workers=1, tables=postgres.new_database())
    with (
        Serving(settings) as first,
        Serving(settings) as second,
        grpc.insecure_channel(first.target) as at_first,
        grpc.insecure_channel(second.target) as at_second,
    ):
        stub, other = TablesStub(at_first), TablesStub(at_second)
        _, players = made(stub, ["host", "open"], seed=8)
        elsewhere = [Player(other, player.name, player.seat, player.token) for player in players]
        for step in range(60):
            for here in (players, elsewhere)[step % 2]:
                here.look()
                if here.is_to_decide:
                    here.act_by(random.Random(step))
        assert max(player.after for player in players) > 40


def play_alone(player: Player, rng: random.Random) -> None:
    """Play to the end of the game, at the player's own server."""
    while player.look().status != v1.TABLE_STATUS_OVER:
        if player.is_to_decide:
            player.act_by(rng)
        else:
            player.look(WAIT)


def test_a_file_is_for_one_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    settings = Settings(workers=1, tables=str(tmp_path_factory.mktemp("one") / "tables.db"))
    with Serving(settings), pytest.raises(Exception, match="locked") as caught:
        Serving(settings).__enter__()
    assert "expected a file that no other server uses" in str(caught.value)

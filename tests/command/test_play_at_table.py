"""`covert-bots play --table`: a person at a table of a real server, from the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from command.shell import run
from service.server import Serving
from tables.players import made

from covert_command.covert.record_file import read_record
from covert_command.covert_action.record_file import read_record as read_covert_action
from covert_engine.covert import house_set
from covert_server.settings import Settings
from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the default folder of games."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "covert-bots" / "games"


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    place = str(tmp_path_factory.mktemp("tables") / "tables.db")
    with Serving(Settings(workers=2, tables=place, http_address="127.0.0.1:0")) as serving:
        yield serving


@pytest.fixture(scope="module")
def stub(serving: Serving) -> Iterator[TablesStub]:
    with grpc.insecure_channel(serving.target) as channel:
        yield TablesStub(channel)


def test_a_person_plays_leaves_comes_back_and_watches_to_the_end(
    serving: Serving, stub: TablesStub, folder: Path
) -> None:
    table, (ann,) = made(stub, ["host", "greedy"], seed=4)
    link = f"{serving.url}/#/table/{table.table}/{ann.token}"
    left = run("play", "--table", link, "--adviser", "greedy", stdin="do hint\n" * 4 + "quit\n")
    assert (left.returncode, left.stderr) == (0, "")
    assert f"Your seat: {link}\n" in left.stdout
    assert left.stdout.endswith(f"To come back: covert-bots play --table '{link}'\n")
    assert not list(folder.glob("*.record"))
    news = ann.look().news
    assert news > 4
    hand = v1.HandOverRequest(table=table.table, token=ann.token, seat=0, bot="greedy")
    stub.HandOver(hand)
    done = run("play", "--table", link, stdin="n\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "greedy plays your seat. Take it back? (y or n) n\n" in done.stdout
    record = read_record(next(map(str, folder.glob("*.record"))), house_set())
    state = record.replay(house_set())
    assert state.over
    assert record.seats == ("you", "greedy")
    final = done.stdout[done.stdout.rindex("\nseat ") :]
    for name, points in zip(("North", "East"), state.scores(), strict=True):
        assert re.search(rf"^{name} .* {points} ", final, re.M)


def test_a_game_of_covert_action_is_joined_and_played(
    serving: Serving, stub: TablesStub, folder: Path
) -> None:
    seats = [v1.SeatPlan(open=True), *[v1.SeatPlan(bot="greedy")] * 3]
    request = v1.CreateTableRequest(seats=seats, seed=8, hints=v1.HINT_POLICY_OWN_SEAT)
    request.covert_action.SetInParent()
    table = stub.CreateTable(request)
    link = f"grpc://{serving.target}/#/join/{table.table}/{table.invitation}"
    done = run("play", "--table", stdin=f"{link}\nSeat 2\nAnn\n" + "do hint\n" * 400)
    assert (done.returncode, done.stderr) == (0, "")
    assert "name: is 'Seat 2', the name of another seat; expected another name" in done.stdout
    record = read_covert_action(next(map(str, folder.glob("*.record"))))
    assert record.replay().over
    assert not list(folder.glob("*.link"))

"""Tables that another server takes up: links stay good, and games go on as they would have."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
from command.shell import mistake, run
from service.server import Serving, eventually
from tables.killing import choose
from tables.players import Player, made, refused
from tables.postgres import Postgres

from covert_server.settings import Settings
from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub

SEATS = ["host", "greedy", "open", "greedy", "random", "greedy"]
SEED = 5


def play(players: list[Player], decisions: int) -> bool:
    """Let the persons make so many decisions, each by the number of the news; return True when the
    game is over."""
    for _ in range(decisions):
        while True:
            for player in players:
                player.look(0.05)
            if all(player.table.status == v1.TABLE_STATUS_OVER for player in players):
                return True
            deciding = [player for player in players if player.is_to_decide]
            if deciding:
                break
        deciding[0].act(choose(deciding[0], SEED))
    return False


@pytest.fixture
def new_place(place: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Return another place, of the other kind."""
    if "://" in place:
        return str(tmp_path / "new.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


def test_a_game_goes_on_elsewhere_as_it_would_have(
    place: str, new_place: str, tmp_path: Path
) -> None:
    with Serving(Settings(workers=1, tables=place)) as serving, channel(serving) as at:
        table, players = made(TablesStub(at), SEATS, game="covert_action", seed=SEED, window=0)
        waiting, _ = made(TablesStub(at), ["host", "greedy", "random"], game="covert", seed=SEED)
        assert not play(players, 9)
    file = tmp_path / "tables.jsonl"
    done = run("tables", "export", str(file), "--tables", place)
    assert (done.returncode, done.stderr) == (0, f"2 tables written to {file}\n")
    assert file.stat().st_mode & 0o777 == 0o600
    done = run("tables", "import", str(file), "--tables", new_place, "--json")
    assert json.loads(done.stdout) == {"file": str(file), "tables": 2}
    assert mistake("tables", "import", str(file), "--tables", new_place).endswith(
        "is kept at this place already"
    )
    copy = tmp_path / "copy.jsonl"
    run("tables", "export", str(copy), "--tables", new_place)
    assert copy.read_text() == file.read_text()
    ends = []
    for there in (place, new_place):
        with Serving(Settings(workers=1, tables=there)) as serving, channel(serving) as at:
            stub = TablesStub(at)
            same = [Player(stub, old.name, old.seat, old.token) for old in players]
            assert play(same, 500)
            request = v1.GetTableRecordRequest(table=table.table, token=table.host_token)
            record = stub.GetTableRecord(request).SerializeToString(deterministic=True)
            news = [[item.SerializeToString() for item in player.news] for player in same]
            last = [player.table.SerializeToString(deterministic=True) for player in same]
            ends.append((record, news, last))
            stub.GetTable(v1.GetTableRequest(table=waiting.table, token=waiting.seat_token))
    assert ends[0] == ends[1]
    moved = tmp_path / "again.jsonl"
    run("tables", "export", str(moved), "--tables", new_place, "--table", table.table)
    assert len(moved.read_text().splitlines()) == 2


def test_a_table_that_is_forgotten_is_played_at_the_new_place_alone(
    place: str, new_place: str, tmp_path: Path
) -> None:
    with Serving(Settings(workers=1, tables=place)) as serving, channel(serving) as at:
        table, (player,) = made(TablesStub(at), ["host", "greedy"], seed=SEED)
        player.look()
    file = tmp_path / "tables.jsonl"
    words = ("tables", "export", str(file), "--tables", place, "--table", table.table)
    assert run(*words, "--forget").stderr == f"1 table written to {file}\n"
    run("tables", "import", str(file), "--tables", new_place)
    for there in (place, new_place):
        with Serving(Settings(workers=1, tables=there)) as serving, channel(serving) as at:
            player.stub = TablesStub(at)
            if there == new_place:
                assert player.look().view.covert.players
            else:
                code, _ = refused(player.stub.GetTable, player.looking())
                assert code is grpc.StatusCode.NOT_FOUND


def test_a_server_that_has_a_forgotten_table_in_memory_lets_it_go(
    postgres: Postgres, tmp_path: Path
) -> None:
    place, file = postgres.new_database(), tmp_path / "tables.jsonl"
    with Serving(Settings(workers=1, tables=place)) as serving, channel(serving) as at:
        _, (player,) = made(TablesStub(at), ["host", "greedy"], seed=SEED)
        player.look()
        done = run("tables", "export", str(file), "--tables", place, "--forget")
        assert done.stderr == f"1 table written to {file}\n"
        eventually(lambda: is_gone(player))


def is_gone(player: Player) -> bool:
    """Return True if the table is no more; another refusal is an error."""
    try:
        player.stub.GetTable(player.looking())
    except grpc.RpcError as error:
        if error.code() is grpc.StatusCode.NOT_FOUND:
            return True
        raise
    return False


def test_what_cannot_be_taken_up_is_named(tmp_path: Path) -> None:
    place, file = str(tmp_path / "tables.db"), tmp_path / "tables.jsonl"
    with Serving(Settings(workers=1, tables=place)) as serving, channel(serving) as at:
        _, players = made(TablesStub(at), SEATS, game="covert_action", seed=SEED, window=0)
        play(players, 3)
    run("tables", "export", str(file), "--tables", place)
    assert "expected a new one" in mistake("tables", "export", str(file), "--tables", place)
    said = mistake("tables", "export", "x", "--tables", place, "--table", "none")
    assert said == "--table: none: there is no table of this name"
    head, line = file.read_text().splitlines()
    changes: list[tuple[Callable[[dict[str, Any]], object], str]] = [
        (lambda kept: kept.update(over=1), "line 2: over: is not true or false"),
        (lambda kept: kept.update(hints=9), "line 2: hints: is 9; expected a HintPolicy"),
        (lambda kept: kept.update(host="QQ=="), "line 2: host: has 1 bytes; expected 32"),
        (lambda kept: kept.update(deal="%"), "line 2: deal: is not in base64"),
        (lambda kept: kept["log"][0].pop(), "line 2: log[0]: has 3 values; expected 4"),
        (lambda kept: kept["log"][0].__setitem__(0, -1), "line 2: log[0][0]: is not a number fr"),
        (lambda kept: kept["log"][1].__setitem__(1, "fly"), "actions[1]"),
        (lambda kept: kept["seats"].pop(), "line 2: log[0][3]: has 6 values; expected 5"),
        (lambda kept: kept.update(game="chess"), "game: is 'chess'; expected one of covert"),
        (lambda kept: kept.update(over=True), "over: is not as the log has it"),
    ]
    texts = [(f"{head}\n", "line 1: tables: is 1, but 0 lines follow"), ("", "line 1: is not JSON")]
    texts += [("[]\n", "line 1: is not an object in JSON"), ("{}\n", "line 1: is not the head of")]
    for change, words in changes:
        kept = json.loads(line)
        change(kept)
        texts.append((f"{head}\n{json.dumps(kept)}\n", words))
    new = str(tmp_path / "new.db")
    for text, words in texts:
        file.write_text(text)
        said = mistake("tables", "import", str(file), "--tables", new)
        assert said.startswith(f"{file}: ")
        assert words in said, said


def channel(serving: Serving) -> grpc.Channel:
    return grpc.insecure_channel(serving.target)

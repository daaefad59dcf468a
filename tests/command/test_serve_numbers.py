"""Numeric options of `covert-bots serve`: a server works with every value that it accepts."""

from __future__ import annotations

from pathlib import Path

import pytest
from command.shell import REPOSITORY, mistake, serving
from google.protobuf import json_format

from covertbots.client import Client, limits
from covertbots.v1 import view_pb2

VIEW = REPOSITORY / "examples" / "views" / "place.json"

MOST = {
    "max-calls": "1000000000",
    "max-connections": "1000000000",
    "max-idle": "31536000",
    "max-iterations": "4294967295",
    "max-memory": "17592186044415",
    "max-queue": "1000000000",
    "max-request": "2147483647",
    "max-seconds": "31536000",
    "max-messages": "1000000000",
    "grace": "31536000",
    "hangs": "31536000",
    "lame-duck": "31536000",
    "slow": "31536000",
}


def words(options: dict[str, str]) -> list[str]:
    return [word for name, value in options.items() for word in (f"--{name}", value)]


@pytest.mark.parametrize("name", MOST)
def test_a_number_too_large_is_named_with_the_most_that_there_may_be(name: str) -> None:
    larger = str(int(MOST[name]) + 1)
    line = mistake("serve", "--show-config", f"--{name}", larger)
    assert line.startswith(f"--{name}: {larger}")
    assert "; expected a " in line
    assert f" {MOST[name]} (" in line


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
@pytest.mark.parametrize("name", ["max-idle", "max-seconds", "grace", "hangs", "lame-duck", "slow"])
def test_what_is_no_number_of_seconds(name: str, number: str, tmp_path: Path) -> None:
    file = tmp_path / "serve.toml"
    file.write_text(f"{name} = {number}")
    typed = mistake("serve", "--show-config", f"--{name}", number)
    written = mistake("serve", "--show-config", "--config", str(file))
    for line in (typed, written):
        assert f"{name}: " in line
        assert f"{number}; expected a number " in line.replace("'", "")
        assert "31536000" in line


def test_each_lane_has_a_node() -> None:
    line = mistake("serve", "--show-config", "--max-nodes", "63")
    assert line.startswith("--max-nodes: 63; expected a whole number from 64 to 16777216")


def test_a_server_works_with_the_largest_numbers_and_the_fewest_nodes() -> None:
    given = {**MOST, "max-nodes": "64", "workers": "1", "lame-duck": "0"}
    view = json_format.Parse(VIEW.read_text(), view_pb2.View())
    with serving(*words(given)) as target, Client(target) as client:
        told = client.get_info().limits
        assert told.ceilings == client.list_bots().ceilings
        assert told.ceilings.iterations == int(MOST["max-iterations"])
        assert told.ceilings.time.seconds == told.client.idle.seconds == int(MOST["max-idle"])
        assert told.queue == int(MOST["max-queue"])
        assert told.memory_bytes == int(MOST["max-memory"]) << 20
        asked = limits(seconds=0.05)
        assert client.suggest_move(view, "ismcts:lanes=64", asked).suggestion.iterations
        with client.play_seat("greedy") as seat:
            assert seat.decide(view).action.text

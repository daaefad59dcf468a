"""Information that a server gives about itself, over both transports."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from google.protobuf import json_format
from service.server import Serving
from service.web import Web

import covert_engine.covert.evaluation
from covert_engine.covert.cards import house_set
from covert_server.access.guard import ClientLimits
from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covert_server.budget import Ceilings
from covert_server.settings import Settings
from covertbots.client import Client
from covertbots.v1 import opponent_pb2 as v1

SETTINGS = Settings(
    workers=3,
    queue=7,
    ceilings=Ceilings(5000, 9.5, 640, 2048),
    memory=1 << 30,
    client_limits=ClientLimits(11, 12, 13, 14.5),
    connections=500,
    streams=21,
    http_address="127.0.0.1:0",
)
GET = "/covertbots.v1.Opponent/GetInfo?connect=v1&encoding=json&message={}"


def message(response: httpx.Response) -> v1.GetInfoResponse:
    assert response.status_code == 200, response.text
    return json_format.ParseDict(response.json(), v1.GetInfoResponse())


@pytest.fixture(scope="module")
def info() -> v1.GetInfoResponse:
    """Return what a server without tokens says; it says the same to everybody who asks."""
    with (
        Serving(SETTINGS) as serving,
        Web(serving) as web,
        Client(serving.target) as client,
        Client(serving.target, attempts=1) as other,
    ):
        listed = client.list_bots()
        told = client.get_info()
        assert told.build.name == listed.build
        assert told.limits.ceilings == listed.ceilings
        assert other.get_info() == told
        assert message(web.post("Opponent/GetInfo")) == told
        assert message(web.http.get(GET)) == told
    return told


def test_it_names_its_build(info: v1.GetInfoResponse) -> None:
    version, _, digest = info.build.name.partition("+")
    assert version == info.build.version
    assert len(info.build.digest) == 64
    assert info.build.digest.startswith(digest)


def test_it_names_the_weights_that_its_bots_play_by(info: v1.GetInfoResponse) -> None:
    (folder,) = covert_engine.covert.evaluation.__path__
    file = Path(folder) / "data" / "value.weights"
    (weights,) = info.weights
    assert (weights.game, weights.evaluator) == ("covert", "learned")
    assert weights.digest == sha256(file.read_bytes()).hexdigest()


def test_it_names_its_games_and_their_cards(info: v1.GetInfoResponse) -> None:
    house = house_set()
    assert list(info.games) == [
        v1.GameInfo(
            name="covert",
            least_players=2,
            most_players=4,
            card_sets=[v1.CardSetInfo(name=house.name, digest=house.digest)],
            default_bot="ismcts",
            reviews=True,
        ),
        v1.GameInfo(name="covert_action", least_players=4, most_players=14, default_bot="ismcts"),
    ]


def test_it_tells_all_limits(info: v1.GetInfoResponse) -> None:
    limits, ceilings = info.limits, info.limits.ceilings
    assert (ceilings.iterations, ceilings.nodes, ceilings.request_bytes) == (5000, 640, 2048)
    assert ceilings.time.ToTimedelta() == timedelta(seconds=9.5)
    assert (limits.lanes, limits.workers, limits.queue, limits.processes) == (64, 3, 7, 1)
    assert limits.memory_bytes == 1 << 30
    assert (limits.client.calls, limits.client.connections, limits.client.messages) == (11, 12, 13)
    assert (limits.connections, limits.client.streams) == (500, 21)
    assert limits.client.idle.ToTimedelta() == timedelta(seconds=14.5)


def test_where_nobody_needs_a_token_a_caller_has_a_class_and_no_quota(
    info: v1.GetInfoResponse,
) -> None:
    assert info.caller == v1.Caller(caller_class=v1.CALLER_CLASS_INTERACTIVE)


def test_the_holder_of_a_token_is_told_its_class_and_quota(tmp_path: Path) -> None:
    file = tmp_path / "tokens.toml"
    lobby = add_holder(file, "lobby", batch=False, quota=Quota())
    nightly = add_holder(file, "nightly", batch=True, quota=Quota(600, 90.5))
    batch: dict[str, Any] = {"caller_class": v1.CALLER_CLASS_BATCH}
    expected = {
        lobby: v1.Caller(name="lobby", caller_class=v1.CALLER_CLASS_INTERACTIVE),
        nightly: v1.Caller(name="nightly", calls_a_minute=600, seconds_a_minute=90.5, **batch),
    }
    with Serving(replace(SETTINGS, tokens=file)) as serving:
        for token, caller in expected.items():
            headers = {"authorization": f"Bearer {token}"}
            with Client(serving.target, token=token) as client:
                assert client.get_info().caller == caller
            assert message(httpx.get(serving.url + GET, headers=headers)).caller == caller
            # By its own word a call is of the batch class too.
            headers["covertbots-class"] = "batch"
            asked = message(httpx.get(serving.url + GET, headers=headers)).caller
            assert asked.caller_class == v1.CALLER_CLASS_BATCH
        assert httpx.get(serving.url + GET).status_code == 401

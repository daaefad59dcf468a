"""The recorded calls in `clients/recorded`, and the Python client with a server of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from recorded.make import FOLDER, hosted
from service.server import Serving

from covert_server.recording.entries import Entry, read_folder
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError
from covertbots.v1.covert_action_pb2 import CovertActionSetup, CovertActionView
from covertbots.v1.covert_view_pb2 import CovertView
from covertbots.v1.opponent_pb2 import SuggestMoveRequest
from covertbots.v1.referee_pb2 import AdvanceResponse

MOST = 2_000_000  # bytes
REASONS = {
    *("INVALID_REQUEST", "CARD_SET_UNKNOWN", "REQUEST_TOO_LARGE", "QUOTA_EXCEEDED"),
    *("TOKEN_MISSING", "TOKEN_UNKNOWN", "TOKEN_EXPIRED", "DEADLINE_TOO_SHORT"),
    *("STREAM_IDLE", "QUEUE_FULL", "SHUTTING_DOWN", ""),
}


@pytest.fixture(scope="module")
def calls() -> list[Entry]:
    return read_folder(FOLDER)


@pytest.fixture(scope="module")
def serving() -> Iterator[Serving]:
    with Serving(Settings(workers=1, replay=FOLDER)) as serving:
        yield serving


def of_file(calls: list[Entry], name: str) -> list[Entry]:
    return [entry for entry in calls if entry.place.startswith(f"{name}.jsonl.gz ")]


def test_the_files_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < MOST


def test_there_is_a_view_of_each_phase(calls: list[Entry]) -> None:
    hints = [entry for entry in of_file(calls, "views") if entry.method.endswith("/SuggestMove")]
    views = [SuggestMoveRequest.FromString(entry.said[0].data).view for entry in hints]
    covert = {view.covert.phase for view in views if view.HasField("covert")}
    assert covert == set(CovertView.Phase.values()) - {CovertView.PHASE_UNSPECIFIED}
    action = {view.covert_action.phase for view in views if view.HasField("covert_action")}
    assert action == set(CovertActionView.Phase.values()) - {CovertActionView.PHASE_UNSPECIFIED}
    assert len({entry.id for entry in hints}) == len(hints)


def test_there_are_errors_of_all_kinds(calls: list[Entry]) -> None:
    refusals = [entry.refusal for entry in calls if entry.refusal is not None]
    reasons = {
        getattr(detail, "reason", "")
        for refusal in refusals
        for detail in refusal.details[:1] or [None]
    }
    assert reasons == REASONS
    codes = {refusal.code.name for refusal in refusals if not refusal.details}
    assert codes == {"CANCELLED", "DEADLINE_EXCEEDED"}


def test_a_request_has_the_checksum_of_what_it_says(calls: list[Entry]) -> None:
    """So no line is out of date: the messages are read anew."""
    for name in ("views", "streams", "mistakes", "covert-action"):
        for entry in of_file(calls, name):
            for said in entry.requests:
                assert said.checksum == type(said)(True, said.data, said.unreadable).checksum


def test_both_games_are_whole(calls: list[Entry]) -> None:
    for name in ("covert", "covert-action"):
        last = [entry for entry in of_file(calls, name) if entry.method.endswith("/Advance")][-1]
        assert AdvanceResponse.FromString(last.said[-1].data).HasField("result")


def test_the_client_plays_a_whole_game_without_bots(serving: Serving) -> None:
    """Again and again: the same requests have the same answers."""
    with Client(serving.target, attempts=1) as client:
        games = [hosted(client, 5, CovertActionSetup()) for _ in range(2)]
    assert games[0] == games[1]
    assert len(games[0]) > 30


def test_the_client_sees_errors_and_overcomes_those_that_pass(
    serving: Serving, calls: list[Entry]
) -> None:
    with Client(serving.target, attempts=1) as client, pytest.raises(ServiceError) as wrong:
        client.deal(9, 0)
    assert [path for path, _ in wrong.value.violations] == ["players"]
    with Client(serving.target, token="old") as client, pytest.raises(ServiceError) as expired:
        client.deal(3, 403)
    assert expired.value.reason == "TOKEN_EXPIRED"
    (busy, _) = (entry for entry in calls if entry.id == "busy-then-answered")
    asked = SuggestMoveRequest.FromString(busy.said[0].data)
    with Client(serving.target, attempts=1) as once, Client(serving.target) as patient:
        with pytest.raises(ServiceError) as full:
            once.suggest_move(asked.view, asked.bot, asked.limits)
        assert full.value.reason == "QUEUE_FULL"
        answer = once.suggest_move(asked.view, asked.bot, asked.limits)
        assert patient.suggest_move(asked.view, asked.bot, asked.limits) == answer

"""What a table refuses: wrong tokens, other seats' tokens, numbers that are out of date, and what
it does not allow at the time. No refusal and no line of the log repeats a token."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import grpc
import pytest
from service.server import Serving
from tables.players import Player, made, play, refused

from covert_server.settings import Settings
from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub

CODE = grpc.StatusCode


@pytest.fixture(autouse=True)
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """Collect the tokens of a test; none of them may be in the log, whatever its level."""
    tokens: list[str] = []
    caplog.set_level(logging.DEBUG)
    yield tokens
    records = caplog.get_records("call")
    lines = [f"{record.getMessage()} {vars(record)}" for record in records]
    assert any("covertbots.v1.Tables" in line for line in lines)
    assert [line for line in lines for token in tokens if token in line] == []


def two(stub: TablesStub, logged: list[str], game: str = "covert") -> tuple[Player, Player]:
    """Return two persons at a table with bots, one of whom is to decide."""
    bots = ["greedy"] * (4 if game == "covert_action" else 0)
    table, players = made(stub, ["host", "open", *bots], game=game, seed=7)
    logged += [table.host_token, table.invitation, *(player.token for player in players)]
    while True:
        for player in players:
            player.look()
        deciding = [player for player in players if player.is_to_decide]
        if deciding:
            (first,) = deciding[:1]
            (other,) = [player for player in players if player is not first]
            return first, other


def test_only_the_token_of_a_seat_acts_for_it(stub: TablesStub, logged: list[str]) -> None:
    player, other = two(stub, logged)
    request = player.request(player.table.to_decide.legal_actions[0].text)
    for token in ("", "no token", player.token[:-1], player.token + "A", "ä" * 40):
        wrong = v1.ActRequest.FromString(request.SerializeToString())
        wrong.token = token
        logged += [token] if len(token) > 8 else []
        code, message = refused(stub.Act, wrong)
        assert code is CODE.PERMISSION_DENIED
        assert message == "token: does not allow this; expected a token of this table"
    request.token = other.token
    request.after = other.after
    assert refused(stub.Act, request) == (
        CODE.FAILED_PRECONDITION,
        "token: its seat is not to decide now",
    )
    assert player.look().news == player.after


def test_a_token_of_another_table_opens_nothing(stub: TablesStub, logged: list[str]) -> None:
    player, _ = two(stub, logged)
    stranger, _ = two(stub, logged)
    table, token = player.name, stranger.token
    calls: dict[str, Any] = {
        "GetTable": v1.GetTableRequest(table=table, token=token),
        "WatchTable": v1.WatchTableRequest(table=table, token=token),
        "Act": v1.ActRequest(table=table, token=token, actions=[{"text": "pass"}]),
        "Undo": v1.UndoRequest(table=table, token=token),
        "WatchHint": v1.WatchHintRequest(table=table, token=token),
        "GetTableRecord": v1.GetTableRecordRequest(table=table, token=token),
        "HandOver": v1.HandOverRequest(table=table, token=token, bot="greedy"),
        "JoinTable": v1.JoinTableRequest(table=table, invitation=token, name="Eve"),
    }
    for name, request in calls.items():
        code, _ = refused(getattr(stub, name), request)
        assert code is CODE.PERMISSION_DENIED, name
        request.table = "nowhere"
        code, _ = refused(getattr(stub, name), request)
        assert code is CODE.NOT_FOUND, name


def test_a_number_that_is_out_of_date_is_refused_and_a_doubled_action_is_not(
    stub: TablesStub, logged: list[str]
) -> None:
    player, _ = two(stub, logged)
    first, second = (action.text for action in player.table.to_decide.legal_actions[:2])
    done, stale = player.request(first), player.request(second)
    ahead = player.request(first)
    ahead.after += 1
    code, message = refused(stub.Act, ahead)
    assert code is CODE.ABORTED
    assert message.startswith(f"after: is {ahead.after}; expected {player.after}")
    answers = [stub.Act(done), stub.Act(done), stub.Act(done)]
    assert {answer.table.news for answer in answers} == {answers[0].table.news}
    assert [item.number for item in answers[2].news][:1] == [player.after + 1]
    assert refused(stub.Act, stale)[0] is CODE.ABORTED


def test_a_mistake_names_no_action_of_another_seat(stub: TablesStub, logged: list[str]) -> None:
    player, other = two(stub, logged)
    legal = {action.text for action in player.table.to_decide.legal_actions}
    code, message = refused(player.act, "place 9 nowhere")
    assert code is CODE.INVALID_ARGUMENT
    assert message.startswith("actions[0].text: '9' in 'place 9 nowhere'; expected a face")
    _, message = refused(other.act, "place 9 nowhere")
    assert not any(text in message for text in legal)


def test_the_truth_is_told_only_when_the_game_is_over(stub: TablesStub, logged: list[str]) -> None:
    table, players = made(stub, ["host", "greedy", "greedy", "greedy"], game="covert_action")
    logged += [table.host_token, table.seat_token]
    request = v1.GetTableRecordRequest(table=table.table, token=table.host_token)
    assert refused(stub.GetTableRecord, request)[0] is CODE.FAILED_PRECONDITION
    play(players, random.Random(1))
    assert stub.GetTableRecord(request).record.actions
    assert refused(players[0].act, "pass")[1] == "table: the game is over"


def test_seats_are_given_away_by_those_who_may(stub: TablesStub, logged: list[str]) -> None:
    table, players = made(stub, ["host", "open"], seed=3)
    host, guest = players
    logged += [table.host_token, host.token, guest.token]

    def hand_over(token: str, seat: int, bot: str) -> v1.HandOverRequest:
        return v1.HandOverRequest(table=table.table, token=token, seat=seat, bot=bot)

    wrong = hand_over(guest.token, 0, "greedy")
    assert refused(stub.HandOver, wrong)[0] is CODE.PERMISSION_DENIED
    code, message = refused(stub.HandOver, hand_over(guest.token, 1, "gredy"))
    assert (code, message[:20]) == (CODE.INVALID_ARGUMENT, "bot: 'gredy': there ")
    stub.HandOver(hand_over(table.host_token, 1, "greedy"))
    guest.look()
    assert guest.table.seats[1].name == "Player 1"
    assert guest.table.seats[1].bot == "greedy"
    assert refused(guest.act, "pass")[1] == "token: a bot plays its seat"
    code, message = refused(stub.HandOver, hand_over(table.host_token, 1, ""))
    assert code is CODE.INVALID_ARGUMENT
    stub.HandOver(hand_over(guest.token, 1, ""))
    assert not guest.look().seats[1].bot


def test_hints_are_given_as_the_table_says(stub: TablesStub, logged: list[str]) -> None:
    player, _ = two(stub, logged)
    request = v1.WatchHintRequest(table=player.name, token=player.token, after=player.after)
    assert refused(stub.WatchHint, request) == (
        CODE.FAILED_PRECONDITION,
        "table: hints are given after the game",
    )
    _, players = made(stub, ["host", "greedy"], seed=3)
    (alone,) = players
    while not alone.is_to_decide:
        alone.look()
    request = v1.WatchHintRequest(table=alone.name, token=alone.token, after=alone.after)
    request.bot = "ismcts:iterations=50"
    final = list(stub.WatchHint(request))[-1]
    assert final.final
    assert sorted(final.suggestion.covert.against.bots) == ["", "greedy"]
    legal = {action.text for action in alone.table.to_decide.legal_actions}
    assert {move.action.text for move in final.suggestion.moves} <= legal
    request.only.add(text="nonsense")
    code, message = refused(stub.WatchHint, request)
    assert (code, message[:12]) == (CODE.INVALID_ARGUMENT, "only[0].text")


@pytest.mark.parametrize(
    ("plans", "named"),
    [
        ([{"host": "Ann"}, {"host": "Bob"}], "seats[1].host: is a second host"),
        ([{"host": " Ann"}, {"bot": "greedy"}], "seats[0].host: is ' Ann'; expected 1 to 40"),
        ([{"host": "North"}, {"bot": "greedy"}], None),  # its own seat's name
        ([{"host": "EAST"}, {"bot": "greedy"}], "seats[0].host: is 'EAST', the name of another"),
        ([{"bot": "greedy"}, {"bot": "greedy"}], "seats: holds bots alone"),
        ([{"host": "Ann"}], "seats: is 1; expected 2, 3 or 4"),
        ([{"host": "Ann"}, {}], "seats[1]: is empty; expected `host`, `bot` or `open`"),
        ([{"host": "Ann"}, {"bot": "gredy"}], "seats[1].bot: 'gredy': there is no such bot"),
        ([{"host": "Ann"}, {"bot": "greedy:" + "x" * 300}], "seats[1].bot: has 307 characters"),
    ],
)
def test_a_wrong_plan_is_named(
    stub: TablesStub, plans: list[Mapping[str, object]], named: str | None
) -> None:
    request = v1.CreateTableRequest(seats=plans)
    if named is None:
        assert stub.CreateTable(request).table
        return
    code, message = refused(stub.CreateTable, request)
    assert code is CODE.INVALID_ARGUMENT
    assert message.startswith(named), message


def test_names_differ_and_seats_are_taken_once(stub: TablesStub) -> None:
    request = v1.CreateTableRequest(seats=[{"host": "Ann"}, {"open": True}, {"open": True}])
    table = stub.CreateTable(request)
    assert refused(
        stub.JoinTable,
        v1.JoinTableRequest(table=table.table, invitation=table.invitation, name="ANN"),
    )[1].startswith("name: is 'ANN', the name of another seat")
    join = v1.JoinTableRequest(table=table.table, invitation=table.invitation, name="Bob", seat=0)
    assert refused(stub.JoinTable, join)[1] == "seat: is 0; expected an open seat: 1, 2"
    join.seat = 2
    assert stub.JoinTable(join).seat == 2
    join = v1.JoinTableRequest(table=table.table, invitation=table.invitation, name="Cid")
    assert stub.JoinTable(join).seat == 1
    join.name = "Dan"
    assert refused(stub.JoinTable, join)[1] == "table: no seat is open"


def test_tables_are_limited(tmp_path: Path) -> None:
    settings = Settings(
        workers=1, tables=f"{tmp_path}/tables.db", most_tables=3, most_tables_of_client=2
    )
    request = v1.CreateTableRequest(seats=[{"host": "Ann"}, {"open": True}])
    with Serving(settings) as serving:
        for tables, wrong in ((2, "you have 2 tables"), (1, "this server keeps 3 tables")):
            options = [("grpc.use_local_subchannel_pool", 1)]  # a connection is a client
            with grpc.insecure_channel(serving.target, options) as channel:
                stub = TablesStub(channel)
                for _ in range(tables):
                    stub.CreateTable(request)
                code, message = refused(stub.CreateTable, request)
                assert code is CODE.RESOURCE_EXHAUSTED
                assert message.startswith(wrong)

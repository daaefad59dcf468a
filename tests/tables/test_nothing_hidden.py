"""What a seat is told of a table follows from what the seat may know, and from nothing else.

Whole games are played through the service, and every answer to every seat is kept: its news are
those of the rules, its views those of the seat, its legal actions those of the view. In process,
the same answers are made of a world that agrees with the seat's view in place of the truth; and two
games that differ in a choice that leaves no trace have the same answers, at the same news.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from service.server import Serving
from tables.players import WAIT, at_window, made, play

from covert_bots.covert import wire as covert_wire
from covert_bots.covert_action import wire as covert_action_wire
from covert_engine.covert_action import State
from covert_server.games import RefereedGame
from covert_server.installed import installed_games
from covert_server.settings import Settings
from covert_server.tables.answers import table_message
from covert_server.tables.hosted import Now
from covert_server.tables.kept import KeptTable, Seat
from covert_server.tables.position import Move, Position, Rules, played, replayed
from covertbots.client import Client
from covertbots.v1 import action_pb2, referee_pb2, view_pb2
from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub

TABLES = {
    "covert": ["host", "greedy", "open"],
    "covert_action": ["open", "greedy", "host", "random", "greedy", "open"],
}
SERVED, REFEREED = installed_games(Settings())
GAMES = {
    served.name: Rules(refereed, served, referee_pb2.Record(), ())
    for served, refereed in zip(SERVED, REFEREED, strict=True)
}
WRITTEN: dict[str, Callable[[Any], view_pb2.View]] = {
    "covert": covert_wire.view_to_message,
    "covert_action": covert_action_wire.view_to_message,
}
MOST_DECISIONS = 40  # of a game whose every answer is looked at


class Truth(NamedTuple):
    """What the rules tell the seats in a whole game."""

    news: list[list[referee_pb2.Moment]]
    """By seat."""
    views: list[set[bytes]]
    """All views of each seat."""


def truth_of(stub: TablesStub, table: v1.CreateTableResponse) -> Truth:
    """Return what the record of a table at which the game is over leads to."""
    answer = stub.GetTableRecord(
        v1.GetTableRecordRequest(table=table.table, token=table.host_token)
    )
    return truth_by(GAMES[str(answer.record.WhichOneof("setup"))].refereed, answer)


def truth_by(rules: RefereedGame, answer: v1.GetTableRecordResponse) -> Truth:
    """Return what a record leads to by the rules of its game."""
    deal, actions = referee_pb2.Record(), list(answer.record.actions)
    deal.CopyFrom(answer.record)
    del deal.actions[:]
    replay = rules.replay(deal, [])
    assert replay is not None
    state, deal = replay
    truth = Truth([[] for _ in answer.names], [set() for _ in answer.names])
    response = referee_pb2.AdvanceResponse(record=deal)
    for done in ([], *([action] for action in actions)):
        response.ClearField("news")
        rules.play(state, done, answer.names, response, [])
        present = referee_pb2.AdvanceResponse()
        rules.play(state, [], answer.names, present, [])
        for told in response.news:
            truth.news[told.seat].extend(told.moments)
            moments = (*told.moments, *present.news[told.seat].moments)
            truth.views[told.seat].update(moment.view.SerializeToString() for moment in moments)
        if rules.silence(state) is not None:
            add_choices(state, truth)
    return truth


def add_choices(state: State, truth: Truth) -> None:
    """Add the view of each seat that has chosen in the open window, while others have not."""
    for seat in state.deciders:
        for choice in state.legal_actions(seat=seat):
            then = state.copy()
            then.play(choice, seat=seat)
            view = covert_action_wire.view_to_message(then.view(seat))
            truth.views[seat].add(view.SerializeToString())


@pytest.mark.parametrize("place", ["a file"], indirect=True)
@pytest.mark.parametrize("game", TABLES)
def test_the_answers_of_a_whole_game_are_what_the_rules_tell_the_seat(
    serving: Serving, stub: TablesStub, game: str
) -> None:
    table, players = made(stub, TABLES[game], game=game, seed=5, window=0)
    moves = [0]

    def long() -> bool:
        moves[0] += 1
        return moves[0] > MOST_DECISIONS

    play(players, random.Random(2), long)
    for player in players:  # the rest is the bots'
        hand = v1.HandOverRequest(table=table.table, token=player.token, seat=player.seat)
        if player.table.status == v1.TABLE_STATUS_PLAYING:
            hand.bot = "greedy"
            stub.HandOver(hand)
    wait_for_end(stub, table)
    for player in players:
        player.look()
    truth = truth_of(stub, table)
    with Client(serving.target) as client:
        for player in players:
            assert [item.moment for item in player.news] == truth.news[player.seat]
            assert len(player.answers) > 20
            for shown in {*player.answers}:
                check_shown(client, v1.Table.FromString(shown), truth.views[player.seat])


def wait_for_end(stub: TablesStub, table: v1.CreateTableResponse) -> None:
    """Wait until the game is over, of which the host's token tells."""
    request = v1.GetTableRequest(table=table.table, token=table.host_token)
    request.wait.seconds = WAIT
    while stub.GetTable(request).table.status != v1.TABLE_STATUS_OVER:
        pass


def check_shown(client: Client, table: v1.Table, views: set[bytes]) -> None:
    """Check that a table says what one of the seat's views says, and what all may know."""
    if table.status == v1.TABLE_STATUS_OPEN:
        assert not table.HasField("view")
        return
    assert table.view.SerializeToString() in views
    deciding = client.list_legal_actions(table.view)
    assert table.HasField("to_decide") == deciding.HasField("to_decide")
    assert table.to_decide == deciding.to_decide
    assert table.HasField("result") == (table.status == v1.TABLE_STATUS_OVER)
    public = {"name", "status", "seats", "hints", "game", "news", "can_undo", "expires"}
    public |= {"undone", "seeded"}
    own = {"seat", "view", "to_decide", "result"}
    assert {field.name for field, _ in table.ListFields()} <= public | own


def started(game: str, players: int, seed: int) -> Position:
    """Return a game at its first decision."""
    request = referee_pb2.DealRequest(players=players, seed=seed)
    getattr(request, game).SetInParent()
    deal = GAMES[game].refereed.deal(request, [])
    assert deal is not None
    names = [f"Player {seat}" for seat in range(players)]
    return replayed(GAMES[game]._replace(deal=deal, names=names), ())


def in_world(position: Position, game: str, seat: int, key: int) -> Position:
    """Return a position that has a world in place of the truth, which agrees with a seat's view."""
    world = position.state.view(seat).sample(key)
    present = referee_pb2.AdvanceResponse()
    for other in range(len(position.news)):
        present.news.add(seat=other).moments.add(view=WRITTEN[game](world.view(other)))
    present.result.CopyFrom(position.present.result)
    return replace(position, state=world, deciders=(), _present=present)


def kept_of(position: Position) -> KeptTable:
    """Return a table at which a person sits, and bots."""
    seats = [Seat(f"Player {seat}", bot="greedy") for seat in range(len(position.news))]
    return KeptTable(
        name="name",
        game="game",
        client="client",
        deal=b"",
        hints=v1.HINT_POLICY_OFF,
        window=0,
        seeded=False,
        host=b"",
        invitation=b"",
        host_seat=None,
        seats=seats,
        over=position.over,
    )


@pytest.mark.parametrize(("game", "players"), [("covert", 2), ("covert", 3), ("covert_action", 6)])
def test_a_table_looks_the_same_in_every_world_that_its_seat_holds_possible(
    game: str, players: int
) -> None:
    position, rng, compared = started(game, players, seed=11), random.Random(4), 0
    while not position.over and compared < 300:
        kept = kept_of(position)
        for seat in range(players):
            another = in_world(position, game, seat, rng.getrandbits(64))
            shown = [table_message(Now(kept, where), seat, ()) for where in (position, another)]
            assert shown[0].SerializeToString() == shown[1].SerializeToString()
            compared += bytes(another.state) != bytes(position.state)
        seat = rng.choice(position.deciders)
        (deciding,) = (at for at in position.present.to_decide if at.seat == seat)
        action = action_pb2.Action(text=rng.choice(deciding.legal_actions).text)
        position = played(position, [Move(seat, action)], undoable=True)
    assert compared > 100


@pytest.mark.parametrize("place", ["a file"], indirect=True)
@pytest.mark.parametrize("chooses", [True, False])
def test_nobody_learns_from_a_window_who_has_chosen(stub: TablesStub, chooses: bool) -> None:
    """It closes at its time, whether the last one has chosen long before or says nothing."""
    seats = ["host", "open", "greedy", "greedy"]
    _, players = made(stub, seats, game="covert_action", seed=2, window=2)
    at_window(players)
    first, second = players
    before = [player.look().SerializeToString() for player in players]
    first.act("shoot 2")
    first.act("hold")  # a mind may be changed
    chosen = first.look().SerializeToString()
    assert chosen != before[0]
    assert first.table.chosen.text == "hold"
    assert not first.table.HasField("to_decide")
    assert second.look().SerializeToString() == before[1]
    if chooses:
        second.act("hold")
    assert first.look().SerializeToString() == chosen
    closes = first.table.window_closes.ToMilliseconds()
    news = first.after
    while first.after == news:
        assert not first.table.HasField("result")
        first.look(WAIT)
    assert time.time() * 1000 >= closes
    assert first.news[news].moment.events[0].words == "The window closes: nobody shoots"

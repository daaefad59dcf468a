"""A seat takes back what told it nothing, where nobody else plays."""

from __future__ import annotations

import random

import grpc
import pytest
from tables.players import Player, made, refused

from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub

STEPS = 80


def undo(player: Player, most: int = 0) -> v1.UndoResponse:
    """Take back the latest actions."""
    request = v1.UndoRequest(table=player.name, token=player.token, after=player.after, most=most)
    answer: v1.UndoResponse = player.stub.Undo(request)
    assert answer.news == answer.table.news
    player.take(answer.table, ())
    return answer


def wait_for_turn(player: Player) -> None:
    """Look until the person is to decide, or the game is over."""
    player.look()
    while not player.is_to_decide and player.table.status != v1.TABLE_STATUS_OVER:
        player.look(20)


@pytest.mark.parametrize("place", ["a file"], indirect=True)
def test_what_showed_nothing_can_be_taken_back_and_done_again(stub: TablesStub) -> None:
    """The same actions then lead to the same news; a bot's move, a draw and a roll stay."""
    _, (player,) = made(stub, ["host", "greedy"], seed=9)
    rng, back, kept = random.Random(5), 0, 0
    for _ in range(STEPS):
        wait_for_turn(player)
        before = player.table.SerializeToString()
        view, after = player.table.view, player.after
        text = player.act_by(rng)
        wait_for_turn(player)
        seen = [item.moment for item in player.news[after:]]
        if not player.table.can_undo:
            request = v1.UndoRequest(table=player.name, token=player.token, after=player.after)
            code, message = refused(stub.Undo, request)
            assert code is grpc.StatusCode.FAILED_PRECONDITION
            assert message.startswith("table: the seat has learned something")
            kept += 1
            continue
        assert len(seen) == 1
        undone = undo(player, most=1)
        assert player.after == after
        assert player.table.view == view
        undone.table.undone -= 1
        assert undone.table.SerializeToString() == before
        player.act(text)
        wait_for_turn(player)
        assert [item.moment for item in player.news[after:]] == seen
        back += 1
    assert back > 8
    assert kept > 8


def test_all_that_showed_nothing_is_taken_back_at_once(stub: TablesStub) -> None:
    _, (player,) = made(stub, ["host", "greedy"], seed=9)
    rng, run, longest = random.Random(5), 0, 0
    for _ in range(STEPS):
        wait_for_turn(player)
        player.act_by(rng)
        wait_for_turn(player)
        run = run + 1 if player.table.can_undo else 0
        longest = max(longest, run)
        if run == 3:
            after = player.after
            undo(player)
            assert player.after == after - 3
            assert not player.table.can_undo
            assert (
                refused(
                    stub.Undo, v1.UndoRequest(table=player.name, token=player.token, after=after)
                )[0]
                is grpc.StatusCode.ABORTED
            )
            return
    pytest.fail(f"three in a row never told anything; at most {longest}")


def test_nothing_is_taken_back_where_others_play(stub: TablesStub) -> None:
    _, players = made(stub, ["host", "open"], seed=9)
    for _ in range(10):
        for player in players:
            player.look()
            if player.is_to_decide:
                player.act_by(random.Random(1))
                assert not player.table.can_undo
    request = v1.UndoRequest(
        table=players[0].name, token=players[0].token, after=players[0].look().news
    )
    assert refused(stub.Undo, request)[1].endswith("or where others play")

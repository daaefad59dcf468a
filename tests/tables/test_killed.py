"""A server that is killed loses no action that it acknowledged, and doubles none."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import grpc
from tables.killing import OPTIONS, Stubborn, Victim, played_game
from tables.players import WAIT, at_window, made

from covertbots.v1.tables_pb2_grpc import TablesStub


def test_a_game_goes_on_as_if_its_server_had_not_been_killed(place: str) -> None:
    victim = Victim(place)
    victim.start()
    undisturbed = played_game([victim], "covert_action", seed=6)
    assert len(undisturbed) > 40
    assert played_game([victim], "covert_action", seed=6, strikes=2) == undisturbed
    assert victim.kills == 2
    victim.kill()


def test_a_choice_in_a_window_outlives_the_server(tmp_path: Path) -> None:
    """The window is then open once more for as long, for who could not choose meanwhile."""
    victim = Victim(str(tmp_path / "tables.db"))
    victim.start()
    with grpc.insecure_channel(victim.target, OPTIONS) as channel:
        stub: Any = Stubborn(TablesStub(channel))
        seats = ["host", "open", "greedy", "greedy"]
        _, players = made(stub, seats, game="covert_action", seed=2, window=2)
        at_window(players)
        players[0].act("shoot 3")
        closes = players[0].table.window_closes.ToMilliseconds()
        news = players[0].after
        victim.kill()
        while time.time() * 1000 < closes:
            time.sleep(0.1)
        victim.start()
        assert players[0].look().chosen.text == "shoot 3"
        assert players[0].after == news
        assert players[0].table.window_closes.ToMilliseconds() > closes
        while players[0].after == news:
            players[0].look(WAIT)
        (event,) = (
            event for event in players[0].news[news].moment.events if "shoots" in event.words
        )
        assert event.words.startswith("Player 0 shoots Seat 3")
    victim.kill()

"""Bots of a server in another process play as they do here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from arena.tournaments import game_of, plan_of, played
from command.shell import serving

from covert_bots.arena.attempt import Failure, play
from covert_bots.arena.entrants import remote
from covert_bots.arena.entrants.foreign import ForeignBots
from covert_bots.engines.isolation import Isolation
from covertbots.client import Client


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Yield host and port of a server in another process."""
    with serving() as target:
        yield target


@pytest.mark.parametrize("bot", ["ismcts:iterations=10", "random"])
def test_through_a_server_a_bot_makes_the_same_moves(bot: str, server: str) -> None:
    there = played(plan_of(f"grpc://{server}/{bot}", "greedy:worlds=1", blocks=1), workers=1)
    here = played(plan_of(bot, "greedy:worlds=1", blocks=1))
    assert [game.actions for game in there] == [game.actions for game in here]
    assert all(game.scores for game in there)


def test_a_server_that_is_not_there_is_the_bots_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs in this process, so that its client can have little patience."""
    plan = plan_of("grpc://localhost:1/greedy", "random", blocks=1)
    none = ForeignBots(Isolation())
    with Client("localhost:1", patience=0.3) as impatient:
        monkeypatch.setattr(remote, "_client_of_games", lambda _: impatient)
        attempts = [
            play(fixture, 1, plan.settings.bots, game_of(plan), lambda *_: None, none, 60.0)
            for block in plan
            for fixture in block.games
        ]
    assert [game.failure for game in attempts] == [Failure.BOT_ERROR] * 2
    assert all("the server answers UNAVAILABLE" in game.detail for game in attempts)


def test_a_bot_the_server_does_not_have_is_the_bots_error(server: str) -> None:
    attempts = played(plan_of(f"grpc://{server}/nobody", "random", blocks=1))
    assert {game.failure for game in attempts} == {Failure.BOT_ERROR}
    assert all("nobody" in game.detail for game in attempts)

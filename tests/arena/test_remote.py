"""Bots of a server in another process play as they do here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from arena.tournaments import game_of, plan_of, played
from command.shell import serving
from grpc import StatusCode

from covert_bots.arena.attempt import Failure, Outcome, play
from covert_bots.arena.entrants import remote
from covert_bots.arena.entrants.foreign import ForeignBots
from covert_bots.arena.entrants.outage import Outage
from covert_bots.engines.isolation import Isolation
from covertbots.client import ServiceError


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


def test_a_server_that_is_not_there_is_an_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs in this process, so that it can have little patience."""
    plan = plan_of("grpc://localhost:1/greedy", "random", blocks=1)
    none = ForeignBots(Isolation())
    monkeypatch.setenv(remote.PATIENCE, "0.3")
    attempts = [
        play(fixture, 1, plan.settings.bots, game_of(plan), lambda *_: None, none, 60.0)
        for block in plan
        for fixture in block.games
    ]
    assert [game.failure for game in attempts] == [Failure.OUTAGE] * 2
    assert [game.outage for game in attempts] == [Outage.REFUSED] * 2
    assert [game.outcome for game in attempts] == [Outcome.VOID] * 2
    assert [game.culprit for game in attempts] == [game.fixture.seats.index(0) for game in attempts]
    assert all("localhost:1: UNAVAILABLE" in game.detail for game in attempts)


@pytest.mark.parametrize(
    ("code", "message", "outage"),
    [
        (StatusCode.UNAVAILABLE, "Failed to connect: Connection refused", Outage.REFUSED),
        (StatusCode.UNAVAILABLE, "Stream removed (Connection reset)", Outage.UNREACHABLE),
        (StatusCode.UNAVAILABLE, "SSL_ERROR_SSL: CERTIFICATE_VERIFY_FAILED", Outage.TLS),
        (StatusCode.UNAVAILABLE, "Trying to connect an http1.x server: HTTP/2", Outage.OTHER),
        (StatusCode.RESOURCE_EXHAUSTED, "the quota is used up", Outage.QUOTA),
        (StatusCode.UNAUTHENTICATED, "authorization: not known", Outage.ACCESS),
        (StatusCode.INTERNAL, "the bot has raised an error", None),
        (StatusCode.INVALID_ARGUMENT, "bot: there is no such bot", None),
    ],
)
def test_each_failure_of_a_call_has_its_class(
    code: StatusCode, message: str, outage: Outage | None
) -> None:
    assert remote.outage_of(ServiceError(code, message)) is outage


def test_a_bot_the_server_does_not_have_is_the_bots_error(server: str) -> None:
    attempts = played(plan_of(f"grpc://{server}/nobody", "random", blocks=1))
    assert {game.failure for game in attempts} == {Failure.BOT_ERROR}
    assert all("nobody" in game.detail for game in attempts)

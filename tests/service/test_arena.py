"""The service `Arena`: a ledger, read while it grows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from math import isnan
from pathlib import Path

import grpc
import pytest
from arena.tournaments import game_of, plan_of, run_in_file
from command.shell import document
from google.protobuf import json_format
from service.server import Serving
from service.web import Web

from covert_bots.arena.plan import Format
from covert_server.ledger_source import LedgerSource
from covert_server.settings import Settings
from covertbots.client import AsyncClient, Client
from covertbots.v1 import arena_pb2 as v1
from covertbots.v1.arena_pb2_grpc import ArenaStub

PLAN = plan_of("greedy", "greedy-1", blocks=3, seed=5)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of all games of a plan."""
    path = tmp_path_factory.mktemp("ledgers") / "whole.ledger"
    run_in_file(PLAN, path, 0)
    return path


@pytest.fixture
def growing(whole: Path, tmp_path: Path) -> Path:
    """A ledger with the plan and no game."""
    path = tmp_path / "growing.ledger"
    grow(whole, path, 0)
    return path


def grow(whole: Path, path: Path, games: int) -> None:
    """Let a ledger have so many games."""
    lines = whole.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: 2 + games]))


@pytest.fixture
def served(growing: Path) -> Iterator[tuple[ArenaStub, Serving]]:
    source = LedgerSource(growing, game_of(PLAN))
    settings = Settings(http_address="127.0.0.1:0", ledger=source)
    with Serving(settings) as serving, grpc.insecure_channel(serving.target) as channel:
        yield ArenaStub(channel), serving


def tournament(arena: ArenaStub) -> v1.Tournament:
    answer: v1.GetTournamentResponse = arena.GetTournament(v1.GetTournamentRequest())
    return answer.tournament


def test_the_figures_are_those_of_arena_show(
    served: tuple[ArenaStub, Serving], whole: Path, growing: Path
) -> None:
    arena, _ = served
    grow(whole, growing, 6)
    shown, told = document("arena", "show", str(whole)), tournament(arena)
    assert list(told.verdict) == shown["verdict"]["sentences"]
    assert (told.games, told.games_ended, told.blocks, told.blocks_complete) == (6, 6, 3, 3)
    assert told.ended
    for bot, of_show in zip(told.bots, shown["bots"], strict=True):
        assert bot.name == of_show["name"]
        ends = bot.elo.mean, bot.elo.low, bot.elo.high
        assert ends == (of_show["elo"], of_show["elo_low"], of_show["elo_high"])
        assert (bot.games, bot.score) == (of_show["games"], of_show["score"])
    (pairing,) = told.pairings
    (met,) = shown["head_to_head"]
    names = [told.bots[number].name for number in (pairing.first, pairing.second)]
    share = pairing.share.mean if names[0] == met["first"] else 1 - pairing.share.mean
    assert share == pytest.approx(met["share"]["mean"])


def test_before_the_first_block_there_is_the_plan(served: tuple[ArenaStub, Serving]) -> None:
    arena, _ = served
    told = tournament(arena)
    assert [bot.name for bot in told.bots] == ["greedy", "greedy-1"]
    assert (told.games, told.games_ended, told.ended) == (6, 0, False)
    assert not told.verdict
    assert not arena.ListGames(v1.ListGamesRequest()).games


def test_a_stream_tells_each_change_and_ends_with_the_tournament(
    served: tuple[ArenaStub, Serving], whole: Path, growing: Path
) -> None:
    arena, _ = served
    news = arena.WatchTournament(v1.WatchTournamentRequest())
    assert next(news).tournament.games_ended == 0
    for games in (1, 5):
        grow(whole, growing, games)
        told = next(news)
        assert (told.tournament.games_ended, told.ended) == (games, False)
        unfinished = [fixture.key for fixture in told.tournament.unfinished]
        assert unfinished == [{1: "0.1", 5: "2.1"}[games]]
    grow(whole, growing, 6)
    last = next(news)
    assert (last.tournament.games_ended, last.ended) == (6, True)
    assert list(news) == []


def test_a_game_that_has_ended_is_replayed_to_its_result(
    served: tuple[ArenaStub, Serving], whole: Path, growing: Path
) -> None:
    arena, serving = served
    grow(whole, growing, 3)
    listed = arena.ListGames(v1.ListGamesRequest(skip=1, most=1))
    assert (listed.all, [game.fixture.key for game in listed.games]) == (3, ["0.1"])
    game = arena.GetGame(v1.GetGameRequest(key="0.1"))
    assert game.game == listed.games[0]
    with Client(serving.target) as client:
        result = client.advance(game.record).result
    assert list(result.scores) == list(game.game.scores)
    assert list(result.winners) == list(game.game.winners)
    assert list(game.bots) == [["greedy", "greedy-1"][bot] for bot in game.game.fixture.seats]


@pytest.mark.parametrize(
    ("key", "code", "said"),
    [
        ("0.1", grpc.StatusCode.NOT_FOUND, "key: no game 0.1 has ended"),
        ("a.b", grpc.StatusCode.INVALID_ARGUMENT, "key: is 'a.b'; expected BLOCK.ROTATION"),
    ],
)
def test_a_game_that_cannot_be_replayed_is_named(
    served: tuple[ArenaStub, Serving], key: str, code: grpc.StatusCode, said: str
) -> None:
    arena, _ = served
    with pytest.raises(grpc.RpcError) as error:
        arena.GetGame(v1.GetGameRequest(key=key))
    assert error.value.code() is code
    assert said in str(error.value.details())


def test_a_ledger_that_cannot_be_read_is_named_and_read_again_later(
    served: tuple[ArenaStub, Serving], whole: Path, growing: Path
) -> None:
    arena, _ = served
    growing.write_text("no ledger")
    with pytest.raises(grpc.RpcError) as error:
        tournament(arena)
    assert error.value.code() is grpc.StatusCode.FAILED_PRECONDITION
    assert "growing.ledger" in str(error.value.details())
    grow(whole, growing, 1)
    assert tournament(arena).games_ended == 1


def test_over_http_unknown_figures_are_written_too(
    served: tuple[ArenaStub, Serving], whole: Path, growing: Path
) -> None:
    """JSON has no NaN of its own."""
    grow(whole, growing, 2)
    _, serving = served
    with Web(serving) as web:
        answer = web.ask("Arena/GetTournament", {})
    told = json_format.ParseDict(answer, v1.GetTournamentResponse()).tournament
    assert told.blocks_complete == 1
    assert json.dumps(answer, allow_nan=False)
    assert not any(isnan(bot.score) for bot in told.bots)


@pytest.mark.parametrize("form", list(Format))
def test_every_format_has_a_name_in_messages(form: Format) -> None:
    assert v1.Tournament.Format.Value(f"FORMAT_{form.name}")


def test_the_client_watches_a_tournament_at_a_server_that_comes_back(
    whole: Path, growing: Path
) -> None:
    settings = Settings(workers=1, ledger=LedgerSource(growing, game_of(PLAN)))
    first = Serving(settings).__enter__()
    address = first.target
    with Client(address) as client, client.watch_tournament() as watched:
        assert next(watched).tournament.games_ended == 0
        first.__exit__()
        grow(whole, growing, 6)
        with Serving(settings, address):
            *_, last = watched
            assert last.ended
            assert last.tournament == client.get_tournament()
            assert last.tournament.games_ended == 6
            listed = client.list_games(skip=1, most=2)
            assert (listed.all, len(listed.games)) == (6, 2)
            key = listed.games[0].fixture.key
            game = client.get_game(key)
            assert game.game == listed.games[0]
            assert game.record.actions


def test_the_client_for_asyncio_does_the_same(served: tuple[ArenaStub, Serving]) -> None:
    async def ask() -> v1.Tournament:
        async with AsyncClient(served[1].target) as client, client.watch_tournament() as watched:
            async for shown in watched:
                assert shown.tournament == await client.get_tournament()
                return shown.tournament
        raise AssertionError

    assert asyncio.run(ask()).games == 6

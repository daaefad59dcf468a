"""The service `League`: bots that are handed in play, whatever happens to some of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from math import isnan
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import grpc
import pytest
from arena.tournaments import ISOLATION, ThisProcess, plan_of, run_in_file
from service.both_clients import Connect, asked, both
from service.server import Serving, eventually

from covert_bots.arena.league.league import Conditions, League
from covert_bots.arena.league.roster import Roster
from covert_bots.arena.league.terms import Terms
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Format, MoveBudget, Plan
from covert_bots.covert.game import Covert
from covert_engine.covert import house_set
from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covert_server.ledger_source import LedgerSource
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError
from covertbots.v1.league_pb2 import Entrant

GAME = Covert.with_setup(house_set(), {}, 2)
HERE = Terms(networks=(ip_network("127.0.0.0/8"),))
BLOCKS = 2


class Holders(NamedTuple):
    """Their tokens, and the file of them."""

    file: Path
    alice: str
    bob: str


@pytest.fixture(scope="module")
def holders(tmp_path_factory: pytest.TempPathFactory) -> Holders:
    file = tmp_path_factory.mktemp("tokens") / "tokens.toml"
    alice, bob = (add_holder(file, name, False, Quota()) for name in ("alice", "bob"))
    return Holders(file, alice, bob)


@pytest.fixture(scope="module")
def bots() -> Iterator[str]:
    """The beginning of the address of a bot, on a server of its own."""
    with Serving(Settings(workers=1)) as serving:
        yield f"grpc://{serving.target}/"


def played(holds: Callable[[], bool]) -> None:
    """Wait until games have brought something about."""
    eventually(holds, within=240.0, pause=0.1)


def league_in(path: Path, terms: Terms = HERE, own: tuple[str, ...] = ()) -> League:
    conditions = Conditions(GAME, 2, BLOCKS, MoveBudget(10.0), ISOLATION, seed=5)
    return League(path, conditions, terms, own, settle=0.0)


@contextmanager
def served(league: League, holders: Holders, *, plays: bool = True) -> Iterator[Serving]:
    """Serve a league, and play it."""
    source = LedgerSource(league.path, GAME, league)
    backend = ThisProcess(None, GAME)
    playing = Thread(target=league.run, args=(backend,))
    with Serving(Settings(workers=1, tokens=holders.file, ledger=source)) as serving:
        if plays:
            playing.start()
        try:
            yield serving
        finally:
            league.drain()
            if plays:
                playing.join()


def states(client: Client) -> dict[str, str]:
    return {
        each.name: Entrant.State.Name(each.state).removeprefix("STATE_")
        for each in client.list_entrants()
    }


def done(client: Client, *names: str) -> Callable[[], bool]:
    """Return a test whether these bots have played all their games."""
    return lambda: all(states(client).get(name) == "DONE" for name in names)


def refused(call: Callable[[], object], code: grpc.StatusCode, said: str) -> None:
    with pytest.raises(ServiceError) as error:
        call()
    assert error.value.code is code
    assert error.value.message.startswith(said)


def test_bots_that_are_handed_in_play_and_a_third_one_joins(
    tmp_path: Path, holders: Holders, bots: str
) -> None:
    league = league_in(tmp_path / "league.ledger")
    with (
        served(league, holders) as serving,
        Client(serving.target, token=holders.alice) as alice,
        Client(serving.target, token=holders.bob) as bob,
    ):
        assert alice.submit_bot("first", f"{bots}greedy").state == Entrant.STATE_WAITING
        alice.submit_bot("second", f"{bots}random")
        played(done(alice, "first", "second"))
        played(lambda: alice.get_tournament().blocks_complete == BLOCKS)
        told = alice.get_tournament()
        assert [bot.name for bot in told.bots] == ["first", "second"]
        assert not any(isnan(bot.elo.mean) for bot in told.bots)

        with bob.watch_tournament() as news:
            assert next(news).tournament.games_ended == 2 * BLOCKS
            bob.submit_bot("third", f"{bots}greedy-1")
            later = next(each for each in news if each.tournament.blocks_complete == 2 * BLOCKS)
            assert not later.ended
        assert later.tournament.bots[2].games == 2 * BLOCKS
        assert later.tournament.games_ended == later.tournament.games
        assert bots not in str(later)
        played(done(alice, "first", "second", "third"))
        assert [bool(each.bot) for each in alice.list_entrants()] == [True, True, False]


@both
def test_what_is_wrong_is_named_and_only_its_holder_withdraws_a_bot(
    tmp_path: Path, holders: Holders, bots: str, connect: Connect
) -> None:
    league = league_in(tmp_path / "league.ledger", Terms(2, 1, networks=HERE.networks))

    async def work(alice: object) -> None:
        async def wrong(call: object, said: str, code: str = "INVALID_ARGUMENT") -> None:
            with pytest.raises(ServiceError) as error:
                await call  # type: ignore[misc]
            assert (error.value.code.name, error.value.message[: len(said)]) == (code, said)

        client: Client = alice  # type: ignore[assignment]
        first = f"{bots}greedy"
        await wrong(client.submit_bot("a bot", first), "name: is 'a bot'; expected 1 to 40")
        await wrong(client.submit_bot("a", "greedy"), "bot: is 'greedy'; expected grpc://")
        await wrong(client.submit_bot("a", f"{bots}none"), "bot: is ")
        await wrong(client.withdraw_bot("a"), "name: is 'a'; expected a bot that you handed in")
        for _ in range(2):  # a call may be made again
            assert (await client.submit_bot("a", first)).name == "a"  # type: ignore[misc]
        await wrong(client.submit_bot("A", f"{bots}random"), "name: is 'A', which another bot has")
        await wrong(client.submit_bot("b", first), "bot: is here already, as a; expected another")
        await client.submit_bot("b", f"{bots}random")  # type: ignore[misc]
        await client.withdraw_bot("b")  # type: ignore[misc]
        too_many = "bot: would be bot 3 of alice; expected at most 2, counting those withdrawn"
        await wrong(client.submit_bot("c", f"{bots}flat"), too_many, "RESOURCE_EXHAUSTED")

    with served(league, holders, plays=False) as serving:
        asked(connect, serving.target, work, token=holders.alice)
        with Client(serving.target, token=holders.bob) as bob:
            mine = grpc.StatusCode.INVALID_ARGUMENT
            refused(lambda: bob.withdraw_bot("a"), mine, "name: is 'a'; expected a bot that you")
            assert states(bob) == {"a": "WAITING", "b": "WITHDRAWN"}
        with Client(serving.target, token="covertbots_other") as stranger:
            code = grpc.StatusCode.UNAUTHENTICATED
            refused(lambda: stranger.submit_bot("x", f"{bots}greedy"), code, "authorization: ")
            refused(stranger.list_entrants, code, "authorization: ")


def test_the_organiser_withdraws_a_bot_for_good(
    tmp_path: Path, holders: Holders, bots: str
) -> None:
    terms = Terms(networks=HERE.networks, organiser="alice")
    league = league_in(tmp_path / "league.ledger", terms, ("greedy",))
    with (
        served(league, holders, plays=False) as serving,
        Client(serving.target, token=holders.alice) as alice,
        Client(serving.target, token=holders.bob) as bob,
    ):
        bob.submit_bot("wild", f"{bots}random")
        assert [each.bot for each in alice.list_entrants()] == ["greedy", f"{bots}random"]
        mine = grpc.StatusCode.INVALID_ARGUMENT
        refused(lambda: bob.withdraw_bot("greedy"), mine, "name: is 'greedy'; expected a bot that")
        alice.withdraw_bot("wild")
        again = "name: is 'wild', which the organiser has withdrawn"
        refused(lambda: bob.submit_bot("wild", f"{bots}random"), mine, again)
        refused(lambda: bob.submit_bot("tame", f"{bots}random"), mine, "bot: is here already, as")
    kept = Roster(tmp_path / "league.ledger").named("wild")
    assert kept is not None
    assert (kept.withdrawn, kept.expelled) == (True, True)


def test_of_one_holder_no_more_bots_play_than_may(
    tmp_path: Path, holders: Holders, bots: str
) -> None:
    path = tmp_path / "league.ledger"
    own = ("greedy", "greedy-1")
    league = league_in(path, Terms(most_playing=1, networks=HERE.networks), own)
    league.submit("alice", "first", f"{bots}random")
    league.submit("alice", "second", f"{bots}greedy")
    with served(league, holders) as serving, Client(serving.target, token=holders.bob) as client:
        played(done(client, "first", "second", *own))
    with Ledger(path, reading=True) as ledger:
        settings = ledger.settings()
    assert settings is not None
    assert settings.bots == (*own, f"{bots}random", f"{bots}greedy")
    assert settings.stages == ((3, BLOCKS),)


def test_a_bot_whose_server_is_gone_is_stopped_and_plays_on_when_it_is_handed_in_again(
    tmp_path: Path, holders: Holders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COVERT_BOTS_PATIENCE", "0")
    league = league_in(tmp_path / "league.ledger", own=("greedy", "random"))
    first = Serving(Settings(workers=1)).__enter__()
    bot = f"grpc://{first.target}/greedy"
    league.submit("alice", "gone", bot)
    first.__exit__()
    with served(league, holders) as serving, Client(serving.target, token=holders.alice) as alice:
        played(lambda: states(alice)["gone"] == "STOPPED")
        assert "cannot be asked" in alice.list_entrants()[2].detail
        with Serving(Settings(workers=1), first.target):
            alice.submit_bot("gone", bot)
            played(done(alice, "gone", "greedy", "random"))
            played(lambda: alice.get_tournament().games_ended == alice.get_tournament().games)


def test_a_deal_that_is_still_played_is_not_shown(tmp_path: Path, holders: Holders) -> None:
    path = tmp_path / "league.ledger"
    settings = plan_of("greedy", "random", blocks=BLOCKS, seed=5, form=Format.BALANCED).settings
    whole = tmp_path / "whole.ledger"
    run_in_file(Plan(settings), whole, 0)
    lines = whole.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]))
    conditions = Conditions(GAME, 2, BLOCKS, MoveBudget(), ISOLATION, seed=5)
    league = League(path, conditions, HERE)
    with (
        served(league, holders, plays=False) as serving,
        Client(serving.target, token=holders.bob) as client,
    ):
        (key,) = (game.fixture.key for game in client.list_games().games)
        code = grpc.StatusCode.NOT_FOUND
        refused(lambda: client.get_game(key), code, f"key: no game {key} has ended")
        path.write_bytes(b"".join(lines[:4]))
        assert client.get_game(key).record.actions

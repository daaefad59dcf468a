"""`covert-bots play --table`: a person at a table of a real server, from the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from command.shell import Terminal, mistake, run
from service.server import Serving
from tables.killing import Victim
from tables.players import made

from covert_command.covert.record_file import read_record
from covert_command.covert_action.record_file import read_record as read_covert_action
from covert_engine.covert import house_set
from covert_engine.covert.cards import load_card_set
from covert_server.settings import Settings
from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub

SECOND = Path(__file__).parents[1] / "data" / "second.toml"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the default folder of games."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "covert-bots" / "games"


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    place = str(tmp_path_factory.mktemp("tables") / "tables.db")
    with Serving(Settings(workers=2, tables=place, http_address="127.0.0.1:0")) as serving:
        yield serving


@pytest.fixture(scope="module")
def stub(serving: Serving) -> Iterator[TablesStub]:
    with grpc.insecure_channel(serving.target) as channel:
        yield TablesStub(channel)


def test_a_person_plays_leaves_and_comes_back(
    serving: Serving, stub: TablesStub, folder: Path
) -> None:
    """To the game, to a seat that a bot plays, and to a game that is over."""
    table, (ann,) = made(stub, ["host", "greedy"], seed=4)
    link = f"{serving.url}/#/table/{table.table}/{ann.token}"
    left = run("play", "--table", link, "--adviser", "greedy", stdin="do hint\n" * 4 + "quit\n")
    assert (left.returncode, left.stderr) == (0, "")
    assert f"Your seat: {link}\n" in left.stdout
    assert left.stdout.endswith(f"To come back: covert-bots play --table '{link}'\n")
    assert not list(folder.glob("*.record"))
    assert ann.look().news > 4
    hand = v1.HandOverRequest(table=table.table, token=ann.token, seat=0, bot="greedy")
    stub.HandOver(hand)
    back = run("play", "--table", link, stdin="y\n")
    assert (back.returncode, back.stderr) == (0, "")
    assert "greedy plays your seat. Take it back? (y or n) y\n" in back.stdout
    assert not ann.look().seats[0].bot
    stub.HandOver(hand)
    looking = v1.GetTableRequest(table=table.table, token=table.host_token)
    looking.wait.seconds = 20
    while stub.GetTable(looking).table.status != v1.TABLE_STATUS_OVER:
        pass
    done = run("play", "--table", link, stdin="")
    assert (done.returncode, done.stderr) == (0, "")
    record = read_record(next(map(str, folder.glob("*.record"))), house_set())
    state = record.replay(house_set())
    assert state.over
    assert record.seats == ("you", "greedy")
    final = done.stdout[done.stdout.rindex("\nseat ") :]
    for name, points in zip(("North", "East"), state.scores(), strict=True):
        assert re.search(rf"^{name} .* {points} ", final, re.M)


def test_a_game_of_covert_action_is_joined_and_played(
    serving: Serving, stub: TablesStub, folder: Path
) -> None:
    seats = [v1.SeatPlan(open=True), *[v1.SeatPlan(bot="greedy")] * 3]
    request = v1.CreateTableRequest(seats=seats, seed=8, hints=v1.HINT_POLICY_OWN_SEAT)
    request.covert_action.SetInParent()
    table = stub.CreateTable(request)
    link = f"grpc://{serving.target}/#/join/{table.table}/{table.invitation}"
    done = run("play", "--table", stdin=f"{link}\nSeat 2\nAnn\n" + "do hint\n" * 400)
    assert (done.returncode, done.stderr) == (0, "")
    assert "name: is 'Seat 2', the name of another seat; expected another name" in done.stdout
    record = read_covert_action(next(map(str, folder.glob("*.record"))))
    assert record.replay().over
    assert not list(folder.glob("*.link"))


def test_what_the_table_refuses_is_said_in_plain_words(serving: Serving, stub: TablesStub) -> None:
    """The game goes on."""
    _, (ann, bob) = made(stub, ["host", "open"], seed=4)
    for player in (ann, bob):
        player.look()
        player.act(player.table.to_decide.legal_actions[0].text)  # gives a mission back
    first = ann if ann.look().to_decide.seat == ann.seat else bob
    link = f"{serving.url}/#/table/{first.name}/{first.token}"
    legal = [action.text for action in first.look().to_decide.legal_actions]
    fly = next(text for text in legal if text.startswith("fly"))
    done = run("play", "--table", link, stdin=f"hint\nundo\n{fly}\nundo\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Hints are for after the game." in done.stdout
    assert "the host allows no hints at this table now\n" in done.stdout
    assert "there is nothing to take back\n" in done.stdout
    said = "nothing is taken back at a table of several people, or once the game is over\n"
    assert said in done.stdout
    assert first.look().news > 1


def test_a_link_that_leads_nowhere_is_named(serving: Serving, stub: TablesStub) -> None:
    table, (ann,) = made(stub, ["host", "greedy"], seed=4)
    base, url = f"{serving.url}/#", serving.url
    cases = {
        f"{base}/table/{table.table}/wrong": "the link does not open this table; ask for another",
        f"{base}/table/nowhere/{ann.token}": "the server has no such table, or no more: tables are",
        f"{base}/join/{table.table}/wrong": "the link does not open this table; ask for another",
        f"{base}/table/{table.table}/{table.host_token}": "the link is that of the host; expected",
        "http://127.0.0.1:9/#/table/a/b": "no server answers at http://127.0.0.1:9: ",
        f"{url}/?t={ann.token}#/table/a/b": "not a link to a table; expected a link from the page",
        ann.token: "not a link to a table; expected a link from the page",
        "grpc://localhost/#/table/a/b": "a link that begins with grpc:// needs a port",
    }
    for link, words in cases.items():
        said = mistake("play", "--table", link)
        assert words in said
        assert ann.token not in said
    link = f"{base}/table/{table.table}/{ann.token}"
    assert mistake("play", "--table", link, "--bot", "easy") == (
        "--bot: the table has its own; leave this option out"
    )
    assert mistake("play", "--name", "Ann") == "--name: only for a table; expected --table too"
    assert "--server: the link of --table names" in mistake(
        "play", "--table", link, "--server", "localhost:1"
    )
    with Serving(Settings(workers=1, http_address="127.0.0.1:0")) as without:
        assert mistake("play", "--table", f"{without.url}/#/table/a/b") == (
            "--table: this server keeps no tables; it needs `serve --tables`"
        )


def test_names_and_seats_are_asked_for_until_they_can_be_taken(
    serving: Serving, stub: TablesStub, folder: Path
) -> None:
    """The link of the seat is kept, so that the invitation leads back to it."""
    seats = [*[v1.SeatPlan(open=True)] * 3, v1.SeatPlan(bot="greedy")]
    table = stub.CreateTable(v1.CreateTableRequest(seats=seats))
    link = f"{serving.url}/#/join/{table.table}/{table.invitation}"
    join = v1.JoinTableRequest(table=table.table, invitation=table.invitation, name="Bob", seat=0)
    stub.JoinTable(join)
    said = mistake("play", "--table", link, "--name", "bob", stdin="1\n9\nx\n3\n")
    assert said == "--name: is 'bob', the name of another seat; expected another name"
    with Terminal("play", "--table", link) as terminal:
        place = terminal.read_until("Which seat? 2, 3; Enter for the first: ")
        terminal.type("3")
        place = terminal.read_until("Your name: ", place)
        terminal.type("Ann")
        terminal.read_until("waiting until all seats are taken", place)
        (file,) = folder.glob("table-*.link")
        assert file.stat().st_mode & 0o777 == 0o600
        join.name, join.seat = "Cy", 1
        stub.JoinTable(join)
        place = terminal.read_until("South: Ann (you)", place)
        assert terminal.interrupt() == 130
        assert "\nTo come back: " in terminal.text
    with Terminal("play", "--table", link, columns=200) as terminal:
        terminal.read_until(f"Your seat: {file.read_text().strip()}")
    other = link.replace("127.0.0.1", "localhost")  # as a server of somebody else might be
    assert mistake("play", "--table", other) == "--table: all seats of the table are taken"


def test_a_game_goes_on_at_a_server_that_was_killed(tmp_path: Path) -> None:
    victim = Victim(str(tmp_path / "tables.db"))
    victim.start()
    with grpc.insecure_channel(victim.target) as channel:
        _, (ann,) = made(TablesStub(channel), ["host", "greedy"], seed=4)
        link = f"grpc://{victim.target}/#/table/{ann.name}/{ann.token}"
        with Terminal("play", "--table", link, "--adviser", "greedy") as terminal:
            place = terminal.read_until("North> ")
            victim.kill()
            terminal.type("1")
            terminal.read_until("The server does not answer; trying again", place)
            victim.start()
            place = terminal.read_until("The server answers again.", place)
            terminal.read_until("North> ", place)
    victim.kill()


def test_a_window_that_closes_ends_the_prompt(serving: Serving, stub: TablesStub) -> None:
    """A line that was half typed is not the beginning of the next one."""
    _, (ann,) = made(stub, ["host", *["greedy"] * 5], game="covert_action", seed=7, window=0.5)
    link = f"{serving.url}/#/table/{ann.name}/{ann.token}"
    prompts = ("say> ", "shoot?> ", "next round> ", "The window has closed.")
    with Terminal("play", "--table", link) as terminal:
        place = 0
        while (shown := terminal.text[:place]).endswith(prompts[-1]) is False:
            if shown.endswith(prompts[0]):
                terminal.type("pass")
            elif shown.endswith(prompts[1]):
                terminal.press("3")
            elif shown:
                terminal.type("")
            place = terminal.read_until_one(*prompts, after=place)
        while not terminal.text[:place].endswith("say> "):
            if terminal.text[:place].endswith("next round> "):
                terminal.type("")
            place = terminal.read_until_one("say> ", "next round> ", after=place)
        terminal.type("table")
        terminal.read_until("say> ", place)
    assert "not one of the numbers" not in terminal.text


def test_a_move_is_taken_back_where_nobody_else_plays(serving: Serving, stub: TablesStub) -> None:
    _, (ann,) = made(stub, ["host", "greedy"], seed=4)
    link = f"{serving.url}/#/table/{ann.name}/{ann.token}"
    done = run(
        "play",
        "--table",
        link,
        "--adviser",
        "greedy",
        stdin="1\nfly A33\nundo\nwhy\nlog all\nquit\n",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Undone: fly A33, and everything after it\n" in done.stdout
    assert "flies to Belgrade" in done.stdout.partition("Undone")[2]  # of the log
    assert ann.look().undone == 1


def test_a_seat_that_is_played_elsewhere_meanwhile_is_said_to(
    serving: Serving, stub: TablesStub
) -> None:
    """A move that was chosen in an older position is not played."""
    _, (ann,) = made(stub, ["host", "greedy"], seed=4)
    link = f"{serving.url}/#/table/{ann.name}/{ann.token}"
    with Terminal("play", "--table", link) as terminal:
        place = terminal.read_until("North> ")
        ann.look()
        ann.act(ann.table.to_decide.legal_actions[-1].text)
        terminal.type("1")
        place = terminal.read_until("Too late: something has happened meanwhile.", place)
        place = terminal.read_until("North> ", place)
        terminal.type("hand")
        terminal.read_until("North> ", place)
    assert ann.look().news == ann.after


def test_cards_that_only_the_server_has_are_fetched(tmp_path: Path) -> None:
    cards = load_card_set(SECOND)
    place = str(tmp_path / "tables.db")
    settings = Settings(workers=1, tables=place, card_sets=(cards,), http_address="127.0.0.1:0")
    seats = [v1.SeatPlan(host="Ann"), v1.SeatPlan(bot="greedy")]
    request = v1.CreateTableRequest(seats=seats, seed=4)
    request.covert.card_set = cards.digest
    with Serving(settings) as serving, grpc.insecure_channel(serving.target) as channel:
        table = TablesStub(channel).CreateTable(request)
        link = f"{serving.url}/#/table/{table.table}/{table.seat_token}"
        done = run("play", "--table", link, stdin="hand\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Your missions" in done.stdout

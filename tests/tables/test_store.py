"""Stores of tables: what is kept comes back, also from another process; what is wrong is named."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, prlimit
from types import SimpleNamespace
from typing import Any, cast

import grpc
import psycopg
import pytest
from tables.killing import Victim
from tables.players import made, refused

from covert_server.calls.status import RefusedError
from covert_server.settings import Settings
from covert_server.tables import hosted
from covert_server.tables.kept import (
    Change,
    ChangedError,
    Entry,
    GoneError,
    KeptTable,
    Most,
    Seat,
    Store,
    StoreError,
)
from covert_server.tables.stores import opened
from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub

NOW = 1_000_000  # seconds since 1970
MOST = Most(100, 100)
TABLE = KeptTable(
    name="first",
    game="covert",
    client="ann",
    deal=b"\x00deal\xff",
    hints=v1.HINT_POLICY_OWN_SEAT,
    window=500,
    seeded=True,
    host=b"h" * 32,
    invitation=b"",
    host_seat=1,
    seats=[Seat("North", "greedy"), Seat("Ünal ☂", token=b"t" * 32), Seat()],
    expires=NOW + 100,
)


def with_store(place: str, work: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    """Do work with the store at a place, which is closed after it."""

    async def run() -> None:
        store = opened(place)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_what_is_kept_comes_back(place: str) -> None:
    entries = (Entry(0, "pass", 1, (2, 1, 1)), Entry(1, "hold", 1, (3, 2, 1)))

    async def keep(store: Store) -> None:
        await store.create(TABLE, MOST, NOW)
        await store.change("first", 0, Change(NOW + 200, choices={1: "hold"}, window_closes=77))
        kept = await store.load("first", NOW)
        assert kept == replace(
            TABLE, version=1, expires=NOW + 200, choices={1: "hold"}, window_closes=77
        )
        seats = {2: Seat("Bob", token=b"b" * 32)}
        change = Change(NOW + 300, seats=seats, entries=entries, first=0)
        await store.change("first", 1, change)
        await store.note_hint("first", 2, 1, "ismcts", "build")
        await store.note_hint("first", 2, 1, "ismcts", "build")
        await store.note_hint("nowhere", 2, 1, "ismcts", "build")

    async def look(store: Store) -> None:
        kept = await store.load("first", NOW)
        assert kept.seats == [*TABLE.seats[:2], Seat("Bob", token=b"b" * 32)]
        assert kept.log == list(entries)
        assert not kept.choices
        await store.change("first", 2, Change(NOW + 300, keep=1, over=True))
        kept = await store.load("first", NOW)
        assert (kept.log, kept.undone, kept.over) == (list(entries[:1]), 1, True)

    with_store(place, keep)
    with_store(place, look)


def test_of_two_changes_of_one_version_the_second_is_refused(place: str) -> None:
    table = replace(TABLE, name="contested")

    async def work(store: Store) -> None:
        await store.create(table, MOST, NOW)
        entry = Entry(0, "pass", 1, (2, 1, 1))
        change = Change(NOW + 9, entries=(entry,))
        changes = (store.change("contested", 0, change) for _ in range(2))
        results = await asyncio.gather(*changes, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), ChangedError]
        assert (await store.load("contested", NOW)).log == [entry]

    with_store(place, work)


def test_what_has_expired_is_forgotten(place: str) -> None:
    async def work(store: Store) -> None:
        await store.create(replace(TABLE, name="old", expires=NOW + 1), MOST, NOW)
        entry = Entry(0, "pass", 1, (2, 1, 1))
        await store.change("old", 0, Change(NOW + 1, entries=(entry,), choices={0: "pass"}))
        with pytest.raises(GoneError):
            await store.load("old", NOW + 1)
        with pytest.raises(GoneError):
            await store.load("never", NOW)
        assert await store.forget(NOW) == 0
        assert await store.forget(NOW + 1) >= 1
        with pytest.raises(GoneError):
            await store.load("old", NOW)

    with_store(place, work)
    if "://" in place:
        with psycopg.connect(place) as connection:
            left = connection.execute(
                "SELECT count(*) FROM covertbots.actions WHERE table_name = 'old'"
            )
            assert left.fetchone() == (0,)
    else:
        connected = sqlite3.connect(place)
        (count,) = connected.execute("SELECT count(*) FROM actions WHERE table_name = 'old'")
        connected.close()
        assert count == (0,)


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.create(TABLE, MOST, NOW)

    usual = os.umask(0)
    with_store(str(tmp_path / "tables.db"), work)
    os.umask(usual)
    assert [oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()] == ["0o600"]


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        ("missing/tables.db", "missing/tables.db: No such file or directory"),
        (".", ".: Is a directory"),
        ("text", "text: file is not a database"),
        ("other.db", "other.db: is a database of something else; expected a new file"),
        ("newer.db", "newer.db: is of version 99; this server has version 1"),
        ("postgresql://postgres:secret@127.0.0.1:1/none", "connection failed:"),
    ],
)
def test_a_place_that_cannot_be_used_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, wrong: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text").write_text("some text that is no database " * 100)
    connection = sqlite3.connect(tmp_path / "other.db")
    connection.execute("CREATE TABLE other (name)")
    connection.close()
    if place == "newer.db":
        with_store(str(tmp_path / place), lambda store: store.create(TABLE, MOST, NOW))
        connection = sqlite3.connect(tmp_path / place)
        connection.execute("PRAGMA user_version = 99")
        connection.close()
    with pytest.raises(StoreError) as caught:
        opened(place)
    assert str(caught.value).startswith(wrong)
    assert "secret" not in str(caught.value)


def test_the_command_names_a_place_that_cannot_be_used(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "covert_command", "serve", "--port", "0", "--tables", "."]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        2,
        "covert-bots: --tables: .: Is a directory",
    )


def test_a_full_disk_changes_nothing_and_is_said(tmp_path: Path) -> None:
    """The server then goes on as soon as there is room."""
    victim = Victim(str(tmp_path / "tables.db"))
    victim.start()
    with grpc.insecure_channel(victim.target) as channel:
        _, (player,) = made(TablesStub(channel), ["host", "greedy"], seed=9)
        while not player.is_to_decide:
            player.look(5)
        text = player.table.to_decide.legal_actions[0].text
        usual = prlimit(victim.pid, RLIMIT_FSIZE, (1, RLIM_INFINITY))
        code, message = refused(player.stub.Act, player.request(text))
        assert code is grpc.StatusCode.UNAVAILABLE
        assert message == "the server cannot keep its tables now; nothing was changed"
        prlimit(victim.pid, RLIMIT_FSIZE, usual)
        news = player.look().news
        player.act(text)
        assert player.look().news > news
    victim.kill()


class Full:
    """A store on a full disk."""

    async def latest(self, name: str) -> int:
        raise StoreError("the disk is full")


def test_the_log_says_once_a_second_that_tables_are_not_kept(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = SimpleNamespace(monotonic=lambda: 5.0, time=time.time)
    monkeypatch.setattr(hosted, "time", clock)
    nothing: Any = None
    tables = hosted.HostedTables(Settings(), cast(Store, Full()), nothing, nothing, nothing)

    async def ask() -> None:
        with pytest.raises(RefusedError):
            async with tables.use("first"):
                pass

    for now in (5.0, 5.5, 5.9, 6.0):
        monkeypatch.setattr(clock, "monotonic", lambda now=now: now)
        asyncio.run(ask())
    assert [record.message for record in caplog.records] == ["tables cannot be kept"] * 2

"""Players at a table: they ask the service as a page does, and choose by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import grpc
import pytest

from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub

WAIT = 20  # seconds of a long poll


class Player:
    """A person at a table."""

    def __init__(self, stub: TablesStub, table: str, seat: int, token: str) -> None:
        self.stub, self.name, self.seat, self.token = stub, table, seat, token
        self.news: list[v1.TableNews] = []
        self.table = v1.Table()
        self.answers: list[bytes] = []  # the tables of all of them

    def look(self, wait: float = 0.0) -> v1.Table:
        """Look at the table until all news are here."""
        while True:
            request = self.looking()
            request.wait.FromMilliseconds(round(1000 * wait))
            response = self.stub.GetTable(request)
            self.take(response.table, response.news)
            if self.after == self.table.news:
                return self.table

    def looking(self) -> v1.GetTableRequest:
        """Return a request for what is new."""
        return v1.GetTableRequest(table=self.name, token=self.token, after=self.after)

    def take(self, table: v1.Table, news: Sequence[v1.TableNews]) -> None:
        """Take what an answer tells; its news follow those that are here."""
        self.table = table
        self.answers.append(table.SerializeToString())
        for item in news:
            assert item.number == self.after + 1
            self.news.append(item)
        del self.news[table.news :]

    @property
    def after(self) -> int:
        """How many news have come."""
        return len(self.news)

    @property
    def is_to_decide(self) -> bool:
        """True if the table says so, and no bot plays the seat."""
        table = self.table
        return (
            table.HasField("to_decide")
            and table.to_decide.seat == self.seat
            and not table.seats[self.seat].bot
        )

    def request(self, *texts: str) -> v1.ActRequest:
        """Return a request to act now."""
        request = v1.ActRequest(table=self.name, token=self.token, after=self.after)
        for text in texts:
            request.actions.add(text=text)
        return request

    def act(self, *texts: str) -> None:
        """Act."""
        response = self.stub.Act(self.request(*texts))
        self.take(response.table, response.news)

    def act_by(self, rng: random.Random) -> str:
        """Act by chance, and return what was done."""
        text = rng.choice(self.table.to_decide.legal_actions).text
        self.act(text)
        return text


def made(
    stub: TablesStub,
    seats: Sequence[str],
    *,
    game: str = "covert",
    seed: int | None = None,
    window: float | None = None,
) -> tuple[v1.CreateTableResponse, list[Player]]:
    """Make a table and let all sit down: `host`, `open`, or the spec of a bot."""
    request = v1.CreateTableRequest(seed=seed)
    getattr(request, game).SetInParent()
    if window is not None:
        request.window.FromMilliseconds(round(1000 * window))
    for number, seat in enumerate(seats):
        if seat == "host":
            request.seats.add(host=f"Player {number}")
        elif seat == "open":
            request.seats.add(open=True)
        else:
            request.seats.add(bot=seat)
    table = stub.CreateTable(request)
    players = []
    if table.HasField("seat"):
        players.append(Player(stub, table.table, table.seat, table.seat_token))
    for number, seat in enumerate(seats):
        if seat == "open":
            join = v1.JoinTableRequest(
                table=table.table, invitation=table.invitation, name=f"Player {number}"
            )
            joined = stub.JoinTable(join)
            players.append(Player(stub, table.table, joined.seat, joined.seat_token))
    return table, sorted(players, key=lambda player: player.seat)


def play(
    players: Sequence[Player],
    rng: random.Random,
    until: Callable[[], bool] = lambda: False,
) -> None:
    """Let the persons play by chance until the game is over, or `until` holds."""
    while not until():
        for player in players:
            player.look()
        if all(player.table.status == v1.TABLE_STATUS_OVER for player in players):
            return
        deciding = [player for player in players if player.is_to_decide]
        if deciding:
            rng.choice(deciding).act_by(rng)
        else:
            players[0].look(WAIT)


def at_window(players: list[Player]) -> None:
    """Play on by `pass` until a window is open in which both persons are asked."""
    while True:
        for player in players:
            player.look()
        deciding = [player for player in players if player.is_to_decide]
        in_window = players[0].table.HasField("window_closes")
        if in_window and len(deciding) == len(players):
            return
        if in_window or not deciding:
            players[0].look(WAIT)
        elif not deciding[0].table.HasField("window_closes"):
            deciding[0].act("pass")


def refused(call: Callable[..., object], request: object) -> tuple[grpc.StatusCode, str]:
    """Return the status and the message with which a call is refused."""
    with pytest.raises(grpc.RpcError) as caught:
        _first_answer(call(request))
    error = caught.value
    assert isinstance(error, grpc.Call)
    return error.code(), error.details()


def _first_answer(answer: object) -> None:
    if isinstance(answer, Iterator):
        next(answer)

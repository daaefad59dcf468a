"""Hidden information changes nothing in a seat's stream, nor in the answers of its bot.

Every bot of the catalogue plays through PlaySeat, each seat a stream of its own. In twins, games
that differ in what a seat cannot see alone, its stream is the same byte for byte, both ways,
outside `Measured`.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

import grpc
import pytest
from service.answers import unmeasured
from service.covert_action_games import ALL_ON
from service.quick_bots import quick
from service.server import Serving, eventually

from covert_action.random_play import some_settings
from covert_bots.covert_action.catalogue import CATALOGUE
from covert_bots.covert_action.wire import view_to_message
from covert_command.covert_action.host import take_turn
from covert_command.games.host import BotSeats, HostedGame
from covert_engine.covert_action import Settings, State, View
from covertbots.client import Client
from covertbots.v1 import action_pb2, opponent_pb2, opponent_pb2_grpc, referee_pb2, view_pb2
from covertbots.v1.covert_action_pb2 import CovertActionSetup, CovertActionView

SPECS = [quick(bot) for bot in CATALOGUE.describe()]
GAME = "covert_action"
WINDOW = CovertActionView.PHASE_WINDOW


class Stream:
    """A call of PlaySeat: all that goes either way is kept, as bytes and in order."""

    def __init__(self, target: str, bot: str, seed: int) -> None:
        self._channel = grpc.insecure_channel(target)
        self._requests: SimpleQueue[opponent_pb2.PlaySeatRequest | None] = SimpleQueue()
        self.shown: list[bytes] = []
        self.answers: list[opponent_pb2.PlaySeatResponse] = []
        self._error: grpc.RpcError | None = None
        start = opponent_pb2.PlaySeatStart(bot=bot, seed=seed, game=GAME)
        self._requests.put(opponent_pb2.PlaySeatRequest(start=start))
        stub: Any = opponent_pb2_grpc.OpponentStub(self._channel)
        self._call = stub.PlaySeat(iter(self._requests.get, None))
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        try:
            for response in self._call:
                self.answers.append(response)
        except grpc.RpcError as error:
            self._error = error

    def show(self, view: view_pb2.View) -> None:
        self.shown.append(view.SerializeToString(deterministic=True))
        change = opponent_pb2.PlaySeatChange(view=view)
        self._requests.put(opponent_pb2.PlaySeatRequest(change=change))

    def answer(self, number: int) -> action_pb2.Action:
        """Return the action of the answer with this number, once it is there."""
        eventually(lambda: len(self.answers) >= number or self._error is not None, 60)
        assert self._error is None
        return self.answers[number - 1].action

    def end(self) -> None:
        """End the call in order, so that all that the server ever sent has come."""
        self._requests.put(None)
        self._reader.join(60)
        assert not self._reader.is_alive()
        assert self._error is None
        self._channel.close()

    @property
    def heard(self) -> list[bytes]:
        """The answers without what was measured."""
        return [unmeasured(answer) for answer in self.answers]


class Streams(BotSeats):
    """Seats whose streams are kept, and in which order they were shown and asked something."""

    def __init__(self, target: str, bots: list[str]) -> None:
        self.streams = [Stream(target, bot, 100 + seat) for seat, bot in enumerate(bots)]
        self.asked = [0] * len(bots)
        self.log: list[tuple[str, int]] = []

    def show(self, seat: int, view: view_pb2.View) -> None:
        self.log.append(("shown", seat))
        self.streams[seat].show(view)

    def answer(self, seat: int) -> action_pb2.Action:
        self.asked[seat] += 1
        self.log.append(("asked", seat))
        return self.streams[seat].answer(self.asked[seat])


@contextmanager
def streaming(target: str, bots: list[str]) -> Iterator[Streams]:
    seats = Streams(target, bots)
    try:
        yield seats
    finally:
        for stream in seats.streams:
            stream.end()


def dealt(client: Client, players: int, seed: int, setup: CovertActionSetup) -> HostedGame:
    return HostedGame(client, client.deal(players, seed, setup))


@pytest.mark.parametrize(
    ("players", "setup", "turns"),
    [(6, CovertActionSetup(talk=False, beats=2), 60), (14, ALL_ON, 90)],
)
def test_between_the_opening_of_a_window_and_its_closing_no_stream_gets_a_message(
    serving: Serving, client: Client, players: int, setup: CovertActionSetup, turns: int
) -> None:
    """Only the answers chosen in it are sent: as many as there were decisions, and no more."""
    windows = silent = 0
    with streaming(serving.target, ["random"] * players) as seats:
        game = dealt(client, players, 4, setup)
        for _ in range(turns):
            if game.over:
                break
            position = game.views[0].covert_action
            inside = [seat for seat, player in enumerate(position.players) if player.is_in]
            deciders = game.deciders
            seats.log.clear()
            take_turn(game, seats)
            shown = [seat for what, seat in seats.log if what == "shown"]
            if position.phase == WINDOW:
                windows += 1
                silent += len(inside) - len(deciders)
                # All that are in get the opening, once, whether they are asked or not.
                assert shown == inside
            asked = [seat for what, seat in seats.log if what == "asked"]
            assert asked == deciders
    assert windows > 4
    assert silent > 4
    for seat, stream in enumerate(seats.streams):
        assert len(stream.answers) == seats.asked[seat]
        views = [view_pb2.View.FromString(data).covert_action for data in stream.shown]
        deciding = [number for number, view in enumerate(views, 1) if to_decide(view)]
        assert [answer.change for answer in stream.answers] == deciding


def to_decide(view: CovertActionView) -> bool:
    return view.HasField("to_decide") and view.to_decide == view.seat


# Twins of one deal: a shot that was too slow, and none.


def lapsed(now: referee_pb2.AdvanceResponse) -> list[int]:
    """Return the seats whose shots have lapsed without a trace."""
    events = [event for moment in now.news[0].moments for event in moment.events]
    fired = [event.seat for event in events if event.covert_action.HasField("target")]
    return [
        deed.seat for deed in now.deeds if deed.text.startswith("shoot") and deed.seat not in fired
    ]


class HoldingSeats(Streams):
    """Seats for which the host holds instead where their shots would lapse anyway."""

    def __init__(self, target: str, bots: list[str], held: list[list[int]]) -> None:
        super().__init__(target, bots)
        self._held = held  # by turn
        self.turn = 0

    def answer(self, seat: int) -> action_pb2.Action:
        action = super().answer(seat)
        if seat in self._held[self.turn]:
            return action_pb2.Action(text="hold", seat=seat)
        return action


@pytest.mark.parametrize("spec", SPECS)
def test_a_shot_that_lapses_is_in_no_stream(serving: Serving, client: Client, spec: str) -> None:
    """A shooting player among bots of a kind makes sure that there are such shots."""
    setup = CovertActionSetup(talk=False, beats=2)
    bots = [spec, "random"] * 3
    turns = 12
    held: list[list[int]] = []
    with streaming(serving.target, bots) as first:
        game = dealt(client, 6, 11, setup)
        while len(held) < turns and not game.over:
            held.append(lapsed(take_turn(game, first)))
    assert sum(map(len, held)) >= 5
    second = HoldingSeats(serving.target, bots, held)
    twin = dealt(client, 6, 11, setup)
    for second.turn in range(len(held)):
        assert lapsed(take_turn(twin, second)) == []
    for stream in second.streams:
        stream.end()
    assert twin.record != game.record
    assert [view.SerializeToString() for view in twin.views] == [
        view.SerializeToString() for view in game.views
    ]
    for stream, other in zip(first.streams, second.streams, strict=True):
        assert stream.shown == other.shown
        assert stream.heard == other.heard
    assert all(stream.heard for stream in first.streams)


# Twins of one view: worlds that agree with it, in which other seats hold other cards.


def starting_views(count: int) -> Iterator[View]:
    """Yield views of random seats where a round begins, in games of all sorts."""
    chance = random.Random(7)
    for number, fields in enumerate(some_settings(count, 9)):
        state = State.deal(Settings.from_fields({**fields, "beats": 3}), number)
        yield state.view(chance.randrange(state.players))


def played_on(stream: Stream, view: View, key: int, seed: int) -> tuple[list[list[int]], State]:
    """Play a world of the view on to the deadline; return who was asked in each window.

    Others make statements by chance, the same in every world; in windows all hold in the end, and
    the seat's own bot is asked first what it would do.
    """
    state = view.sample(key)
    seat, chance = view.seat, random.Random(seed)
    asked: list[list[int]] = []
    answers = 0
    stream.show(view_to_message(state.view(seat)))
    while state.phase in ("talk", "window") and state.round == view.round and not state.over:
        own = seat in state.deciders
        if own:
            answers += 1
            chosen = stream.answer(answers).text
        if state.phase == "talk":
            said = chance.choice(state.legal_texts())
            state.play(chosen if own else said)
        else:
            asked.append(state.deciders)
            for decider in state.deciders:
                state.play("hold", seat=decider)
        if state.round == view.round and not state.over:  # else all cards have been shown
            stream.show(view_to_message(state.view(seat)))
    return asked, state


@pytest.mark.parametrize("spec", SPECS)
def test_other_cards_of_other_seats_change_nothing_in_a_stream(serving: Serving, spec: str) -> None:
    """Others are asked in the windows, others are ordered, and the seat gets the same bytes."""
    compared = differing = 0
    for number, view in enumerate(starting_views(10)):
        kept = []
        for key in (1, 2):
            stream = Stream(serving.target, spec, 5)
            asked, state = played_on(stream, view, key, number)
            ordered = state.phase == "deadline" and state.deciders == [view.seat]
            stream.end()
            kept.append((stream.shown, stream.heard, asked, ordered))
        first, other = kept
        if first[3] or other[3]:  # the ordered seat knows it
            continue
        assert first[0] == other[0]
        assert first[1] == other[1]
        compared += 1
        differing += first[2] != other[2]
    assert compared >= 5
    assert differing >= 3


# One view, and worlds that agree with it: the service is told no more than the view.

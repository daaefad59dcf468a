"""Engines of the operator play as bots of a server; what they do wrong costs their own call."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import grpc
import pytest
from google.protobuf.json_format import MessageToDict
from service.curious import digest
from service.server import Serving
from tables.players import Player, made, play

from covert_bots.covert.game import Covert
from covert_bots.engines.documents import Teller
from covert_bots.engines.isolation import USUAL
from covert_server.engines import processes
from covert_server.engines.command import EngineCommand
from covert_server.engines.processes import EngineQuestion, Engines, EngineStartError
from covert_server.settings import Settings
from covert_server.tables import bot_seats
from covertbots.client import Client, ServiceError, limits
from covertbots.v1 import opponent_pb2, suggestion_pb2, view_pb2
from covertbots.v1.covert_action_pb2 import CovertActionSetup
from covertbots.v1.opponent_pb2_grpc import OpponentStub
from covertbots.v1.tables_pb2_grpc import TablesStub

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CAREFUL = f"{sys.executable} {ROOT / 'examples/engines/careful.py'}"
HOSTILE = f"{sys.executable} -I -S {ROOT / 'tests/engines/hostile.py'}"
ODD = f"{sys.executable} -I -S {ROOT / 'tests/engines/odd.py'} ''"
CURIOUS = f"{sys.executable} -I -S {HERE / 'curious.py'}"
DEEP = f"{sys.executable} -m covert_command engine --bot ismcts:iterations=10000000"
SECONDS = 0.2  # of a request


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Yield a server with engines, and with tables in a file that they may not see."""
    tables = tmp_path_factory.mktemp("tables") / "tables.db"
    engines = (
        f"careful={CAREFUL}",
        f"sleeps={HOSTILE} sleeps",
        f"resigns={HOSTILE} illegal",
        f"babbles={HOSTILE} nonsense",
        f"curious={CURIOUS}",
        f"spy={CURIOUS} {tables}",
        f"deep={DEEP}",
        f"stumbles={CURIOUS} --stumbles {tmp_path_factory.mktemp('marks') / 'mark'}",
    )
    with Serving(Settings(workers=2, tables=str(tables), engines=engines)) as serving:
        yield serving


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "GRACE", 0.1)


def a_view(client: Client, seed: int = 7) -> view_pb2.View:
    """Return the first view of the seat that decides first."""
    position = client.advance(client.deal(2, seed))
    return position.news[position.to_decide[0].seat].moments[-1].view


def processes_of(serving: Serving, name: str) -> set[int]:
    return {pid for engine, pid in serving.server.engines.processes if engine == name}


def wait_for(condition: Callable[[], object]) -> None:
    until = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def failure(client: Client, bot: str, seconds: float = SECONDS) -> ServiceError:
    with pytest.raises(ServiceError) as caught:
        client.suggest_move(a_view(client), bot, limits(seconds=seconds), patience=0.0)
    return caught.value


def test_an_engine_is_listed_and_answers_the_same_again(client: Client) -> None:
    for game in ("covert", "covert_action"):
        bots = {bot.name: bot for bot in client.list_bots(game=game).bots}
        assert not bots["careful"].parameters
        assert "engine" in bots["careful"].description.lower()
    view = a_view(client)
    answers = [client.suggest_move(view, "careful", seed=5).suggestion for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0].turn_in_words.endswith(".")
    legal = client.list_legal_actions(view)
    assert {move.action.text for move in answers[0].moves} == {
        action.text for action in legal.to_decide.legal_actions
    }
    assert answers[0].stop_reason == suggestion_pb2.STOP_REASON_NO_SEARCH


def test_an_engine_chooses_among_the_actions_of_the_request(client: Client) -> None:
    view = a_view(client)
    best = client.suggest_move(view, "careful", seed=5).suggestion.moves[0].action
    moves = client.suggest_move(view, "careful", seed=5, avoid=[best]).suggestion.moves
    assert best.text not in [move.action.text for move in moves]


def test_an_engine_plays_a_whole_seat(client: Client) -> None:
    position = client.advance(client.deal(4, 3, CovertActionSetup()))
    rng = random.Random(1)
    decided = 0
    with client.play_seat("careful", game="covert_action") as seat:
        while position.to_decide:
            deciding = position.to_decide[0]
            action = rng.choice(deciding.legal_actions)
            if deciding.seat == 0:
                action = seat.decide(position.news[0].moments[-1].view).action
                decided += 1
            position = client.advance(position.record, action)
    assert position.HasField("result")
    assert decided


def test_an_engine_plays_at_a_table(serving: Serving) -> None:
    with grpc.insecure_channel(serving.target) as channel:
        seats = ["host", "careful", "careful", "careful"]
        _, players = made(TablesStub(channel), seats, game="covert_action", window=0)
        play(players, random.Random(1))
    assert players[0].table.HasField("result")


def test_an_engine_that_fails_at_a_table_is_asked_again(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_seats, "LATER", 0.01)
    with grpc.insecure_channel(serving.target) as channel:
        _, (player,) = made(TablesStub(channel), ["host", "stumbles"], seed=7)
        wait_for(lambda: player.look(1.0).to_decide.seat == 0 and is_after_the_setup(player))


def is_after_the_setup(player: Player) -> bool:
    """Act if it is time, and return True once both seats have chosen their missions."""
    if player.is_to_decide:
        player.act_by(random.Random(1))
    return player.table.view.covert.round > 0


def test_an_engine_that_searches_is_told_when_its_time_is_over(client: Client) -> None:
    answer = client.suggest_move(a_view(client), "deep", limits(seconds=SECONDS))
    assert 0 < answer.suggestion.iterations < 10_000_000
    assert answer.measured.elapsed.ToMilliseconds() >= 1000 * SECONDS


def test_an_engine_that_searches_is_told_when_its_client_wants_an_answer(
    serving: Serving, client: Client
) -> None:
    start = opponent_pb2.AnalyzeStart(
        request=opponent_pb2.SuggestMoveRequest(view=a_view(client), bot="deep")
    )

    def requests() -> Iterator[opponent_pb2.AnalyzeRequest]:
        yield opponent_pb2.AnalyzeRequest(start=start)
        wait_for(lambda: serving.running)
        yield opponent_pb2.AnalyzeRequest(stop=opponent_pb2.AnalyzeStop())

    with grpc.insecure_channel(serving.target) as channel:
        *_, last = OpponentStub(channel).Analyze(requests(), timeout=60)
    assert last.final
    assert last.suggestion.stop_reason == suggestion_pb2.STOP_REASON_STOPPED


def test_a_killed_engine_fails_its_call_alone_and_is_started_again(
    serving: Serving, client: Client
) -> None:
    view = a_view(client)
    with grpc.insecure_channel(serving.target) as channel:
        request = opponent_pb2.SuggestMoveRequest(view=view, bot="sleeps")
        asked = OpponentStub(channel).SuggestMove.future(request, timeout=60)
        wait_for(lambda: asked_engines(serving))
        assert client.suggest_move(view, "careful").suggestion.moves
        while not asked.done():  # one that has no question yet is replaced
            for pid in asked_engines(serving):
                os.kill(pid, signal.SIGKILL)
            time.sleep(0.05)
        error = asked.exception()
    assert error.code() is grpc.StatusCode.UNAVAILABLE
    assert error.details() == "the engine sleeps failed: the process ended with -9"
    assert failure(client, "sleeps").reason == "ENGINE_LATE"


def asked_engines(serving: Serving) -> list[int]:
    return [pid for name, pid in serving.server.engines.processes if not name]


def test_an_engine_killed_without_a_question_costs_no_call(
    serving: Serving, client: Client
) -> None:
    view = a_view(client)
    client.suggest_move(view, "careful", patience=0.0)
    before = processes_of(serving, "careful")
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    client.suggest_move(view, "careful", patience=0.0)
    assert processes_of(serving, "careful") - before


def test_a_stuck_engine_fails_its_call_alone(
    serving: Serving, client: Client, impatient: None
) -> None:
    error = failure(client, "sleeps")
    assert (error.code, error.reason) == (grpc.StatusCode.DEADLINE_EXCEEDED, "ENGINE_LATE")
    assert "the engine sleeps failed: no move within 0.1 s after it was wanted" in error.message
    wait_for(lambda: not serving.running)
    assert client.suggest_move(a_view(client), "careful").suggestion.moves


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("resigns", "'resign'; expected the text of one of the"),
        ("babbles", "wrote 'good morning'; expected a line such as"),
    ],
)
def test_a_wrong_answer_is_the_engines_fault(client: Client, bot: str, told: str) -> None:
    error = failure(client, bot)
    assert (error.code, error.reason) == (grpc.StatusCode.INTERNAL, "ENGINE_WRONG")
    assert f"the engine {bot} failed: {told}" in error.message


def test_an_engine_gets_the_view_of_its_seat_and_nothing_else(client: Client) -> None:
    """Nor the file of the tables, where all cards lie."""
    view = a_view(client)
    said = failure(client, "spy").message
    members = ["actions", "number", "view"]
    known = f"[{view.covert.seat}] {members} {digest(MessageToDict(view))} PermissionError"
    assert said == f"the engine spy failed: {known}"


def test_no_process_learns_two_hands_of_a_game(client: Client) -> None:
    """An engine that is asked about two seats says so, and fails."""
    position = client.advance(client.deal(2, 7))
    seats = set()
    for _ in range(8):
        seat = position.to_decide[0].seat
        seats.add(seat)
        view = position.news[seat].moments[-1].view
        answer = client.suggest_move(view, "curious", patience=0.0)
        position = client.advance(position.record, answer.suggestion.moves[0].action)
    assert seats == {0, 1}


def test_there_are_so_many_processes_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "FOR_EACH_WORKER", 2)
    game = Covert()
    state = game.deal(4, 7)
    seats: set[int] = set()
    with closing(Engines([EngineCommand.read(f"odd={ODD}")], 1, USUAL)) as engines:
        while len(seats) < 4:
            assert state.actor is not None
            view, legal = state.view(state.actor), state.legal_actions()
            question = EngineQuestion(Teller(game), 4, view, legal, 1, 60.0, lambda: False)
            action, _ = engines.ask("odd", question)
            assert action == legal[-1]
            assert len(engines.processes) <= 2
            seats.add(state.actor)
            state.play(action)
        pids = [pid for _, pid in engines.processes]
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_server_that_stops_tells_its_engines_to_answer() -> None:
    """And ends them."""
    settings = Settings(workers=1, engines=(f"sleeps={HOSTILE} sleeps", f"deep={DEEP}"))
    with Serving(settings) as serving, Client(serving.target) as client:
        view = a_view(client)
        with grpc.insecure_channel(serving.target) as channel:
            request = opponent_pb2.SuggestMoveRequest(view=view, bot="deep")
            asked = OpponentStub(channel).SuggestMove.future(request, timeout=60)
            wait_for(lambda: serving.running)
            pids = [pid for _, pid in serving.server.engines.processes]
            serving.do(serving.server.stop(0.1))
            assert asked.result().suggestion.iterations
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_an_engine_that_does_not_start_keeps_the_server_from_starting() -> None:
    commands = [EngineCommand.read(f"other={HOSTILE} another\\ program")]
    with closing(Engines(commands, 1, USUAL)) as engines:
        with pytest.raises(EngineStartError) as caught:
            engines.start()
        assert not engines.processes
    assert str(caught.value).startswith("other: the process ended with 2; it said: usage: none; ex")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("careful", "'careful'; expected NAME=COMMAND, such as 'bold=python bold.py'"),
        (
            "Bold=python",
            "'Bold=python': 'Bold' is not a bot name; expected 1 to 40 lower-case letter",
        ),
        ("bold=", "'bold=': no command; expected a program and its arguments"),
        ("bold='a", '"bold=\'a": No closing quotation; expected a program and its arguments'),
        ("bold=no/such x", "'bold=no/such x': 'no/such' is not there; expected a program"),
        (f"bold={HERE}/curious.py", "curious.py' is not executable; expected a program"),
    ],
)
def test_a_command_that_is_none_is_named(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        EngineCommand.read(text)

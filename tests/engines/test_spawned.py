"""A program starts an engine and asks it; errors say why there is no answer."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from covert_bots.covert.game import Covert
from covert_bots.engines.failure import EngineError, Fault
from covert_bots.engines.spawned import AsyncSpawnedEngine, SpawnedEngine

HERE = Path(__file__).parent
PLAIN = [sys.executable, "-I", "-S"]
OURS = [sys.executable, "-m", "covert_command", "engine", "--bot", "ismcts:iterations=20"]
GAME = Covert()


def odd(fault: str = "") -> list[str]:
    return [*PLAIN, str(HERE / "odd.py"), fault]


def hostile(how: str) -> list[str]:
    return [*PLAIN, str(HERE / "hostile.py"), how]


def ask(command: str | list[str], seconds: float) -> None:
    with SpawnedEngine(command, GAME, 2, move_seconds=seconds) as engine:
        engine.choose(GAME.deal(2, 7).view(0))


def test_our_bot_answers_as_it_does_in_process() -> None:
    state = GAME.deal(2, 7)
    here = GAME.catalogue.make("ismcts:iterations=20")
    with SpawnedEngine(OURS, GAME, 2, seed=5) as engine:
        for _ in range(4):
            assert state.actor is not None
            view = state.view(state.actor)
            suggested = engine.suggest(view)
            assert suggested.action == here.choose(view, 5)
            assert GAME.parse_action(suggested.text) == suggested.action
            assert suggested.iterations in (0, 20)
            state.play(suggested.action)
        assert engine.name == "ismcts:iterations=20"


def test_it_plays_each_seat_it_is_asked_for() -> None:
    state = GAME.deal(2, 7)
    seats = set()
    with SpawnedEngine(odd(), GAME, 2) as engine:
        while not state.over:
            assert state.actor is not None
            seats.add(state.actor)
            legal = state.legal_actions()
            action = engine.choose(state.view(state.actor))
            assert action == legal[-1]
            state.play(action)
    assert seats == {0, 1}


def test_it_ends_with_its_block() -> None:
    with SpawnedEngine(odd(), GAME, 2) as engine:
        pid = engine._engine.processes[0]
        os.kill(pid, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize(
    ("command", "fault", "told"),
    [
        ("no/such --bot x", Fault.DEAD, "command: 'no/such' is not there, or not executable; exp"),
        ("'a", Fault.DEAD, 'command: "\'a": No closing quotation; expected a program and its arg'),
        ("", Fault.DEAD, "command: no command; expected a program and its arguments"),
        (hostile("another program"), Fault.DEAD, "the process ended with 2; it said: usage: none"),
        (hostile("ends"), Fault.DEAD, "the process ended with 3"),
        (hostile("illegal"), Fault.ILLEGAL, "'resign'; expected the text of one of the"),
        (hostile("an error"), Fault.ERROR, "no idea"),
        (hostile("sleeps"), Fault.LATE, "no move within 0.3 s"),
    ],
)
def test_an_error_says_why_there_is_no_answer(
    command: str | list[str], fault: Fault, told: str
) -> None:
    seconds = 0.3 if fault is Fault.LATE else 60.0
    with pytest.raises(EngineError) as caught:
        ask(command, seconds)
    assert (caught.value.fault, told in str(caught.value)) == (fault, True), caught.value


def test_a_seat_without_a_decision_is_a_mistake() -> None:
    with (
        SpawnedEngine(odd(), GAME, 2) as engine,
        pytest.raises(ValueError, match="view: seat 1 has no legal action; expected one to decide"),
    ):
        engine.choose(GAME.deal(2, 7).view(1))


def test_tasks_ask_in_turn_and_a_cancelled_one_ends_the_engine() -> None:
    view = GAME.deal(2, 7).view(0)

    async def tasks() -> None:
        async with AsyncSpawnedEngine(odd(), GAME, 2) as engine:
            answers = await asyncio.gather(*(engine.choose(view) for _ in range(20)))
            assert set(answers) == {view.legal_actions()[-1]}
        with pytest.raises(RuntimeError, match="the engine is not running"):
            await engine.choose(view)
        async with AsyncSpawnedEngine(hostile("sleeps"), GAME, 2) as engine:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(engine.choose(view), 0.2)
            with pytest.raises(EngineError, match="the process ended with -9"):
                await engine.choose(view)

    asyncio.run(tasks())

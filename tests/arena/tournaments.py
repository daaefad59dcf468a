"""Small tournaments, really played."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from covert_bots.arena.attempt import Attempt, Outcome, SeatFigures, play
from covert_bots.arena.backend import Backend, BlockTask, LocalProcesses, tasks_of
from covert_bots.arena.course import Progress
from covert_bots.arena.driver import Driver
from covert_bots.arena.entrants.foreign import ForeignBots
from covert_bots.arena.entrants.names import is_foreign
from covert_bots.arena.host import Task
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Fixture, Format, MoveBudget, Plan, PlanSettings
from covert_bots.arena.statistics.sprt import Sprt
from covert_bots.covert.game import Covert
from covert_bots.engines.clock import Clock
from covert_bots.engines.isolation import Isolation
from covert_bots.players.game import Facts, Game
from covert_engine.covert import house_set

__all__ = [
    "HERE",
    "ISOLATION",
    "Winner",
    "edit",
    "game_of",
    "kept",
    "plan_of",
    "played",
    "run",
    "run_in_file",
    "take_out",
    "won",
]

Winner = Callable[[Fixture], int]  # the seat that wins a game
HERE = Path(__file__).parent
ISOLATION = Isolation(passed=("BADLY_BEHAVED_PIPE",))  # as some of these bots need it
if str(HERE) not in sys.path:  # hosts import what this process can
    sys.path.append(str(HERE))


def plan_of(
    *bots: str,
    players: int = 2,
    blocks: int = 3,
    seed: int = 1,
    form: Format = Format.ROUND_ROBIN,
    move_seconds: float = 60.0,
    setup: Facts | None = None,
    clock: Clock | None = None,
) -> Plan:
    """Return a plan with the house set."""
    budget = MoveBudget(move_seconds=move_seconds, clock=clock)
    digest, setup = house_set().digest, setup or {}
    return Plan(PlanSettings(bots, players, blocks, seed, form, digest, budget, setup=setup))


def game_of(plan: Plan) -> Covert:
    """Return the game that a plan is played with."""
    return Covert.with_setup(house_set(), plan.settings.setup, plan.settings.players)


class ThisProcess:
    """A backend that plays in this process, for bots that neither hang nor end it: to start a
    worker takes as long as several games."""

    def __init__(self, settings: PlanSettings | None, game: Game) -> None:
        self.settings = settings
        self._game = game
        self._waiting: deque[Task] = deque()
        self._foreign = ForeignBots(ISOLATION)

    @property
    def room(self) -> int:
        return int(not self._waiting)

    def submit(self, task: BlockTask) -> None:
        assert self.settings is not None
        self._waiting.extend(tasks_of(task, self.settings))

    def wait(self) -> list[Attempt]:
        task = self._waiting.popleft()
        return [
            play(
                task.fixture,
                task.attempt,
                task.bots,
                self._game,
                lambda *_: None,
                self._foreign,
                task.move_seconds,
                task.clock,
            )
        ]

    def __enter__(self) -> ThisProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self._foreign.close()


def run(
    plan: Plan,
    ledger: Ledger,
    workers: int | None = None,
    sprt: Sprt | None = None,
    game: Game | None = None,
) -> Progress:
    """Play what is left of a plan with so many worker processes, or with 0 in this process: by
    default with one process if a bot is foreign."""
    if workers is None:
        workers = int(any(map(is_foreign, plan.settings.bots)))
    game = game or game_of(plan)
    backend: Backend = ThisProcess(plan.settings, game)
    if workers:
        backend = LocalProcesses(plan.settings, game, workers, ISOLATION)
    with backend:
        return Driver(plan, ledger, sprt).run(backend)


def run_in_file(plan: Plan, path: Path, workers: int) -> None:
    """Play what is left of a plan with a ledger in a file, for a process of its own."""
    with Ledger(path) as ledger:
        run(plan, ledger, workers)


def edit(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the lines of a ledger after its header, as nothing of ours does."""
    header, *lines = path.read_text().splitlines()
    changed = [json.loads(text) for text in lines]
    for line in changed:
        change(line)
    texts = [header, *(json.dumps(line, separators=(",", ":")) for line in changed)]
    path.write_text("".join(f"{text}\n" for text in texts))


def take_out(path: Path, is_meant: Callable[[int, int], bool]) -> None:
    """Take the games of some blocks and rotations out of a ledger."""
    kept = []
    for text in path.read_text().splitlines():
        line = json.loads(text)
        if "block" not in line or not is_meant(line["block"], line["rotation"]):
            kept.append(f"{text}\n")
    path.write_text("".join(kept))


def played(plan: Plan, workers: int | None = None) -> list[Attempt]:
    """Play a plan in memory; return all its attempts."""
    with Ledger(":memory:") as ledger:
        run(plan, ledger, workers)
        return list(ledger.attempts(plan))


def won(fixture: Fixture, seat: int) -> Attempt:
    """Return a finished game that this seat won."""
    seats = range(len(fixture.seats))
    return Attempt(
        fixture,
        1,
        Outcome.FINISHED,
        scores=tuple(int(place == seat) for place in seats),
        winners=(seat,),
        rounds=1,
        figures=tuple(SeatFigures(decisions=1) for _ in seats),
    )


def kept(path: Path, plan: Plan, winner: Winner, blocks: int | None = None) -> Path:
    """Write a ledger with all games of a plan, or those of its first blocks."""
    with Ledger(path) as ledger:
        ledger.open_plan(plan)
        for block in list(plan)[:blocks]:
            for fixture in block.games:
                game = replace(
                    won(fixture, winner(fixture)), seat_facts=({},) * plan.settings.players
                )
                ledger.add(game, plan.settings.bots)
    return path

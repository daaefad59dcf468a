"""The same tournament on a real Ray cluster of three nodes, started on this machine: the ledgers
are equal.

Needs the extra `cluster`; without Ray these tests are skipped. `.ci/run` has a step for them.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from arena.tournaments import HERE, plan_of, run

from covert_bots.arena.attempt import Failure, Outcome
from covert_bots.arena.backend import LocalProcesses
from covert_bots.arena.driver import Driver
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_bots.arena.ray_cluster import RayCluster
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt, Verdict
from covert_bots.covert.game import Covert
from covert_bots.covert_action.game import CovertAction

ray = pytest.importorskip("ray")
Cluster = pytest.importorskip("ray.cluster_utils").Cluster

WORKERS = 2
NODES = 3  # of one processor each


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    paths = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
    nodes = Cluster()
    for _ in range(NODES):
        nodes.add_node(num_cpus=1, include_dashboard=False)
    ray.init(
        address=nodes.address,
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": paths}},
    )
    yield
    ray.shutdown()
    nodes.shutdown()


def test_three_machines_play_the_games_that_this_process_plays(
    cluster: None, tmp_path: Path
) -> None:
    bots = ("greedy", "random", "ismcts:iterations=9", "ismcts:iterations=10", "flat:iterations=5")
    plan = plan_of(*bots, players=4, blocks=4, form=Format.BALANCED)
    nodes = set[int]()
    with Ledger(tmp_path / "local") as here, Ledger(tmp_path / "ray") as there:
        run(plan, here)
        with RayCluster(plan.settings, Covert(), WORKERS) as backend:
            driver = Driver(plan, there)
            driver.on_attempt = lambda *_: nodes.update(_nodes_at_work())
            driver.run(backend)
        assert there.digest() == here.digest()
        assert len(list(there.attempts(plan))) == plan.games
    assert len(nodes) == NODES


def test_forfeits_are_the_same_there(cluster: None, tmp_path: Path) -> None:
    bots = [f"badly_behaved:{bot}" for bot in ("calm", "raises", "hangs", "dies")]
    plan = plan_of(*bots, blocks=1, form=Format.GAUNTLET, move_seconds=3)
    with Ledger(tmp_path / "local") as here, Ledger(tmp_path / "ray") as there:
        run(plan, here, WORKERS)
        with RayCluster(plan.settings, Covert(), WORKERS) as backend:
            Driver(plan, there).run(backend)
        assert there.digest() == here.digest()
        assert all(attempt.actions for attempt in there.attempts(plan))


def test_a_worker_killed_in_the_middle_is_infrastructure(cluster: None, tmp_path: Path) -> None:
    """Its games are played again as new attempts, and the ledger ends as an undisturbed one."""
    plan = plan_of("ismcts:iterations=200", "greedy", blocks=2)  # half a second a game and more
    with Ledger(tmp_path / "ray") as ledger, Ledger(tmp_path / "local") as here:
        driver = Driver(plan, ledger)
        with RayCluster(plan.settings, Covert(), WORKERS) as backend:
            killed: list[int] = []
            wait = backend.wait

            def wait_and_kill() -> list:  # type: ignore[type-arg]
                if not killed and (workers := _workers()):
                    os.kill(workers[0], signal.SIGKILL)
                    killed.append(workers[0])
                return wait()

            backend.wait = wait_and_kill  # type: ignore[method-assign]
            driver.run(backend)
        assert killed
        lost = [attempt for attempt in ledger.attempts(plan) if attempt.outcome is Outcome.VOID]
        assert lost
        assert {attempt.failure for attempt in lost} == {Failure.INFRASTRUCTURE}
        assert all("WorkerCrashedError" in attempt.detail for attempt in lost)
        run(plan, here, WORKERS)
        assert ledger.digest() == here.digest()


def test_a_bot_that_kills_its_process_crashes_there_too(cluster: None) -> None:
    plan = plan_of("badly_behaved:dies", "badly_behaved:calm", blocks=1)
    with Ledger(":memory:") as ledger:
        with RayCluster(plan.settings, Covert(), WORKERS) as backend:
            Driver(plan, ledger).run(backend)
        final = list(ledger.attempts(plan, final=True))
    assert [attempt.failure for attempt in final] == [Failure.CRASH] * 2
    assert [attempt.number for attempt in final] == [1, 1]  # at once: the process is the bot's own


def test_the_next_tournament_can_be_of_another_game(cluster: None) -> None:
    """It runs in a process of the cluster that has played games of Covert."""
    game = CovertAction()
    results = []
    for on_ray in (False, True):
        settings = PlanSettings(("random", "greedy"), players=5, blocks=1, game=game.name)
        plan = Plan(settings)
        with Ledger(":memory:") as ledger:
            with (RayCluster if on_ray else LocalProcesses)(settings, game, 1) as backend:
                Driver(plan, ledger).run(backend)
            results.append(
                (ledger.digest(), {attempt.outcome for attempt in ledger.attempts(plan)})
            )
    assert results[0] == results[1]
    assert results[1][1] == {Outcome.FINISHED}


def test_a_test_comes_to_its_verdict_by_the_same_path(cluster: None) -> None:
    plan = plan_of("greedy:worlds=1", "random", blocks=60, form=Format.SPRT)
    results = []
    for on_ray in (False, True):
        test = Sprt(Hypotheses(elo0=0, elo1=400))
        with Ledger(":memory:") as ledger:
            if on_ray:
                with RayCluster(plan.settings, Covert(), WORKERS) as backend:
                    Driver(plan, ledger, test).run(backend)
            else:
                run(plan, ledger, WORKERS, test)
            results.append((test.verdict, test.path, ledger.digest(len(test.path))))
    assert results[0] == results[1]
    assert results[0][0] is Verdict.ACCEPTED


def _workers() -> list[int]:
    """Return processes of Ray that are running a block."""
    return [worker for worker, _ in _at_work()]


def _nodes_at_work() -> set[int]:
    """Return the nodes' processes, whose children run blocks."""
    return {node for _, node in _at_work()}


def _at_work() -> list[tuple[int, int]]:
    listed = subprocess.run(
        ["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True
    )
    return [
        (int(worker), int(node))
        for worker, node, program in (line.split(None, 2) for line in listed.stdout.splitlines())
        if "ray::_play_block" in program
    ]

"""Training on a real Ray cluster, started on this machine, comes to the weights of processes.

Needs the extra `cluster`; without Ray these tests are skipped. `.ci/run` has a step for them.
"""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path

import pytest

from covert_bots.covert_action.training.train import Schedule, train
from covert_bots.players.cluster import ClusterPool, Connection
from covert_bots.players.pieces import Processes

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def cluster() -> Iterator[ClusterPool]:
    with ClusterPool(2) as pool:
        yield pool


def test_a_training_on_a_cluster_is_that_of_processes(cluster: ClusterPool, tmp_path: Path) -> None:
    small, here, there = Schedule(12, generations=1, seed=3), tmp_path / "here", tmp_path / "there"
    with Processes(1) as pool:
        by_processes = list(train(small, here, pool))
    assert list(train(small, there, cluster)) == by_processes
    files = {file.name: file.read_bytes() for file in here.iterdir()}
    assert {file.name: file.read_bytes() for file in there.iterdir()} == files
    assert len(files) > 6


def killed_once(file: str) -> int:
    """End its process, but not at the second try."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return os.getpid()
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def test_what_a_killed_worker_was_doing_is_done_again(cluster: ClusterPool, tmp_path: Path) -> None:
    assert cluster.submit(killed_once, str(tmp_path / "begun")).result() != os.getpid()


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_call_whose_workers_all_die_is_told_from_one_that_goes_wrong(
    cluster: ClusterPool,
) -> None:
    lost, wrong = cluster.submit(killed).exception(), cluster.submit(divmod, 1, 0).exception()
    assert isinstance(lost, Exception)
    assert isinstance(wrong, Exception)
    assert cluster.is_lost(lost)
    assert not cluster.is_lost(wrong)


def test_what_goes_wrong_there_is_heard_here(cluster: ClusterPool) -> None:
    with pytest.raises(ZeroDivisionError):
        cluster.submit(divmod, 1, 0).result()


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:{free}", "ray://127.0.0.1:{free}"])
def test_an_address_without_a_cluster_is_named(address: str) -> None:
    """It runs in a process of its own, for this one has a cluster."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    with Processes(1) as apart:
        call = apart.submit(Connection, 1, address.format(free=free))
        wait([call])
    error = call.exception()
    assert isinstance(error, ConnectionError)
    assert f"{address.format(free=free)}: cannot connect to a Ray cluster there: " in str(error)

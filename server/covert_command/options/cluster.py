"""The options that say where much work is done: on this machine, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

import click
from click.core import ParameterSource

from covert_bots.players.cluster import ClusterPool
from covert_bots.players.pieces import Processes
from covert_command.options.with_options import with_options
from covert_command.terminal.mistakes import Mistake

COMMANDLINE = ParameterSource.COMMANDLINE


cluster_options = with_options(
    click.option(
        "--backend",
        type=click.Choice(["local", "ray"]),
        default="local",
        show_default=True,
        help="Where games run.",
    ),
    click.option("--address", help="Address of a Ray cluster.  [default: start one here]"),
)


def check_address(backend: str, address: str | None) -> None:
    """Mistake for an address that would not be used, or a number of processes beside one."""
    context = click.get_current_context()
    if address is not None and context.get_parameter_source("workers") is COMMANDLINE:
        workers = context.params["workers"]
        raise Mistake(f"--workers: {workers}; leave it out, the cluster at --address has its own")
    if address is not None and backend != "ray":
        raise Mistake(f"--address: {address}; use it only with --backend ray")


@contextmanager
def as_mistakes() -> Iterator[None]:
    """Raise Mistake if Ray or its cluster is missing."""
    try:
        yield
    except ImportError as error:
        raise Mistake(f"--backend: {error}") from None
    except ConnectionError as error:
        raise Mistake(f"--address: {error}") from None


@contextmanager
def pool_of(backend: str, address: str | None, workers: int) -> Iterator[Executor]:
    """Open the pool that does the work; Mistake if one of its processes is killed from outside."""
    check_address(backend, address)
    with as_mistakes():
        pool = Processes(workers) if backend == "local" else ClusterPool(workers, address)
    try:
        with pool:
            yield pool
    except BrokenProcessPool:
        raise Mistake(
            f"--workers: {workers}; one of these processes was killed, perhaps because memory ran "
            "out; expected fewer workers, or more memory (the same command resumes)"
        ) from None
    except Exception as error:
        if not (isinstance(pool, ClusterPool) and pool.is_lost(error)):
            raise
        raise Mistake(
            f"--backend: a worker of the cluster was lost: {str(error).splitlines()[0]} (the same "
            "command resumes)"
        ) from None

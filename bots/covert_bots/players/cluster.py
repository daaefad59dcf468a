"""A Ray cluster: the connection to it, and an executor for pieces of work (`pieces.py`).

Every node needs this package, under the same Python.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from covert_engine.input.hints import not_installed

PATIENCE = 5.0  # seconds for a cluster to answer


class Connection:
    """A connection to the cluster at an address, such as `10.0.0.1:6379`, `ray://10.0.0.1:10001`
    or `auto`; without an address it starts a cluster of `cpus` processors on this machine.

    ImportError, naming the extra, if Ray is not installed; ConnectionError if no cluster is there.
    """

    ray: Any
    """The module, connected."""

    def __init__(self, cpus: int, address: str | None = None) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ImportError:
            raise ImportError(not_installed("Ray", "cluster")) from None
        self.ray = ray
        self._started_here = not ray.is_initialized()
        if self._started_here:
            if address is not None:
                _check(address)
            before = signal.getsignal(signal.SIGTERM)
            try:
                ray.init(
                    address=address or "local",
                    num_cpus=None if address else cpus,
                    include_dashboard=False,
                    log_to_driver=False,
                    configure_logging=False,
                )
            except (
                ConnectionError,
                ValueError,
                RuntimeError,  # such as another version of Python or Ray there
                ray.exceptions.AuthenticationError,
            ) as error:
                raise ConnectionError(_unreachable(address, str(error))) from None
            finally:  # Ray's own handler ends the process with another exit code
                if threading.current_thread() is threading.main_thread():
                    signal.signal(signal.SIGTERM, before)

    @property
    def cpus(self) -> int:
        """The number of processors of the cluster."""
        return int(self.ray.cluster_resources().get("CPU", 1))

    def close(self) -> None:
        """Disconnect, and stop a cluster that was started here."""
        if self._started_here:
            self.ray.shutdown()


class ClusterPool(Executor):
    """An executor that runs calls as tasks of a cluster, one to a processor.

    Ray repeats a task whose worker died, so calls must be deterministic and without side effects.
    """

    def __init__(self, cpus: int, address: str | None = None) -> None:
        self._connection = Connection(cpus, address)
        self._call = self._connection.ray.remote(num_cpus=1)(_call)
        self._errors = self._connection.ray.exceptions

    def is_lost(self, error: Exception) -> bool:
        """Return true if an error comes from a dead worker, not from the call itself."""
        is_of_ray = isinstance(error, self._errors.RayError)
        return is_of_ray and not isinstance(error, self._errors.RayTaskError)

    def submit(self, do: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = self._call.remote(do, *args, **kwargs).future()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect from the cluster, which drops our pending tasks."""
        self._connection.close()


def _call(do: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    return do(*args, **kwargs)


def _check(address: str) -> None:
    """Raise ConnectionError if nothing listens there; Ray itself would try for two minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return  # such as `auto`
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, ValueError, OverflowError) as error:
        raise ConnectionError(_unreachable(address, str(error))) from None


def _unreachable(address: str | None, why: str) -> str:
    return f"{address}: cannot connect to a Ray cluster there: {why.splitlines()[0]}"

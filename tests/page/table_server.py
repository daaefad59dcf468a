"""`covert-bots table` as its users run it: a process, which may be killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType

from covert_server.ports import bound


class TableServer:
    """The command, with a folder of its own, on one port from start to start."""

    def __init__(self, folder: Path, *options: str) -> None:
        """Start it."""
        self._options = options
        self._environment = {**os.environ, "XDG_CONFIG_HOME": str(folder)}
        (listener, *_) = bound("127.0.0.1:0")
        self.port = listener.getsockname()[1]
        listener.close()
        self.address = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self) -> None:
        """Start it, or start it again."""
        command = [sys.executable, "-m", "covert_command", "table", "--no-browser"]
        self._process = subprocess.Popen(
            [*command, "--port", str(self.port), *self._options],
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == f"Play at {self.address} (Ctrl-C ends it)\n"

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def interrupt(self) -> int:
        """End it by Ctrl-C and return its exit code."""
        return self._end(signal.SIGINT)

    def _end(self, number: signal.Signals) -> int:
        self._process.send_signal(number)
        self._process.communicate(timeout=30)
        return self._process.returncode

    def __enter__(self) -> TableServer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self.kill()

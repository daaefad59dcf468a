"""The rights of an engine's process: its limits, its environment, its sandbox."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from covert_bots.engines import launch

BWRAP = "bwrap"
TRIAL_SECONDS = 30.0  # for a sandbox to start
KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ")  # names of the environment
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives")
SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/localtime", "/etc/passwd", "/etc/group")
COUNTS_FROM = (5, 14)  # Linux: each user namespace counts its processes
SCRATCH_BYTES = 64 << 20  # of each folder in a sandbox that can be written


class IsolationError(RuntimeError):
    """A sandbox that cannot be had here; says why and what to do."""


@dataclass(frozen=True)
class Isolation:
    """The limits of each bot that is not ours."""

    memory_bytes: int = 4 << 30  # of its address space, for each process
    cpu_seconds: int = 24 * 3600  # of each process
    processes: int = 256  # threads count too; not for root
    files: int = 256  # open at a time
    file_bytes: int = 256 << 20  # of each file it writes
    untrusted: bool = False  # true for a sandbox without network and home
    hidden: tuple[str, ...] = ()  # files, such as the ledger, by their absolute paths
    passed: tuple[str, ...] = ()  # names of the environment that bots get besides the usual ones

    def command(self, command: Sequence[str], readable: Iterable[Path] = ()) -> list[str]:
        """Return the command that runs `command` within the limits; in a sandbox it can read the
        system, this program and the files and folders in `readable`. IsolationError if there is no
        sandbox here."""
        limits = {
            "AS": self.memory_bytes,
            "CPU": self.cpu_seconds,
            "NPROC": self.processes,
            "NOFILE": self.files,
            "FSIZE": self.file_bytes,
            "CORE": 0,
        }
        wanted = {**limits, "hidden": self.hidden, "sandboxed": self.untrusted}
        start = [sys.executable, "-I", "-S", launch.__file__, json.dumps(wanted)]
        if not self.untrusted:
            return [*start, *command]
        if counts_in_sandbox():  # only its own processes, if it is limited within
            return self._in_sandbox([*start, *command], readable)
        return [*start, *self._in_sandbox(command, readable)]

    def _in_sandbox(self, command: Sequence[str], readable: Iterable[Path]) -> list[str]:
        """Return the command in a sandbox; IsolationError if a hidden file could be read there."""
        own = [path.absolute() for path in readable]
        for file in self.hidden:
            for path in own:
                if Path(file).is_relative_to(path):
                    raise IsolationError(
                        f"--untrusted: {file} lies in {path}, which a bot can read; expected it in "
                        "another folder"
                    )
        return in_sandbox(command, own)

    def environment(self) -> dict[str, str]:
        """Return the environment of a bot: nothing that could be a secret unless it is passed."""
        names = (*KEPT, *self.passed)
        kept = {name: os.environ[name] for name in names if name in os.environ}
        # In the order of this process: a module of the user hides none of the standard library.
        path = os.pathsep.join(filter(None, sys.path))
        return {"HOME": "/nonexistent", "PYTHONDONTWRITEBYTECODE": "1", **kept, "PYTHONPATH": path}


USUAL = Isolation()


def in_sandbox(command: Sequence[str], readable: Iterable[Path]) -> list[str]:
    """Return the command that runs `command` in a sandbox in which these paths can be read."""
    check_sandbox()
    bound = [Path(place) for place in (*SYSTEM, *SYSTEM_FILES)]
    bound += _of_program()
    folders = [path for path in bound if path.is_dir()]
    # Paths in these folders are bound with them, such as a link to Python in its own folder.
    bound += [
        place
        for path in readable
        for place in dict.fromkeys((path, path.resolve()))
        if not any(place.is_relative_to(folder) for folder in folders)
    ]
    binds: list[str] = []
    for path in dict.fromkeys(bound):
        if path.is_symlink() and str(path) in SYSTEM:
            binds += ["--symlink", os.readlink(path), str(path)]
        elif path.exists():
            binds += ["--ro-bind", str(path), str(path)]
            if path.resolve() != path:
                binds += ["--ro-bind-try", str(path.resolve()), str(path.resolve())]
    scratch: list[str] = []
    for folder in ("/tmp", "/dev/shm"):
        scratch += ["--size", str(SCRATCH_BYTES), "--tmpfs", folder]
    here = os.getcwd()
    return [
        *_BOX,
        *("--proc", "/proc", "--dev", "/dev"),
        *scratch,
        *binds,
        *("--dir", here, "--chdir", here, "--remount-ro", "/dev", "--remount-ro", "/"),
        "--",
        *command,
    ]


_BOX = (BWRAP, "--unshare-all", "--unshare-user", "--die-with-parent", "--cap-drop", "ALL")


def counts_in_sandbox() -> bool:
    """Return true if the system counts the processes of a sandbox apart from all others of the
    user, for the limit that is set in it."""
    version = re.match(r"(\d+)\.(\d+)", os.uname().release)
    return version is not None and (int(version[1]), int(version[2])) >= COUNTS_FROM


@cache
def check_sandbox() -> None:
    """Check that bubblewrap works here; IsolationError says what to do."""
    if shutil.which(BWRAP) is None:
        raise IsolationError(
            "--untrusted: bubblewrap is not installed, or bwrap is not on the PATH; expected it, "
            "such as by apt install bubblewrap"
        )
    trial = [*_BOX, "--ro-bind", "/", "/", "--", "true"]
    tried = subprocess.run(
        trial, stdin=subprocess.DEVNULL, capture_output=True, timeout=TRIAL_SECONDS, check=False
    )
    if tried.returncode:
        said = tried.stderr.decode(errors="replace").strip().splitlines()
        raise IsolationError(
            f"--untrusted: bubblewrap cannot make a sandbox here: {said[-1] if said else 'unknown'}"
            "; expected user namespaces to be allowed"
        )


@cache
def _of_program() -> tuple[Path, ...]:
    """Return the folders of this Python and of this program."""
    folders = {Path(sys.base_prefix), Path(sys.prefix), Path(sys.executable).parent}
    folders |= {Path(sys.executable).resolve().parent}
    for name in ("covert_engine", "covert_bots", "covertbots"):
        module = __import__(name)
        folders |= {Path(place).parent / name for place in module.__path__}
    # Outer folders first, and none that lies in the system.
    outside = {folder for folder in folders if not str(folder).startswith("/usr/")}
    outside -= {Path("/usr")}
    return tuple(sorted(outside))

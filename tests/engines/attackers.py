"""Bots that attack the arena. Named `attackers:factory`.

Most try something at their first decision, and then raise `won` or `beaten`.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from covert_bots.players.match import seed_of
from covert_engine.covert import State, View

SECRET = "ATTACKED_SECRET"  # a variable of the arena's environment
LEFT_SECONDS = 180.0  # that what a bot leaves behind would live
CHILD = b"child"
ATTACH, DETACH = 16, 17  # of ptrace(2)


class _Attacker:
    def __init__(self, attack: Callable[[View], bool]) -> None:
        self._attack = attack

    def choose(self, view: View, seed: int) -> int:
        raise RuntimeError("won" if self._attack(view) else "beaten")


class Honest:
    """Takes the least legal action: so a game is a tenth as long as by the first."""

    def choose(self, view: View, seed: int) -> int:
        return min(view.legal_actions())


honest = Honest


# Looking for the truth in its own process.


def _frames() -> Iterator[object]:
    frame = sys._getframe()
    while frame is not None:
        yield from frame.f_locals.values()
        frame = frame.f_back  # type: ignore[assignment]


def _walk_frames(view: View) -> bool:
    return any(isinstance(thing, State) for thing in _frames())


def _look_through_memory(view: View) -> bool:
    reachable = [*gc.get_objects(), *_frames()]
    return any(isinstance(thing, State) for thing in [*reachable, *gc.get_referents(*reachable)])


walks_frames = partial(_Attacker, _walk_frames)
looks_through_memory = partial(_Attacker, _look_through_memory)


# Looking for it elsewhere.


def _guess_the_seed(view: View) -> bool:
    """Deal the first blocks of the seed that everybody would choose."""
    for block in range(8):
        state = State.deal(view.cards, view.players, seed_of("arena", 1, 1, block))
        while state.actor != view.seat:
            state.play(state.legal_actions()[0])
        if state.view(view.seat) == view:
            return True
    return False


guesses_the_seed = partial(_Attacker, _guess_the_seed)


def _parents() -> Iterator[int]:
    pid = os.getppid()
    while pid > 1:
        yield pid
        status = Path(f"/proc/{pid}/stat").read_text()
        pid = int(status.rpartition(")")[2].split()[1])


def _read_parents_memory(view: View) -> bool:
    for pid in _parents():
        if "covert_bots.arena.host" not in Path(f"/proc/{pid}/cmdline").read_text():
            continue
        try:
            for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
                if "[heap]" in line:
                    with open(f"/proc/{pid}/mem", "rb") as memory:
                        memory.seek(int(line.partition("-")[0], 16))
                        return bool(memory.read(64))
        except OSError:
            return False
    return False


def _trace_the_parent(view: View) -> bool:
    libc = ctypes.CDLL(None)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    for pid in _parents():
        if "covert_bots.arena.host" in Path(f"/proc/{pid}/cmdline").read_text():
            attached: int = libc.ptrace(ATTACH, pid, None, None)
            if attached == 0:
                os.waitpid(pid, 0)
                libc.ptrace(DETACH, pid, None, None)
            return attached == 0
    return False


def _read_the_environment(view: View) -> bool:
    own = SECRET in os.environ
    for pid in _parents():
        try:
            own |= SECRET.encode() in Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            continue
        if "covert_bots.arena.host" in Path(f"/proc/{pid}/cmdline").read_text():
            break
    return own


def _use_descriptors(view: View) -> bool:
    """Find an open file or socket that is neither a pipe of its own nor nothing."""
    opened = {os.readlink(entry) for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()}
    return any(not name.startswith(("pipe:", "/dev/null", "/proc/")) for name in opened)


reads_parents_memory = partial(_Attacker, _read_parents_memory)
traces_the_parent = partial(_Attacker, _trace_the_parent)
reads_the_environment = partial(_Attacker, _read_the_environment)
uses_descriptors = partial(_Attacker, _use_descriptors)


# Harming others.


def replaces_others() -> Honest:
    """Replace what other bots are made of, and the rules of forfeits."""
    import covert_bots.arena.attempt as attempt
    from covert_bots.covert import bots

    def fail(*_: object) -> int:
        raise RuntimeError("replaced")

    for kind in vars(bots).values():
        if isinstance(kind, type):
            for name in ("think", "choose", "decide"):
                if hasattr(kind, name):
                    setattr(kind, name, fail)
    Honest.choose = fail  # type: ignore[assignment,method-assign]
    attempt.legal_one = lambda answer, legal: legal[0]  # type: ignore[attr-defined]

    class Untouched:
        def choose(self, view: View, seed: int) -> int:
            return min(view.legal_actions())

    return Untouched()  # type: ignore[return-value]


_eaten: list[bytearray] = []


def eats_memory() -> Honest:
    """Take all memory there is, but the last bit, and play on."""
    piece = 64 << 20
    while piece > 1 << 16:
        try:
            _eaten.append(bytearray(piece))
        except MemoryError:
            piece //= 2
    _eaten.pop()
    return Honest()


def _kill_the_parent(view: View) -> bool:
    with suppress(OSError):
        os.kill(os.getppid(), signal.SIGKILL)
    return False


kills_the_parent = partial(_Attacker, _kill_the_parent)


def kills_the_parent_later() -> Honest:
    """Kill the parent while another bot thinks."""

    def kill() -> None:
        for _ in range(20):
            time.sleep(0.01)
            with suppress(OSError):
                os.kill(os.getppid(), signal.SIGKILL)

    threading.Thread(target=kill, daemon=True).start()
    return Honest()


def _kill_all_of_the_group(view: View) -> bool:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.killpg(0, signal.SIGTERM)
    return False


kills_its_group = partial(_Attacker, _kill_all_of_the_group)


def escapes() -> Honest:
    """Leave a process in a session of its own that holds a named pipe, and says so in it."""
    held = os.open(os.environ["BADLY_BEHAVED_PIPE"], os.O_WRONLY)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(held, CHILD)
            time.sleep(LEFT_SECONDS)
        os._exit(0)
    os.close(held)
    return Honest()


def _fill_a_file(view: View) -> bool:
    with Path("/dev/shm/attackers").open("wb") as file:
        try:
            os.truncate(file.fileno(), 1 << 40)
            file.seek(1 << 34)
            file.write(b"x")
            file.flush()
            return True
        except OSError:
            return False
        finally:
            os.unlink(file.name)


def _open_many_files(view: View) -> bool:
    opened = []
    try:
        for _ in range(5000):
            opened.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        return False
    finally:
        for descriptor in opened:
            os.close(descriptor)
    return True


fills_a_file = partial(_Attacker, _fill_a_file)
opens_many_files = partial(_Attacker, _open_many_files)


# What a sandbox keeps from it.


def _reach_the_network(view: View) -> bool:
    """Reach a server of this machine."""
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", int(os.environ["ATTACKED_PORT"]))) == 0


def _read_home(view: View) -> bool:
    return Path(os.environ["ATTACKED_HOME"], "letter").exists()


def _see_processes(view: View) -> bool:
    return any("arena" in _command(name) for name in os.listdir("/proc") if name.isdigit())


def _command(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def _write_home(view: View) -> bool:
    with suppress(OSError):
        Path(os.environ["ATTACKED_HOME"], "left").write_text("here")
    return False


reaches_the_network = partial(_Attacker, _reach_the_network)
reads_home = partial(_Attacker, _read_home)
sees_processes = partial(_Attacker, _see_processes)
writes_home = partial(_Attacker, _write_home)


def _read_the_ledger(view: View) -> bool:
    path = Path(os.environ["ATTACKED_LEDGER"])
    try:
        return bool(path.read_bytes())
    except OSError:
        return False


def _forge_the_ledger(view: View) -> bool:
    path = Path(os.environ["ATTACKED_LEDGER"])
    try:
        with path.open("ab") as file:
            file.write(b"forged\n")
        return True
    except OSError:
        return False


reads_the_ledger = partial(_Attacker, _read_the_ledger)
forges_the_ledger = partial(_Attacker, _forge_the_ledger)


def _need_memory(view: View) -> bool:
    return bool(bytearray(1 << 33))


needs_memory = partial(_Attacker, _need_memory)

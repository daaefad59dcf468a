"""Bots that fail in every way a bot can, for the arena to bear. Named `badly_behaved:factory`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial

from covert_bots.covert.game import Covert
from covert_engine.covert import State, View

PATIENCE = 40  # decisions a bot makes before it fails
LEFT_SECONDS = 180.0  # that what a bot leaves behind would live
CHILD = b"child"  # what a bot's child says when it is there


class _Legal:
    """A bot that takes the first legal action until its patience is at an end."""

    def __init__(self, then: Callable[[View], int]) -> None:
        self._then = then
        self._decisions = 0

    def choose(self, view: View, seed: int) -> int:
        self._decisions += 1
        return self._then(view) if self._decisions > PATIENCE else view.legal_actions()[0]


def _least(view: View) -> int:
    """Return the least legal action, by which a game soon ends; by the first it has 2,700
    decisions."""
    return min(view.legal_actions())


def _hang(view: View) -> int:
    time.sleep(3600)
    return _least(view)


def _die(view: View) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return _least(view)


def _raise(view: View) -> int:
    raise RuntimeError("no idea what to do")


def _linger(view: View) -> int:
    """End its process, which does not end before its thread does."""
    threading.Thread(target=time.sleep, args=(LEFT_SECONDS,)).start()
    sys.exit(1)


def _hang_up(view: View) -> int:
    """Close all files and pipes, and never answer."""
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    return _hang(view)


def _leave_a_child(view: View) -> int:
    """Die and leave the files and pipes of the process to a child."""
    if os.fork() == 0:
        time.sleep(LEFT_SECONDS)
        os._exit(0)
    return _die(view)


def _hang_with_a_child(view: View) -> int:
    """Hang together with a child; both keep the named pipe open as long as they live, and say so in
    it."""
    held = os.open(os.environ["BADLY_BEHAVED_PIPE"], os.O_WRONLY)
    if os.fork() == 0:
        os.write(held, CHILD)
        time.sleep(LEFT_SECONDS)
        os._exit(0)
    return _hang(view)


calm = calm_too = partial(_Legal, _least)


def tardy() -> _Legal:
    """Start so slowly that the arena looks several times before it is there."""
    time.sleep(0.3)
    return calm()


class _TellsTime:
    clock = None

    def choose(self, view: View, seed: int) -> int:
        raise RuntimeError(f"seat {self.clock.seat} of {self.clock.left}")  # type: ignore


tells_time = _TellsTime


def dozes() -> _Legal:
    """Sleep a little before each action."""
    bot = hangs()
    choose = bot.choose
    bot.choose = lambda view, seed: time.sleep(0.02) or choose(view, seed)  # type: ignore
    return bot


hangs = partial(_Legal, _hang)
dies = partial(_Legal, _die)
lingers = partial(_Legal, _linger)
hangs_up = partial(_Legal, _hang_up)
hangs_with_a_child = partial(_Legal, _hang_with_a_child)
leaves_a_child = partial(_Legal, _leave_a_child)
raises = partial(_Legal, _raise)


def starts_a_child() -> _Legal:
    """Start a child at once, as a bot with an engine does: it keeps the named pipe and standard
    error open."""
    held = os.open(os.environ["BADLY_BEHAVED_PIPE"], os.O_WRONLY)
    os.write(held, CHILD)
    if os.fork() == 0:
        time.sleep(LEFT_SECONDS)
        os._exit(0)
    os.close(held)
    return calm()


_left: list[object] = []  # behind by the games of this process


def _leaves(leave: Callable[[], object]) -> _Legal:
    """Leave something behind, and end the process in the next game that is played in it."""
    if _left:
        return _Legal(_die)
    _left.append(leave())
    return calm()


def _start_a_thread() -> None:
    threading.Thread(target=time.sleep, args=(LEFT_SECONDS,), daemon=True).start()


leaves_a_thread = partial(_leaves, _start_a_thread)
leaves_a_process = partial(_leaves, partial(subprocess.Popen, ["sleep", str(LEFT_SECONDS)]))
leaves_a_timer = partial(_leaves, partial(signal.setitimer, signal.ITIMER_REAL, LEFT_SECONDS))
leaves_nothing = partial(_leaves, lambda: None)


def forks_and_raises() -> _Legal:
    """Fork one child, which raises."""
    children: list[int] = []

    def fork_once(view: View) -> int:
        if not children:
            children.append(os.fork())
            if children == [0]:
                raise RuntimeError("a child's error")
            os.waitpid(children[0], 0)
        return _least(view)

    return _Legal(fork_once)


def _curse(view: View) -> int:
    raise RuntimeError("what no text may hold: \ud800")


curses = partial(_Legal, _curse)


class _SilentError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


def _raise_in_silence(view: View) -> int:
    raise _SilentError


raises_in_silence = partial(_Legal, _raise_in_silence)


def unready_in_silence() -> _Legal:
    raise _SilentError


class _Silent:
    def __repr__(self) -> str:
        raise RuntimeError("no text")


shrugs = partial(_Legal, lambda view: _Silent())  # type: ignore[arg-type,return-value]


class _Quarrelsome:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not to be compared")

    def __repr__(self) -> str:
        return "something else"


quarrels = partial(_Legal, lambda view: _Quarrelsome())  # type: ignore[arg-type,return-value]
cheats = partial(_Legal, lambda view: 0)
mumbles = partial(_Legal, lambda view: "pass")  # type: ignore[arg-type,return-value]


def numbers() -> _Legal:
    """Play legal actions, as numbers of numpy."""
    import numpy as np  # slow to import, and no other bot needs it

    return _Legal(lambda view: np.int64(_least(view)))  # type: ignore[arg-type,return-value]


def plays_two() -> _Legal:
    """Answer with an array, which is neither equal to a number nor not."""
    import numpy as np  # as above

    return _Legal(lambda view: np.array([1, 2]))  # type: ignore[arg-type,return-value]


def _print(view: View) -> int:
    print("thinking", flush=True)
    return _least(view)


prints = partial(_Legal, _print)


def unready() -> _Legal:
    raise OSError("no model to load")


class Stuck(Covert):
    """A game that is never dealt."""

    def deal(self, players: int, seed: int) -> State:
        time.sleep(3600)
        return super().deal(players, seed)

    def __reduce__(self) -> tuple[type[Stuck], tuple[()]]:
        return Stuck, ()

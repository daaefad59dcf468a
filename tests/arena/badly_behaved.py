"""Bots that fail in every way a bot can, for the arena to bear. Named `badly_behaved:factory`."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from covert_engine.covert import View

PATIENCE = 40  # decisions a bot makes before it fails


class _Legal:
    """Takes the first legal action until its patience is at an end."""

    def __init__(self, then: Callable[[View], int]) -> None:
        self._then = then
        self._decisions = 0

    def choose(self, view: View, seed: int) -> int:
        self._decisions += 1
        return self._then(view) if self._decisions > PATIENCE else view.legal_actions()[0]


def _first(view: View) -> int:
    return view.legal_actions()[0]


def _hang(view: View) -> int:
    time.sleep(3600)
    return _first(view)


def _die(view: View) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return _first(view)


def _raise(view: View) -> int:
    raise RuntimeError("no idea what to do")


def _die_once(view: View) -> int:
    """Ends its process the first time ever, as if the machine had failed."""
    mark = Path(os.environ["BADLY_BEHAVED_MARK"])
    if not mark.exists():
        mark.write_text("died")
        _die(view)
    return _first(view)


def calm() -> _Legal:
    return _Legal(_first)


calm_too = calm


def hangs() -> _Legal:
    return _Legal(_hang)


def dies() -> _Legal:
    return _Legal(_die)


def dies_once() -> _Legal:
    return _Legal(_die_once)


def raises() -> _Legal:
    return _Legal(_raise)


def _curse(view: View) -> int:
    raise RuntimeError("what no text may hold: \ud800")


def curses() -> _Legal:
    return _Legal(_curse)


class _SilentError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


def _raise_in_silence(view: View) -> int:
    raise _SilentError


def raises_in_silence() -> _Legal:
    return _Legal(_raise_in_silence)


def unready_in_silence() -> _Legal:
    raise _SilentError


class _Silent:
    def __repr__(self) -> str:
        raise RuntimeError("no text")


def shrugs() -> _Legal:
    return _Legal(lambda view: _Silent())  # type: ignore[arg-type,return-value]


class _Quarrelsome:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not to be compared")

    def __repr__(self) -> str:
        return "something else"


def quarrels() -> _Legal:
    return _Legal(lambda view: _Quarrelsome())  # type: ignore[arg-type,return-value]


def cheats() -> _Legal:
    return _Legal(lambda view: 0)


def mumbles() -> _Legal:
    return _Legal(lambda view: "pass")  # type: ignore[arg-type,return-value]


def numbers() -> _Legal:
    """Plays legal actions, as numbers of numpy."""
    import numpy as np  # slow to import, and no other bot needs it

    return _Legal(lambda view: np.int64(view.legal_actions()[0]))  # type: ignore[arg-type,return-value]


def plays_two() -> _Legal:
    """Answers with an array, which is neither equal to a number nor not."""
    import numpy as np  # as above

    return _Legal(lambda view: np.array([1, 2]))  # type: ignore[arg-type,return-value]


def prints() -> _Legal:
    def loud(view: View) -> int:
        print("thinking", flush=True)
        return _first(view)

    return _Legal(loud)


def unready() -> _Legal:
    raise OSError("no model to load")

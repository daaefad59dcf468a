"""An engine, as a referee asks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from covert_bots.engines.clock import Clock, TimeLeft
from covert_bots.engines.documents import (
    BYE,
    Chosen,
    Hello,
    Teller,
    body_of,
    chosen_of,
    hello_line,
    hello_of,
)
from covert_bots.engines.failure import EngineError, Fault, printable
from covert_bots.engines.process import EngineProcess, Stop
from covert_bots.players.view import View
from covertbots.v1 import referee_pb2

START_SECONDS = 60.0  # for a process to start, and again for a bot to be made, at least


class Engine:
    """A running engine, for one game after another. All methods but `close` raise EngineError."""

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        self._process = EngineProcess(command, environment)
        self._hello: Hello | None = None
        self._events: list[referee_pb2.Event] = []
        self._asked = 0
        self.broken = False  # true once it has failed

    @property
    def hello(self) -> Hello:
        """Its answer to `hello`, once it has begun a game."""
        assert self._hello is not None
        return self._hello

    @property
    def said(self) -> str:
        """The end of what it has said to standard error in this game."""
        return self._process.said

    @property
    def processes(self) -> list[int]:
        """Its process and the one that guards it."""
        return self._process.processes

    def hear(self, on_said: Callable[[bytes], None]) -> None:
        """Call `on_said` with all that it says to standard error from now on."""
        self._process.on_said = on_said

    def greet(self, seconds: float, stop: Stop | None = None) -> None:
        """Ask who it is, the first time."""
        if self._hello is None:
            with self._watched():
                self._hello = hello_of(self._process.ask(hello_line(), seconds, "hello", stop))

    def begin(
        self,
        teller: Teller,
        players: int,
        seat: int,
        seed: int,
        seconds: float,
        clock: Clock | None = None,
        stop: Stop | None = None,
    ) -> None:
        """Begin a game in which each move may take so long; to start may take longer."""
        patience = max(seconds, START_SECONDS)
        silent = None if stop is None else stop._replace(line=b"")  # there is no question yet
        with self._watched():
            self._process.begin()
            self.greet(patience, silent)
            self._events, self._asked = [], 0
            line = teller.game_line(players, seat, seed, seconds, self.hello.card_set, clock)
            body_of(self._process.ask(line, patience, "game", silent), "game")

    def note(self, events: Sequence[referee_pb2.Event]) -> None:
        """Note what its seat has observed, for the next question."""
        self._events.extend(events)

    def choose(
        self,
        teller: Teller,
        view: View,
        legal: Sequence[int],
        seconds: float,
        clock: TimeLeft | None = None,
        stop: Stop | None = None,
    ) -> tuple[int, int, float]:
        """Return one of the legal actions, the iterations of the search, and the seconds from the
        question to its answer."""
        self._asked += 1
        events = self._events if self.hello.events else None
        line, texts = teller.view_line(self._asked, view, legal, self.hello.views, events, clock)
        self._events = []
        with self._watched():
            chosen = chosen_of(self._process.ask(line, seconds, "move", stop))
            if chosen.text not in texts:
                raise EngineError(Fault.ILLEGAL, _illegal(chosen, len(texts)))
        return texts[chosen.text], chosen.iterations, self._process.waited

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Note a failure."""
        try:
            yield
        except EngineError as error:
            self.broken = True
            error.trace = error.trace or printable(self.said)
            raise

    def cpu_seconds(self, *, below: bool = False) -> float:
        """Return the CPU time of its process so far, with `below` also that of its children."""
        return self._process.cpu_seconds(below=below)

    def kill(self) -> None:
        """End its process at once, from any thread; `close` is still to be called."""
        self._process.kill()

    def close(self) -> None:
        """End it at once, with all that it has started."""
        self._process.tell(BYE)
        self._process.close()


def _illegal(chosen: Chosen, actions: int) -> str:
    text = chosen.text if len(chosen.text) <= 60 else f"{chosen.text[:60]}..."
    return f"{text!r}; expected the text of one of the {actions} legal actions"

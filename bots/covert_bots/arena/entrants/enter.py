"""The entrants of a tournament: bots from the catalogue, from other modules, from other servers.

The name of an entrant is one of:

- `ismcts:iterations=200,lanes=2`: a spec of the catalogue;
- `my_bots.bold:make`: the result of the factory `make` of an importable module, an object with
  `choose(view, seed)`, which returns a legal action;
- `grpc://localhost:50051/ismcts:iterations=200`: a bot of a server of `covertbots.v1`;
- `engine:./my_engine --depth 3`: a command that starts an engine (docs/engine-protocol.md).
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile

from covert_bots.arena.entrants.entrant import Answer, Entrant, EntrantError
from covert_bots.arena.entrants.names import (
    ENGINE,
    FACTORY,
    PREFIX,
    REMOTE,
    command_of,
    readable_of,
)
from covert_bots.engines.catalogue_player import limit_of
from covert_bots.engines.clock import Pace, TimeLeft
from covert_bots.engines.documents import Teller
from covert_bots.engines.engine import Engine
from covert_bots.engines.failure import EngineError, Fault
from covert_bots.engines.isolation import USUAL, Isolation, IsolationError
from covert_bots.engines.process import STOPPED_SECONDS
from covert_bots.players.bot import Bot
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.game import Game
from covert_bots.players.spec import BotSpecError
from covert_bots.players.view import View

WEB = ("http://", "https://")
PATH = re.compile(r"[/\\]|\.py\b")
IMPORT_SECONDS = 60.0  # for a module to be imported, or an engine to start
ANSWER_SECONDS = 3600.0  # of an engine that is asked on its own


def check_form(name: str) -> None:
    """Check the form of a name; its bot need not be available here. EntrantError if it is wrong."""
    if not name:
        raise EntrantError(
            "'': no name; expected a spec, module:factory, engine:command or grpc://host:port/bot"
        )
    if name.startswith(ENGINE):
        try:
            command = command_of(name)
        except ValueError as error:
            raise EntrantError(f"{name!r}: {error}; expected engine:command") from None
        if not command[0]:
            raise EntrantError(f"{name!r}: no command; expected one, such as engine:./my_engine")
    if name.startswith(PREFIX):
        from covert_bots.arena.entrants.remote import is_target  # gRPC takes long to import

        match = REMOTE.fullmatch(name)
        if not match or not is_target(match[1]):
            raise EntrantError(f"{name!r}: not an address; expected grpc://host:port/bot")


def check(name: str, catalogue: Catalogue) -> None:
    """Check that an entrant seems to be available here, without running its code, except packages
    around its module; EntrantError if not."""
    check_form(name)
    if name.startswith(PREFIX):
        return
    if name.startswith(ENGINE):
        program = command_of(name)[0]
        if shutil.which(program) is None:
            there = "is not executable" if Path(program).exists() else "not found"
            raise EntrantError(f"{name!r}: {program} {there}; expected a program")
        return
    if match := FACTORY.fullmatch(name):
        if match[1].endswith(".py"):
            meant = f"{match[1].removesuffix('.py')}:{match[2]}"
            raise EntrantError(
                f"{name!r}: a file name; expected module:factory; did you mean {meant}?"
            )
        if match[1] in catalogue.names and not _is_there(match[1]):
            _check_spec(name, catalogue)  # such as `ismcts:lanes`: raises the better error
        if not _is_there(match[1]):
            near = get_close_matches(match[1], [file.stem for file in Path.cwd().glob("*.py")], 1)
            hint = f"; did you mean {near[0]}:{match[2]}?" if near else ""
            raise EntrantError(
                f"{name!r}: module {match[1]} not found in {Path.cwd()} or among installed "
                f"packages; expected module:factory{hint}"
            )
    else:
        _check_spec(name, catalogue)


def _check_spec(name: str, catalogue: Catalogue) -> None:
    """Check the spec of a bot; EntrantError if it is wrong."""
    try:
        catalogue.make(name)
    except BotSpecError as error:
        if name.startswith(WEB):
            raise EntrantError(
                f"{name!r}: an HTTP address; expected {PREFIX}host:port/bot, with the "
                "server's gRPC port"
            ) from None
        if PATH.search(name):
            raise EntrantError(
                f"{name!r}: a path; expected module:factory, a module's name and not a path, "
                "such as my_bot:make"
            ) from None
        others = "" if ":" in name else f"; or module:factory, or {PREFIX}host:port/bot"
        raise EntrantError(f"{error}{others}{did_you_mean(name, catalogue)}") from None


def did_you_mean(name: str, catalogue: Catalogue) -> str:
    """Return a hint for an unknown name: the nearest of the catalogue, or a module here."""
    if name.isidentifier() and Path(f"{name}.py").is_file():
        return f"; did you mean {name}:make?"
    kind, colon, rest = name.partition(":")
    near = [] if kind in catalogue.names else get_close_matches(kind, catalogue.names, 1)
    return f"; did you mean {near[0]}{colon}{rest}?" if near else ""


def _is_there(module: str) -> bool:
    """Return true if a module exists. The packages around it are not imported: they are foreign
    code, and this process knows all deals."""
    first, *inner = module.split(".")
    whole = first
    spec = find_spec(first)
    for part in inner:
        if spec is None or spec.submodule_search_locations is None:
            return False
        path = list(spec.submodule_search_locations)
        whole = f"{whole}.{part}"
        spec = PathFinder.find_spec(whole, path)
    return spec is not None


def probe(name: str, view: View, game: Game, isolation: Isolation = USUAL) -> None:
    """Try an entrant; EntrantError if it does not work. A bot of a server is asked about a view, an
    engine says hello, a factory makes a bot. After a timeout the entrant counts as available."""
    if match := REMOTE.fullmatch(name):
        from covert_bots.arena.entrants.remote import probe_server  # gRPC takes long to import

        probe_server(name, match[1], match[2], game.view_to_message(view))
        return
    try:
        if name.startswith(ENGINE):
            _look_for_engine(name, isolation)
        elif match := FACTORY.fullmatch(name):
            _look_for_factory(name, match[1], match[2], isolation)
    except IsolationError as error:
        raise EntrantError(str(error)) from None


def _look_for_engine(name: str, isolation: Isolation) -> None:
    """Start an engine, and end it after its hello."""
    command = isolation.command(command_of(name), readable_of(name))
    with closing(Engine(command, isolation.environment())) as engine:
        try:
            engine.greet(IMPORT_SECONDS)
        except EngineError as error:
            if error.fault is not Fault.LATE:
                said = f"; it said: {engine.said.splitlines()[-1]}" if engine.said else ""
                expected = "an engine, which answers hello (docs/engine-protocol.md)"
                raise EntrantError(f"{name!r}: {error.detail}{said}; expected {expected}") from None


def _look_for_factory(name: str, module: str, factory: str, isolation: Isolation) -> None:
    """Try a factory in a process of its own, like all foreign code, and end that process and its
    children."""
    python = [sys.executable, "-P", "-m", "covert_bots.arena.entrants.factory", module, factory]
    command = isolation.command(python, readable_of(name))
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        looking = subprocess.Popen(
            command,
            env=isolation.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=said,  # no pipe: a child of the module would hold it open
            start_new_session=True,
        )
        try:
            code = looking.wait(IMPORT_SECONDS)
        except subprocess.TimeoutExpired:
            return
        finally:
            with suppress(ProcessLookupError, PermissionError):  # none left, or only zombies
                os.killpg(looking.pid, signal.SIGKILL)
            looking.wait()
        said.seek(0)
        lines = said.read().strip().splitlines()
    if code == 1 and lines:
        raise EntrantError(f"{name!r}: {lines[-1]}")
    if code:
        raise EntrantError(
            f"{name!r}: the process importing it exited with status {code}; expected a module "
            f"with the factory {factory}"
        )


def enter(name: str, game: Game, move_seconds: float = ANSWER_SECONDS) -> Entrant:
    """Make the entrant of a checked name, for a view or two. A foreign module is imported here, so
    that a debugger can stop in its bot, and may raise anything; the arena does not do that."""
    if match := REMOTE.fullmatch(name):
        from covert_bots.arena.entrants.remote import Remote  # gRPC takes long to import

        return Remote(match[1], match[2], game, move_seconds)
    if match := FACTORY.fullmatch(name):
        return _Foreign(match[1], match[2])
    if name.startswith(ENGINE):
        return _ByEngine(name, game)
    return _OfCatalogue(game.catalogue.make(name), game)


class _Here:
    """A bot of this process."""

    lag = None

    def cpu_seconds(self) -> float:
        return time.process_time()


@dataclass(frozen=True)
class _OfCatalogue(_Here):
    bot: Bot
    game: Game
    pace: Pace = field(default_factory=Pace)

    def answer(self, view: View, seed: int, clock: TimeLeft | None = None) -> Answer:
        wall, cpu = time.monotonic(), time.process_time()
        decided = self.bot.decide(view, seed, limit_of(self.pace, clock, self.game, view))
        wall, cpu = time.monotonic() - wall, time.process_time() - cpu
        # Bots of ours do not sleep: what exceeds that is a machine that stood still.
        seconds = min(wall, cpu + STOPPED_SECONDS)
        return Answer(decided.action, decided.iterations, seconds, decided.value)


class _Foreign(_Here):
    """A bot of a foreign module, made anew for each game."""

    def __init__(self, module: str, factory: str) -> None:
        self._bot = getattr(import_module(module), factory)()

    def answer(self, view: View, seed: int, clock: TimeLeft | None = None) -> Answer:
        return Answer(self._bot.choose(view, seed), 0)


class _ByEngine(_Here):
    """An engine that is started for each question."""

    def __init__(self, name: str, game: Game) -> None:
        self._name, self._teller = name, Teller(game)
        self._least_players = game.players[0]

    def answer(self, view: View, seed: int, clock: TimeLeft | None = None) -> Answer:
        command = USUAL.command(command_of(self._name))
        with closing(Engine(command, USUAL.environment())) as engine:
            players = getattr(view, "players", self._least_players)
            engine.begin(self._teller, players, view.seat, seed, ANSWER_SECONDS)
            return Answer(*engine.choose(self._teller, view, view.legal_actions(), ANSWER_SECONDS))

"""The entrants of a tournament: bots from the catalogue, from other modules, from other servers.

The name of an entrant is one of:

- `ismcts:iterations=200,lanes=2`: a spec of the catalogue;
- `my_bots.bold:make`: the result of the factory `make` of an importable module, an object with
  `choose(view, seed)`, which returns a legal action;
- `grpc://localhost:50051/ismcts:iterations=200`: a bot of a server of `covertbots.v1`.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile

from covert_bots.arena.entrants.entrant import Answer, Entrant, EntrantError
from covert_bots.players.bot import Bot
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.game import Game
from covert_bots.players.spec import BotSpecError
from covert_bots.players.view import View

PREFIX = "grpc://"
ADDRESS = r"(?:[^/:,\s]+|\[[^/,\s]+\]):[0-9]+"
REMOTE = re.compile(rf"grpc://({ADDRESS}(?:,{ADDRESS})*)/(\S*)")
WEB = ("http://", "https://")
FACTORY = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*)")
PATH = re.compile(r"[/\\]|\.py\b")
IMPORT_SECONDS = 60.0  # for a module to be imported


def split_names(text: str) -> tuple[str, ...]:
    """Split a list of names at its commas. A part `name=value` without a colon belongs to the name
    before it, and so do further addresses after `grpc://`.

    >>> split_names("ismcts:iterations=200,lanes=2,greedy,random")
    ('ismcts:iterations=200,lanes=2', 'greedy', 'random')
    >>> split_names("grpc://10.0.0.1:50051,10.0.0.2:50051/greedy,random")
    ('grpc://10.0.0.1:50051,10.0.0.2:50051/greedy', 'random')
    """
    names: list[str] = []
    for part in text.split(","):
        in_address = (
            bool(names) and names[-1].startswith(PREFIX) and "/" not in names[-1][len(PREFIX) :]
        )
        if in_address or (names and "=" in part and ":" not in part.partition("=")[0]):
            names[-1] += f",{part}"
        else:
            names.append(part.strip())
    return tuple(names)


def check_form(name: str) -> None:
    """Check the form of a name; its bot need not be available here. EntrantError if it is wrong."""
    if not name:
        raise EntrantError("'': no name; expected a spec, module:factory or grpc://host:port/bot")
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
    if match := FACTORY.fullmatch(name):
        if match[1].endswith(".py"):
            meant = f"{match[1].removesuffix('.py')}:{match[2]}"
            raise EntrantError(
                f"{name!r}: a file name; expected module:factory; did you mean {meant}?"
            )
        if match[1] in catalogue.names and not _is_there(name, match[1]):
            _check_spec(name, catalogue)  # such as `ismcts:lanes`: raises the better error
        if not _is_there(name, match[1]):
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


def _is_there(name: str, module: str) -> bool:
    """Return true if a module exists; EntrantError if a package around it cannot be imported."""
    try:
        return find_spec(module) is not None
    except (Exception, SystemExit) as error:  # the package is imported, and may raise anything
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            return False
        raise EntrantError(
            f"{name!r}: looking for module {module} raised {type(error).__name__}: {error}; "
            "expected module:factory in packages that can be imported"
        ) from None


def probe(name: str, view: View, game: Game) -> None:
    """Try an entrant; EntrantError if it does not work. A bot of a server is asked about a view; a
    factory makes a bot. After a timeout the entrant counts as available."""
    if match := REMOTE.fullmatch(name):
        from covert_bots.arena.entrants.remote import probe_server  # gRPC takes long to import

        probe_server(name, match[1], match[2], game.view_to_message(view))
    elif match := FACTORY.fullmatch(name):
        _look_for_factory(name, match[1], match[2])


def _look_for_factory(name: str, module: str, factory: str) -> None:
    """Try a factory in a process of its own, like all foreign code, and end that process and its
    children."""
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        looking = subprocess.Popen(
            [sys.executable, "-m", "covert_bots.arena.entrants.factory", module, factory],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
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


def is_foreign(name: str) -> bool:
    """Return true if a name is of a bot in a foreign module."""
    return module_of(name) is not None


def module_of(name: str) -> str | None:
    """Return the module of a foreign bot; None for a bot of the catalogue or of a server."""
    match = None if name.startswith(PREFIX) else FACTORY.fullmatch(name)
    return None if match is None else match[1]


def enter(name: str, game: Game) -> Entrant:
    """Make the entrant of a checked name; a foreign factory may raise anything."""
    if match := REMOTE.fullmatch(name):
        from covert_bots.arena.entrants.remote import Remote  # gRPC takes long to import

        return Remote(match[1], match[2], game)
    if match := FACTORY.fullmatch(name):
        return _Foreign(match[1], match[2])
    return _OfCatalogue(game.catalogue.make(name))


@dataclass(frozen=True)
class _OfCatalogue:
    bot: Bot

    def answer(self, view: View, seed: int) -> Answer:
        decided = self.bot.decide(view, seed)
        return Answer(decided.action, decided.iterations)


class _Foreign:
    """A bot of a foreign module, made anew for each game."""

    def __init__(self, module: str, factory: str) -> None:
        self._bot = getattr(import_module(module), factory)()

    def answer(self, view: View, seed: int) -> Answer:
        return Answer(self._bot.choose(view, seed), 0)

"""Who takes part in a tournament: bots of the catalogue, of other modules, of other servers.

An entrant is named by one text:

- `ismcts:iterations=200,lanes=2`: a spec of the catalogue;
- `my_bots.bold:make`: what the factory `make` of a module that can be imported returns, an object
  with `choose(view, seed)`, which returns a legal action;
- `grpc://localhost:50051/ismcts:iterations=200`: a bot of any server of `covertbots.v1`.
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
    """The names in a list with commas. `name=value` without a colon goes on with the name before,
    and so does what follows on `grpc://` before its bot is named.

    >>> split_names("ismcts:iterations=200,lanes=2,greedy,random")
    ('ismcts:iterations=200,lanes=2', 'greedy', 'random')
    >>> split_names("grpc://10.0.0.1:50051,10.0.0.2:50051/greedy,random")
    ('grpc://10.0.0.1:50051,10.0.0.2:50051/greedy', 'random')
    """
    names: list[str] = []
    for part in text.split(","):
        unnamed = (
            bool(names) and names[-1].startswith(PREFIX) and "/" not in names[-1][len(PREFIX) :]
        )
        if unnamed or (names and "=" in part and ":" not in part.partition("=")[0]):
            names[-1] += f",{part}"
        else:
            names.append(part.strip())
    return tuple(names)


def check_form(name: str) -> None:
    """Whether it is the name of an entrant, here or elsewhere, now or once; EntrantError if not."""
    if not name:
        raise EntrantError("'': no name; expected a spec, module:factory or grpc://host:port/bot")
    if name.startswith(PREFIX):
        from covert_bots.arena.entrants.remote import is_target  # gRPC takes long to import

        found = REMOTE.fullmatch(name)
        if not found or not is_target(found[1]):
            raise EntrantError(f"{name!r}: not an address; expected grpc://host:port/bot")


def check(name: str, catalogue: Catalogue) -> None:
    """Whether there may be such an entrant here and now, none of its own code being run but that
    of packages around it; EntrantError if not."""
    check_form(name)
    if name.startswith(PREFIX):
        return
    if found := FACTORY.fullmatch(name):
        if found[1].endswith(".py"):
            meant = f"{found[1].removesuffix('.py')}:{found[2]}"
            raise EntrantError(
                f"{name!r}: a file's name; expected module:factory; did you mean {meant}?"
            )
        if found[1] in catalogue.names and not _is_there(name, found[1]):
            _check_spec(name, catalogue)  # a parameter without its value
        if not _is_there(name, found[1]):
            near = get_close_matches(found[1], [file.stem for file in Path.cwd().glob("*.py")], 1)
            hint = f"; did you mean {near[0]}:{found[2]}?" if near else ""
            raise EntrantError(
                f"{name!r}: no module {found[1]} to import, in {Path.cwd()} or installed; expected "
                f"module:factory{hint}"
            )
    else:
        _check_spec(name, catalogue)


def _check_spec(name: str, catalogue: Catalogue) -> None:
    """Whether it is the spec of a bot; EntrantError if not."""
    try:
        catalogue.make(name)
    except BotSpecError as error:
        if name.startswith(WEB):
            raise EntrantError(
                f"{name!r}: an address of HTTP; expected {PREFIX}host:port/bot, with the "
                "server's port for gRPC"
            ) from None
        if PATH.search(name):
            raise EntrantError(
                f"{name!r}: a path; expected module:factory, a module's name and not a path, "
                "such as my_bot:make"
            ) from None
        others = "" if ":" in name else f"; or module:factory, or {PREFIX}host:port/bot"
        raise EntrantError(f"{error}{others}{did_you_mean(name, catalogue)}") from None


def did_you_mean(name: str, catalogue: Catalogue) -> str:
    """A hint for a name that no bot has: the nearest of the catalogue, or the module here."""
    if name.isidentifier() and Path(f"{name}.py").is_file():
        return f"; did you mean {name}:make?"
    kind, colon, rest = name.partition(":")
    near = [] if kind in catalogue.names else get_close_matches(kind, catalogue.names, 1)
    return f"; did you mean {near[0]}{colon}{rest}?" if near else ""


def _is_there(name: str, module: str) -> bool:
    """Whether there is a module; EntrantError if a package around it cannot be imported."""
    try:
        return find_spec(module) is not None
    except (Exception, SystemExit) as error:  # the package is imported, and may raise anything
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            return False
        raise EntrantError(
            f"{name!r}: looking for module {module} raises {type(error).__name__}: {error}; "
            "expected module:factory in packages that can be imported"
        ) from None


def greet(name: str, view: View, game: Game) -> None:
    """Sees whether there is such an entrant; EntrantError if not. A bot of a server is asked about
    a view, a foreign one's factory makes one bot. What takes too long is taken to be there."""
    if found := REMOTE.fullmatch(name):
        from covert_bots.arena.entrants.remote import greet_server  # gRPC takes long to import

        greet_server(name, found[1], found[2], game.view_to_message(view))
    elif found := FACTORY.fullmatch(name):
        _look_for_factory(name, found[1], found[2])


def _look_for_factory(name: str, module: str, factory: str) -> None:
    """In a process of its own, as all that other people's code does. What the module starts ends
    with it."""
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
            with suppress(ProcessLookupError, PermissionError):  # nobody is left, or zombies
                os.killpg(looking.pid, signal.SIGKILL)
            looking.wait()
        said.seek(0)
        lines = said.read().strip().splitlines()
    if code == 1 and lines:
        raise EntrantError(f"{name!r}: {lines[-1]}")
    if code:
        raise EntrantError(
            f"{name!r}: the process that imports it ends with {code}; expected a module "
            f"with the factory {factory}"
        )


def is_foreign(name: str) -> bool:
    """Whether it is a bot of somebody else's module."""
    return module_of(name) is not None


def module_of(name: str) -> str | None:
    """The module of a bot of somebody else's; None for a bot of the catalogue or of a server."""
    found = None if name.startswith(PREFIX) else FACTORY.fullmatch(name)
    return None if found is None else found[1]


def enter(name: str, game: Game) -> Entrant:
    """The entrant of a name, which has been checked; a foreign one may raise anything."""
    if found := REMOTE.fullmatch(name):
        from covert_bots.arena.entrants.remote import Remote  # gRPC takes long to import

        return Remote(found[1], found[2], game)
    if found := FACTORY.fullmatch(name):
        return _Foreign(found[1], found[2])
    return _OfCatalogue(game.catalogue.make(name))


@dataclass(frozen=True)
class _OfCatalogue:
    bot: Bot

    def answer(self, view: View, seed: int) -> Answer:
        decided = self.bot.decide(view, seed)
        return Answer(decided.action, decided.iterations)


class _Foreign:
    """A bot of somebody else's module, made anew for each game."""

    def __init__(self, module: str, factory: str) -> None:
        self._bot = getattr(import_module(module), factory)()

    def answer(self, view: View, seed: int) -> Answer:
        return Answer(self._bot.choose(view, seed), 0)

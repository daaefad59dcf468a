"""The code of a bot that plays here: a ledger must not mix the games of two versions of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from covert_bots.arena.entrants.enter import PREFIX, module_of

PROGRAM = "engine and catalogue"  # what all games are played by; no bot has such a name
PACKAGES = ("covert_engine", "covert_bots")  # what decides how the bots of the catalogue play
SUFFIXES = (".py", ".so", ".pyd", ".toml", ".weights", ".json")
NOT_PLAYING = {"arena", "training", "words"}  # folders of those packages
LEVELS = "levels.json"  # of a game: the spec of each level, and its ratings


@dataclass(frozen=True)
class Code:
    """The source of one module or of a package, or engine and bots of this program."""

    file: Path  # of the module, or the folder of the package
    digest: str


def code_of_all(bots: Iterable[str]) -> dict[str, Code]:
    """The code behind each of these bots, as far as it is here; and last that of this program, for
    it has the rules of all games."""
    found = {bot: code for bot in bots if (code := code_of(bot)) is not None}
    return {**found, PROGRAM: _of_catalogue()}


def code_of(bot: str) -> Code | None:
    """The code behind the name of a bot, none of it being run; None for bots of servers, and for
    modules without source.

    Modules that a module imports from elsewhere are not looked at.
    """
    if bot.startswith(PREFIX):
        return None
    module = module_of(bot)
    if module is None:
        return _of_catalogue()
    try:
        found = find_spec(module.partition(".")[0])  # of the package around it, if there is one
    except (ImportError, ValueError):
        return None
    if found is None:
        return None
    if found.submodule_search_locations:
        folder = Path(next(iter(found.submodule_search_locations)))
        return Code(folder, _digest(folder, sorted(filter(Path.is_file, folder.rglob("*.py")))))
    if found.origin is None or not Path(found.origin).is_file():
        return None
    file = Path(found.origin)
    return Code(file, _digest(file.parent, [file]))


@cache
def _of_catalogue() -> Code:
    """Of all bots of the catalogue: they share engine, search and weights."""
    found = sha256()
    folder = Path()
    for name in PACKAGES:
        package = find_spec(name)
        assert package is not None
        assert package.submodule_search_locations is not None
        folder = Path(next(iter(package.submodule_search_locations)))
        found.update(_digest(folder, _playing(folder)).encode())
    return Code(folder, found.hexdigest())


def _playing(folder: Path) -> list[Path]:
    """The files of a package of this program that may decide how a bot plays."""
    return [
        file
        for file in sorted(folder.rglob("*"))
        if file.suffix in SUFFIXES
        and not NOT_PLAYING.intersection(file.relative_to(folder).parts)
        and file.is_file()
    ]


def _digest(folder: Path, files: Iterable[Path]) -> str:
    found = sha256()
    for file in files:
        content = file.read_bytes()
        if file.name == LEVELS:  # the ratings are measured by such games, and change no play
            content = json.dumps(json.loads(content)["levels"]).encode()
        found.update(f"{file.relative_to(folder)}\n{sha256(content).hexdigest()}\n".encode())
    return found.hexdigest()

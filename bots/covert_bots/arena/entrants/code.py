"""Digests of the code of bots: a ledger must not mix the games of two versions of a bot."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from covert_bots.arena.entrants.enter import PREFIX, module_of

PROGRAM = "engine and catalogue"  # the code behind all games; no bot has such a name
PACKAGES = ("covert_engine", "covert_bots")  # the code of the catalogue's bots
SUFFIXES = (".py", ".so", ".pyd", ".toml", ".weights", ".json")
NOT_PLAYING = {"arena", "training", "words"}  # folders of those packages
LEVELS = "levels.json"  # of a game: the spec of each level, and its ratings


@dataclass(frozen=True)
class Code:
    """The source of a module or a package, or engine and bots of this program."""

    file: Path  # of the module, or the folder of the package
    digest: str


def code_of_all(bots: Iterable[str]) -> dict[str, Code]:
    """Return the code of each bot, as far as it is here; and last that of this program, which has
    the rules of all games."""
    codes = {bot: code for bot in bots if (code := code_of(bot)) is not None}
    return {**codes, PROGRAM: _of_catalogue()}


def code_of(bot: str) -> Code | None:
    """Return the code of a bot without running it; None for bots of servers, and for modules
    without source.

    Imports of a module from elsewhere are not included.
    """
    if bot.startswith(PREFIX):
        return None
    module = module_of(bot)
    if module is None:
        return _of_catalogue()
    try:
        spec = find_spec(module.partition(".")[0])  # of the outermost package, if any
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    if spec.submodule_search_locations:
        folder = Path(next(iter(spec.submodule_search_locations)))
        return Code(folder, _digest(folder, sorted(filter(Path.is_file, folder.rglob("*.py")))))
    if spec.origin is None or not Path(spec.origin).is_file():
        return None
    file = Path(spec.origin)
    return Code(file, _digest(file.parent, [file]))


@cache
def _of_catalogue() -> Code:
    """Return the code of all bots of the catalogue: they share engine, search and weights."""
    digest = sha256()
    folder = Path()
    for name in PACKAGES:
        package = find_spec(name)
        assert package is not None
        assert package.submodule_search_locations is not None
        folder = Path(next(iter(package.submodule_search_locations)))
        digest.update(_digest(folder, _playing(folder)).encode())
    return Code(folder, digest.hexdigest())


def _playing(folder: Path) -> list[Path]:
    """Return the files of a package of this program that may change a bot's play."""
    return [
        file
        for file in sorted(folder.rglob("*"))
        if file.suffix in SUFFIXES
        and not NOT_PLAYING.intersection(file.relative_to(folder).parts)
        and file.is_file()
    ]


def _digest(folder: Path, files: Iterable[Path]) -> str:
    digest = sha256()
    for file in files:
        content = file.read_bytes()
        if file.name == LEVELS:  # without ratings: they are measured by such games
            content = json.dumps(json.loads(content)["levels"]).encode()
        digest.update(f"{file.relative_to(folder)}\n{sha256(content).hexdigest()}\n".encode())
    return digest.hexdigest()

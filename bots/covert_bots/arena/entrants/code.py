"""Digests of the code of bots: a ledger must not mix the games of two versions of a bot."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from covert_bots.arena.entrants.names import PREFIX, is_foreign, readable_of

PROGRAM = "engine and catalogue"  # the code behind all games; no bot has such a name
PACKAGES = ("covert_engine", "covert_bots")  # the code of the catalogue's bots
SUFFIXES = (".py", ".so", ".pyd", ".toml", ".weights", ".json")
NOT_PLAYING = {"arena", "engines", "training", "words"}  # folders of those packages
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
    """Return the code of a bot without running it; None for bots of servers, and where there is no
    file.

    It is the module or its package, or the files that the command of an engine names. What these
    import or load from elsewhere is not included.
    """
    if bot.startswith(PREFIX):
        return None
    if not is_foreign(bot):
        return _of_catalogue()
    parts = [part for part in readable_of(bot) if part.exists()]
    if not parts:
        return None
    if len(parts) == 1 and parts[0].is_dir():
        folder = parts[0]
        return Code(folder, _digest(folder, sorted(filter(Path.is_file, folder.rglob("*.py")))))
    files = [part for part in parts if part.is_file()]
    if len(files) == 1:
        return Code(files[0], _digest(files[0].parent, files))
    digests = [_digest(file.parent, [file]) for file in files]
    return Code(files[0], sha256(" ".join(digests).encode()).hexdigest())


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

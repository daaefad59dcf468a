"""The code of a bot that is a module: a ledger must not mix the games of two versions of it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from covert_bots.arena.entrants import module_of

__all__ = ["Code", "code_of"]


@dataclass(frozen=True)
class Code:
    """The source of one module, or of the whole package that the module is in."""

    file: Path  # of the module, or the folder of the package
    digest: str


def code_of(bot: str) -> Code | None:
    """The code behind the name of a bot, none of it being run; None for bots that are no modules,
    and for modules without source.

    Modules that it imports from elsewhere are not looked at.
    """
    module = module_of(bot)
    if module is None:
        return None
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


def _digest(folder: Path, files: list[Path]) -> str:
    found = sha256()
    for file in files:
        found.update(
            f"{file.relative_to(folder)}\n{sha256(file.read_bytes()).hexdigest()}\n".encode()
        )
    return found.hexdigest()

"""The names of entrants: their forms, and what they name."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

ENGINE = "engine:"
PREFIX = "grpc://"
ADDRESS = r"(?:[^/:,\s]+|\[[^/,\s]+\]):[0-9]+"
REMOTE = re.compile(rf"grpc://({ADDRESS}(?:,{ADDRESS})*)/(\S*)")
FACTORY = re.compile(r"(?!engine:)([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*)")
HOST = "covert_bots.engines.module_host"  # the engine that plays by a factory


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


def is_foreign(name: str) -> bool:
    """Return true if a name is of a bot in a foreign module, or of an engine."""
    return name.startswith(ENGINE) or module_of(name) is not None


def module_of(name: str) -> str | None:
    """Return the module of a foreign bot; None for a bot of the catalogue, a server or an
    engine."""
    match = None if name.startswith(PREFIX) else FACTORY.fullmatch(name)
    return None if match is None else match[1]


def command_of(name: str) -> list[str]:
    """Return the command of the engine that plays for a foreign bot; ValueError for a name of an
    engine with an open quotation mark."""
    if name.startswith(ENGINE):
        first, *others = shlex.split(name.removeprefix(ENGINE)) or [""]
        return [shutil.which(first) or first, *others]
    match = FACTORY.fullmatch(name)
    assert match is not None
    return [sys.executable, "-P", "-m", HOST, match[1], match[2]]


def readable_of(name: str) -> list[Path]:
    """Return the files and folders that a foreign bot is made of: those that the command of an
    engine names; a module's file, or the folder of its outermost package."""
    module = module_of(name)
    if module is None:
        named = (Path(part) for part in command_of(name) if part not in ("", ".", "..", "/"))
        # Not `path.exists`, which raises OSError for a part that is too long for a name.
        return [path.absolute() for path in named if os.path.exists(path)]
    try:
        spec = find_spec(module.partition(".")[0])
    except (ImportError, ValueError):
        return []
    if spec is None:
        return []
    if spec.submodule_search_locations:
        return [Path(next(iter(spec.submodule_search_locations)))]
    return [] if spec.origin is None or not Path(spec.origin).is_file() else [Path(spec.origin)]

"""The program that answers: its version and a digest of what answers depend on."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("covert_engine", "covert_bots")
SUFFIXES = (".py", ".so", ".pyd", ".toml", ".weights", ".json")


SHOWN = 12  # digits of the digest in the name


@cache
def build() -> str:
    """Such as `0.1.0+3f5a9c01d2e4`: equal on all servers that run the same engine and bots."""
    return f"{release()}+{digest()[:SHOWN]}"


def release() -> str:
    """The version that is installed; 0 if it runs from a source tree."""
    try:
        return version("covert-bots")
    except PackageNotFoundError:
        return "0"


@cache
def digest() -> str:
    """The SHA-256 of engine and bots, in hexadecimal."""
    found = hashlib.sha256()
    for name in PACKAGES:
        for folder in import_module(name).__path__:
            for path in sorted(Path(folder).rglob("*")):
                if path.suffix in SUFFIXES:
                    found.update(path.relative_to(folder).as_posix().encode())
                    found.update(path.read_bytes())
    return found.hexdigest()

"""The name of the program that answers: its version and a digest of what answers depend on."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["build"]

PACKAGES = ("covert_engine", "covert_bots")
SUFFIXES = (".py", ".so", ".pyd", ".toml", ".weights", ".json")


@cache
def build() -> str:
    """Such as `0.1.0+3f5a9c01d2e4`: equal on all servers that run the same engine and bots."""
    digest = hashlib.sha256()
    for name in PACKAGES:
        for folder in import_module(name).__path__:
            for path in sorted(Path(folder).rglob("*")):
                if path.suffix in SUFFIXES:
                    digest.update(path.relative_to(folder).as_posix().encode())
                    digest.update(path.read_bytes())
    try:
        release = version("covert-bots")
    except PackageNotFoundError:  # run from a source tree
        release = "0"
    return f"{release}+{digest.hexdigest()[:12]}"

"""Folders that are filled once for all processes of a run of the tests."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

__all__ = ["built_once"]


def built_once(factory: pytest.TempPathFactory, name: str, build: Callable[[Path], object]) -> Path:
    """Return this process's copy of a folder that the first one to need it builds."""
    shared = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    whole, done = shared / f"{name}-whole", shared / f"{name}-done"
    with (shared / f"{name}-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():  # a build that skips its test is left to the next one
            shutil.rmtree(whole, ignore_errors=True)
            whole.mkdir()
            build(whole)
            done.touch()
    return shutil.copytree(whole, factory.mktemp(name), symlinks=True, dirs_exist_ok=True)

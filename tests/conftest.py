"""The build under test: the one in this checkout, if this interpreter has one there (`make build`),
and otherwise the installed package."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]
ROOTS = [str(ROOT / folder) for folder in ("proto", "engine", "bots", "server")]
BUILT_HERE = any(
    source.with_suffix(suffix).exists()
    for source in (ROOT / "engine").rglob("*.pyx")
    for suffix in EXTENSION_SUFFIXES
)

# No package has what only tests use. The first process of the tests compiles it; -n starts more.
if not BUILT_HERE and "PYTEST_XDIST_WORKER" not in os.environ:
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=ROOT,
        env={**os.environ, "COVERT_TESTS": "1"},
        stdout=subprocess.DEVNULL,
        check=True,
    )

if BUILT_HERE:
    sys.path[:0] = ROOTS
    # for the processes that tests start
    inherited = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([*ROOTS, *([inherited] if inherited else [])])

# Servers of tests are on this machine: no proxy of the environment has to do with them, whatever
# library calls them.
for name in ("no_proxy", "NO_PROXY"):
    os.environ[name] = ",".join(("localhost,127.0.0.1,::1", os.environ.get(name, "")))

# Games that tests share stay to the end. To look through all of them for garbage every time that a
# quarter has been added took up to 40% of the time of a test; so it is done more rarely.
gc.set_threshold(10_000, 10, 1000)

# How long an example takes depends on the build and on what else the machine does.
settings.register_profile("covert", deadline=None)
settings.load_profile("covert")

"""A copy of the checkout, built, in which mutants are put one after the other."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import click

from mutants.faults import HERE, ROOT
from mutants.patch import Mutant

PACKAGES = ("proto", "engine", "bots", "server")


@dataclass(frozen=True)
class Copy:
    """A copy of the checkout, and the pristine one it is brought back to."""

    root: Path
    pristine: Path

    def environment(self) -> dict[str, str]:
        """Return the environment of a process that sees this copy and nothing else of ours."""
        kept = {name: value for name, value in os.environ.items() if name != "COVERT_DEBUG"}
        paths = [*(str(self.root / folder) for folder in PACKAGES), str(HERE.parent)]
        return kept | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}

    def put(self, mutant: Mutant) -> None:
        path = self.root / mutant.file
        path.write_text(mutant.applied(path.read_text(encoding="utf-8")), encoding="utf-8")

    def build(self) -> str:
        """Build what has changed, by the project's own setup.py; return the error if it fails."""
        done = subprocess.run(
            [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
            cwd=self.root,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout + done.stderr if done.returncode else ""

    def revert(self) -> None:
        """Bring every file back, times included, so that nothing is built again for it."""
        before, after = _stats(self.pristine), _stats(self.root)
        for name in after.keys() - before.keys():
            (self.root / name).unlink()
        for name, stat in before.items():
            if after.get(name) != stat:
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(self.pristine / name, self.root / name)


def _stats(root: Path) -> dict[str, tuple[int, int]]:
    """Return the size and the time of every file."""
    stats = {}
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            stat = os.stat(path, follow_symlinks=False)
            stats[os.path.relpath(path, root)] = (stat.st_size, stat.st_mtime_ns)
    return stats


def files_of(checkout: Path) -> list[str]:
    """Return all files but those of this folder that git does not ignore, changed and new ones
    too."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    own = f"{HERE.relative_to(ROOT)}/"
    names = {name for name in listed.split("\0") if not name.startswith(own)}
    return sorted(name for name in names if (checkout / name).is_file())


def tree_of(checkout: Path) -> str:
    """Return a hash of all code that is built or run."""
    digest = hashlib.sha256()
    for name in files_of(checkout):
        if name.startswith((*PACKAGES, "tests", "setup.py", "pyproject.toml")):
            digest.update(f"{name}\0".encode() + (checkout / name).read_bytes())
    return digest.hexdigest()[:12]


def prepare(checkout: Path, work: Path, workers: int) -> list[Copy]:
    """Build a copy for each worker; one that is there already is taken if it is of this tree."""
    tree = tree_of(checkout)
    lock = os.open(f"{work}.lock", os.O_CREAT | os.O_WRONLY)  # open to the end of the process
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise click.ClickException(f"mutants are being tried in {work} already") from None
    pristine = work / f"pristine-{tree}"
    if not (pristine / "built").exists():
        shutil.rmtree(work, ignore_errors=True)
        for name in files_of(checkout):
            (pristine / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(checkout / name, pristine / name)
        if failure := Copy(pristine, pristine).build():
            raise click.ClickException(f"the checkout does not build:\n{failure}")
        (pristine / "built").touch()
    copies = [Copy(work / f"worker-{number}-{tree}", pristine) for number in range(workers)]
    for copy in copies:
        if copy.root.exists():
            copy.revert()
        else:
            shutil.copytree(pristine, copy.root, symlinks=True)
    return copies

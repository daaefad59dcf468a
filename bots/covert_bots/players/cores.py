"""How many processors there are to work with."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path, PurePosixPath
from typing import NamedTuple

ESCAPED = re.compile(r"\\([0-7]{3})")  # how the kernel writes blanks in a path


def cores(root: Path = Path("/")) -> int:
    """Those that this process may use, which may be fewer than the machine has: its affinity, and
    the quotas of CPU time of its control groups, rounded down; at least one.

    `root` is the folder in which /proc and /sys are.
    """
    try:
        most = len(os.sched_getaffinity(0))
    except AttributeError:  # macOS has no such limit
        most = os.cpu_count() or 1
    return max(1, min([most, *(int(quota) for quota in _quotas(root))]))


class _Mount(NamedTuple):
    """Where a hierarchy of control groups can be seen."""

    group: PurePosixPath
    """The group that the folder shows."""
    folder: Path


def _quotas(root: Path) -> Iterator[Fraction]:
    """The quotas of this process's groups and of those around them, in processors."""
    with suppress(OSError, ValueError):  # no Linux, or one that shows nothing of it
        mounts = _mounts(root)
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, controllers, group = line.split(":", 2)
            kind = "cgroup" if "cpu" in controllers.split(",") else "" if controllers else "cgroup2"
            for mount in mounts.get(kind, ()):
                for folder in _folders(mount, PurePosixPath(group)):
                    yield from _quota(folder)


def _mounts(root: Path) -> dict[str, list[_Mount]]:
    """By the kind of file system; of the first version only where it limits CPU time."""
    mounts: dict[str, list[_Mount]] = {}
    for line in (root / "proc/self/mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        group, folder = (_unescaped(word) for word in before.split(" ")[3:5])
        kind, _, options = after.split(" ")[:3]
        if kind == "cgroup2" or (kind == "cgroup" and "cpu" in options.split(",")):
            mount = _Mount(PurePosixPath(group), root / folder.lstrip("/"))
            mounts.setdefault(kind, []).append(mount)
    return mounts


def _unescaped(word: str) -> str:
    return ESCAPED.sub(lambda found: chr(int(found[1], 8)), word)


def _folders(mount: _Mount, group: PurePosixPath) -> Iterator[Path]:
    """The folder of a group, and those around it as far as the mount shows them. Where it does not
    show the group, as in some containers, that of the mount is the nearest there is."""
    inner = PurePosixPath()
    with suppress(ValueError):
        inner = group.relative_to(mount.group)
    if ".." in inner.parts:
        inner = PurePosixPath()
    for part in (inner, *inner.parents):
        yield mount.folder / part


def _quota(folder: Path) -> Iterator[Fraction]:
    """The quota of one group, if it has one."""
    with suppress(OSError, ValueError, ZeroDivisionError):
        quota, period = (folder / "cpu.max").read_text().split()
        if quota != "max":
            yield Fraction(int(quota), int(period))
    with suppress(OSError, ValueError, ZeroDivisionError):
        quota = (folder / "cpu.cfs_quota_us").read_text()
        if int(quota) > 0:  # -1 is none
            yield Fraction(int(quota), int((folder / "cpu.cfs_period_us").read_text()))

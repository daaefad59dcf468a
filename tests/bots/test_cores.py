"""Work is spread over as many processors as the process may use, by affinity and by quota."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from covert_bots.players.cores import cores

V2 = "31 23 0:28 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
V1 = (
    "30 23 0:27 / /sys/fs/cgroup ro - tmpfs tmpfs ro,mode=755\n"
    "31 30 0:28 {} /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
    "32 30 0:29 {} /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
)


@pytest.fixture(autouse=True)
def of_eight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the machine has eight processors, all of which may be used."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)


def machine(root: Path, groups: str, mounts: str, **files: str) -> Path:
    """Write a folder as the kernel shows itself; two underscores in a name stand for a slash."""
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/cgroup").write_text(groups)
    (root / "proc/self/mountinfo").write_text(mounts)
    for name, text in files.items():
        file = root / "sys/fs/cgroup" / name.replace("__", "/").replace("_at_", ".")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def test_without_a_quota_it_is_the_affinity(tmp_path: Path) -> None:
    assert cores(tmp_path) == 8
    assert cores(machine(tmp_path, "0::/\n", V2)) == 8


@pytest.mark.parametrize(
    ("quota", "expected"),
    [
        ("max 100000", 8),
        ("50000 100000", 1),
        ("100000 100000", 1),
        ("199999 100000", 1),
        ("200000 100000", 2),
        ("1000000 250000", 4),
        ("9900000 100000", 8),
        ("1 100000", 1),
        ("", 8),
        ("nonsense", 8),
        ("100000 0", 8),
    ],
)
def test_a_quota_of_the_second_version_is_rounded_down(
    quota: str, expected: int, tmp_path: Path
) -> None:
    assert cores(machine(tmp_path, "0::/\n", V2, cpu_at_max=f"{quota}\n")) == expected


def test_of_nested_groups_the_smallest_quota_counts(tmp_path: Path) -> None:
    root = machine(
        tmp_path,
        "0::/system.slice/covert.service\n",
        V2,
        system_at_slice__covert_at_service__cpu_at_max="max 100000\n",
        system_at_slice__cpu_at_max="300000 100000\n",
        cpu_at_max="600000 100000\n",
    )
    assert cores(root) == 3


@pytest.mark.parametrize(
    ("quota", "period", "expected"), [("-1", "100000", 8), ("50000", "100000", 1), ("3", "1", 3)]
)
def test_a_quota_of_the_first_version(
    quota: str, period: str, expected: int, tmp_path: Path
) -> None:
    root = machine(tmp_path, "4:memory:/other\n3:cpuacct,cpu:/mine\n0::/\n", V1.format("/", "/"))
    for name, text in (("quota", quota), ("period", period)):
        file = root / f"sys/fs/cgroup/cpu,cpuacct/mine/cpu.cfs_{name}_us"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{text}\n")
    assert cores(root) == expected


def test_a_container_that_shows_its_own_group_alone_as_the_root(tmp_path: Path) -> None:
    """Docker without a namespace for groups: the process's group has the host's name."""
    mounts = V1.format("/docker/5f", "/docker/5f")
    root = machine(tmp_path, "3:cpu,cpuacct:/docker/5f\n", mounts)
    folder = root / "sys/fs/cgroup/cpu,cpuacct"
    folder.mkdir(parents=True)
    (folder / "cpu.cfs_quota_us").write_text("250000\n")
    (folder / "cpu.cfs_period_us").write_text("100000\n")
    assert cores(root) == 2


@pytest.mark.parametrize("group", ["/../../elsewhere", "/not/shown"])
def test_a_group_that_is_not_shown_has_the_quota_of_what_is(group: str, tmp_path: Path) -> None:
    mounts = V2.replace(" / ", " /shown ") if "not" in group else V2
    root = machine(tmp_path, f"0::{group}\n", mounts, cpu_at_max="200000 100000\n")
    assert cores(root) == 2


def test_a_blank_in_the_name_of_the_folder(tmp_path: Path) -> None:
    root = machine(tmp_path, "0::/\n", V2.replace("/sys/fs/cgroup", r"/sys/my\040groups"))
    (root / "sys/my groups").mkdir(parents=True)
    (root / "sys/my groups/cpu.max").write_text("400000 100000\n")
    assert cores(root) == 4


CPU = Path("/sys/fs/cgroup/cpu")  # of the first version
UNIFIED = Path("/sys/fs/cgroup")  # of the second


@pytest.fixture
def half() -> Iterator[Path]:
    """Yield a group around a group, the outer one with half a processor."""
    outer = (CPU if (CPU / "cpu.cfs_quota_us").parent.is_dir() else UNIFIED) / "covert-bots-half"
    inner = outer / "inner"
    try:
        inner.mkdir(parents=True)
        if (outer / "cpu.cfs_quota_us").exists():
            (outer / "cpu.cfs_quota_us").write_text("50000")
        else:
            (outer / "cpu.max").write_text("50000 100000")
    except OSError as error:
        with suppress(OSError):
            outer.rmdir()
        pytest.skip(f"no control group can be made here: {error}")
    yield inner
    inner.rmdir()
    outer.rmdir()


def test_half_a_processor_is_one_worker(half: Path) -> None:
    """The group is a real one; a server and everything else that asks agree."""
    asks = (
        "import os, sys; open(sys.argv[1], 'w').write(str(os.getpid()));"
        "from covert_server.settings import Settings; from covert_bots.players.cores import cores;"
        "print(Settings().workers, cores())"
    )
    done = subprocess.run(
        [sys.executable, "-c", asks, str(half / "cgroup.procs")], capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("1 1\n", "")

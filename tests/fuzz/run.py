"""Lets the fuzzer loose on one of the doors.

    python tests/fuzz/run.py TARGET --seconds 600          # needs the extra `fuzz`
    python tests/fuzz/run.py TARGET --repeat PATH          # a file or a folder; needs no fuzzer

It starts from the seeds of the target and the kept corpus, and goes on from what the last run left
in build/fuzz. The first thing that breaks a promise ends the run: it is saved among the findings of
the target, which the tests try from then on. `--keep` puts a small choice of what the run came to
into the kept corpus.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import click

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:1] = [str(HERE.parent), str(ROOT / "examples" / "leduc")]  # not `record`: `fuzz.record`

OF_BOTH = ("wire_view", "json_view", "position", "notation", "record")
TARGETS = (
    *OF_BOTH,
    "card_set",
    "other_view",
    "typed_position",
    *(f"covert_action_{name}" for name in OF_BOTH),
)
LONGEST = 65536  # bytes of an input
SLOWEST = 30  # seconds for one input
MEMORY = 4096  # MB
KEPT = 45_000  # bytes of the kept corpus of a target


@click.command(help=__doc__.split("\n", maxsplit=1)[0])
@click.argument("target", type=click.Choice(TARGETS))
@click.option("--seconds", default=600, show_default=True, help="How long to go on.")
@click.option("--seed", default=1, show_default=True, help="Of the changes made.")
@click.option("--keep", is_flag=True, help="Renew the kept corpus afterwards.")
@click.option("--repeat", type=click.Path(path_type=Path, exists=True), help="Only try this.")
def main(target: str, seconds: int, seed: int, keep: bool, repeat: Path | None) -> None:
    if repeat is not None:
        from fuzz.target import TARGETS as DOORS

        files = sorted(repeat.iterdir()) if repeat.is_dir() else [repeat]
        taken = sum(DOORS[target].try_one(path.read_bytes()) for path in files)
        click.echo(f"{taken} accepted, {len(files) - taken} refused")
        return
    work = ROOT / "build" / "fuzz" / target
    folders = [work / "corpus", work / "seeds", HERE / "corpus" / target]
    for folder in (*folders, work / "found"):
        folder.mkdir(parents=True, exist_ok=True)
    _sow(target, folders[1])
    started = time.monotonic()
    rc = _loop(
        target,
        f"-max_total_time={seconds}",
        f"-seed={seed}",
        f"-artifact_prefix={work / 'found'}/",
        "-print_final_stats=1",
        *map(str, folders),
    )
    click.echo(f"{target}: {time.monotonic() - started:.0f} s, exit code {rc}")
    for path in sorted((work / "found").iterdir()):
        kept = HERE / "findings" / target / path.name
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path, kept)
        name = kept.relative_to(ROOT)
        click.echo(f"found: python tests/fuzz/run.py {target} --repeat {name}")
    if rc == 0 and keep:
        _keep(target, work, folders)
    raise SystemExit(rc)


def _sow(target: str, folder: Path) -> None:
    """Write the seeds, in another process: what is imported here could not be instrumented."""
    code = f"from fuzz.run import write_seeds; write_seeds({target!r}, {str(folder)!r})"
    subprocess.run([sys.executable, "-c", code], cwd=HERE.parent, check=True, env=_environment())


def write_seeds(target: str, folder: str) -> None:
    """Write a file for each seed."""
    from fuzz.target import TARGETS as DOORS

    for data in DOORS[target].seeds():
        Path(folder, hashlib.sha1(data).hexdigest()).write_bytes(data)


def _environment() -> dict[str, str]:
    homes = ("tests", "proto", "engine", "bots", "server", "examples/leduc")
    here = [str(ROOT / home) for home in homes]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(here)}


def _loop(target: str, *arguments: str) -> int:
    limits = [f"-max_len={LONGEST}", f"-timeout={SLOWEST}", f"-rss_limit_mb={MEMORY}"]
    command = [sys.executable, "-m", "fuzz.loop", target, *limits, *arguments]
    return subprocess.run(command, cwd=ROOT, env=_environment(), check=False).returncode


def _keep(target: str, work: Path, folders: list[Path]) -> None:
    """Keep the few inputs that together reach all code reached, as many as there is room for."""
    chosen = work / "chosen"
    shutil.rmtree(chosen, ignore_errors=True)
    chosen.mkdir()
    if _loop(target, "-set_cover_merge=1", "-use_counters=0", str(chosen), *map(str, folders)):
        raise click.ClickException("choosing what to keep has failed")
    kept = HERE / "corpus" / target
    for path in kept.iterdir():
        path.unlink()
    room = KEPT
    # libFuzzer writes first what adds most.
    for path in sorted(chosen.iterdir(), key=lambda entry: entry.stat().st_mtime_ns):
        if path.stat().st_size <= room:
            room -= path.stat().st_size
            shutil.copyfile(path, kept / path.name[:12])
    click.echo(f"kept {len(list(kept.iterdir()))} of {len(list(chosen.iterdir()))} inputs")


if __name__ == "__main__":
    main()

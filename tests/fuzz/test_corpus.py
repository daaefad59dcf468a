"""Inputs that the fuzzer has produced are tried in every run of the tests, without the fuzzer.

The kept corpus are a few inputs for each door that reach much of the code behind it. A finding is
an input that once broke a promise; `findings/showed.toml` says which.
"""

from __future__ import annotations

import tomllib
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from fuzz.target import TARGETS

HERE = Path(__file__).parent
SHOWED = tomllib.loads((HERE / "findings" / "showed.toml").read_text(encoding="utf-8"))
FINDINGS = sorted(path for path in (HERE / "findings").glob("*/*") if path.is_file())
SEEDS = 6  # of each target, evenly chosen
MUTATIONS = 30
MOST_BYTES = 400_000  # of the whole corpus


@pytest.mark.parametrize("name", TARGETS)
def test_the_kept_corpus_obeys_the_laws(name: str) -> None:
    inputs = sorted((HERE / "corpus" / name).iterdir())
    taken = [TARGETS[name].try_one(path.read_bytes()) for path in inputs]
    assert {True, False} <= set(taken)


@pytest.mark.parametrize("path", FINDINGS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_found_is_fixed(path: Path) -> None:
    TARGETS[path.parent.name].try_one(path.read_bytes())


def test_each_finding_tells_what_it_showed() -> None:
    files = {f"{path.parent.name}/{path.name}" for path in FINDINGS}
    assert files == {f"{target}/{name}" for target, names in SHOWED.items() for name in names}


@pytest.mark.parametrize("name", TARGETS)
def test_what_comes_in_every_day_is_let_in(name: str) -> None:
    seeds = list(TARGETS[name].seeds())
    for seed in islice(seeds, 0, None, max(1, len(seeds) // SEEDS)):
        assert TARGETS[name].try_one(seed)


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_like_it_is_refused_or_obeys_the_laws(name: str) -> None:
    """A little of what the fuzzer does: the same changes in every run."""
    random = Random(name)
    seeds = list(TARGETS[name].seeds())
    taken = []
    for _ in range(MUTATIONS):
        changed = TARGETS[name].mutate(random.choice(seeds), random)
        if changed is not None:
            taken.append(TARGETS[name].try_one(changed))
    assert {True, False} <= set(taken)


@pytest.mark.parametrize("name", TARGETS)
def test_anything_can_be_changed(name: str) -> None:
    """A mutator never raises: it would end the run."""
    random = Random(name)
    for data in (b"", b"\0", b"\xff", b"{}", b"[]", b"[[]]", b"1", b"null", b"a = 1", b"a\n\nb"):
        for _ in range(MUTATIONS):
            TARGETS[name].mutate(data, random)


def test_the_corpus_is_small() -> None:
    assert sum(path.stat().st_size for path in HERE.glob("corpus/*/*")) <= MOST_BYTES

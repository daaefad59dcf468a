"""No ledger mixes the games of two versions of the bots of the catalogue."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from arena.tournaments import edit, plan_of, run

from covert_bots.arena.entrants import code
from covert_bots.arena.entrants.code import PROGRAM
from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger import Ledger


@pytest.mark.parametrize(
    ("bots", "changed", "words"),
    [
        (("random", "greedy:worlds=1"), "random", " of random"),
        (("badly_behaved:calm", "badly_behaved:calm_too"), PROGRAM, ""),
    ],
    ids=["a bot of the catalogue", "the rules"],
)
def test_games_of_two_versions_of_this_program_are_not_mixed(
    tmp_path: Path, bots: tuple[str, str], changed: str, words: str
) -> None:
    """In the second case the modules of the bots themselves have not changed."""
    file, plan = tmp_path / "a", plan_of(*bots, blocks=2)
    with Ledger(file) as ledger:
        run(plan_of(*bots, blocks=1), ledger)
    edit(file, lambda line: "plan" in line and line["plan"]["code"][changed].update(digest="old"))
    with Ledger(file) as ledger:
        with pytest.raises(LedgerError, match=f"covert_bots has changed since these games{words};"):
            run(plan, ledger)
        assert len(list(ledger.attempts(plan))) == 2


def test_a_ledger_without_digests_of_this_program_goes_on(tmp_path: Path) -> None:
    file, plan = tmp_path / "a", plan_of("random", "greedy:worlds=1", blocks=2)
    with Ledger(file) as ledger:
        run(plan_of("random", "greedy:worlds=1", blocks=1), ledger)
    edit(file, lambda line: "plan" in line and line["plan"]["code"].clear())
    with Ledger(file) as ledger:
        assert run(plan, ledger).attempts == 2


def test_the_code_of_the_catalogue_is_what_decides_how_its_bots_play(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def digest() -> str:
        code._of_catalogue.cache_clear()
        version = code.code_of("greedy")
        assert version is not None
        return version.digest

    for name in ("arena/plan.py", "covert/bots.py", "covert/data/a.weights", "covert/README.md"):
        file = tmp_path / "all_bots" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    (tmp_path / "all_bots" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(code, "PACKAGES", ("all_bots",))
    first = digest()
    for name in ("arena/plan.py", "covert/README.md"):
        (tmp_path / "all_bots" / name).write_text("changed")
        assert digest() == first, name
    levels = tmp_path / "all_bots" / "covert" / "data" / "levels.json"
    digests = {first}
    for level, rating in (("greedy", 1000), ("random", 1000)):
        levels.write_text(json.dumps({"levels": {"easy": level}, "ratings": {level: rating}}))
        digests.add(digest())
        levels.write_text(json.dumps({"levels": {"easy": level}, "ratings": {}}))
        digests.add(digest())
    assert len(digests) == 3
    for name in ("covert/bots.py", "covert/data/a.weights"):
        (tmp_path / "all_bots" / name).write_text("changed")
        digests.add(digest())
    assert len(digests) == 5
    code._of_catalogue.cache_clear()

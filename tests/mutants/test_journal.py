"""A run that is interrupted goes on where it was, and never takes an old result for a new one."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutants.faults import HERE
from mutants.journal import CARD_SETS, Journal
from mutants.patch import Mutant
from mutants.report import killers
from mutants.trial import KILLED, SURVIVED, Outcome, in_order

CODE, TEST = "engine/one.pyx", "tests/rules/test_one.py"
MUTANT = Mutant("one", CODE, 5, "1", "2", "Two for one.", ("3.4",))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    files = ((CODE, "one: 1\n"), (TEST, "assert one == 1\n"), *((file, "") for file in CARD_SETS))
    for name, text in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def known(checkout: Path, outcome: str, tree: str) -> bool:
    """Return True if a result from the tree `before` is known in this one."""
    path = checkout / "journal"
    Journal(path, checkout, "before").write(MUTANT, Outcome(outcome, f"{TEST}::test_one"))
    after = Journal(path, checkout, tree)
    return MUTANT.id in after.outcomes([MUTANT])


@pytest.mark.parametrize("outcome", [KILLED, SURVIVED])
def test_a_result_is_known_in_the_same_tree(checkout: Path, outcome: str) -> None:
    assert known(checkout, outcome, "before")


def test_a_mutant_stays_killed_where_other_files_change(checkout: Path) -> None:
    assert known(checkout, KILLED, "after")


def test_a_survivor_is_tried_again_when_anything_has_changed(checkout: Path) -> None:
    assert not known(checkout, SURVIVED, "after")


def test_of_an_explained_survivor_only_its_file_matters(checkout: Path) -> None:
    assert not known(checkout, SURVIVED, "after")
    after = Journal(checkout / "journal", checkout, "after", {MUTANT.id})
    assert after.outcomes([MUTANT]) == {MUTANT.id: Outcome(SURVIVED, f"{TEST}::test_one")}
    (checkout / CODE).write_text("one: 1 changed\n")
    assert after.outcomes([MUTANT]) == {}


@pytest.mark.parametrize("file", [CODE, TEST, *CARD_SETS])
def test_nothing_is_known_once_code_test_or_cards_have_changed(checkout: Path, file: str) -> None:
    path = checkout / "journal"
    Journal(path, checkout, "before").write(MUTANT, Outcome(KILLED, f"{TEST}::test_one"))
    (checkout / file).write_text("one: 1 changed\n")
    assert Journal(path, checkout, "after").outcomes([MUTANT]) == {}


def test_another_mutant_of_the_same_name_is_not_known(checkout: Path) -> None:
    assert known(checkout, KILLED, "after")
    other = Mutant("one", CODE, 5, "1", "3", "Three for one.")
    assert Journal(checkout / "journal", checkout, "after").outcomes([other]) == {}


def test_tidied_a_journal_has_what_holds_once_and_in_the_order_of_the_mutants(
    checkout: Path,
) -> None:
    first, second = MUTANT, Mutant("two", CODE, 5, "1", "3", "Three for one.")
    book = Journal(checkout / "journal", checkout, "now")
    killed, survived = Outcome(KILLED, f"{TEST}::test_one"), Outcome(SURVIVED)
    Journal(book.path, checkout, "before").write(second, survived)
    book.write(second, killed)
    book.write(first, survived)
    book.write(first, killed)
    known = book.outcomes([first, second])
    assert known == {"one": killed, "two": killed}
    book.tidy([first, second])
    assert book.outcomes([first, second]) == known
    lines = book.path.read_text().splitlines()
    assert [line[:12] for line in lines] == ['{"id": "one"', '{"id": "two"']


def test_likely_killers_come_first_and_quick_ones_before_slow_ones() -> None:
    files = [
        "tests/bots/test_players.py",
        "tests/covert_action/test_chapter_3_shots.py",
        "tests/covert_action/test_laws.py",
        "tests/rules/test_against_model.py",
        "tests/rules/test_chapter_1.py",
        "tests/rules/test_chapter_3.py",
        "tests/search/test_tree.py",
    ]
    seconds = dict(zip(files, (9.0, 6.0, 5.0, 8.0, 1.0, 2.0, 3.0), strict=True))
    rules = Mutant("", "engine/covert_engine/covert/rules/_flow.pyx", 0, "", "", "", ("3.4",))
    assert [files.index(file) for file in in_order(files, rules, seconds)] == [5, 4, 3, 0, 6, 2, 1]
    shot = "engine/covert_engine/covert_action/rules/_shot.pyx"
    row = Mutant("", shot, 0, "", "", "", ("covert-action 3.8",))
    assert [files.index(file) for file in in_order(files, row, seconds)] == [1, 2, 4, 5, 3, 0, 6]
    search = Mutant("", "engine/covert_engine/search/_tree.pyx", 0, "", "", "")
    assert [files.index(file) for file in in_order(files, search, seconds)] == [6, 0, 4, 5, 3, 2, 1]
    killer = "tests/bots/test_players.py::test_bots[one of them]"
    assert files.index(in_order(files, search, seconds, killer)[0]) == 0


def test_the_results_say_which_test_killed_a_mutant() -> None:
    known = killers(HERE / "results.txt")
    assert len(known) > 400
    assert all(test.startswith("tests/") for test in known.values())


def test_a_mutant_is_put_where_it_belongs_or_not_at_all() -> None:
    assert MUTANT.applied("one: 1\n") == "one: 2\n"
    with pytest.raises(ValueError, match="has changed"):
        MUTANT.applied("other: 1\n")

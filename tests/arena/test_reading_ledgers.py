"""Reading a ledger does not change it, and needs no right to write it."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from arena.tournaments import edit, plan_of, run
from command.shell import document, mistake

from covert_bots.arena.attempt import Failure, failed
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan

NOBODY = 65534  # a user without rights


def test_reading_a_ledger_does_not_change_it(tmp_path: Path) -> None:
    plan = plan_of("random", "greedy:worlds=1", blocks=1)
    file = tmp_path / "a"
    with Ledger(file) as writer:
        run(plan, writer)
    before = file.read_bytes()
    with Ledger(file, reading=True) as reader:
        assert len(list(reader.attempts(plan))) == plan.games
        with pytest.raises(AssertionError, match="opened to be read"):
            reader.add(failed(plan.block(0).games[0], 9, Failure.CRASH, 0, ""), plan.settings.bots)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_ledger_from_before_it_kept_former_lengths_and_code_is_read(tmp_path: Path) -> None:
    plan = plan_of("random", "greedy:worlds=1", blocks=1)
    file = tmp_path / "a"
    with Ledger(file) as writer:
        run(plan, writer)
    for name in ("former_blocks", "code"):
        edit(file, lambda line: line.get("plan", {}).pop(name, None))  # noqa: B023 (called at once)
    with Ledger(file, reading=True) as reader:
        assert reader.former_blocks() == ()
    assert document("arena", "show", str(file))["games"] == plan.games
    with Ledger(file) as writer:
        assert run(plan_of("random", "greedy:worlds=1", blocks=2), writer).attempts == 2
        assert writer.former_blocks() == (1,)


@pytest.mark.parametrize("kept", ["file", "folder", "file and folder"])
def test_a_ledger_can_be_read_without_the_right_to_write_it(kept: str) -> None:
    plan = plan_of("random", "greedy:worlds=1", blocks=1)
    with TemporaryDirectory() as name:  # not in a folder that is closed to others
        folder = Path(name)
        with Ledger(folder / "a") as writer:
            run(plan, writer)
        (folder / "a").chmod(0o444 if "file" in kept else 0o666)
        folder.chmod(0o555 if "folder" in kept else 0o777)
        assert games_read_without_rights(folder / "a", plan) == str(plan.games)
        assert [path.name for path in folder.iterdir()] == ["a"]
        folder.chmod(0o755)


def games_read_without_rights(file: Path, plan: Plan) -> str:
    """Return how many games a process other than root's reads from a ledger, or why it reads
    none."""
    answer, told = os.pipe()
    reader = os.fork()
    if reader == 0:
        try:
            if os.geteuid() == 0:
                os.setuid(NOBODY)
            with Ledger(file, reading=True) as ledger:
                os.write(told, str(len(list(ledger.attempts(plan)))).encode())
        except BaseException as error:
            os.write(told, repr(error).encode())
        finally:
            os._exit(0)
    os.close(told)
    os.waitpid(reader, 0)
    with open(answer) as text:
        return text.read()


@pytest.mark.parametrize(
    "reading",
    ["arena show {}", "arena verify {}", "arena balance {}", "replay {} 0.0", "review {} 0.0"],
)
def test_an_empty_file_is_no_ledger_and_stays_empty(tmp_path: Path, reading: str) -> None:
    file = tmp_path / "empty"
    file.touch()
    expected = f"{file}: an empty file; expected a ledger of the arena"
    assert mistake(*reading.format(file).split()) == expected
    assert file.stat().st_size == 0

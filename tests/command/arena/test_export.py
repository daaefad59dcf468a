"""`covert-bots arena export` and `import`, and the page of the games as data."""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest
from command.pages import blocks
from command.shell import COMMAND, REPOSITORY, document, environment, mistake, run, run_without_room

PAGE = "docs/datasets.md"
TEXT = (REPOSITORY / PAGE).read_text(encoding="utf-8")
LARGE = 1 << 26  # bytes: more than the program needs for a game


@pytest.fixture
def here(tmp_path: Path, ledger: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ledger, "games.ledger")
    return tmp_path


def test_both_formats_and_the_ledger_read_back_have_one_checksum(here: Path) -> None:
    lines = document("arena", "export", "games.ledger", "--out", "games.jsonl")
    columns = document(
        *("arena", "export", "games.ledger", "--format", "parquet"), "--out", "games.parquet"
    )
    assert lines["file"] == "games.jsonl"
    for name in ("games.jsonl", "games.parquet"):
        read = document("arena", "import", name, "--out", f"{name}.ledger")
        assert read == {**lines, "file": f"{name}.ledger"}
        assert columns["checksum"] == lines["checksum"]
        assert " all as in the ledger" in run("arena", "verify", f"{name}.ledger").stdout
    _, _, games = Path("games.jsonl").read_bytes().partition(b"\n")
    assert sha256(games).hexdigest() == lines["checksum"]
    assert Path("games.jsonl").stat().st_mode & 0o777 == 0o600
    printed = run("arena", "export", "games.ledger")
    assert printed.stdout.encode() == Path("games.jsonl").read_bytes()
    assert printed.stderr.startswith(f"{lines['games']} games; checksum {lines['checksum']}")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("export games.ledger --format parquet", "--out: none; expected a file, with --format"),
        ("export games.ledger --json", "--out: none; expected a file, with --json"),
        ("export games.ledger --out there", "there: File exists"),
        ("export games.ledger --out no/there", "no/there: No such file or directory"),
        ("export games.ledger --out there --format parquet", "--out: there exists already"),
        ("export there", "there: another program's; expected a ledger of the arena"),
        ("import games.ledger --out new", "games.ledger: line 1: no tournament"),
        ("import there --out new", "there: line 1: no JSON, perhaps cut short"),
        ("import games.jsonl --out there", "there: exists already; expected a new file"),
        ("import games.jsonl --out no/new", "no/new: No such file or directory; expected a folder"),
        ("dataset there --out new", "there:1: "),
    ],
)
def test_a_mistake_is_named_and_leaves_files_as_they_were(
    words: str, said: str, here: Path
) -> None:
    Path("there").write_text("something else")
    assert run("arena", "export", "games.ledger", "--out", "games.jsonl").returncode == 0
    before = {file.name: file.read_bytes() for file in here.iterdir()}
    assert mistake("arena", *words.split()).startswith(said)
    assert {file.name: file.read_bytes() for file in here.iterdir()} == before


def test_a_wrong_line_of_a_stranger_is_one_line_that_moves_no_cursor(here: Path) -> None:
    assert run("arena", "export", "games.ledger", "--out", "games.jsonl").returncode == 0
    lines = Path("games.jsonl").read_text().splitlines()
    wrong = {**json.loads(lines[2]), "\x1b[2J\n": 1}
    Path("games.jsonl").write_text("\n".join([*lines[:2], json.dumps(wrong)]))
    said = mistake("arena", "import", "games.jsonl", "--out", "new.ledger")
    assert said.startswith("games.jsonl: line 3: ")
    assert said.isprintable()


def test_a_full_disk_is_said_and_no_half_file_is_left(here: Path) -> None:
    code, said = run_without_room("arena", "export", "games.ledger")
    assert (code, said) == (2, "covert-bots: No space left on device\n")

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    done = subprocess.run(
        [*COMMAND, "arena", "export", "games.ledger", "--out", "games.jsonl"],
        capture_output=True,
        text=True,
        # Python keeps what it could write of a module's bytecode, and fails when it reads that.
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        preexec_fn=small,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("covert-bots: ")
    assert "File too large" in done.stderr
    assert not Path("games.jsonl").exists()


# The page.


def test_the_program_of_the_page_runs(here: Path) -> None:
    """On a set of one game."""
    recipe = REPOSITORY / "examples" / "datasets" / "covert-2.toml"
    words = ("arena", "dataset", str(recipe), "--out", "covert-2.parquet", "--blocks", "1")
    set_of_one = document(*words, "--workers", "1")
    assert set_of_one["games"] == 1
    (program,) = (text for language, text in blocks(PAGE) if language == "python")
    seen: dict[str, object] = {}
    exec(compile(program, PAGE, "exec"), seen)
    state = seen["state"]
    assert state.over  # type: ignore[attr-defined]
    again = mistake(*words)
    assert again == "--out: covert-2.parquet exists already; expected a new file"


def test_the_page_shows_the_fields_and_the_checksums() -> None:
    done = subprocess.run(
        [COMMAND[0], "docs/games_schema.py", "--check"], cwd=REPOSITORY, check=False
    )
    assert done.returncode == 0
    checksums = REPOSITORY / "examples" / "datasets" / "checksums.json"
    for name, games in json.loads(checksums.read_text()).items():
        for count, checksum in games.items():
            assert f"| `{name}` | {int(count):,} | `{checksum}` |" in TEXT

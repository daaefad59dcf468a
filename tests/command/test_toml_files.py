"""Each command that reads TOML reports a file that it cannot use in one line, with its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from command.shell import mistake, run

COMMANDS: dict[str, tuple[str, ...]] = {
    "settings": ("serve", "--port", "0", "--config"),
    "tokens": ("serve", "--port", "0", "--tokens"),
    "a new token": ("token", "lobby", "--tokens"),
    "plan": ("arena", "run"),
    "cards of serve": ("serve", "--port", "0", "--cards"),
    "cards shown": ("cards", "show"),
    "cards of suggest": ("suggest", "none.json", "--cards"),
}
KINDS: dict[str, tuple[bytes, str]] = {
    "curly quotes": (
        "# a\nname = “x”\n".encode(),
        ":2: not TOML: Invalid value at column 8; LEFT DOUBLE QUOTATION MARK (U+201C) stands there",
    ),
    "no-break space": (
        "name\u00a0= 'x'\n".encode(),
        ":1: not TOML: Expected '=' after a key in a key/value pair at column 5; NO-BREAK SPACE",
    ),
    "no quote at the end": (b'name = "x\n', ":1: not TOML: Illegal character '\\n' at column 10; "),
    "no =": (
        b"\n\nname 'x'\n",
        ":3: not TOML: Expected '=' after a key in a key/value pair at col",
    ),
    "True": (b"name = True", ":1: not TOML: Invalid value at column 8; expected true or false, in"),
    "5,000 brackets": (b"a = " + b"[" * 5000, ":1: not TOML: lists or tables are nested more than"),
    "5,000 tables": (b"a." * 5000 + b"b = 1", ":1: not TOML: lists or tables are nested more than"),
    "5,000 digits": (b"a = " + b"9" * 5000, ":1: not TOML: a number of 5000 digits at column 5"),
    "Latin-1": (b"\n# \xe4", ":2: a character here is not in UTF-8; save the file as UTF-8"),
    "UTF-16": ("name = 'x'".encode("utf-16"), ":1: a character here is not in UTF-8; save the"),
    "NUL": (
        b"\0",
        ":1: not TOML: Invalid statement at column 1; the character U+0000 stands there",
    ),
    "large": (b"#" * (5 << 20), ": more than 4 MB; expected a file of TOML"),
}


def after(name: str, file: Path) -> list[str]:
    """Return the words of a command that reads the file."""
    return [*COMMANDS[name], str(file)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_that_is_not_toml_is_a_mistake_with_its_place(
    name: str, kind: str, tmp_path: Path
) -> None:
    file = tmp_path / "a.toml"
    data, said = KINDS[kind]
    file.write_bytes(data)
    assert mistake(*after(name, file)).startswith(f"{file}{said}")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_folder_is_no_file(name: str, tmp_path: Path) -> None:
    said = mistake(*after(name, tmp_path))
    assert f"{tmp_path}" in said
    assert "is a directory" in said.lower()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("settings", "# a\nwrokers = 1", ":2: wrokers is not a setting; did you mean 'workers'?"),
        ("settings", "cards = [\n'a',\n1]", ":3: an entry of cards is 1; expected text"),
        ("settings", f"port = 0x1{'0' * 5000}", ":1: port is a number with thousands of digits"),
        ("plan", "\nboots = []", ":2: boots: not known; did you mean 'bots'?"),
        ("tokens", "[a]\nsha265 = 1", ":2: a.sha265 is 1; did you mean 'sha256'?"),
        ("a new token", "[a]\nsha265 = 1", ":2: a.sha265 is 1; did you mean 'sha256'?"),
        ("cards of serve", "nmae = 1", ":1: card set: unknown field 'nmae'; did you mean 'name'?"),
    ],
)
def test_a_name_that_is_not_known_has_its_line_and_the_likely_one(
    name: str, text: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "a.toml"
    file.write_text(text)
    assert mistake(*after(name, file)).startswith(f"{file}{said}")


def sets_nothing(file: Path) -> None:
    assert run("serve", "--config", str(file), "--show-config").returncode == 0


def has_no_bots(file: Path) -> None:
    assert mistake("arena", "run", str(file)).startswith(f"{file}: bots: none; expected")


def takes_a_holder(file: Path) -> None:
    assert run(*after("a new token", file)).returncode == 0
    assert "[lobby]" in file.read_text(encoding="utf-8")


def lacks_cards(file: Path) -> None:
    assert "none yet" in mistake("cards", "show", str(file))


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\r\n# nothing\r\n"])
@pytest.mark.parametrize("is_used", [sets_nothing, has_no_bots, takes_a_holder, lacks_cards])
def test_an_empty_file_is_toml(
    data: bytes, is_used: Callable[[Path], None], tmp_path: Path
) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(data)
    is_used(file)

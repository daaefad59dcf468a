"""The reader of TOML: each mistake has its file, its line and its column, and a hint."""

from __future__ import annotations

from pathlib import Path

import pytest

from covert_engine.input.toml import (
    DEEPEST,
    MOST_BYTES,
    TomlError,
    TomlFile,
    parse_toml,
    toml_value,
)


def mistake_in(text: str) -> TomlError:
    with pytest.raises(TomlError) as caught:
        parse_toml(text)
    return caught.value


def test_text_that_is_not_toml_is_reported_with_its_line() -> None:
    error = mistake_in("\n\nname = \n")
    assert error.line == 3
    assert str(error).startswith("line 3: not TOML: Invalid value at column 8; ")


@pytest.mark.parametrize(
    ("text", "line", "hint"),
    [
        ("codes = [\n  { numbers = [1, 2] }\n  { numbers = [1, 2] },\n]", 3, "a comma before this"),
        ("codes = [\n  { numbers = [1, 2]\n]", 2, "closing } is missing"),
        ("codes = [\n  { numbers = [1, 2], },\n]", 2, "no comma before the }"),
        ("codes = [\n  { numbers = [1, 2] },\n", 2, "a closing ], } or quote is missing"),
        ('name = "My set\n', 1, "the closing quote is missing"),
        ("name = \u201cMy set\u201d\n", 1, "expected a straight quote"),
        ('[connections]\nEast Berlin = ["Bonn"]\n', 2, "needs quotes"),
        ('[connections]\nMalmö = ["Bonn"]\n', 2, "needs quotes"),
        ("name = 'x'\nname = 'y'\n", 2, "is given twice"),
        ("My set\n", 1, "needs quotes here"),
        ('name: "My set"\n', 1, "= after it, not :"),
        ('codes = [\n  { equipment: "radio" },\n]', 2, "= after it, not :"),
        ("agency = [\n  { a = 1 },\n\nmissions = [\n]", 4, "the list before this is not closed"),
        ("agency = [\n  { a = 1 },\n\n[tokens]\nfirst = 2", 4, "the list before this is not"),
        ("codes = [\n  numbers = [1, 2], equipment = 'radio' },\n]", 2, "the { of this entry"),
        ("codes = [\n  { numbers = [1, 2] },,\n]", 2, "a comma too many"),
        ('missions = [\n  { title = "Operation "Sparrow"" },\n]', 2, 'is written \\"'),
        ('missions = [\n  { title = ""Sparrow" Two" },\n]', 2, 'is written \\"'),
        ('name = "The "Big" Set"', 1, 'is written \\"'),
        ("[options]\ncodes_bend = on\n", 2, "expected true or false, in lower case"),
        ("[options]\ncodes_bend = False\n", 2, "expected true or false, in lower case"),
        ("name = Yesterday\n", 1, "straight quotes"),
        ("regions =\n  { name = 'a' },\n]\n", 1, "a value is missing; a list begins with ["),
        ("equipment = 'a', 'b'\n", 1, "a list, which goes in [ ]"),
        ("switches = [True]", 1, "expected true or false, in lower case"),
        ("port 50051", 1, "= is missing before this value"),
        ("insecure true", 1, "= is missing before this value"),
        ("bot 'greedy'", 1, "= is missing before this value"),
        ("bot", 1, "expected a name, = and a value"),
        ("port == 5", 1, "expected one ="),
        ("port := 5", 1, "= after it, not :"),
        ("port = 050051", 1, "does not begin with 0"),
        ("grace = 1,5", 1, "a decimal point is a ., not a comma"),
        ("grace = .5", 1, "a digit before its point"),
        ("max-memory = 10 MB", 1, "a number has no unit after it"),
        ("a = 1; b = 2", 1, "each entry on a line of its own"),
        ("[server\nport = 1", 1, "the closing ] of this section is missing"),
        ("[a]\n[a]", 2, "this section is there twice"),
        ("; port = 1", 1, "a comment begins with #"),
        ('a = "C:\\users"', 1, "in a string is written"),
        ('a = "C:\\data"', 1, "in a string is written"),
    ],
)
def test_a_slip_of_toml_comes_with_a_hint(text: str, line: int, hint: str) -> None:
    error = mistake_in(text)
    assert error.line == line
    assert hint in error.wrong


# Characters that look like others, or like nothing: by name and number, where they stand.


@pytest.mark.parametrize(
    ("text", "column", "hint"),
    [
        ("port\u00a0= 3", 5, "NO-BREAK SPACE (U+00A0) stands there, which is not seen; expected a"),
        ("port = \u00a03", 8, "NO-BREAK SPACE (U+00A0)"),
        ("port = 3\u00a0", 9, "NO-BREAK SPACE (U+00A0)"),
        ("[server\u00a0]", 8, "NO-BREAK SPACE (U+00A0)"),
        ("\u200bport = 3", 1, "ZERO WIDTH SPACE (U+200B) stands there, which is not seen; "),
        ("po\u00adrt = 3", 3, "SOFT HYPHEN (U+00AD)"),
        ("port = 3\u2028", 9, "LINE SEPARATOR (U+2028)"),
        ("a = 1\n\ufeffb = 2", 1, "ZERO WIDTH NO-BREAK SPACE (U+FEFF)"),
        ("port = 3\x0b", 9, "the character U+000B stands there, which is not seen"),
        ('a = "x\x07"', 7, "the character U+0007 stands there"),
        ("p\0o\0r\0t\0", 2, "the character U+0000 stands there; save the file as UTF-8"),
        (
            "a = \u2018x\u2019",
            5,
            "LEFT SINGLE QUOTATION MARK (U+2018) stands there; expected a str",
        ),
        ("a = `x`", 5, "GRAVE ACCENT (U+0060) stands there; expected a straight quote"),
        ('a = "x\u201d', 8, "RIGHT DOUBLE QUOTATION MARK (U+201D) at column 7 ends no string; exp"),
        ("max\u2013queue = 3", 4, "EN DASH (U+2013) stands there; expected -"),
        ("a = \u22123", 5, "MINUS SIGN (U+2212) stands there; expected -"),
        ("a\uff1d3", 2, "FULLWIDTH EQUALS SIGN (U+FF1D) stands there; expected ="),
    ],
)
def test_a_character_that_deceives_is_named(text: str, column: int, hint: str) -> None:
    error = mistake_in(text)
    assert error.line == text.count("\n") + 1
    assert f" at column {column}; {hint}" in error.wrong


def test_a_tab_is_a_space() -> None:
    assert parse_toml("\ta\t=\t3\t# b\n[c]\n\td = [\t'\t',\t]") == {"a": 3, "c": {"d": ["\t"]}}
    assert "Invalid value at column 4" in mistake_in("a\t=\u00a03").wrong


def test_without_a_last_line_end_the_place_is_as_exact() -> None:
    for text in ("a = ", 'a = "x', "a", "a = 1\na = 2"):
        first, second = mistake_in(text), mistake_in(f"{text}\n")
        assert (first.line, first.wrong) == (second.line, second.wrong)
        assert "at column" in first.wrong


# What has no end.


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        (f"a = 1\nb = {'[' * 5000}", 2, 5 + DEEPEST),
        (f"# {'[' * 5000}\n'[[' = \"{'{' * 200}\"\nb = {'{a=' * 5000}", 3, 5 + 3 * DEEPEST),
        (f'[a]\nb = """\n{"[" * 200}\n"""\nc = {"[" * 150}{"]" * 150}', 5, 5 + DEEPEST),
    ],
)
def test_what_is_nested_too_deeply_has_its_place(text: str, line: int, column: int) -> None:
    error = mistake_in(text)
    said = f"not TOML: lists or tables are nested more than {DEEPEST} deep at column {column}"
    assert (error.line, error.wrong) == (line, said)


def test_a_name_of_thousands_of_parts_is_nested_too_deeply() -> None:
    for text in (f"a = 1\n{'b.' * 5000}c = 1", f"a = 1\n[{'b.' * 5000}c]"):
        assert (mistake_in(text).line, mistake_in(text).wrong[-8:]) == (2, "100 deep")


def test_what_is_just_not_too_deep_is_read() -> None:
    inner = DEEPEST - 1  # the document is a table too
    assert parse_toml(f"a = {'[' * inner}{']' * inner}")["a"]
    assert mistake_in(f"a = {'[' * DEEPEST}{']' * DEEPEST}").wrong.endswith(f"{DEEPEST} deep")


@pytest.mark.parametrize("sign", ["", "-", "+"])
def test_a_number_of_thousands_of_digits_has_its_place(sign: str) -> None:
    text = f'a = "{"1" * 5000}"\nb = {"9" * 4000}\n\nc = [1, {sign}{"9" * 5000}]'
    error = mistake_in(text)
    assert (error.line, error.wrong) == (4, "not TOML: a number of 5000 digits at column 9")


def test_a_value_is_shown_as_a_file_has_it() -> None:
    shown = {
        "a": "'a'",
        True: "true",
        7: "7",
        1 << 20_000: "a number with thousands of digits, or holds one",
    }
    assert {value: toml_value(value) for value in shown} == shown
    assert toml_value({"a": 1}) == "a table"
    assert toml_value([1 << 20_000]).startswith("a number with thousands of digits")


# Files.


def read(tmp_path: Path, data: bytes) -> TomlFile:
    path = tmp_path / "some.toml"
    path.write_bytes(data)
    return TomlFile.read(path)


def test_a_value_has_its_file_and_line(tmp_path: Path) -> None:
    file = read(tmp_path, b"\xef\xbb\xbfa = 1\r\n[b]\r\nc = [\r\n1,\r\n2]\r\n")
    assert file.values == {"a": 1, "b": {"c": [1, 2]}}
    assert file.at("b", "c", 1) == f"{tmp_path}/some.toml:5"
    assert file.at("b", "d") == f"{tmp_path}/some.toml:2"
    assert file.at("e") == f"{tmp_path}/some.toml"


def test_an_empty_file_holds_nothing(tmp_path: Path) -> None:
    for data in (b"", b"\xef\xbb\xbf", b"# nothing\r", b"\n\n"):
        assert read(tmp_path, data).values == {}


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (b"a = 1\nb = '\xe4'\n", ":2: a character here is not in UTF-8; save the file as UTF-8"),
        ("a = 1".encode("utf-16"), ":1: a character here is not in UTF-8; save the file as UTF-8"),
        ("a = 1".encode("utf-16-le"), ":1: not TOML: Expected '=' after a key"),
        (b"a = 1\nb = \n", ":2: not TOML: Invalid value at column 5; after = a value is missing"),
        (b"#" * (MOST_BYTES + 1), ": more than 4 MB; expected a file of TOML"),
    ],
    ids=["latin-1", "utf-16", "utf-16 without a mark", "no value", "large"],
)
def test_a_mistake_in_a_file_has_its_place(tmp_path: Path, data: bytes, wrong: str) -> None:
    with pytest.raises(TomlError) as caught:
        read(tmp_path, data)
    assert str(caught.value).startswith(f"{tmp_path}/some.toml{wrong}")


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(TomlError, match=r"^/dev/zero: more than 4 MB"):
        TomlFile.read("/dev/zero")

"""`covert-bots cards` prints card sets and finds everything that is wrong with one."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from dataclasses import replace
from importlib import resources
from io import StringIO
from pathlib import Path

import pytest
from command.shell import COMMAND, REPOSITORY, mistake, run, run_apart
from rich.console import Console

from covert_command.covert.card_sections import show_map
from covert_engine.covert.cards import CardSet, Region, house_set

SECOND = str(REPOSITORY / "tests" / "data" / "second.toml")
HOUSE = resources.files("covert_engine.covert.cards") / "data" / "house.toml"


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """Return the file of a card set with two problems."""
    text = HOUSE.read_text(encoding="utf-8")
    assert text.count('"Bonn",       ability') == 2
    assert text.count("points = 15") == 1
    text = text.replace('"Bonn",       ability', '"Bon", ability', 1)
    text = text.replace("points = 15", "points = 1500")
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_show_prints_every_card() -> None:
    done = run("cards", "show")
    assert done.returncode == 0
    house = house_set()
    assert house.digest in done.stdout
    words = done.stdout.split()
    for letter, cards in (("A", house.agency), ("M", house.missions), ("C", house.codes)):
        for number in range(1, len(cards) + 1):
            assert f"{letter}{number}" in words
    for mission in house.missions:
        assert mission.title in done.stdout
    for character in house.characters:
        assert character.name in done.stdout


def test_show_only_some_sections() -> None:
    done = run("cards", "show", "--only", "tokens", "--only", "codes")
    assert "Special Operations tokens: 16" in done.stdout
    assert "Codes: 40" in done.stdout
    assert "Missions" not in done.stdout


def test_show_json_is_the_whole_set() -> None:
    document = json.loads(run("cards", "show", "--json").stdout)
    house = house_set()
    assert document["digest"] == house.digest
    assert [card["city"] for card in document["agency"]] == [card.city for card in house.agency]
    assert [mission["points"] for mission in document["missions"]] == [
        mission.points for mission in house.missions
    ]


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_show_keeps_to_the_width(columns: int) -> None:
    done = run("cards", "show", columns=columns)
    digest_line = 1
    lines = done.stdout.splitlines()
    del lines[digest_line]
    assert max(map(len, lines)) <= columns


def test_a_pipe_has_room_for_its_numbers() -> None:
    assert run("cards", "show", columns=10).stdout == run("cards", "show", columns=60).stdout


def test_the_mark_that_editors_put_before_a_text_is_no_mistake(tmp_path: Path) -> None:
    marked = tmp_path / "marked.toml"
    marked.write_text(HOUSE.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert house_set().digest in run("cards", "check", str(marked)).stdout


def test_check_passes_the_house_set() -> None:
    done = run_apart("cards", "check", str(HOUSE))
    assert (done.returncode, done.stderr) == (0, "")
    assert house_set().digest in done.stdout


def line_of(path: str, text: str) -> int:
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_check_tells_all_mistakes_with_their_lines(broken: str) -> None:
    done = run("cards", "check", broken)
    assert (done.returncode, done.stderr) == (1, "")
    bonn, points = line_of(broken, '"Bon", ability'), line_of(broken, "points = 1500")
    assert done.stdout.splitlines() == [
        f"{broken}:{bonn}: agency card A7: unknown city 'Bon'; did you mean 'Bonn'?",
        f"{broken}:{points}: mission M60: points is 1500; expected 1 to 99",
        f"{broken}: 2 mistakes; nothing is missing",
    ]


def test_check_json_tells_all_mistakes_with_their_lines(broken: str) -> None:
    done = run("cards", "check", "--json", broken)
    assert (done.returncode, done.stderr) == (1, "")
    document = json.loads(done.stdout)
    assert (document["file"], document["digest"], document["to_do"]) == (broken, None, [])
    assert document["mistakes"][1] == {
        "line": line_of(broken, "points = 1500"),
        "entry": "mission M60",
        "text": "points is 1500; expected 1 to 99",
    }
    house = json.loads(run("cards", "check", "--json", str(HOUSE)).stdout)
    assert (house["mistakes"], house["to_do"], house["digest"]) == ([], [], house_set().digest)


def test_check_lists_cards_that_are_there_twice(tmp_path: Path) -> None:
    path = tmp_path / "twice.toml"
    lines = HOUSE.read_text(encoding="utf-8").splitlines(True)
    first = next(at for at, line in enumerate(lines) if line.startswith("  { equipment"))
    lines[first + 1] = lines[first]
    path.write_text("".join(lines), encoding="utf-8")
    done = run("cards", "check", str(path))
    heading, repeated, empty, last = done.stdout.splitlines()
    assert (done.returncode, heading[:12], empty) == (0, "Listed twice", "")
    assert repeated == f"{path}:{first + 2}: agency card A2: the same as agency card A1"
    assert "is a complete card set" in last
    cards = json.loads(run("cards", "check", "--json", str(path)).stdout)["repeated"]
    assert [entry["entry"] for entry in cards] == ["agency card A2"]


@pytest.fixture
def partial(tmp_path: Path) -> str:
    """Return the file of a card set that is being typed in, with a slip."""
    text = HOUSE.read_text(encoding="utf-8")
    codes, characters = text.index("# 40 cards"), text.index("characters = [")
    text = text[:codes] + text[characters:]
    lines = [line for line in text.splitlines(True) if not line.startswith('  { title = "The ')]
    path = tmp_path / "partial.toml"
    path.write_text("".join(lines).replace('"Oslo", ', '"Olso", ', 1), encoding="utf-8")
    return str(path)


def test_check_of_a_partial_file_tells_what_is_to_do_from_what_is_wrong(partial: str) -> None:
    done = run("cards", "check", partial)
    assert (done.returncode, done.stderr) == (1, "")
    there, to_do, mistakes, last = (part.splitlines() for part in done.stdout.split("\n\n"))
    missions = int(next(line for line in there if "missions" in line).split()[1])
    assert 0 < missions < 60
    assert there[0] == "Entered so far"
    assert "  codes        0 of 40" in there
    assert "  regions      6 of 6, 24 cities" in there
    start = line_of(partial, "missions = [")
    assert to_do == [
        "To do",
        f"{partial}:{start}: missions: {missions} of 60; {60 - missions} to go",
        f"{partial}: codes: none yet; 40 to go",
    ]
    assert mistakes[0] == "Mistakes in what is entered"
    assert all("unknown city 'Oslo'; did you mean 'Olso'?" in line for line in mistakes[1:])
    assert [re.sub(r"^\S+ |: unknown.*", "", line) for line in mistakes[1:]] == [
        "agency card A17",
        "agency card A18",
        "mission M20",
        "mission M23",
        "connections of Copenhagen, London, Stockholm",
    ]
    assert last == [f"{partial}: 5 mistakes; 2 things to do, {100 - missions} entries to go"]


def test_check_json_of_a_partial_file(partial: str) -> None:
    document = json.loads(run("cards", "check", "--json", partial).stdout)
    codes = document["to_do"][1]
    assert codes == {"line": None, "entry": "codes", "text": "none yet; 40 to go", "missing": 40}
    assert document["there"]["codes"] == "0 of 40"
    assert len(document["mistakes"]) == 5


def test_check_of_what_is_not_toml_names_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "slip.toml"
    path.write_text('name = "My set"\nequipment = ["radio" "pistols"]\n')
    done = run("cards", "check", str(path))
    assert (done.returncode, done.stderr) == (1, "")
    first, last = done.stdout.splitlines()
    assert first.startswith(f"{path}:2: not TOML: Unclosed array at column 22; a comma ")
    assert last == f"{path}: 1 mistake; nothing else can be checked until this is fixed"
    document = json.loads(run("cards", "check", "--json", str(path)).stdout)
    (entry,) = document["mistakes"]
    assert document["there"] is None
    assert (entry["line"], entry["entry"]) == (2, "not TOML")


def test_check_of_no_file_is_the_ordinary_mistake(tmp_path: Path) -> None:
    assert "No such file" in mistake("cards", "check", str(tmp_path / "none.toml"))


def test_a_broken_set_cannot_be_shown(broken: str) -> None:
    line = mistake("cards", "show", broken)
    bonn = line_of(broken, '"Bon", ability')
    assert line.startswith(f"{broken}:{bonn}: agency card A7: ")
    check = f"covert-bots cards check {shlex.quote(broken)}"
    assert line.endswith(f"; and 1 more problem (see {check})")


def test_new_writes_a_file_to_type_into(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    done = run("cards", "new", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"`covert-bots cards check {path}`" in done.stdout
    checked = run("cards", "check", str(path))
    assert checked.returncode == 1
    assert "Mistakes" not in checked.stdout
    assert checked.stdout.endswith(f"{path}: 0 mistakes; 5 things to do, 150 entries to go\n")


def test_what_new_says_to_type_next_can_be_pasted(tmp_path: Path) -> None:
    path = tmp_path / "my set.toml"
    said = run("cards", "new", str(path)).stdout
    name, *words = shlex.split(said.split("`")[1])
    assert (name, words) == ("covert-bots", ["cards", "check", str(path)])
    assert "5 things to do" in run(*words).stdout


def test_new_overwrites_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("precious")
    assert "mine.toml: the file exists already" in mistake("cards", "new", str(path))
    assert path.read_text() == "precious"


def test_show_draws_each_city_with_its_neighbours() -> None:
    done = run("cards", "show", "--only", "map", columns=80)
    lines = done.stdout.splitlines()
    assert "Map: 24 cities, 40 connections" in lines
    assert "  London     -- Amsterdam, Paris, Lisbon (green), Oslo (blue)" in lines
    assert "  Venice     -- Rome, Bonn (purple), Vienna (yellow), Belgrade (orange)" in lines
    start = lines.index("orange")
    cities = tuple(line.split()[0] for line in lines[start + 1 : start + 5])
    assert cities == house_set().regions[4].cities


@pytest.fixture
def wide() -> CardSet:
    """Return the house set with long names of cities and regions."""
    house = house_set()
    names = {city: f"{city} upon the longest Thames"[:32].rstrip() for city in house.cities}
    regions = [
        Region(f"dark {region.name}", tuple(names[city] for city in region.cities))
        for region in house.regions
    ]
    joined = [(names[a], names[b]) for a, b in house.connections]
    return replace(house, regions=tuple(regions), connections=tuple(joined))


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_map_breaks_no_name_in_two(wide: CardSet, columns: int) -> None:
    out = StringIO()
    show_map(Console(file=out, width=columns), wide)
    text = out.getvalue()
    assert max(map(len, text.splitlines())) <= columns
    for a, b in wide.connections:
        assert re.search(rf"^  {a}\s+-- [^-]*{b}", text, re.MULTILINE)
        assert re.search(rf"^  {b}\s+-- [^-]*{a}", text, re.MULTILINE)


def test_regions_have_their_colours_where_there_are_any(wide: CardSet) -> None:
    def drawn(card_set: CardSet) -> list[str]:
        out = StringIO()
        console = Console(file=out, width=80, force_terminal=True, color_system="standard")
        show_map(console, card_set)
        return out.getvalue().splitlines()

    lines = drawn(wide)
    assert {"\x1b[1;31mdark red\x1b[0m", "\x1b[1;32mdark green\x1b[0m"} <= set(lines)
    helsinki = next(line for line in drawn(house_set()) if line.startswith("  \x1b[94mHelsinki"))
    assert "\x1b[94mStockholm\x1b[0m, \x1b[31mLeningrad (red)\x1b[0m" in helsinki
    odd = [replace(region, name=f"r{n}") for n, region in enumerate(wide.regions)]
    heads = re.findall(r"\x1b\[1;(\d+)mr\d", "\n".join(drawn(replace(wide, regions=tuple(odd)))))
    assert len(set(heads)) == 6


def test_show_tells_tiles_and_what_characters_and_options_do() -> None:
    tiles = run("cards", "show", "--only", "tiles").stdout
    assert "Cipher tiles: 12, in two rows of 6" in tiles
    assert "1 1   2 2   3 3   4 4   5 5   6 6" in tiles
    shown = " ".join(run("cards", "show", SECOND, "--only", "characters").stdout.split())
    assert "Agent Finch an ability that this program does not play" in shown
    lark = "pays up to 3 equipment symbols of each mission with any Agency Card"
    assert f"Agent Lark {lark}" in shown
    options = run("cards", "show", SECOND, "--only", "options").stdout
    assert re.search(r"codes_bend +on +off +a code may run along any path of tiles", options)


def test_output_that_nobody_reads_is_no_error() -> None:
    shell = f"{shlex.join(COMMAND)} cards show | (exec <&-; sleep 3)"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True)
    assert done.stderr == ""


def test_output_that_is_closed_is_no_error() -> None:
    shell = f"{shlex.join(COMMAND)} cards show >&-"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")

"""A user's own bot: started from the template, with errors that name its mistakes."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from importlib import resources
from pathlib import Path

import pytest
from command.shell import REPOSITORY, mistake, run

from covert_bots.covert.game import Covert
from covert_command.games.saved_view import save_view
from covert_engine.covert import Kind, State, View, compile, house_set, parse_action, unpack
from covert_engine.covert.cards.card_set import AgencyCard, Character, Code, Mission, Region
from covert_engine.covert.cards.stages import DECISIONS, PHASES

PAGE = REPOSITORY / "docs" / "your-own-bot.md"
VIEW = next(iter(sorted((REPOSITORY / "examples" / "views").glob("*.json"))))
TEMPLATE = (resources.files("covert_command") / "data" / "bot.py").read_text(encoding="utf-8")
BOTS = """
class Raising:
    def choose(self, view, seed):
        return min(view.legal_actions()) if view.round < 2 else stumble(view)


def stumble(view):
    return view.fields()["nothing"]


class Texting:
    def choose(self, view, seed):
        return "place 1 movement"


class Last:
    def choose(self, view, seed):
        return view.legal_actions()[-1]


class Chatty(Last):
    def __init__(self):
        print("hello")


def leaves():
    raise SystemExit(3)


NUMBER = 1


def nothing():
    pass


def hasty():
    return 1 / 0


class Wordless:
    pass


class Stumbling:
    def choose(self, view, seed):
        return stumble(view) if view.seat else None + 1
"""
HASTY = BOTS.splitlines().index("    return 1 / 0") + 1


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Change to a folder with a user's bots. Each test has other modules of the same names."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "own_bots.py").write_text(BOTS)
    yield tmp_path
    sys.modules.pop("own_bots", None)


def test_the_template_is_a_bot_that_beats_random(folder: Path) -> None:
    done = run("new-bot", "my_first_bot")
    assert done.stdout.endswith("covert-bots arena run --bots my_first_bot:make,random\n")
    assert (folder / "my_first_bot.py").read_text() == TEMPLATE.replace("BOT:", "my_first_bot:")
    arena = (
        "arena",
        "run",
        "--bots",
        "my_first_bot:make,random",
        "--seed",
        "1",
        "--blocks",
        "4",
        "--json",
    )
    played = json.loads(run(*arena).stdout)
    assert played["failures"] == {}
    assert {bot["name"]: bot["win_share"] for bot in played["bots"]}["my_first_bot:make"] == 1


def test_the_page_shows_the_template() -> None:
    page = (REPOSITORY / "docs" / "your-own-bot.md").read_text(encoding="utf-8")
    assert f"```python\n{TEMPLATE.replace('BOT:', 'my_bot:')}```" in page


def test_the_page_names_every_kind_phase_and_decision() -> None:
    page = (REPOSITORY / "docs" / "your-own-bot.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| `([^`]+)` \| ", page, re.M))
    assert set(rows) == {kind.name for kind in Kind} - {"NO_ACTION"}
    cards = compile(house_set())
    for name, text in rows.items():
        if name != "TILE":  # of a code that bends, which the house set has not
            assert unpack(parse_action(text, cards)).kind is Kind[name]
    for what, names in (("phase", PHASES), ("decision", DECISIONS)):
        listed = re.search(rf"^`view.{what}` is one of (.*)\.$", page, re.M)
        assert listed is not None
        assert listed[1].split(", ") == [f'`"{name}"`' for name in names]


def test_the_page_names_every_field_of_the_cards() -> None:
    page = (REPOSITORY / "docs" / "your-own-bot.md").read_text(encoding="utf-8")
    table = page.partition("These are the fields of the cards")[2].partition("\n\n`cities`")[0]
    listed: dict[str, set[str]] = {}
    kind = ""
    for of, names in re.findall(r"^\| ([^|]*?) ?\| (`[^|]*) \|", table, re.M):
        kind = of or kind
        listed.setdefault(kind, set()).update(re.findall(r"`(\w+)`", names))
    assert listed == {
        "a mission": {field.name for field in fields(Mission)},
        "an Agency Card": {field.name for field in fields(AgencyCard)},
        "a code": {field.name for field in fields(Code)},
        "a character": {field.name for field in fields(Character)},
        "a region": {field.name for field in fields(Region)},
    }


def test_no_file_is_written_over(folder: Path) -> None:
    assert mistake("new-bot", "own_bots") == "own_bots.py: the file exists; choose another name"
    assert (folder / "own_bots.py").read_text() == BOTS
    for name in ("my-bot", "1bot"):
        assert mistake("new-bot", name) == (
            f"NAME: {name!r}; expected letters, digits and underscores, with a letter first, such "
            "as my_bot"
        )


@pytest.mark.parametrize(
    ("name", "whose"),
    [
        ("random", "a built-in bot has that name"),
        ("class", "it is a Python keyword"),
        ("json", "a standard library module has that name, and the file would hide it"),
        ("numpy", "a module numpy can be imported already"),
    ],
)
def test_a_name_that_is_taken_is_refused(folder: Path, name: str, whose: str) -> None:
    wanted = f"NAME: {name!r}; {whose}; choose another name, such as my_{name}"
    assert mistake("new-bot", name) == wanted
    assert not (folder / f"{name}.py").exists()


def test_the_name_of_the_program_itself_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "__spec__", None)  # as of a script
    assert mistake("new-bot", "__main__") == (
        "NAME: '__main__'; a module __main__ can be imported already; choose another name, such "
        "as my___main__"
    )


def test_forfeits_with_one_cause_are_shown_once() -> None:
    bots = ("--bots", "own_bots:Texting,random", "--seed", "1", "--blocks", "2")
    said = run("arena", "run", *bots).stderr
    assert said.count(" forfeits game ") == 1  # of four games
    wanted = (
        r"illegal action: 'place 1 movement' at decision \d+; expected one of the 3 numbers in "
        r"legal_actions\(\) \(return the number, not its text\)"
    )
    assert re.search(f"own_bots:Texting forfeits game .*{wanted}", said)


def test_each_error_of_a_bot_is_shown() -> None:
    bots = ("--bots", "own_bots:Stumbling,random", "--seed", "1", "--blocks", "3", "--workers", "1")
    said = run("arena", "run", *bots).stderr
    assert said.count(" forfeits game ") == said.count("Traceback") == 2
    assert said.count("KeyError: ") == said.count("TypeError: ") == 2  # in a line, and in the trace


def test_the_traceback_begins_with_the_bot() -> None:
    bots = ("--bots", "own_bots:Raising,random", "--seed", "1", "--blocks", "1", "--workers", "1")
    said = run("arena", "run", *bots, "--ledger", "games.ledger").stderr
    match = re.search(r"Raising forfeits game (\d\.\d) at decision (\d+): bot error: KeyErr", said)
    assert match is not None
    assert re.search(r"^Traceback .*:\n  File \".*own_bots.py\", line 4, in choose\n", said, re.M)
    assert 'own_bots.py", line 8, in stumble' in said
    assert said.count("Traceback") == 1
    at = f"covert-bots replay games.ledger {match[1]} --at {match[2]} --save view.json"
    assert f"\nTo save what the bot saw: {at}\n" in said
    assert run(*at.split()[1:]).returncode == 0
    assert run("suggest", "view.json", "--bot", "random").returncode == 0
    assert "With --ledger FILE the game is saved" in run("arena", "run", *bots).stderr

    again = re.search(r"^To ask the bot again: covert-bots (.*)$", said, re.M)
    assert again is not None
    asked = run(*again[1].split())
    assert asked.returncode == 1
    assert asked.stderr.endswith("KeyError: 'nothing'\n")
    assert asked.stderr.startswith("Traceback")
    assert asked.stderr.splitlines()[1].endswith('own_bots.py", line 4, in choose')


def test_commands_for_games_of_other_cards_name_them(folder: Path) -> None:
    cards = str(REPOSITORY / "tests" / "data" / "second.toml")
    bots = ("--bots", "own_bots:Raising,random", "--seed", "1", "--blocks", "1", "--workers", "1")
    kept = ("--ledger", "games.ledger", "--report", "games.html", "--cards", cards)
    said = run("arena", "run", *bots, *kept).stderr
    for what in ("To see the game", "To save what the bot saw", "To ask the bot again"):
        assert re.search(rf"^{what}: .* --cards {cards}$", said, re.MULTILINE), what
    page = (folder / "games.html").read_text(encoding="utf-8")
    assert "arena run plan.toml --ledger LEDGER --cards FILE\n" in page
    assert "arena verify LEDGER --cards FILE\n" in page


def test_a_bot_is_asked_about_one_view() -> None:
    view = str(VIEW)
    shown = json.loads(run("suggest", view, "--bot", "own_bots:Last", "--json").stdout)
    assert shown["bot"] == "own_bots:Last"
    assert f"{shown['action']} (number {shown['number']}): {shown['words']}" in (
        run("suggest", view, "--bot", "own_bots:Last").stdout
    )
    moves = json.loads(run("suggest", view, "--bot", "random", "--json").stdout)["suggestion"]
    assert shown["action"] in [move["action"]["text"] for move in moves["moves"]]
    asked = run("suggest", view, "--bot", "own_bots:Texting")
    assert asked.returncode == 1
    assert asked.stderr.startswith("own_bots:Texting: illegal action: 'place 1 movement'; expected")
    assert mistake("suggest", view, "--bot", "own_bots:Last", "--iterations", "5") == (
        "--iterations: 5; only built-in bots take it"
    )
    assert "module own_bot not found" in mistake("suggest", view, "--bot", "own_bot:Last")


def test_what_a_bot_prints_is_not_the_answer_and_its_exit_is_an_error() -> None:
    shown = run("suggest", str(VIEW), "--bot", "own_bots:Chatty", "--json")
    assert json.loads(shown.stdout)["bot"] == "own_bots:Chatty"
    assert "hello" in shown.stderr
    left = run("suggest", str(VIEW), "--bot", "own_bots:leaves")
    assert (left.returncode, left.stdout) == (1, "")
    assert "SystemExit: 3" in left.stderr


def test_a_bot_is_not_asked_where_its_seat_does_not_decide(folder: Path) -> None:
    state = State.deal(compile(house_set()), 2, 1)
    waits = 1 - actor_of(state)
    assert said_of(state.view(waits), folder) == (
        "saved.json: it is another seat's turn, as far as the view shows; expected a view of the "
        "seat to decide"
    )
    while not state.over:
        state.play(state.legal_actions()[-1])
    assert said_of(state.view(0), folder) == (
        "saved.json: it is nobody's turn, as far as the view shows; expected a view of the seat to "
        "decide"
    )


def said_of(view: View, folder: Path) -> str:
    """Return the error for a saved view that a user's bot is asked about."""
    path = folder / "saved.json"
    path.unlink(missing_ok=True)
    save_view(Covert(house_set()).view_to_message(view), path.name)
    return mistake("suggest", path.name, "--bot", "own_bots:Last")


def actor_of(state: State) -> int:
    assert state.actor is not None
    return state.actor


def test_the_bot_of_the_page_for_covert_action_plays(folder: Path) -> None:
    """It plays better than chance; the match is shorter than on the page."""
    section = PAGE.read_text(encoding="utf-8").partition("\n## 7 ")[2]
    (program,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    (words,) = re.findall(r"\n    covert-bots (.*)\n", section)
    (folder / "my_spy.py").write_text(program)
    played = json.loads(run(*words.replace("--blocks 20", "--blocks 10").split(), "--json").stdout)
    assert played["failures"] == {}
    ratings = {bot["name"]: bot["elo"] for bot in played["bots"]}
    assert ratings["my_spy:make"] > ratings["random"]


def test_the_bot_of_the_page_on_top_of_the_search_plays(folder: Path) -> None:
    section = PAGE.read_text(encoding="utf-8").partition("**On top of the search.**")[2]
    program = re.findall(r"```python\n(.*?)```", section, re.DOTALL)[0]
    (folder / "my_search.py").write_text(program.replace("iterations=300", "iterations=30"))
    arena = (
        "arena",
        "run",
        "--bots",
        "my_search:make,random",
        "--seed",
        "1",
        "--blocks",
        "1",
        "--json",
    )
    played = json.loads(run(*arena).stdout)
    assert played["failures"] == {}
    assert {bot["name"]: bot["win_share"] for bot in played["bots"]}["my_search:make"] == 1


@pytest.mark.parametrize(
    ("factory", "wanted"),
    [
        ("NUMBER", "NUMBER is of type int; expected a factory, which returns a new bot"),
        ("nothing", "nothing() returns None; expected a bot (a path without return?)"),
        (
            "Wordless",
            "Wordless() returns a Wordless; expected a bot, with a method choose(view, seed)",
        ),
        (
            "hasty",
            f"hasty() raises own_bots.py, line {HASTY}: ZeroDivisionError: division by zero; "
            "expected a factory, which returns a new bot",
        ),
        (
            "Lost",
            "module own_bots has no Lost; expected a factory of bots; did you mean own_bots:Last?",
        ),
    ],
)
def test_a_factory_that_makes_no_bot_is_refused_before_the_games(factory: str, wanted: str) -> None:
    played = ("arena", "run", "--seed", "1", "--blocks", "1", "--ledger", "games.ledger")
    line = mistake(*played, "--bots", f"own_bots:{factory},random")
    assert line == f"bots: 'own_bots:{factory}': {wanted}"


def test_an_error_at_import_has_its_place(folder: Path) -> None:
    (folder / "bad_syntax.py").write_text("def make()\n    return 1\n")
    (folder / "bad_import.py").write_text("\nimport bad_syntax\n")
    for module in ("bad_syntax", "bad_import"):
        line = mistake("arena", "run", "--bots", f"{module}:make,random")
        assert line.startswith(
            f"bots: '{module}:make': bad_syntax.py, line 1: SyntaxError: expected"
        )
    (folder / "bad_name.py").write_text("\nprint(nobody)\n")
    line = mistake("arena", "run", "--bots", "bad_name:make,random")
    assert ": bad_name.py, line 2: NameError: name 'nobody' is not defined; expected a" in line


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (
            ("--bots", "own_bots:Last,", "random"),
            "random: no such file; expected a plan file; a space in --bots? did you mean --bots "
            "own_bots:Last,random?",
        ),
        (
            ("own_bots:Last,random",),
            "own_bots:Last,random: no such file; expected a plan file; did you mean --bots "
            "own_bots:Last,random?",
        ),
        (("--bots", "own_bots.py:Last,random"), "did you mean own_bots:Last?"),
        (("--bots", "own_bot:Last,random"), "did you mean own_bots:Last?"),
        (("--bots", "own_bots,random"), "did you mean own_bots:make?"),
        (
            ("--bots", "http://localhost:8080/greedy,random"),
            "an HTTP address; expected grpc://host:port/bot, with the server's gRPC port",
        ),
        (("--bots", "gredy,random"), "did you mean greedy?"),
        (("--bots", "gredy:worlds=1,random"), "did you mean greedy:worlds=1?"),
        (("--bots", "./own_bots.py:Last,random"), "a module's name and not a path, such as"),
    ],
)
def test_a_slip_in_a_name_has_a_hint(arguments: tuple[str, ...], wanted: str) -> None:
    assert wanted in mistake("arena", "run", *arguments)


def test_it_is_said_where_a_module_was_looked_for(folder: Path) -> None:
    line = mistake("arena", "run", "--bots", "elsewhere:make,random")
    assert line == (
        f"bots: 'elsewhere:make': module elsewhere not found in {folder} or among installed "
        "packages; expected module:factory"
    )


def test_where_a_bot_of_ones_own_plays() -> None:
    line = mistake("demo", "--bot", "own_bots:Last")
    assert "your own bot works only with `covert-bots arena` and `covert-bots suggest`; " in line
    assert "did you mean greedy?" in mistake("demo", "--bot", "gredy")


def test_a_table_of_forfeits_has_no_nan() -> None:
    bots = ("--bots", "own_bots:Raising,own_bots:Texting", "--seed", "1", "--blocks", "2")
    shown = run("arena", "run", *bots).stdout
    assert not re.search(r"\b(nan|inf)\b", shown)
    assert not re.search(r"-0 ", shown)
    assert re.search(r"^own_bots:Raising .* 100.0% +4 +- ", shown, re.MULTILINE)


def test_at_the_end_it_is_said_what_was_written() -> None:
    bots = ("--bots", "own_bots:Last,random", "--seed", "1", "--blocks", "1")
    said = run("arena", "run", *bots, "--ledger", "new.ledger", "--report", "new.html").stderr
    assert said.splitlines()[-1] == "Games: new.ledger. Report: new.html."
    assert "Games: " not in run("arena", "run", *bots).stderr


def test_a_bot_that_only_takes_the_last_action_is_pointed_out() -> None:
    bots = ("--bots", "own_bots:Last,random", "--seed", "1", "--blocks", "1")
    said = run("arena", "run", *bots).stderr
    assert "own_bots:Last only ever took the last legal action. Is that intended?" in said
    assert "random only ever" not in said


def test_games_of_two_versions_of_a_bot_are_not_mixed(folder: Path) -> None:
    own = folder / "own_bots.py"
    played = ("arena", "run", "--bots", "own_bots:Last,random", "--ledger", "games.ledger")
    assert run(*played, "--seed", "1", "--blocks", "1").returncode == 0
    own.write_text(f"{BOTS}\n# another version\n")
    for blocks in ("1", "2"):  # all games played, and some left
        assert mistake(*played, "--seed", "1", "--blocks", blocks) == (
            "games.ledger: own_bots.py has changed since these games of own_bots:Last; expected a "
            "new ledger, or the old code back (`covert-bots arena show` shows them)"
        )
    assert run("arena", "show", "games.ledger").returncode == 0
    own.write_text(BOTS)
    assert run(*played, "--seed", "1", "--blocks", "2").returncode == 0


def test_a_package_is_its_bots_code(folder: Path) -> None:
    package = folder / "package_of_bots"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "wits.py").write_text("PLACE = -1\n")
    (package / "bold.py").write_text(
        "from package_of_bots.wits import PLACE\n"
        "class Bold:\n"
        "    def choose(self, view, seed):\n"
        "        return view.legal_actions()[PLACE]\n"
    )
    bots = "package_of_bots.bold:Bold,random"
    played = (
        "arena",
        "run",
        "--bots",
        bots,
        "--seed",
        "1",
        "--blocks",
        "1",
        "--ledger",
        "games.ledger",
    )
    assert run(*played).returncode == 0
    (package / ".#bold.py").symlink_to("somebody@somewhere")  # as Emacs locks a file
    assert run(*played).returncode == 0
    (package / "wits.py").write_text("PLACE = 0\n")
    assert "package_of_bots has changed since these games" in mistake(*played)

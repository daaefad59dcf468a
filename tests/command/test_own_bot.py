"""A bot of one's own: begun from the template, and told what is wrong with it."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path

import pytest
from command.running import REPOSITORY, mistake, run

TEMPLATE = (resources.files("covert_command") / "data" / "bot.py").read_text(encoding="utf-8")
BOTS = """
class Raising:
    def choose(self, view, seed):
        return view.legal_actions()[0] if view.round < 2 else stumble(view)


def stumble(view):
    return view.fields()["nothing"]


class Texting:
    def choose(self, view, seed):
        return "place 1 movement"


class Last:
    def choose(self, view, seed):
        return view.legal_actions()[-1]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bots are, and the author is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own_bots.py").write_text(BOTS)
    return tmp_path


def test_the_template_is_a_bot_that_beats_random(folder: Path) -> None:
    done = run("new-bot", "my_first_bot")
    assert done.stdout.endswith("covert-bots arena run --bots my_first_bot:make,random\n")
    assert (folder / "my_first_bot.py").read_text() == TEMPLATE.replace("BOT:", "my_first_bot:")
    arena = ("arena", "run", "--bots", "my_first_bot:make,random", "--blocks", "4", "--json")
    played = json.loads(run(*arena).stdout)
    assert played["failures"] == {}
    assert {one["name"]: one["win_share"] for one in played["bots"]}["my_first_bot:make"] == 1


def test_the_page_shows_the_template() -> None:
    page = (REPOSITORY / "docs" / "your-own-bot.md").read_text(encoding="utf-8")
    assert f"```python\n{TEMPLATE.replace('BOT:', 'my_bot:')}```" in page


def test_no_file_is_written_over(folder: Path) -> None:
    assert mistake("new-bot", "own_bots") == "own_bots.py: the file exists; expected another name"
    assert (folder / "own_bots.py").read_text() == BOTS
    assert mistake("new-bot", "my-bot").startswith("NAME: 'my-bot'; expected letters, digits")


def test_only_the_first_forfeit_of_a_bot_is_shown() -> None:
    bots = ("--bots", "own_bots:Texting,random", "--blocks", "2")
    said = run("arena", "run", *bots).stderr
    assert said.count(" forfeits game ") == 1  # of four games
    wanted = "illegal action: 'place 1 movement' at decision \\d+; expected one of the 3 numbers in"
    assert re.search(f"own_bots:Texting forfeits game .*{wanted} legal_actions", said)


def test_the_traceback_begins_with_the_bot() -> None:
    bots = ("--bots", "own_bots:Raising,random", "--blocks", "1", "--workers", "1")
    said = run("arena", "run", *bots, "--ledger", "games.ledger").stderr
    found = re.search(r"Raising forfeits game (\d\.\d) at decision (\d+): bot error: KeyErr", said)
    assert found is not None
    assert re.search(r"^Traceback .*:\n  File \".*own_bots.py\", line 4, in choose\n", said, re.M)
    assert 'own_bots.py", line 8, in stumble' in said
    assert said.count("Traceback") == 1
    at = f"covert-bots replay games.ledger {found[1]} --at {found[2]} --save view.json"
    assert f"\nTo keep what the bot saw: {at}\n" in said
    assert run(*at.split()[1:]).returncode == 0
    assert run("suggest", "view.json", "--bot", "random").returncode == 0
    assert "With --ledger FILE the game is kept" in run("arena", "run", *bots).stderr


def test_a_table_of_forfeits_has_no_nan() -> None:
    bots = ("--bots", "own_bots:Raising,own_bots:Texting", "--blocks", "2")
    shown = run("arena", "run", *bots).stdout
    assert not re.search(r"\b(nan|inf)\b", shown)
    assert not re.search(r"-0 ", shown)
    assert re.search(r"^own_bots:Raising .* 100.0% +4 +- ", shown, re.MULTILINE)


def test_a_bot_that_only_takes_the_last_action_is_pointed_out() -> None:
    bots = ("--bots", "own_bots:Last,random", "--blocks", "1")
    said = run("arena", "run", *bots).stderr
    assert "own_bots:Last only ever took the last legal action. Is that meant?" in said
    assert "random only ever" not in said


def test_games_of_two_versions_of_a_bot_are_not_mixed(folder: Path) -> None:
    own = folder / "own_bots.py"
    played = ("arena", "run", "--bots", "own_bots:Last,random", "--ledger", "games.ledger")
    assert run(*played, "--blocks", "1").returncode == 0
    own.write_text(f"{BOTS}\n# another version\n")
    for blocks in ("1", "2"):  # all games played, and some left
        assert mistake(*played, "--blocks", blocks) == (
            "games.ledger: own_bots.py has changed since these games of own_bots:Last; expected a "
            "new ledger, or the old file back"
        )
    assert run("arena", "show", "games.ledger").returncode == 0
    own.write_text(BOTS)
    assert run(*played, "--blocks", "2").returncode == 0


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
    played = ("arena", "run", "--bots", bots, "--blocks", "1", "--ledger", "games.ledger")
    assert run(*played).returncode == 0
    assert run(*played).returncode == 0
    (package / "wits.py").write_text("PLACE = 0\n")
    assert "package_of_bots has changed since these games" in mistake(*played)

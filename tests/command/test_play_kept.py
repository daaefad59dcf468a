"""A game of `play` is kept as it goes, and goes on."""

from __future__ import annotations

import os
import re
import signal
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from unittest.mock import Mock, patch

import pytest
from command.shell import AT_A_PROMPT, REPOSITORY, Terminal, mistake, run

from covert_bots.covert.catalogue import make
from covert_command.games.installed import game_of_record
from covert_command.games.kept_game import begun, games_folder, games_kept, new_file
from covert_command.games.record_file import kept_in
from covert_engine.covert import CompiledSet, Record, format_action, house_set
from covert_engine.covert.cards import load_card_set

OTHER_CARDS = str(REPOSITORY / "tests" / "data" / "second.toml")
GAME = ("--seed", "7", "--bot", "greedy:worlds=1")
QUICK = ("--adviser", "ismcts:iterations=20")
KEPT = re.compile(r"^Saving to (.*)$", re.MULTILINE)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the default folder of games."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "covert-bots" / "games"


def record_in(path: Path) -> Record:
    return Record.parse(path.read_text(encoding="utf-8"), house_set())


def only_game(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def moves_in(shown: str) -> list[str]:
    """Return the lists of moves, one for each prompt that has a new one."""
    return re.findall(r"^  Place .*\n(?:  .*\n)+(?=North> )", shown, re.MULTILINE)


def test_a_game_is_kept_and_goes_on_where_it_was(folder: Path) -> None:
    first = run("play", *GAME, stdin="1\n1\n2\nquit\n").stdout
    path = only_game(folder)
    assert KEPT.findall(first) == [str(path)]
    assert first.endswith("\nThe game is saved. To resume: covert-bots play --resume\n")
    before = record_in(path)
    assert before.seats == ("you", "greedy:worlds=1")
    state = before.replay(house_set())
    assert (state.actor, len(before.actions) > 3) == (0, True)
    move = format_action(state.legal_actions()[0], house_set())
    second = run("play", "--resume", stdin=f"{move}\nquit\n").stdout
    assert moves_in(second)[0] == moves_in(first)[-1]
    assert "\n  North: you\n  East: greedy:worlds=1\n" in second
    after = record_in(path)
    assert after.actions[: len(before.actions)] == before.actions
    assert after.actions[len(before.actions)] == state.legal_actions()[0]


def test_a_decision_made_before_can_be_taken_back(folder: Path) -> None:
    run("play", *GAME, stdin="1\n1\n2\nquit\n")
    before = record_in(only_game(folder))
    last = run("play", "--resume", stdin="undo\nundo\nundo\nundo\nquit\n").stdout
    assert last.count("there is nothing to take back") == 1
    assert record_in(only_game(folder)).actions == before.actions[:0]


def test_games_begun_in_the_same_second_have_files_of_their_own(folder: Path) -> None:
    with ExitStack() as windows:
        files = [new_file() for _ in range(9)]
        for file in files:
            windows.enter_context(begun(file))
        assert len({*files}) == 9
        done = run("play", *GAME, stdin="1\nquit\n")
        assert done.returncode == 0, done.stderr
        assert games_kept() == [Path(path) for path in KEPT.findall(done.stdout)]
    assert only_game(folder) not in files  # those of games that never began are gone


def test_no_file_is_left_of_a_game_that_did_not_begin(folder: Path, impatient: None) -> None:
    assert "no server answers" in mistake("play", *GAME, "--server", "127.0.0.1:1")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("end", ["quit", "interrupt", "kill"])
def test_however_it_ends_the_game_is_kept(folder: Path, end: str) -> None:
    with Terminal("play", *GAME, rows=100) as terminal:
        at = terminal.read_until("North> ")
        terminal.type("1")
        at = terminal.read_until("North> ", at)
        terminal.type("1")
        at = terminal.read_until("North> ", at)
        if end == "quit":
            terminal.type("quit")
            at = terminal.read_until("Leave the game now? You can resume it later. (y or n) ", at)
            terminal.type("n")
            at = terminal.read_until("North> ", at)
            terminal.type("quit")
            terminal.read_until("(y or n) ", at)
            terminal.type("y")
            assert terminal.end() == 0
        elif end == "interrupt":
            assert terminal.interrupt(AT_A_PROMPT) == 130
        else:
            os.kill(terminal.process.pid, signal.SIGKILL)
            terminal.end()
        path = only_game(folder)
        assert ("--resume" in terminal.text) == (end != "kill")
    state = record_in(path).replay(house_set())
    assert (state.actor, state.round) == (0, 1)


def test_it_does_not_say_that_a_game_is_saved_which_is_not(folder: Path) -> None:
    with Terminal("play", *GAME, rows=100) as terminal:
        at = terminal.read_until("North> ")
        rmtree(folder)
        terminal.type("1")
        terminal.read_until("No such file or directory", at)
        assert terminal.end() == 2
    assert "saved" not in terminal.text
    assert "Traceback" not in terminal.text


def test_a_game_that_no_file_keeps_cannot_be_resumed() -> None:
    done = run("play", *GAME, "--record", os.devnull, stdin="1\nquit\n")
    assert done.stdout.endswith("\nNothing is saved in /dev/null, so the game cannot be resumed.\n")
    assert "The game is saved" not in done.stdout


def test_a_file_of_ones_own_is_resumed_by_its_name(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine"
    run("play", *GAME, "--record", str(path), stdin="1\nquit\n")
    assert not folder.exists()
    shown = run("play", "--resume", str(path), stdin="1\nquit\n").stdout
    assert KEPT.findall(shown) == [str(path)]
    assert shown.endswith(f"\nThe game is saved. To resume: covert-bots play --resume {path}\n")


def test_a_resumed_game_keeps_its_setup(folder: Path) -> None:
    chosen = ("--option", "either_direction=on", "--characters", "3,1", "--first-player", "0")
    first = run("play", *GAME, *chosen, stdin="1\nquit\n").stdout
    setup = next(line for line in first.splitlines() if line.startswith("Setup: "))
    assert setup in run("play", "--resume", stdin="1\nquit\n").stdout
    assert record_in(only_game(folder)).characters == (2, 0)


def test_what_cannot_go_on_is_named(folder: Path, tmp_path: Path) -> None:
    assert mistake("play", "--resume").startswith("--resume: no game has been saved yet")
    for option in (("--seed", "3"), ("--bot", "random"), ("--option", "codes_bend=on")):
        said = mistake("play", "--resume", *option)
        assert said == f"{option[0]}: a resumed game keeps its own; leave this option out"
    missing = tmp_path / "none"
    assert mistake("play", "--resume", str(missing)) == f"{missing}: No such file or directory"
    demo = tmp_path / "demo"
    quick = ("--seed", "2", "--bot", "random")
    run("play", *quick, "--record", str(demo), stdin="1\nquit\n")
    text = demo.read_text(encoding="utf-8")
    demo.write_text(re.sub("seats: .*\n", "", text), encoding="utf-8")
    assert "expected a line 'seats: you; ...'" in mistake("play", "--resume", str(demo))
    demo.write_text(text.replace("seats: you; random", "seats: you"), encoding="utf-8")
    assert "seats: 1 of them; expected 2" in mistake("play", "--resume", str(demo))


def test_a_file_of_another_kind_is_told_what_both_games_write(tmp_path: Path) -> None:
    other = tmp_path / "other"
    expected = "expected 'covert-record 2' or 'covert-action-record 1'"
    for text, wrong in (
        ("# a list\neggs\n", "line 2: 'eggs' does not begin the record of a game"),
        ("x" * 99, f"line 1: '{'x' * 60}' does not begin the record of a game"),
        ("# nothing\n", "the text is empty"),
    ):
        other.write_text(text)
        for command in (("play", "--resume"), ("replay",)):
            assert mistake(*command, str(other)).startswith(f"{other}: {wrong}; {expected}")


def test_where_no_folder_can_be_made_a_file_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = tmp_path / "taken"
    taken.touch()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(taken))
    said = mistake("play", *GAME, stdin="quit\n")
    assert said.endswith("the game cannot be saved there (Not a directory); expected --record FILE")
    path = tmp_path / "mine"
    assert run("play", *GAME, "--record", str(path), stdin="1\nquit\n").returncode == 0


def test_games_go_by_name_and_the_latest_without_one(folder: Path) -> None:
    assert run("play", "--list").stdout == "There are no saved games yet.\n"
    assert mistake("replay").startswith("RECORD: no game has been saved yet")
    run("play", *GAME, stdin="1\nquit\n")
    name = only_game(folder).stem
    listed = run("play", "--list").stdout
    assert re.search(
        rf"^{name} +covert +round 1 +North you 0, East greedy:worlds=1 0 *$", listed, re.MULTILINE
    )
    whole = run("replay", str(only_game(folder))).stdout
    assert "North: you" in whole
    assert run("replay", name).stdout == whole
    assert run("replay").stdout == whole


def test_the_list_tells_the_setup_and_who_is_who(folder: Path) -> None:
    run("play", *GAME, "--players", "4", stdin="quit\n")
    listed = run("play", "--list").stdout
    words = " ".join(listed.split())
    assert "setup North you 0, East greedy:worlds=1 0, South greedy:worlds=1 0, West" in words


def play_on(path: Path) -> None:
    """Play a kept game on to its last turns; a person would take hundreds of decisions."""
    cards = load_card_set(OTHER_CARDS)
    record = Record.parse(path.read_text(encoding="utf-8"), cards)
    compiled, bot = CompiledSet(cards, record.options), make("greedy:worlds=1")
    state, actions = record.replay(compiled), list(record.actions)
    while state.actor is not None:
        actions.append(bot.choose(state.view(state.actor), 7))
        state.play(actions[-1])
    path.write_text(replace(record, actions=tuple(actions[:-10])).format(cards), encoding="utf-8")


def test_a_game_remembers_its_own_cards(folder: Path) -> None:
    first = run("play", *GAME, "--cards", OTHER_CARDS, stdin="1\nquit\n").stdout
    assert first.endswith("\nThe game is saved. To resume: covert-bots play --resume\n")
    assert run("review", "--iterations", "2").returncode == 0
    play_on(only_game(folder))
    whole = run("play", "--resume", *QUICK, stdin="do hint\n" * 40).stdout
    name = only_game(folder).stem
    assert f"\nTo see it again: covert-bots replay {name}\n" in whole
    assert f"\nYour mistakes: covert-bots review {name}\n" in whole
    over = mistake("play", "--resume")
    assert f"the game is over; `covert-bots replay {name}` shows it, and `" in over
    assert run("replay", name, "--at", "3").returncode == 0
    assert re.search(
        rf"^{name} +covert +over +North you \d+, East", run("play", "--list").stdout, re.M
    )


def test_a_file_of_cards_is_named_so_that_a_shell_takes_it(tmp_path: Path) -> None:
    cards = tmp_path / "my cards.toml"
    cards.write_bytes(Path(OTHER_CARDS).read_bytes())
    with patch("covert_command.covert.kept_cards.write_new", side_effect=PermissionError):
        shown = run("play", *GAME, "--cards", str(cards), stdin="1\nquit\n").stdout
    assert shown.endswith(f"play --resume --cards '{cards}'\n")


def test_a_game_of_other_cards_asks_for_their_file(folder: Path, tmp_path: Path) -> None:
    run("play", *GAME, "--cards", OTHER_CARDS, stdin="1\nquit\n")
    path = only_game(folder)
    rmtree(folder.parent / "cards")
    name = load_card_set(OTHER_CARDS).name
    lost = f"played with the cards {name!r}, which are not kept here; name their file: --cards FILE"
    for command in (("play", "--resume"), ("replay",), ("review",)):
        assert mistake(*command) == f"{path}: {lost}"
    listed = " ".join(run("play", "--list").stdout.split())
    assert listed == f"Cannot be read: {path}: {lost}"
    changed = tmp_path / "changed.toml"
    text = Path(OTHER_CARDS).read_text(encoding="utf-8")
    changed.write_text(text.replace("points = 30", "points = 29"), encoding="utf-8")
    said = mistake("replay", "--cards", str(changed))
    assert said.startswith(f"{path}: played with other cards than '")
    assert said.endswith("', or its file has been changed")


def test_an_action_that_is_not_legal_is_named_with_its_line(folder: Path) -> None:
    for game, wrong in (("covert", "pass"), ("covert-action", "shoot 1")):
        run("play", "--game", game, "--seed", "7", "--bot", "random", stdin="1\nquit\n")
        (path,) = (file for file in folder.iterdir() if game_of_record(str(file)) == game)
        lines = path.read_text(encoding="utf-8").splitlines()
        first = lines.index("") + 1
        path.write_text("\n".join([*lines[:first], "# mine", lines[first], wrong]))
        for command in (("play", "--resume"), ("replay",)):
            said = mistake(*command, path.stem)
            assert said.startswith(f"{path}: line {first + 3}: action 2: {wrong!r} is not legal")


def test_a_file_that_is_not_in_utf_8_is_named_with_the_line(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_bytes(b"covert-record 2\n# caf\xe9\n")
    for command in (("play", "--resume"), ("replay",), ("review",), ("companion", "--resume")):
        assert mistake(*command, str(wrong)) == (
            f"{wrong}: line 2: a character here is not in UTF-8; save the file as UTF-8"
        )
    plan = tmp_path / "plan.toml"
    plan.write_bytes(wrong.read_bytes())
    for option, file in ((("play", "--cards"), wrong), (("arena", "run"), plan)):
        assert mistake(*option, str(file)) == (
            f"{file}:2: a character here is not in UTF-8; save the file as UTF-8"
        )


def test_a_folder_among_the_games_is_no_game(folder: Path) -> None:
    folder.joinpath("a folder.record").mkdir(parents=True)
    assert run("play", "--list").stdout == "There are no saved games yet.\n"
    assert mistake("replay").endswith("no game has been saved yet; expected a file")


def test_a_game_that_may_not_be_read_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("play", *GAME, stdin="quit\n")
    refused = PermissionError(13, "Permission denied", str(only_game(folder)))
    monkeypatch.setattr("covert_command.commands.play.game_of_record", Mock(side_effect=refused))
    listed = " ".join(run("play", "--list").stdout.split())
    assert listed == f"Cannot be read: {only_game(folder)}: Permission denied"


def test_games_that_cannot_be_read_are_named(folder: Path) -> None:
    run("play", *GAME, "--cards", OTHER_CARDS, stdin="1\nquit\n")
    folder.joinpath("torn.record").write_text("covert-record")
    listed = " ".join(run("play", "--list").stdout.split())
    assert "North you 0, East greedy:worlds=1 0 Cannot be read: " in listed
    assert f"Cannot be read: {folder / 'torn.record'}: line 1: " in listed


def test_a_name_that_no_game_has_leads_to_those_there_are(folder: Path) -> None:
    run("play", *GAME, stdin="1\nquit\n")
    for command in (("play", "--resume"), ("replay",), ("review",)):
        said = mistake(*command, "yesterday")
        assert said.startswith("yesterday: there is no file or saved game with this name; ")
        assert said.endswith("`covert-bots play --list` lists the games")


def test_standing_orders_go_on_with_the_game(folder: Path) -> None:
    first = run("play", *GAME, stdin="1\nauto end\nauto first\nquit\n").stdout
    assert "Standing orders" not in first
    path = only_game(folder)
    assert path.read_text(encoding="utf-8").endswith("\n# standing orders: first, end\n")
    second = run("play", "--resume", stdin="auto first\nquit\n").stdout
    assert "\nStanding orders: `auto first`, `auto end`; `auto` explains them.\n" in second
    rows = re.findall(r"^auto (\w+) +(on|off)\b", second, re.MULTILINE)
    assert rows == [("first", "off"), ("espionage", "off"), ("end", "on")]
    run("play", "--resume", stdin="auto end\nquit\n")
    assert "standing orders" not in path.read_text(encoding="utf-8")
    assert "Standing orders" not in run("play", "--resume", stdin="quit\n").stdout


def test_what_was_seen_before_is_known_after_it_goes_on(folder: Path) -> None:
    run("play", *GAME, stdin="1\nplace 6 decoder\nquit\n")
    shown = run("play", "--resume", stdin="log\nundo\nlog\nquit\n").stdout
    first, second = (part.split("North>")[0] for part in shown.split("North> log\n")[1:])
    assert "North  places a 6 on the Decoder" in first
    assert "under the mission deck" in second


def test_a_window_in_which_nothing_is_played_leaves_what_another_has_saved(tmp_path: Path) -> None:
    path, game = tmp_path / "game.record", ["one"]
    with kept_in(str(path), lambda: " ".join(game), overwrite=True) as keep:
        path.write_text("one two")
        keep()
    assert path.read_text() == "one two"
    with kept_in(str(path), lambda: " ".join(game), overwrite=True):
        game.append("three")
    assert path.read_text() == "one three"
    with kept_in(str(path), lambda: " ".join(game), overwrite=True):
        path.unlink()
    assert path.read_text() == "one three"


def test_of_two_windows_with_one_game_the_first_to_play_on_keeps_it(folder: Path) -> None:
    run("play", *GAME, stdin="1\nquit\n")
    path = only_game(folder)
    with Terminal("play", "--resume", rows=24, columns=80) as terminal:
        at = terminal.read_until("North> ")
        assert run("play", "--resume", stdin="1\nquit\n").returncode == 0
        played = path.read_text(encoding="utf-8")
        terminal.type("1")
        terminal.read_until("the file was changed meanwhile", at)
        assert terminal.end() == 2
    assert "Traceback" not in terminal.text
    assert path.read_text(encoding="utf-8") == played


@pytest.mark.parametrize("named", ["", "config"])
def test_a_folder_of_settings_without_a_place_counts_for_nothing(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", named)
    assert games_folder() == tmp_path / ".config" / "covert-bots" / "games"

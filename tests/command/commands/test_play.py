"""`covert-bots play`: a person against bots, typing at a terminal or from a file."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from cards.quick_cards import quick_cards
from command.shell import AT_A_PROMPT, COMMAND, Terminal, mistake, run, run_apart

from covert_command.games.kept_game import BY_HINT, marks_in
from covert_engine.covert import Record, house_set

GAME = ("--seed", "7", "--bot", "greedy:worlds=1")
QUICK = ("--adviser", "ismcts:iterations=50")


def but_its_file(shown: str) -> list[str]:
    """Return the lines shown, without the one that says where the game is kept."""
    return [line for line in shown.splitlines() if not line.startswith("Saving to ")]


def table_and_moves(shown: str) -> tuple[str, str]:
    """Return the last table and the moves under it, without the notes between them, which come
    once."""
    table = shown[shown.rindex("Action circles") :]
    moves = re.search(r"^  Place .*", table, re.MULTILINE | re.DOTALL)
    assert moves is not None
    return table[: table.index("\nYour hand")], moves[0].split("North> ")[0]


def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    record = tmp_path / "game"
    cards = ("--cards", str(tmp_path / "quick.toml"))
    Path(cards[1]).write_text(quick_cards(), encoding="utf-8")
    game = ("--seed", "6", "--bot", "ismcts:iterations=20")  # a short one
    done = run("play", *cards, *game, "--record", str(record), *QUICK, stdin="do hint\n" * 900)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.endswith(f"Your mistakes: covert-bots review {record}\n")
    replayed = json.loads(run("replay", str(record), "--json").stdout)
    assert replayed["over"]
    final = done.stdout[done.stdout.rindex("\nseat ") :]
    for name, who, score in zip(
        ("North", "East"), ("you", "ismcts"), replayed["scores"], strict=True
    ):
        assert re.search(rf"^{name} +{who}.* {score}( |$)", final, re.MULTILINE)


def test_a_person_sees_what_the_seat_may_know() -> None:
    with Terminal("play", *GAME, "--players", "3", rows=100) as terminal:
        terminal.read_until("North> ")
        # Setup: an own mission is named, and which one the others give back is not shown.
        title = re.search(r" 2\) ('.+?')\s", terminal.text)
        assert title is not None
        terminal.type("2")
        terminal.read_until("Round 1 ")
        assert f"North  puts {title[1]} under the mission deck" in terminal.text
        assert "East  puts a mission under the mission deck" in terminal.text
        assert "South  puts a mission under the mission deck" in terminal.text


def test_moves_go_by_number_and_by_notation() -> None:
    with Terminal("play", *GAME, rows=100) as terminal:
        terminal.read_until("North> ")
        terminal.type("1")
        at = terminal.read_until("Round 1 ")
        at = terminal.read_until("North> ", at)
        terminal.type("  PLACE  6 decoder ")
        at = terminal.read_until("North  places a 6 on the Decoder", at)
        at = terminal.read_until("North> ", at)
        number = re.findall(r"(\d+)\) Take turn order token #1", terminal.text)[-1]
        terminal.type(number)
        terminal.read_until("North  takes turn order token #1", at)


def test_hint_why_and_undo() -> None:
    game = ("--seed", "7", "--bot", "greedy")  # a bot with a rating
    against = r'Your chance to win is (over )?\d+% against "greedy", if you play on as well as "hard"'
    with Terminal("play", *game, *QUICK, rows=100, columns=120) as terminal:
        terminal.read_until("North> ")
        terminal.type("undo")
        at = terminal.read_until("there is nothing to take back")
        terminal.type("1")
        at = terminal.read_until("Round 1 ", at)
        at = terminal.read_until("North> ", at)
        first = table_and_moves(terminal.text)
        terminal.type("hint")
        shown = at
        at = terminal.read_until("North> ", terminal.read_until("50 iterations", at))
        hint = terminal.text[shown:at]
        assert "The turn: " in hint
        assert re.search(r"Chances to win against equals: North \d+%, East \d+%", hint)
        assert re.search(against, " ".join(hint.split()))
        best = re.search(
            r"^ *(\d+) +[\d.]+ +\d+% +\d+ +0\.\d+ +place \d \w+ +Place", hint, re.MULTILINE
        )
        assert best is not None
        terminal.type("why")
        at = terminal.read_until("Next best: ", at)
        asked = at
        at = terminal.read_until("North> ", at)
        why = " ".join(terminal.text[asked:at].split())
        assert "Played on in the same 256 worlds, to the end of the round, it does " in why
        assert re.search(against, why)
        terminal.type(best[1])
        at = terminal.read_until("North> ", at)
        terminal.type("undo")
        at = terminal.read_until("North> ", at)
        assert table_and_moves(terminal.text) == first


def test_do_hint_plays_the_turn_that_is_recommended(tmp_path: Path) -> None:
    record = tmp_path / "game"
    typed = "do hint\n" * 30 + "quit\n"
    done = run("play", *GAME, *QUICK, "--record", str(record), stdin=typed)
    assert (done.returncode, done.stderr) == (0, "")
    played = json.loads(run("replay", str(record), "--json").stdout)["actions"]
    prompts = done.stdout.count("North> do hint")
    assert prompts == 30
    assert "is neither a move nor a command" not in done.stdout
    mine = json.loads(run("replay", str(record), "--json", "--seat", "1").stdout)["moments"]
    decided = sum("action" in moment for moment in mine)
    assert decided > prompts  # some turns had several decisions
    assert len(played) > decided
    marks = marks_in(record)
    assert set(marks.values()) == {BY_HINT}
    assert len(marks) == decided


def test_what_the_program_has_played_stays_marked(tmp_path: Path) -> None:
    """Also in a game that goes on, and as far as it is not taken back."""
    record = tmp_path / "game"
    run("play", *GAME, *QUICK, "--record", str(record), stdin="do hint\ndo hint\n1\nquit\n")
    first = marks_in(record)
    assert first
    run("play", "--resume", str(record), *QUICK, stdin="do hint\nauto espionage\nquit\n")
    second = marks_in(record)
    assert first.items() < second.items()
    assert Record.parse(record.read_text(), house_set()).replay(house_set())
    run("play", "--resume", str(record), stdin="undo\n" * 40 + "quit\n")
    assert marks_in(record) == {}
    assert "#" not in record.read_text().replace("# standing orders: espionage", "")


def test_columns_of_hints_are_explained_once() -> None:
    done = run("play", *GAME, *QUICK, stdin="hint\n1\nhint\nquit\n", columns=80)
    assert done.stdout.count("score: the final score you can expect") == 1
    assert done.stdout.count("The turn: ") == 2


def test_what_is_neither_move_nor_command_is_reported() -> None:
    with Terminal("play", *GAME, rows=100) as terminal:
        terminal.read_until("North> ")
        for typed, reply in (
            ("99", "99 is not the number of a move now"),
            ("return M0", "'M0' in 'return M0'; expected a mission"),
            ("place 3 movement", "'place 3 movement' is not legal here"),
            ("dance", "'dance' is neither a move nor a command"),
            ("hitn", "did you mean `hint`?"),
            ("rule Decoder", "did you mean `rules`?"),
            ("why 9", "9 is not the number of a move now"),
            ("why dance", "'dance' is neither a move nor a command"),
            ("why return M", "expected a mission"),
            ("why 2", "Best: Put "),
            ("save /none/view.json", "/none/view.json: No such file or directory"),
            ("save ~/no/a.json", f"{Path.home()}/no/a.json: No such file or directory"),
            ("save", "`save` needs a file: `save position.json`"),
            ("help", "see what the abbreviations on the table mean"),
            ("signs", "an Agency Card: its equipment, city and ability"),
            ("", "North> "),
        ):
            terminal.type(typed)
            at = terminal.read_until(reply)
            terminal.read_until("North> ", at)
        terminal.type("quit")
        terminal.type("y")
        assert terminal.end() == 0


def test_a_line_without_a_move_and_a_name_that_no_file_has_are_mistakes_too() -> None:
    done = run("play", *GAME, stdin="1\n,\n, ,\nsave a\0b\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "North> ,\n',' is neither a move nor a command" in done.stdout
    assert "', ,' is neither a move nor a command" in done.stdout
    assert "'a\\x00b': no file can have this name" in done.stdout


def test_commands_may_be_typed_in_capitals_and_other_words_to_leave_name_quit() -> None:
    done = run("play", *GAME, stdin="Help\nRULES decoder\nq\nEXIT\nQUIT\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "see what the abbreviations on the table mean" in done.stdout
    assert "North> q\n`quit` leaves\nNorth> EXIT\n`quit` leaves\n" in done.stdout
    assert "neither a move" not in done.stdout


def test_words_that_place_a_die_say_why_it_cannot_be_placed() -> None:
    done = run("play", *GAME, stdin="1\ncomplete mission 5\nput 5 movement\nquit\n")
    dice = re.search(r"^Your dice +([\d ]+)", done.stdout, re.MULTILINE)
    assert dice is not None
    assert "5" not in dice[1].split()
    assert done.stdout.count("you have no 5 to place; you have ") == 2


def test_a_wrong_move_names_the_few_that_are_possible() -> None:
    done = run("play", *GAME, stdin="return 5\nquit\n", columns=200)
    said = re.search(r"'5' in 'return 5'; expected .*; possible now: (.*)", done.stdout)
    assert said is not None
    missions = re.findall(r"^    (M\d+) '", done.stdout, re.MULTILINE)
    assert said[1] == ", ".join(f"`return {mission}`" for mission in missions)


def test_commas_too_many_do_no_harm() -> None:
    done = run("play", *GAME, stdin="1,\nplace 6 decoder,\nquit\n")
    assert "North  places a 6 on the Decoder" in done.stdout
    assert "neither a move nor a command" not in done.stdout


def test_a_saved_view_can_be_asked_about(tmp_path: Path) -> None:
    view = tmp_path / "view.json"
    done = run_apart("play", *GAME, stdin=f'1\nsave "{view}"\nquit\n')
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"To resume: {shlex.join([*COMMAND, 'play', '--resume'])}\n")
    answer = json.loads(run("suggest", str(view), "--bot", "greedy", "--json").stdout)
    assert f"Saved in {view}" in done.stdout
    text = answer["suggestion"]["moves"][0]["action"]["text"]
    place = re.fullmatch(r"place (\d) \w+", text)
    assert place is not None
    assert re.search(rf"^  a {place[1]} on +\d", done.stdout, re.MULTILINE)


def test_a_server_elsewhere(server: str) -> None:
    here = run("play", *GAME, stdin="1\nquit\n").stdout
    there = run("play", *GAME, "--server", server, stdin="1\nquit\n").stdout
    assert but_its_file(here) == but_its_file(there)


def test_a_person_plays_by_what_is_chosen(server: str, tmp_path: Path) -> None:
    """This holds also on another server, and the hints are for the same game."""
    record = tmp_path / "game"
    chosen = (
        *("--option", "either_direction=on", "--characters", "the fence,the analyst"),
        *("--first-player", "0", "--record", str(record)),
    )
    done = run("play", *GAME, *QUICK, *chosen, "--server", server, stdin="1\nhint\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        "Setup: either_direction on; characters The Fence and The Analyst; first_player 0\n"
        in done.stdout
    )
    assert "50 iterations" in done.stdout
    replayed = json.loads(run("replay", str(record), "--json").stdout)
    assert replayed["options"]["either_direction"] is True
    assert (replayed["characters"], replayed["first_player"]) == ([4, 5], 0)


def test_the_end_of_input_is_a_way_out(tmp_path: Path) -> None:
    record = tmp_path / "game"
    done = run("play", *GAME, "--record", str(record), stdin="1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(
        f"The game is saved. To resume: covert-bots play --resume {record}\n"
    )
    assert len(json.loads(run("replay", str(record), "--json").stdout)["actions"]) > 1


def test_control_c_ends_it(tmp_path: Path) -> None:
    record = tmp_path / "game"
    with Terminal("play", *GAME, "--record", str(record)) as terminal:
        terminal.read_until("North> ")
        assert terminal.interrupt(AT_A_PROMPT) == 130
    assert "Traceback" not in terminal.text
    assert record.exists()


def test_a_narrow_terminal_is_refused() -> None:
    with Terminal("play", columns=79) as terminal:
        assert terminal.end() == 2
    assert "the terminal is 79 columns wide; expected at least 80 (widen it)" in terminal.text


def test_nothing_is_wider_than_the_terminal() -> None:
    done = run("play", *GAME, *QUICK, stdin="1\nhint\nwhy\n1\n1\nquit\n", columns=80)
    assert max(map(len, but_its_file(done.stdout))) <= 80


def test_mistakes_name_what_was_expected() -> None:
    assert "--seat: 3, in a game for 2; expected 1 to 2" in mistake("play", "--seat", "3")
    assert "2 bots for 3 seats" in mistake(
        "play", "--players", "4", "--bot", "greedy", "--bot", "random"
    )
    assert mistake("play", "--players", "x").startswith(
        "--players: 'x'; expected a whole number from"
    )
    assert mistake("play", "--seat", "North").startswith(
        "--seat: 'North'; expected a whole number from 1 to 4"
    )
    assert "there is no such bot" in mistake("play", "--adviser", "oracle")

"""`covert-bots play` from the screen alone: what it offers, what fits on it, what need not be
typed."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from pathlib import Path

from cards.quick_cards import quick_cards
from command.shell import COMMAND, REPOSITORY, Terminal, run

from covert_engine.covert import Options, Record, State, format_action, house_set

ROWS, COLUMNS = 24, 80
GAME = ("--seed", "7", "--bot", "greedy:worlds=1")
QUICK = ("--adviser", "ismcts:iterations=20")
MOST_PROMPTS = 120
# The command, but with few iterations of the searches of the review at the end.
REVIEWED_SOON = [
    sys.executable,
    "-c",
    "import functools, covert_command.covert.play as play; from covert_command import main; "
    "play.reviewed = functools.partial(play.reviewed, iterations=5); main()",
]


class Player:
    """Somebody at a terminal who types only what the screen offers."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.at = 0

    def read(self) -> str:
        """Return the output up to the next prompt, or to the end of the game."""
        start, self.at = (
            self.at,
            self.terminal.read_until_one("North> ", "The game is in ", after=self.at),
        )
        return self.terminal.text[start : self.at]

    def type(self, line: str) -> str:
        """Type a line, and return the output after it."""
        self.terminal.type(line)
        return self.read()


@contextmanager
def playing(
    *arguments: str, rows: int = ROWS, command: Sequence[str] = COMMAND
) -> Iterator[Player]:
    with Terminal("play", *arguments, rows=rows, columns=COLUMNS, command=command) as terminal:
        yield Player(terminal)


def screen(shown: str) -> list[str]:
    """Return the lines from the heading of the table to the prompt."""
    *_, heading = re.finditer(r"^(Round \d+|Setup) \| ", shown, re.MULTILINE)
    return shown[heading.start() :].split("\n")


def test_a_whole_game_is_played_from_the_screen(tmp_path: Path) -> None:
    """Hints say what to play, and orders are given where the screen offers them."""
    prompts = 0
    cards = tmp_path / "quick.toml"
    cards.write_text(quick_cards(), encoding="utf-8")
    words = ("--cards", str(cards), "--seed", "5", "--bot", "ismcts:iterations=20", *QUICK)
    with playing(*words, command=REVIEWED_SOON) as player:
        shown = player.read()
        while "The game is in " not in shown:
            prompts += 1
            lines = screen(shown)
            assert len(lines) <= ROWS, shown
            assert max(map(len, lines)) <= COLUMNS, shown
            assert lines[-1] == "North> "
            offered = re.search(r"`(auto \w+)`", "\n".join(lines))
            if offered is not None:
                shown = player.type(offered[1])
                continue
            hint = player.type("hint")
            assert hint[hint.index("#  ") :].count("\n") < ROWS, hint
            best = re.search(r"^ *(\d+(?:, \w+)*) +[\d.-]+ ", hint, re.MULTILINE)
            assert best is not None, hint
            for number in re.findall(r"\d+", best[1]):
                assert re.search(rf"\b{number}\b", "\n".join(lines))
            shown = player.type(best[1])
        assert 40 < prompts <= MOST_PROMPTS
        assert "wins" in player.terminal.text
        look_at_mistakes(player)
        assert player.terminal.end() == 0


def look_at_mistakes(player: Player) -> None:
    """Accept the review that is offered at the end of a game, and read it all."""
    player.terminal.read_until("Do you want to see your mistakes? (y or n) ", player.at)
    player.terminal.type("y")
    at, last = player.at, "This review again: covert-bots review "
    while last not in player.terminal.text:
        at = player.terminal.read_until_one("Enter for more, q to stop ", last, after=at)
        player.terminal.type("")
    assert re.search(r"^Of \d+ decisions, ", player.terminal.text[player.at : at], re.MULTILINE)


def test_the_screen_of_the_documentation_is_what_is_shown(tmp_path: Path) -> None:
    page = (REPOSITORY / "docs" / "play.md").read_text(encoding="utf-8")
    printed, *_ = re.findall(r"```\n(.*?)\n```", page, re.DOTALL)
    with playing("--seed", "7", "--bot", "random", "--record", str(tmp_path / "game")) as player:
        player.read()
        assert "\n".join(screen(player.type("1"))).rstrip() == printed


def test_the_tables_of_the_documentation_name_what_can_be_typed() -> None:
    page = (REPOSITORY / "docs" / "play.md").read_text(encoding="utf-8")
    shown = run("play", *GAME, stdin="help\nauto\nsigns\nquit\n").stdout
    named = re.findall(r"`([^`]+)`", "".join(re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)))
    assert len(named) > 15
    for word in named:
        assert word in shown


def test_several_numbers_are_played_in_turn(tmp_path: Path) -> None:
    """Two agents move with one line, as far as both may."""
    record = tmp_path / "game"
    record.write_text(before_two_agents_move().format(house_set()), encoding="utf-8")
    with playing("--resume", str(record)) as player:
        shown = player.read()
        assert "North to move an agent" in shown
        numbers = [
            re.findall(rf"Move agent {agent} .*?(\d+)\)", shown, re.DOTALL)[-1] for agent in (1, 2)
        ]
        moved = player.type(", ".join(numbers))
        assert "North  moves agent 1" in moved
        assert "North  moves agent 2" in moved.split("North  moves agent 1")[1]


def before_two_agents_move() -> Record:
    """Return a game at random up to where North may move agent 1 and then agent 2, to be resumed as
    North."""
    rng, cards = random.Random(1), house_set()
    begun = Record(cards.digest, 2, 1, Options(), seats=("you", "greedy"))
    state, actions = begun.replay(cards), list[int]()
    while state.actor != 0 or not may_move_both(state):
        actions.append(rng.choice(state.legal_actions()))
        state.play(actions[-1])
    return replace(begun, actions=tuple(actions))


def may_move_both(state: State) -> bool:
    """Return True if agent 2 may move after any move of agent 1."""
    firsts = moves(state, 1)
    for first in firsts:
        after = copy(state)
        after.play(first)
        if not moves(after, 2):
            return False
    return bool(firsts)


def moves(state: State, agent: int) -> list[int]:
    """Return the moves of an agent."""
    cards = house_set()
    legal = state.legal_actions()
    return [action for action in legal if format_action(action, cards).startswith(f"step {agent} ")]


def test_what_cannot_be_played_any_more_is_named() -> None:
    typed = "1\nplace 6 decoder, place 4 decoder\nplace 4 decoder, stop\nquit\n"
    shown = run("play", *GAME, stdin=typed).stdout
    _, first, second = shown.split("North> place ")
    assert "Not played, since another seat has acted: place 4 decoder" in first
    assert "Not played, since" in second


def test_what_happened_last_stands_on_the_screen_too() -> None:
    with playing(*GAME, rows=ROWS + 2) as player:  # in fewer, what is not shown goes first
        player.read()
        player.type("1")
        lines = screen(player.type("place 6 decoder, place 4 decoder"))
        assert any("Not played, since" in line for line in lines)
        assert any(line.startswith("   East  ") for line in lines)


def test_one_undo_takes_back_one_line(tmp_path: Path) -> None:
    done = run("play", *GAME, stdin="1\nplace 6 decoder\nundo\nundo\nundo\nquit\n").stdout
    assert done.count("there is nothing to take back") == 1


def test_what_a_standing_order_played_can_be_taken_back() -> None:
    typed = "do hint\n" * 7 + "auto end\nundo\nquit\n"
    shown = run("play", *GAME, *QUICK, stdin=typed).stdout
    assert "Undone: " in shown
    assert "`auto end` is off now" in shown


def test_standing_orders_are_given_shown_and_taken_back() -> None:
    typed = "auto\nauto first\nauto end\nauto\nauto first\nauto\nauto sleep\nquit\n"
    shown = run("play", *GAME, stdin=typed).stdout
    lists = re.findall(r"^auto first +(on|off) ", shown, re.MULTILINE)
    assert lists == ["off", "on", "on", "on", "off", "off"]
    assert "there is no order 'sleep'; expected one of first, espionage, end" in shown


def test_an_ability_is_explained_once() -> None:
    shown = run("play", *GAME, stdin="1\nmoves\nquit\n").stdout
    assert shown.count("Move x3: Up to three steps") == 1
    assert len(re.findall(r"Use Move x3 with", shown)) > 1


def test_the_map_shows_connections_agents_and_cubes() -> None:
    with playing(*GAME) as player:
        player.read()
        player.type("1")
        shown = player.type("map")
        lines = shown.split("\n")
        assert len(lines) <= ROWS
        assert re.search(r"  Berlin.*: Bon Cop War Pra$", shown, re.MULTILINE)
        assert re.search(r"\w+ N1", shown)
    wide = run("play", *GAME, stdin="1\nmap\nquit\n", columns=100).stdout
    assert re.search(r"^  Berlin.* -- Bonn, Copenhagen, Warsaw, Prague$", wide, re.MULTILINE)


def test_long_answers_stop_where_the_screen_is_full() -> None:
    with playing(*GAME) as player:
        player.read()
        player.terminal.type("table")
        at = player.terminal.read_until("Enter for more, q to stop ", player.at)
        assert player.terminal.text[player.at : at].count("\n") <= ROWS
        player.at = at
        shown = player.type("q")
        assert "Your hand" not in shown


def test_score_and_log_say_where_the_game_stands() -> None:
    typed = "1\nscore\nplace 6 decoder\nlog\nquit\n"
    shown = run("play", *GAME, stdin=typed, columns=80).stdout
    assert re.search(
        r"^seat +missions +points +codes +score +completed *\nNorth +0 +0 +0 +0", shown, re.M
    )
    log = shown.split("North> log\n")[1].split("North> quit")[0]
    assert "North  places a 6 on the Decoder" in log
    assert "East  " in log


def test_rules_are_explained_by_word() -> None:
    typed = (
        "rules\nrules Sneak Attack\nrules DECODER\nrules espionag\nrules xyzzy\nrules break\nquit\n"
    )
    shown = run("play", *GAME, stdin=typed).stdout
    assert "`rules WORD` explains: round, placing" in shown
    assert "Sneak Attack: You may place two dice this turn [6.5]." in shown
    assert "Decoder: The Decoder takes any die." in shown
    assert "there is no rule under 'espionag'; did you mean `rules Espionage`?" in shown
    assert "there is no rule under 'xyzzy' (`rules` lists the words)" in shown
    assert "In this game no swap and no Code Breaker may follow the first claim." in shown


def test_a_view_is_saved_in_a_file_with_spaces_in_its_name(tmp_path: Path) -> None:
    file = tmp_path / "my position.json"
    shown = run("play", *GAME, stdin=f"save {file}\nsave {file}\nquit\n").stdout
    assert f"Saved in {file}" in shown
    assert f"{file}: the file exists already; expected a new one" in shown
    assert file.exists()


def test_a_window_made_too_narrow_says_so() -> None:
    with playing(*GAME) as player:
        player.read()
        player.terminal.resize(24, 60)
        at = player.at
        for typed in ("moves", "table"):
            player.terminal.type(typed)
            at = player.terminal.read_until(
                "The window is 60 columns wide; the table needs 80.", at
            )
        # Before it shows the prompt readline reads the size of the window and sets it again.
        at = player.terminal.read_until("North> ", at)
        assert "Return the mission" not in player.terminal.text[player.at :]
        player.terminal.resize(24, 80)
        player.terminal.type("moves")
        player.terminal.read_until("Return the mission", at)


def test_the_whole_game_is_told_again() -> None:
    typed = "1\nplace 6 decoder\nlog\nlog all\nquit\n"
    shown = run("play", *GAME, stdin=typed, columns=80).stdout
    log, whole = (shown.split(f"North> {command}\n")[1] for command in ("log", "log all"))
    assert "under the mission deck" not in log.split("North> ")[0]
    assert "North  puts '" in whole
    assert "North  places a 6 on the Decoder" in whole


def test_the_end_of_input_leaves_with_all_saved() -> None:
    with playing(*GAME) as player:
        player.read()
        player.terminal.press("\x04")
        player.terminal.read_until("The game is saved. To resume: ", player.at)
        assert player.terminal.end() == 0


def test_colours_are_left_out_where_they_are_not_wanted() -> None:
    with Terminal("play", *GAME, colours=True) as terminal:
        terminal.read_until("North> ")
        assert "\x1b[36mNorth" in terminal.raw
    with Terminal("play", *GAME) as terminal:
        terminal.read_until("North> ")
        assert "\x1b[36m" not in terminal.raw

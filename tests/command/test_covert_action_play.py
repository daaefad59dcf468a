"""`covert-bots play --game covert-action`: one person at a table of bots."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from command.shell import AT_A_PROMPT, Terminal, mistake, run
from rich.console import RenderableType

from covert_bots.covert_action.wire import view_from_message
from covert_command.covert_action import pace, person
from covert_command.covert_action.screen import Transcript
from covert_engine.covert_action import Record, State, format_action
from covertbots.v1 import referee_pb2

PLAY = ("play", "--game", "covert-action")
GAME = (*PLAY, "--players", "6", "--seed", "3", "--bot", "greedy", "--adviser", "greedy")
SEAT_3 = (*GAME, "--seat", "3")
SHORT = (*GAME, "--option", "beats=1")
KEPT = re.compile(r"^Saving to .*\n", re.MULTILINE)
ROWS, COLUMNS = 24, 80


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the default folder of games."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "covert-bots" / "games"


def record_in(path: Path) -> Record:
    return Record.parse(path.read_text(encoding="utf-8"))


def only_game(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


# A game.


def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game"
    done = run(*SHORT, "--record", str(path), stdin="do hint\n" * 300)
    assert (done.returncode, done.stderr) == (0, "")
    record = record_in(path)
    assert record.seats == ("you", *["greedy"] * 5)
    state = record.replay()
    assert state.over
    final = done.stdout[done.stdout.rindex("\nseat ") :]
    for seat, types in enumerate(state.hidden()["types"]):
        wins = " +(wins|shares the win)" if seat in state.winners() else ""
        figures = " +".join(map(str, types))
        name = record.seats[seat]
        assert re.search(
            rf"^{seat + 1} +{name} +{figures} +{state.scores()[seat]} .*{wins}$", final, re.M
        )
    assert done.stdout.endswith(f"To see it again: covert-bots replay {path}\n")
    # How each round ended, and who was what, in the words of the record.
    for number, roles in enumerate(rounds_of(record), 1):
        ended = done.stdout.split(f"\nRound {number} ")[-1].split("The round ends")[1]
        for seat, role in enumerate(roles):
            assert re.search(rf"Seat\s+{seat + 1}\s+{role.capitalize()}", ended)


def rounds_of(record: Record) -> Iterator[list[str]]:
    """Yield the cards of all seats in each round."""
    state = State.deal(record.settings, record.seed)
    for action in record.actions:
        roles, number = state.hidden()["roles"], state.round
        state.play(action)
        if state.round > number or state.over:
            yield list(roles)


def test_the_table_says_who_sits_where_and_what_each_has_said(folder: Path) -> None:
    shown = run(*SEAT_3, stdin=typed("pass", "pass", "quit"), columns=80).stdout
    record = record_in(only_game(folder))
    view = record.replay().view(2).fields()
    table = shown[shown.rindex("\nseat ") :].splitlines()[2:8]
    words = {"pass": "-", "am sniper": "Sniper", "am mole": "Mole", "am cleaner": "Cleaner"}
    for seat, (line, player) in enumerate(zip(table, view["players"], strict=True)):
        who = "you" if seat == 2 else "greedy"
        said = [
            words.get(statement["text"], statement["text"].removeprefix("am ").capitalize())
            for statement in view["statements"]
            if statement["seat"] == seat
        ]
        own = view["players"][2]["role"]
        card = f" +{own.capitalize()}" if seat == 2 and own else ""
        mark = ">" if seat == 2 else " "
        team = player["team"].capitalize()
        wanted = rf"{mark} {seat + 1} +{team} +{who}{card} +0" + "".join(
            f" +{word}" for word in said
        )
        assert re.fullmatch(wanted, line.rstrip()), (wanted, line)


@pytest.mark.parametrize(
    ("line", "played"),
    [
        ("1", "pass"),
        ("pass", "pass"),
        ("nothing", "pass"),
        ("2", "am sniper"),
        ("I am the Mole", "am mole"),
        ("  IS  4 SNIPER ", "is 4 sniper"),
        ("4 is the sniper", "is 4 sniper"),
        ("shoot 5", "urge 5"),
        ("20", "urge 6"),
    ],
)
def test_a_statement_goes_by_number_by_notation_and_by_words(
    line: str, played: str, folder: Path
) -> None:
    run(*SEAT_3, stdin=typed(line, "quit"))
    record = record_in(only_game(folder))
    state, actions = State.deal(record.settings, record.seed), iter(record.actions)
    while state.actor != 2:
        state.play(next(actions))
    assert format_action(next(actions)) == played


def test_in_a_window_a_seat_is_shot_by_its_number_and_nought_holds(folder: Path) -> None:
    """Seat 1 is the Sniper of seed 8."""
    game = (*PLAY, "--seed", "8", "--bot", "random", "--option", "talk=off")
    shown = run(*game, stdin=typed("0", "0", "shoot 1", "1", "9", "urge 2", "hold", "quit")).stdout
    asked = re.findall(r"^Seat 1, shoot\?> (\w+)", shown, re.MULTILINE)
    assert asked[:2] == ["0", "0"]
    assert "  0) Hold.  Shoot a seat: 2 3 4 5 6\n" in shown
    assert "`shoot 1` is not possible here; `moves` lists what is" in shown
    assert "1 is not one of the numbers 0, 2, 3, 4, 5, 6" in shown
    assert "`urge 2` is not possible here" in shown
    actions = record_in(only_game(folder)).actions
    assert format_action(actions[0]) == "hold"
    assert "shoot 2" not in map(format_action, actions[:3])


# Nothing that the seat may not see.


def test_only_the_view_of_the_own_seat_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen gets no other view, nor the news of others."""
    looked: list[tuple[int, int]] = []
    entries = Transcript.entries

    def watched(
        self: Transcript, moments: Sequence[referee_pb2.Moment], views: Sequence[Any]
    ) -> Iterator[RenderableType]:
        looked.extend((2, view.covert_action.seat) for view in views)
        looked.extend((2, moment.view.covert_action.seat) for moment in moments)
        return entries(self, moments, views)

    real = view_from_message

    def read(message: Any) -> Any:
        looked.append((2, message.seat))
        return real(message)

    monkeypatch.setattr(Transcript, "entries", watched)
    monkeypatch.setattr(person, "view_from_message", read)
    run(*SEAT_3, stdin="do hint\n" * 12 + "said\nlog\nquit\n")
    assert len(looked) > 30
    assert {own == seat for own, seat in looked} == {True}


def test_of_a_window_nothing_shows_but_how_it_closed() -> None:
    """It shows neither which seats were asked nor which held. A Mole, who is not asked, sees the
    same."""
    silent = ("--option", "talk=off", "--option", "beats=6", "--option", "deadline=void")
    game = (*PLAY, "--seed", "1", "--bot", "greedy", *silent)
    asked = run(*game, "--seat", "2", stdin="0\n" * 3 + "quit\n").stdout
    after = re.findall(r"^Seat 2, shoot\?> 0\n(.*?)^Round", asked, re.MULTILINE | re.DOTALL)
    closed = [f"Beat {beat} The window closes: nobody shoots" for beat in (1, 2, 3)]
    assert [" ".join(line.split()) for line in after] == closed
    not_asked = run(*game, "--seat", "1", stdin="quit\n").stdout
    first = not_asked[: not_asked.index("The round ends without winners")]
    assert "Seat 1, " not in first
    lines = re.findall(r"^ (Beat \d) +(.*?) *$", first, re.MULTILINE)
    assert [" ".join(line) for line in lines[:3]] == closed
    assert len(lines) == 6


# Commands.


def test_a_window_lasts_as_long_as_the_longest_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """By rule 4.4 thinking leaves no trace."""
    now = 0.0

    def pass_time(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(pace, "monotonic", lambda: now)
    monkeypatch.setattr(pace, "sleep", pass_time)
    windows, lasted = pace.Pace(), []
    for thought in (0.0, 3.0, 0.0, 1.0, 4.0, 0.0):
        begun = now
        with windows.kept():
            pass_time(thought)
        lasted.append(now - begun)
    assert lasted == pytest.approx([pace.LEAST_SECONDS, 3, 3, 3, 4, 4])


def test_commands_tell_what_they_promise(tmp_path: Path) -> None:
    view = tmp_path / "view.json"
    shown = run(
        *SEAT_3,
        stdin=typed(
            *("hint", "pass", "log", "said", "who", "moves", "table", "rules", "rules snipr"),
            *("rules Mole", "rules beats", "?", f"save {view}", "save", "quit"),
        ),
        columns=80,
    ).stdout
    assert re.search(r"^#  value", shown, re.MULTILINE)
    assert re.search(
        r"^seat  team  Sniper  Cleaner  Mole  Bodyguard  acts  target  win$", shown, re.M
    )
    assert re.search(r"^> 3   \w+ +.*100%", shown, re.MULTILINE)
    assert "What the table believes about you: Sniper " in shown
    assert "Seat 3 says nothing" not in shown
    assert " Beat 1  Seat " in shown.split("> log\n")[1]
    assert "\n  Seat 3: you\n" in shown.split("> who\n")[1]
    assert "`rules WORD` explains: sniper, cleaner, mole," in shown
    assert "there is no rule under 'snipr'; did you mean 'sniper'?" in shown
    assert "Mole: Draws a Plan card when its own team's shot fails" in shown
    assert "Beats: Windows before the deadline comes. Values: 1, 2, 3, 4, 5, 6." in shown
    assert "see the best actions, the beliefs about every seat, and the reasons" in shown
    assert "`save` needs a file" in shown
    answer = json.loads(run("suggest", str(view), "--bot", "greedy", "--json").stdout)
    assert answer["suggestion"]["covertAction"]["reason"].endswith(".")
    lines = [line for line in shown.splitlines() if not line.startswith(("Saving to", "Saved in"))]
    assert max(len(line) for line in lines if "> save " not in line) <= COLUMNS


def test_the_log_has_what_was_said_before_ones_own_word() -> None:
    """Whoever spoke in this beat before the player is in the log, although no window is open."""
    game = (*PLAY, "--players", "6", "--seed", "6", "--seat", "2", "--adviser", "greedy")
    bots = ("--bot", "greedy:style=bluffing")
    shown = run(*game, *bots, stdin=typed("am bodyguard", "0", "log", "quit")).stdout
    log = shown.split("say> log\n")[1]
    assert "The window closes: nobody shoots" in log
    assert " Beat 2  Seat 1 claims to be the Sniper" in log


def test_a_setting_is_explained_under_its_name_once() -> None:
    shown = run(*GAME, stdin="rules teams\nquit\n").stdout
    assert "\nTeams: 2 with 4 to 9 players, 3 with 9 to 14. Values: 2, 3.\n" in shown


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("99", "99 is not one of the numbers 1 to 20"),
        ("am saboteur", "`am saboteur` is not possible here; `moves` lists what is"),
        ("is 3 mole", "`is 3 mole` is not possible here"),
        (
            "am mule",
            "'mule' in 'am mule'; expected a role: sniper, cleaner, mole, bodyguard; did you mean",
        ),
        ("hold", "`hold` is not possible here"),
        ("dance", "'dance' is neither an action nor a command (`moves` and `help` list them)"),
        ("hitn", "did you mean 'hint'?"),
        ("undo", "there is nothing to take back"),
    ],
)
def test_what_cannot_be_done_is_said_and_asked_again(line: str, said: str, folder: Path) -> None:
    shown = run(*SEAT_3, stdin=typed(line, "quit")).stdout
    assert said in shown
    assert shown.count("Seat 3, say> ") == 2


def test_the_last_decision_is_taken_back(folder: Path) -> None:
    shown = run(*SEAT_3, stdin=typed("2", "undo", "1", "undo", "undo", "quit")).stdout
    tables = re.findall(r"^(seat  team .*\n(?:.+\n)+?)(?=Seat 3, )", shown, re.MULTILINE)
    assert tables[0] == tables[2]
    assert shown.count("Undone: your last decision and everything after it") == 2
    assert shown.count("there is nothing to take back") == 1


# A game that is kept.


def test_a_game_is_kept_listed_and_goes_on_where_it_was(folder: Path) -> None:
    first = run(*SEAT_3, stdin=typed("2", "quit")).stdout
    path = only_game(folder)
    assert first.endswith("\nThe game is saved. To resume: covert-bots play --resume\n")
    before = record_in(path)
    assert before.seats is not None
    assert before.seats[2] == "you"
    listed = run("play", "--list").stdout
    seats = "greedy x2, you, greedy x3"
    assert re.search(rf"^{path.stem} +covert-action +round 1 +{seats}$", listed, re.MULTILINE)
    second = run("play", "--resume", stdin=typed("log", "quit")).stdout
    last = first[first.rindex("\nseat ") : first.rindex("Seat 3, ")]
    assert last in second
    assert "Seat 3 claims to be the Sniper" in second.split("> log\n")[1]
    assert record_in(path) == before
    run("play", "--resume", stdin=typed("undo", "undo", "quit"))
    assert len(record_in(path).actions) < len(before.actions)


def test_a_kept_game_has_its_setup_already() -> None:
    run(*SHORT, stdin=typed("quit"))
    for option in (("--game", "covert-action"), ("--seed", "3"), ("--option", "swaps_first=on")):
        said = mistake("play", "--resume", *option)
        assert said == f"{option[0]}: a resumed game keeps its own; leave this option out"
    assert "there is no such bot" in mistake("play", "--resume", "--adviser", "oracle")
    assert run("play", "--resume", "--adviser", "greedy", stdin="quit\n").returncode == 0


def test_input_that_ends_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game"
    done = run(*SEAT_3, "--record", str(path), stdin=typed("2"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is saved. To resume: " in done.stdout
    assert "am sniper" in path.read_text(encoding="utf-8")


def test_a_server_elsewhere(server: str, tmp_path: Path) -> None:
    stdin = typed("hint", "do hint", "do hint", "quit")
    record = tmp_path / "record"
    shown, records = [], []
    for address in ((), ("--server", server)):
        options = ("--record", str(record), "--overwrite")
        shown.append(run(*SEAT_3, *address, *options, stdin=stdin).stdout)
        records.append(record.read_text(encoding="utf-8"))
    assert records[0] == records[1]
    assert " ≈: the search cannot" in " ".join(shown[0].split())
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("--seat 7", "--seat: 7, in a game for 6; expected 1 to 6"),
        ("--seat 0", "--seat: 0; expected a whole number from 1 to 14"),
        ("--players 3", "--players: 3; expected a whole number from 4 to 14"),
        ("--option teams=3", "--option: teams: 3; expected 2 with 6 players"),
        ("--bot random --bot greedy", "--bot: 2 bots for 5 seats; expected one for all"),
        ("--adviser gredy", "--adviser: 'gredy': there is no such bot"),
        ("--first-player 1", "--first-player: Covert Action has none; expected --game covert"),
    ],
)
def test_mistakes_name_what_was_expected(arguments: str, line: str) -> None:
    assert mistake(*PLAY, *arguments.split()).startswith(line)


# At a terminal.


def test_fourteen_play_on_a_screen_of_80_by_24(tmp_path: Path) -> None:
    """All options are on; no screen scrolls its table or its prompt away."""
    path = tmp_path / "game"
    options = [f"--option={name}" for name in ("saboteurs=on", "alternate=on")]
    arguments = (*PLAY, "--players", "14", "--seed", "4", "--bot", "greedy", "--seat", "9")
    more = ("--adviser", "greedy", "--record", str(path))
    prompts = ("say> ", "shoot?> ", "shoot> ", "next round> ", "The game is in ")
    with Terminal(*arguments, *options, *more, rows=ROWS, columns=COLUMNS) as terminal:
        at, decisions, rounds, line = 0, 0, 0, ""
        while decisions < 12 or rounds < 2:
            start, at = at, terminal.read_until_one(*prompts, after=at)
            shown = terminal.text[start:at]
            if "next round> " in shown:
                rounds, line = rounds + 1, ""
                assert re.search(r"Green +Seat \d", shown)
            elif "Round " in shown:
                decisions, line = decisions + 1, "do hint"
                *_, heading = re.finditer(r"^Round \d+, beat ", shown, re.MULTILINE)
                screen = shown[heading.start() :].split("\n")
                assert len(screen) <= ROWS, shown
                assert max(map(len, screen)) <= COLUMNS, shown
                assert (
                    sum(bool(re.match(r"[> ] ?\d+  +(Red|Blue|Green) ", row)) for row in screen)
                    == 14
                )
            terminal.type(line)
        terminal.read_until_one(*prompts, after=at)
        assert terminal.interrupt(AT_A_PROMPT) == 130
    assert "Traceback" not in terminal.text
    assert record_in(path).replay().round >= 3

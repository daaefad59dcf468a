"""`covert-bots demo --game covert-action`: a whole game over gRPC, each seat a client."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command.shell import Terminal, document, mistake, run

from covert_engine.covert_action import Record

GAME = ("demo", "--game", "covert-action")
QUICK = ("--bot", "ismcts:iterations=20")


def test_a_game_of_six_by_bots(tmp_path: Path) -> None:
    kept = tmp_path / "game"
    played = document(*GAME, "--players", "6", "--seed", "3", *QUICK, "--record", str(kept))
    assert list(played) == [
        "game",
        "seed",
        "players",
        "bots",
        "setup",
        "rounds",
        "decisions",
        "rpcs",
        "scores",
        "winners",
        "seconds",
    ]
    assert (played["game"], played["seed"], played["players"]) == ("covert-action", 3, 6)
    assert (played["bots"], played["setup"]) == ([QUICK[1]] * 6, {})
    record = Record.parse(kept.read_text(encoding="utf-8"))
    assert record.seats == tuple(played["bots"])
    state = record.replay()
    assert state.over
    assert state.winners() == played["winners"]
    assert state.scores() == played["scores"]
    assert state.round == played["rounds"]
    assert len(record.actions) == played["decisions"]
    # A window is one Advance, whoever decides in it: fewer calls than decisions.
    assert 6 + 2 < played["rpcs"] < played["decisions"]


def test_a_game_of_fourteen_with_all_options_on() -> None:
    on = [f"--option={name}=on" for name in ("saboteurs", "alternate", "cleaner_inherits", "talk")]
    played = document(*GAME, "--players", "14", "--seed", "2", "--bot", "random", *on)
    assert played["winners"]
    assert played["players"] == len(played["scores"]) == len(played["bots"]) == 14
    assert played["setup"]["saboteurs"]
    assert played["setup"]["alternate"]


def test_a_seed_gives_one_game_and_another_gives_another() -> None:
    def course(seed: str) -> str:
        text = run(*GAME, "--seed", seed, "--bot", "greedy", columns=400).stdout
        return text[text.index("Round 1") : text.index("\nseat ")]

    course_5 = course("5")
    assert course("5") == course_5
    assert course("6") != course_5


def test_the_game_is_shown_as_it_was_played(tmp_path: Path) -> None:
    kept = tmp_path / "game"
    arguments = (*GAME, "--players", "5", "--seed", "8", "--bot", "random", "--record", str(kept))
    text = run(*arguments, columns=400).stdout
    record = Record.parse(kept.read_text(encoding="utf-8"))
    state = record.replay()
    for number in range(1, state.round + 1):
        assert f"Round {number} " in text
    winners = [seat for seat in range(5) if re.search(rf"^{seat + 1} .* (wins|shares)", text, re.M)]
    assert winners == state.winners()
    for seat, types in enumerate(state.hidden()["types"]):
        figures = " +".join(map(str, types))
        assert re.search(rf"^{seat + 1} +random +{figures} +{state.scores()[seat]} ", text, re.M)
    shots = re.findall(r"Seat (\d) (?:is ordered and )?shoots Seat (\d): ", text)
    assert len(shots) >= state.round
    assert f"{len(record.actions)} decisions" in text


def test_seats_may_have_bots_of_their_own_and_settings_are_named() -> None:
    bots = [f"--bot={bot}" for bot in ("random", "greedy", "random", "random")]
    chosen = ("--option", "talk=off", "--option", "deadline=void", "--option", "beats=1")
    text = run(*GAME, "--seed", "1", *bots, *chosen, columns=400).stdout
    assert text.splitlines()[1:6] == [
        "Setup: talk off; deadline void; beats 1",
        "  Seat 1: random",
        "  Seat 2: greedy",
        "  Seat 3: random",
        "  Seat 4: random",
    ]
    assert "say" not in text


def test_an_ordered_seat_is_not_named_before_it_shoots() -> None:
    """Otherwise only the first seat would be named, whose news the demo shows."""
    chosen = ("--option", "beats=1", "--option", "talk=off", "--bot", "greedy", "--players", "4")
    shown = run(*GAME, *chosen, "--seed", "3", columns=200).stdout
    assert "Seat 1 is ordered and shoots" in shown
    assert "is ordered to shoot" not in shown


def test_at_a_terminal_the_standings_move_below() -> None:
    with Terminal(*GAME, "--seed", "1", "--bot", "random", columns=120) as terminal:
        assert terminal.end() == 0
    assert re.search(r"seat +bot +card +P +L +A +N", terminal.text)
    assert "The game is over: " in terminal.text


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("--players 3", "--players: 3; expected a whole number from 4 to 14"),
        ("--players 15", "--players: 15; expected a whole number from 4 to 14"),
        ("--bot greedy-1", "--bot: 'greedy-1': there is no such bot; expected one of random"),
        ("--bot gredy", "--bot: 'gredy': there is no such bot"),
        ("--option talk=maybe", "--option: talk: 'maybe'; expected on or off"),
        ("--option beats=7", "--option: beats: '7'; expected 1, 2, 3, 4, 5 or 6"),
        ("--option talks=on", "--option: unknown option 'talks'; did you mean 'talk'?"),
        ("--option teams", "--option: 'teams' has no value; expected 2 or 3, as in teams=2"),
        ("--option teams=3", "--option: teams: 3; expected 2 with 6 players"),
        ("--option saboteurs=on --players 5", "--option: saboteurs: on; expected off"),
        ("--bot random --bot greedy", "--bot: 2 bots for 6 seats; expected one for all"),
        ("--first-player 1", "--first-player: Covert Action has none; expected --game covert"),
        ("--characters 1", "--characters: Covert Action has none; expected --game covert"),
    ],
)
def test_mistakes_name_what_was_expected(arguments: str, line: str) -> None:
    assert mistake(*GAME, *arguments.split()).startswith(line)


def test_a_record_is_not_lost_by_a_second_game(tmp_path: Path) -> None:
    kept = tmp_path / "game"
    kept.write_text("a game")
    line = mistake(*GAME, "--bot", "random", "--record", str(kept))
    assert line == f"{kept}: the file exists; choose another name, or --overwrite"
    assert kept.read_text() == "a game"

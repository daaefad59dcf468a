"""`covert-bots companion`: what is told of a real table is what its player knows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command.shell import run
from command.told_tables import told

from covert_bots.covert_action.real_table.entries import TableLog
from covert_bots.covert_action.real_table.questions import FORMS_OF_ENTRIES, question
from covert_bots.covert_action.real_table.standing import EntryError
from covert_engine.covert_action import Belief, Settings, View

QUICK = ("--adviser", "greedy")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (4, {}),
    (6, {}),
    (6, {"talk": False, "deadline": "void"}),
    (9, {"teams": 3, "saboteurs": True, "alternate": True}),
    (9, {"teams": 3, "alternate": True, "beats": 1}),
    (14, {"saboteurs": True, "alternate": True, "beats": 2}),
]
BEGUN = ("seat 3", "teams r b b r r b", "card sniper", "opener 4")
SAID = (*BEGUN, "4 am sniper", "5 pass", "6 is 3 mole", "1 urge 2")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the default folder of logs."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "covert-bots" / "games"


def log_of(*lines: str, **settings: Any) -> TableLog:
    log = TableLog(Settings(**{"players": 6, **settings}))
    for line in lines:
        log.enter(line)
    return log


def written(tmp_path: Path, *lines: str) -> str:
    """Return a file with a log of these lines, typed at a table of six."""
    path = tmp_path / "table.log"
    stdin = "".join(f"{line}\n" for line in (*lines, "quit"))
    done = run("companion", *QUICK, "--log", str(path), stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return str(path)


# What is told is what is known.


@pytest.mark.parametrize(("players", "settings"), TABLES)
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_game_that_is_told_gives_the_views_of_the_engine(
    players: int, settings: dict[str, Any], bot: str
) -> None:
    """They agree at every moment but where the seat has chosen in a window, which is told of
    nobody."""
    table = Settings(players, **settings)
    log, compared = TableLog(table), 0
    for lines, view in told(table, seed=1, seat=players // 2, bot=bot, rounds=3):
        for line in lines:
            log.enter(line)
        if view.phase != "over" and view.fields()["choice"] is None:
            assert log.now.view() == view
            compared += 1
    assert compared > 3
    assert log.now.round > 1


def test_what_was_missed_counts_as_nothing_said() -> None:
    table = Settings(6)
    log, missed = TableLog(table), 0
    for lines, view in told(table, seed=8, seat=0, rounds=1):
        if view.round > 1:
            break
        fields = view.fields()
        for line in lines:
            if line.startswith(("2 ", "5 ")):  # of these seats nothing is heard
                missed += not line.endswith("pass")
            elif line == "nobody":
                log.enter("window") if log.now.phase == "talk" else None
                log.enter(line)
            else:
                log.enter(line)
        heard = [statement for statement in fields["statements"] if statement["seat"] not in (1, 4)]
        known = View.from_fields({**fields, "statements": heard})
        if fields["phase"] == "talk" and fields["speaker"] == log.now.speaker:
            assert log.now.view() == known
    assert missed > 1
    assert log.now.view() is not None


def test_beliefs_are_those_of_the_engine_and_advice_is_that_of_the_service(
    tmp_path: Path, server: str
) -> None:
    table, spoken = Settings(6), []
    for lines, known in told(table, seed=1, seat=2, rounds=1):
        spoken += lines
        said = sum(statement["text"] != "pass" for statement in known.fields()["statements"])
        if said > 3 and known.actor == 2:
            break
    assert said > 3
    path = written(tmp_path, *spoken)
    printed = json.loads(run("companion", "--resume", path, *QUICK, "--json").stdout)
    beliefs = Belief().beliefs(known)
    for seat, shown in enumerate(printed["beliefs"]["seats"]):
        roles = [belief["probability"] for belief in shown["roles"]]
        used = sorted(set(table.team_cards))
        assert roles == pytest.approx([beliefs.roles[seat][role] for role in used], abs=1e-9)
        assert shown["actsAsSniper"] == pytest.approx(beliefs.acts[seat], abs=1e-9)
        assert shown["goodTarget"] == pytest.approx(beliefs.good[seat], abs=1e-9)
    assert printed["suggestion"]["covertAction"]["seats"] == printed["beliefs"]["seats"]
    assert printed["suggestion"]["moves"]
    there = run("companion", "--resume", path, *QUICK, "--server", server, "--json").stdout
    assert json.loads(there)["suggestion"] == printed["suggestion"]


def test_advice_comes_at_any_time() -> None:
    """It is for the next decision of this beat; without one, beliefs are shown."""
    shown = run(
        "companion",
        *QUICK,
        stdin="".join(
            f"{line}\n"
            for line in (
                *("hint", *BEGUN, "hint", "4 am mole", "5 pass", "6 pass", "1 pass", "2 pass"),
                *("hint", "3 am mole", "hint", "nobody", "4 am mole", "beliefs"),
                *("card mole", "5 pass", "6 pass", "1 pass", "2 pass", "3 am mole", "hint", "quit"),
            )
        ),
        columns=80,
    ).stdout
    assert "not enough is known yet; first enter your seat, such as 3" in shown
    assert shown.count("If those who speak before you say nothing:") == 1
    assert shown.count("Hold: Seat") == 1
    assert shown.count("You have nothing to decide in this beat. What is believed:") == 1
    assert len(re.findall(r"^> 3   Blue ", shown, re.MULTILINE)) >= 5
    lines = [line for line in shown.splitlines() if not line.startswith("Saving to ")]
    assert max(map(len, lines)) <= 80


# What can be typed.


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("I am the Mole", "4 am mole"),
        ("mole", "4 am mole"),
        ("4 says pass", "4 pass"),
        ("4: am bodyguard", "4 am bodyguard"),
        ("Seat 4 claims to be the Cleaner", "4 am cleaner"),
        ("4 is 3 the mole", "4 is 3 mole"),
        ("3 is the sniper", "4 is 3 sniper"),
        ("5 says 2 is the mole", "5 is 2 mole"),
        ("4 urges 5", "4 urge 5"),
        ("4 urges me", "4 urge 3"),
        ("shoot 5", "4 urge 5"),
        ("4 is me mole", "4 is 3 mole"),
        ("nothing", "4 pass"),
        ("6 am sn", "6 am sniper"),
        ("beat 1: me am mole", "beat 1: 3 am mole"),
        ("b1 4 am mole", "beat 1: 4 am mole"),
        ("4 shoots 1", "4 shoots 1"),
        ("seat 4 fires at seat 1", "4 shoots 1"),
        ("4 shot me fail", "4 shoots 3 fail"),
        ("WINDOW", "window"),
        ("nobody", "nobody"),
        ("held 1 0 0 1 2 0", "held 1 0 0 1 2 0"),
    ],
)
def test_lines_are_read_leniently_and_kept_in_one_form(typed: str, kept: str) -> None:
    log = log_of(*BEGUN)
    assert log.enter(typed) == kept
    assert log_of(*BEGUN).enter(kept) == kept


@pytest.mark.parametrize(
    ("lines", "typed", "kept"),
    [
        ((), "5", "seat 5"),
        (BEGUN[:1], "rbbrrb", "teams r b b r r b"),
        (BEGUN[:1], "red 1 4 5, blue 2 3 6", "teams r b b r r b"),
        (BEGUN[:2], "the Sniper", "card sniper"),
        (BEGUN[:3], "4", "opener 4"),
        ((*BEGUN, "4 shoots 1"), "1, 3L and 6", "drew 1 3L 6"),
        ((*BEGUN, "4 shoots 1"), "nobody", "drew nobody"),
        ((*BEGUN, "4 shoots 1", "drew 3"), "l", "plan L"),
        ((*BEGUN, "held 0 0 3 0 0 0"), "p l l", "plan P L L"),
    ],
)
def test_what_is_asked_is_answered_in_short(lines: tuple[str, ...], typed: str, kept: str) -> None:
    assert log_of(*lines).enter(typed) == kept


@pytest.mark.parametrize(
    ("lines", "typed", "said"),
    [
        ((), "7", "'7'; expected a seat, 1 to 6"),
        ((), "teams rbbrrb", "which seat is yours? expected something like `seat 3`"),
        (BEGUN[:1], "rbbrr", "teams: 5; expected one for each of 6 seats"),
        (BEGUN[:1], "rrrrrb", "5 seats are red; expected 3 or 4, as a team has 4 cards"),
        (BEGUN[:1], "rggrrg", "green: not at this table; expected red or blue"),
        (BEGUN[:1], "red 1 4 blue 2 3", "no team for seat 5, 6"),
        (BEGUN[:2], "saboteur", "no saboteur is in use; expected sniper, cleaner, mole, bodyguard"),
        (BEGUN[:2], "window", "first enter your card"),
        (BEGUN, "9 am mole", "'9'; expected a seat, 1 to 6"),
        (BEGUN, "4 am saboteur", "no saboteur is in use"),
        (BEGUN, "4 is 4 mole", "Seat 4 cannot name itself; did you mean `am`?"),
        (BEGUN, "4 is 8 mole", "Seat 8; expected 1 to 6"),
        (BEGUN, "beat 2: 4 am mole", "beat 2; expected one that has begun, 1 to 1"),
        (BEGUN, "4 am mule", "expected a role: sniper, cleaner, mole, bodyguard; did you mean"),
        (BEGUN, "4 is 3 mule", "expected a role: sniper, mole; did you mean"),
        (BEGUN, "4 is 40 mole", "'40' in 'is 40 mole'; expected a seat, 1 to 6"),
        (BEGUN, "windo", "'windo' is neither a command nor something that happens"),
        (BEGUN, "windo", "did you mean 'window'?"),
        (BEGUN, "ordered", "nobody is ordered before the deadline"),
        (BEGUN, "4 shoots 4", "Seat 4 cannot shoot itself"),
        (BEGUN, "4 shoots 1, boom", "'boom'; expected what came of the shot: success, fail"),
        (BEGUN, "4 shoots 1 purge", "purge: not possible here"),
        (BEGUN[:1], "teams hel", "'hel'; expected the team of each seat, such as `r b r b r b`"),
        (BEGUN, "drew 1", "Plan cards are drawn when a shot has ended the round"),
        (BEGUN, "show 4 mole", "Seat 4 is in; only a seat that is out shows its card"),
        (BEGUN, "plan L", "Plan cards: 1; the types of all that you drew are entered"),
        ((*BEGUN, "4 shoots 1"), "1 2L", "'2l': nobody sees the type of another's card"),
        ((*BEGUN[:2], "card mole", "opener 4"), "3 shoots 1", "you hold the Mole, who cannot"),
        ((*BEGUN, "4 shoots 1"), "1 1", "a seat is named twice"),
        ((*SAID, "2 pass", "3 pass"), "pass", "who says that? expected a seat before it"),
        ((*SAID, "window"), "window", "the window has begun already"),
        ((*SAID, "window"), "shoot 4", "who shoots? expected something like `3 shoots 4`"),
        ((*SAID, "window"), "urge 4", "who shoots? expected something like `3 shoots 4`"),
        ((*BEGUN, "4 shoots 1"), "drew", "expected seats, such as `drew 1 3 6`, or `drew nobody`"),
        (BEGUN, "held me 0 0 0 0 0", "'me'; expected a number of Plan cards, 0 to 30"),
        (BEGUN, "held 1", "1 number; expected one for each of 6 seats"),
        (BEGUN, "round me", "'me'; expected a round, 1 to 60"),
        (
            BEGUN[:1],
            "teams red 1 4 5 blue 2 3 ²",
            "'²'; expected something like `red 1 4 5 blue 2 3 6`",
        ),
        (
            ("seat 3", "held 1 0 2 0 0 3", "own P L", "round 2", *BEGUN[1:3]),
            "opener 4",
            "that cannot be: Seat 3, held: 2 before round 2; expected one a round at most",
        ),
    ],
)
def test_a_mistake_is_named_and_changes_nothing(
    lines: tuple[str, ...], typed: str, said: str
) -> None:
    log = log_of(*lines)
    with pytest.raises(EntryError) as caught:
        log.enter(typed)
    assert said in str(caught.value)
    assert log.entries == log_of(*lines).entries
    assert log.now == log_of(*lines).now


def test_what_cannot_be_is_told_without_names_of_fields() -> None:
    shown = ("show 4 sniper", "show 5 mole", "show 6 sniper")
    log = log_of(*SHOT_OF_9, "4 shoots 7 fail", *shown, **ALTERNATE)
    with pytest.raises(EntryError) as caught:
        log.enter("show 7 bodyguard")
    assert str(caught.value) == (
        "that cannot be: no deal of the Spy cards agrees with what is seen of them (4.5); if an "
        "earlier line is wrong, take lines back with `undo`"
    )


def test_a_line_is_taken_back_and_a_statement_corrected() -> None:
    log = log_of(*SAID)
    assert log.undo() == "1 urge 2"
    assert log.now == log_of(*SAID[:-1]).now
    log.enter("beat 1: 6 am mole")
    assert log.now.said[1, 5] == "am mole"
    assert log.now.speaker == 0
    log.enter("opener 5")
    assert log.now.speakers(1)[0] == 4
    empty = log_of()
    with pytest.raises(EntryError, match="there is nothing to take back"):
        empty.undo()


NAMED = ("seat 3", "names al bo cy di flo ed", "teams r b b r r b", "card sniper", "skip")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("al says he is the mole", "1 am mole"),
        ("Flo: ed is the mole", "5 is 6 mole"),
        ("flo says she's a bodyguard", "5 am bodyguard"),
        ("bo not mole", "2 not mole"),
        ("4 is not mole", "4 not mole"),
        ("4 i'm not the mole", "4 not mole"),
        ("4 says that 2 is not the mole", "4 2 not mole"),
        ("2 or 6 mole", "1 either 2 6 mole"),
        ("ed says 2 or 4 is the sniper", "6 either 2 4 sniper"),
        ("sb-m", "1 am sniper, 2 am bodyguard, 3 pass, 4 am mole"),
        ("4s 5m 6>3m 1>2", "4 am sniper, 5 am mole, 6 is 3 mole, 1 urge 2"),
        ("ed shoots flo", "6 shoots 5"),
    ],
)
def test_people_have_names_and_say_what_they_like(typed: str, kept: str) -> None:
    log = log_of(*NAMED)
    assert log.enter(typed) == kept
    again = log_of(*NAMED, *log.entries[len(NAMED) :])
    assert again.now == log.now
    assert again.entries == log.entries


def test_a_remark_is_told_and_is_no_evidence() -> None:
    shown = run(
        "companion", *QUICK, stdin="\n".join([*NAMED, "bo not mole", "said", "quit"])
    ).stdout
    assert "Bo denies being the Mole (noted: no statement of the rules, so no evidence)" in shown
    assert "Beat 1: Bo denies being the Mole" in shown
    silent, denied = log_of(*NAMED, "2 pass"), log_of(*NAMED, "2 not mole")
    assert silent.now.view() == denied.now.view()


def test_whoever_changes_a_story_is_heard_twice() -> None:
    """The second claim opens the next beat, as nobody has shot; in the last one it is told."""
    log = log_of(*BEGUN, "4 am sniper", "5 pass", "6 am sniper", "6 am bodyguard")
    assert log.now.t == 2
    assert (log.now.said[1, 5], log.now.said[2, 5]) == ("am sniper", "am bodyguard")
    last = log_of(*BEGUN, "4 am sniper", "4 am bodyguard", beats=1)
    assert last.now.t == 1
    assert last.now.remarks == [(1, 3, "before sniper")]


def test_nobody_has_to_say_who_speaks_first() -> None:
    assert log_of(*BEGUN[:3], "4 am sniper").now.view() == log_of(*BEGUN, "4 am sniper").now.view()
    assert log_of(*BEGUN[:3], "skip", "4 am sniper").now.said == {(1, 3): "am sniper"}


def test_the_claims_of_a_round_take_fewer_than_60_keystrokes() -> None:
    """A round of four beats at a table of six, a line for the claims of a beat, Enter counted."""
    table = Settings(6)
    log, typed, beat, beats = TableLog(table), 0, "", 0
    for lines, view in told(table, seed=8, seat=0, rounds=1):
        for line in lines:
            if re.fullmatch(r"\d (am \w+|pass)", line):
                beat += "-" if line.endswith("pass") else line.split()[2][0]
                continue
            if beat:
                log.enter(beat)
                typed, beats, beat = typed + len(beat) + 1, beats + 1, ""
            log.enter(line)
        if view.phase == "window" and beat:
            log.enter(beat)
            typed, beats, beat = typed + len(beat) + 1, beats + 1, ""
            assert log.now.view() == view
        if view.round > 1:
            break
    assert beats == 4
    assert typed < 60


def test_a_mistake_in_a_line_of_claims_enters_none_of_them() -> None:
    log = log_of(*BEGUN)
    with pytest.raises(EntryError, match="no saboteur is in use"):
        log.enter("sbx")
    assert log.entries == list(BEGUN)


def test_names_that_mean_something_else_are_refused() -> None:
    for names, wrong in (
        ("names al bo", "names: 2; expected one for each of 6 seats"),
        ("names al bo cy di flo mole", "'mole' has a meaning here"),
        ("names al bo cy di flo al", "'al' is named twice"),
    ):
        with pytest.raises(EntryError, match=wrong):
            log_of("seat 3", names)


def test_a_shot_that_leaves_the_round_running_asks_for_the_cards() -> None:
    log = log_of(*BEGUN, saboteurs=True)
    with pytest.raises(
        EntryError, match="only a Saboteur's shot is a misfire; you hold the Sniper"
    ):
        log.enter("3 shoots 1 misfire")
    log.enter("4 shoots 1")
    assert log.now.need == "outcome"
    log.enter("misfire")
    assert (log.now.need, log.now.hidden_out) == ("shown", [0])
    log.enter("mole")
    assert log.now.shown == {3: "saboteur", 0: "mole"}
    assert (log.now.t, log.now.beat, log.now.speaker) == (2, 1, 4)
    log.enter("show 1 cleaner")  # told again, it is corrected, and no more
    assert (log.now.t, log.now.shown[0]) == (2, "cleaner")


MISFIRES = ("seat 1", "teams r b r b r b", "card cleaner")
TWO_LEFT = (*MISFIRES, "2 shoots 3 misfire", "show 3 sniper", "5 shoots 4 misfire", "show 4 mole")
MISFIRES_OF_8 = ("seat 1", "teams r b r b r b r b", "card sniper")
ONE_SNIPER = (
    *(*MISFIRES_OF_8, "4 shoots 6 misfire", "show 6 cleaner"),
    *("3 shoots 2 misfire", "show 2 sniper"),
)


@pytest.mark.parametrize(("players", "lines"), [(6, TWO_LEFT), (8, ONE_SNIPER)])
@pytest.mark.parametrize("typed", ["nobody", "1 shoots {}", "ordered"])
def test_a_deadline_at_which_no_other_seat_chooses_asks_who_is_ordered(
    players: int, lines: tuple[str, ...], typed: str
) -> None:
    """With two left there is one target, and no choice; of eight the player alone can act."""
    log = log_of(*lines, "nobody", players=players, saboteurs=True, beats=1, talk=False)
    assert (log.now.phase, log.now.need) == ("deadline", "ordered")
    assert log.now.view() is None
    if typed == "ordered":
        if players == 8:
            log.enter(typed)
            view = log.now.view()
            assert view is not None
            assert (view.actor, view.phase) == (0, "deadline")
        return
    log.enter(typed.format(players))
    assert log.now.need == ("teams" if typed == "nobody" else "outcome")


ALTERNATE = {"players": 9, "teams": 3, "alternate": True}
SHOT_OF_9 = ("seat 1", "teams r r r g g g b b b", "card cleaner", "opener 1", "window")


@pytest.mark.parametrize("typed", ["team out", "team_out", "fail"])
def test_with_alternate_the_first_fail_of_a_round_is_a_team_out(typed: str) -> None:
    """It may be typed in any way, on a line of its own or not; the round goes on."""
    log = log_of(*SHOT_OF_9, "4 shoots 7", **ALTERNATE)
    assert question(log.now) == "what came of the shot: success or team out"
    assert log.enter(typed) == "team out"
    assert log.now.out == {3, 4, 5, 6}
    assert log.now.need == "shown"
    assert log_of(*log.entries, **ALTERNATE).now == log.now
    other = log_of(*SHOT_OF_9, **ALTERNATE)
    assert other.enter(f"4 shoots 7 {typed}") == "4 shoots 7 team out"
    assert other.now == log.now


def test_the_second_fail_of_a_round_ends_it() -> None:
    shown = ("show 4 sniper", "show 5 mole", "show 6 cleaner", "show 7 bodyguard", "window")
    log = log_of(*SHOT_OF_9, "4 shoots 7 fail", *shown, "1 shoots 9", **ALTERNATE)
    assert log.now.need == "drew"
    same = log_of(*SHOT_OF_9, "4 shoots 7 fail", *shown, "1 shoots 9 fail", **ALTERNATE)
    assert same.now == log.now


def test_it_asks_for_the_outcomes_that_there_can_be() -> None:
    def asked(**settings: Any) -> str:
        return question(log_of(*SHOT_OF_9, "4 shoots 7", **ALTERNATE, **settings).now)

    assert asked().endswith(": success or team out")
    assert asked(saboteurs=True).endswith(": success, team out, misfire, purge or coup")
    log = log_of(*BEGUN, "4 shoots 1", saboteurs=True)
    assert question(log.now).endswith(": success, fail, misfire, purge or coup")


def test_the_help_lists_forms_that_can_be_typed() -> None:
    shown = run("companion", stdin="help\nquit\n", columns=80).stdout
    for form, _ in FORMS_OF_ENTRIES:
        assert form in shown

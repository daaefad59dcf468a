"""Actions have one text each, and records replay exactly."""

from __future__ import annotations

import random

import pytest

from covert_action.engine.tables import choose, games
from covert_engine.covert_action import (
    IllegalActionError,
    Kind,
    NotationError,
    Record,
    RecordError,
    Role,
    Settings,
    State,
    format_action,
    pack,
    parse_action,
    unpack,
)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pass", pack(Kind.PASS)),
        ("am mole", pack(Kind.AM, Role.MOLE)),
        ("am bodyguard", pack(Kind.AM, Role.BODYGUARD)),
        ("is 3 sniper", pack(Kind.IS, 2, Role.SNIPER)),
        ("is 14 saboteur", pack(Kind.IS, 13, Role.SABOTEUR)),
        ("urge 3", pack(Kind.URGE, 2)),
        ("hold", pack(Kind.HOLD)),
        ("shoot 3", pack(Kind.SHOOT, 2)),
    ],
)
def test_texts(text: str, action: int) -> None:
    assert parse_action(text) == action
    assert format_action(action) == text
    assert parse_action(f"  {text.upper()} ") == action
    assert pack(*unpack(action)) == action


def test_there_are_62_statements() -> None:
    """9.1, of 14 seats."""
    texts = set()
    for first in range(256):
        for second in range(8):
            for kind in (Kind.PASS, Kind.AM, Kind.IS, Kind.URGE):
                try:
                    texts.add(format_action(pack(kind, first, second)))
                except NotationError:
                    continue
    assert len(texts) == 62


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' ends too early; expected an action, one of pass, am, is, urge, hold, shoot"),
        ("am", "'am' ends too early; expected a role: sniper, cleaner, mole, bodyguard, saboteur"),
        ("am mol", "'mol' in 'am mol'; expected a role: .*; did you mean 'mole'"),
        ("is 3 cleaner", "'cleaner' in 'is 3 cleaner'; expected a role: sniper, mole, saboteur"),
        ("is 15 mole", "'15' in 'is 15 mole'; expected a seat, 1 to 14"),
        ("urge 0", "'0' in 'urge 0'; expected a seat, 1 to 14"),
        ("shoot", "'shoot' ends too early; expected a seat, 1 to 14"),
        ("shot 3", "'shot' in 'shot 3'; expected an action, .*; did you mean 'shoot'"),
        ("hold 3", "'3' in 'hold 3'; expected the end"),
        ("shoot \N{SUPERSCRIPT THREE}", "expected a seat, 1 to 14"),
    ],
)
def test_texts_that_are_no_action_are_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_action(text)


@pytest.mark.parametrize(
    "action",
    [
        0,
        7,
        -1,
        1 << 32,
        pack(Kind.AM, 5),
        pack(Kind.IS, 2, Role.CLEANER),
        pack(Kind.IS, 14, Role.MOLE),
        pack(Kind.URGE, 14),
        pack(Kind.PASS, 1),
        pack(Kind.HOLD, 0, 1),
        pack(Kind.SHOOT, 1, 1),
    ],
)
def test_numbers_that_are_no_action_are_refused(action: int) -> None:
    with pytest.raises(NotationError, match="is no action"):
        format_action(action)


def played(settings: Settings, seed: int, decisions: int = 10**6) -> Record:
    state = State.deal(settings, seed)
    chance = random.Random(seed)
    actions: list[int] = []
    while not state.over and len(actions) < decisions:
        assert state.actor is not None
        texts = state.legal_texts()
        hold = texts[0] == "hold" and chance.random() < 0.8
        actions.append(parse_action("hold" if hold else chance.choice(texts)))
        state.play(actions[-1])
    return Record(settings, seed, tuple(actions))


def test_records_replay_exactly() -> None:
    for state, _ in games(30, seed=31):
        record = played(state.settings, 5, 200)
        again = Record.parse(record.format())
        assert again == record
        assert again.replay() == record.replay()
    seated = Record(Settings(4), 1, (), ("random", "greedy", "a person", "ismcts:iterations=5"))
    assert Record.parse(seated.format()) == seated


def test_a_record_names_its_game() -> None:
    text = Record(Settings(4, talk=False), 7, (pack(Kind.HOLD),)).format()
    assert text.splitlines() == [
        "covert-action-record 1",
        "players: 4",
        "teams: 2",
        "saboteurs: false",
        "alternate: false",
        "cleaner_inherits: true",
        "talk: false",
        "beats: 4",
        "deadline: order",
        "seed: 7",
        "",
        "hold",
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("covert-action-record 1", "covert-record 2", "line 1: 'covert-record 2' is not a version"),
        ("players: 4", "players: four", "line 2: players: 'four' is not a number"),
        ("players: 4", "players: 99", "players: 99; expected a whole number from 4 to 14"),
        ("teams: 2", "teams: 3", "teams: 3; expected 2 with 4 players"),
        ("talk: false", "talk: off", "line 7: talk: 'off'; expected true or"),
        ("talk: false\n", "", "talk: missing; expected a line 'key: value' each"),
        ("talk:", "talks:", "line 7: unknown key 'talks'; did you mean 'talk'"),
        ("teams: 2", "players: 4", "line 3: players is given twice; expected once"),
        ("deadline: order", "deadline: never", "deadline: 'never'; expected 'order' or 'void'"),
        ("seed: 7", "seed: 18446744073709551616", "seed: 18446744073709551616 is not within"),
        ("hold", "holds", "line 12: 'holds'; expected an action"),
        ("hold", "hold\nbeats: 2", "line 13: 'beats: 2' comes after the first action"),
        ("seed: 7", "seed: 7\nseats: a; b", "seats: 2 of them; expected 4"),
    ],
)
def test_records_that_cannot_be_read(old: str, new: str, message: str) -> None:
    text = Record(Settings(4, talk=False), 7, (pack(Kind.HOLD),)).format()
    with pytest.raises(RecordError, match=message):
        Record.parse(text.replace(old, new, 1))
    with pytest.raises(RecordError, match="the text is empty"):
        Record.parse("# nothing\n")


def test_a_record_with_an_illegal_action_says_which() -> None:
    record = Record(Settings(4, talk=False), 7, (pack(Kind.HOLD), pack(Kind.PASS)))
    with pytest.raises(RecordError, match="action 2: 'pass' is not legal for Seat"):
        record.replay()


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    state = State.deal(Settings(6, talk=False), 1)
    before = state.copy()
    asked = state.deciders
    mole = next(seat for seat in range(6) if seat not in asked)
    with pytest.raises(IllegalActionError, match="'pass' is not legal for Seat 2 now; legal: hold"):
        state.play("pass")
    with pytest.raises(IllegalActionError, match="'shoot 2' is not legal for Seat 2"):
        state.play("shoot 2")
    with pytest.raises(IllegalActionError, match="999999 is not legal"):
        state.play(999999)
    with pytest.raises(IllegalActionError, match=f"seat {mole} is not to decide now"):
        state.play("hold", seat=mole)
    with pytest.raises(NotationError):
        state.play("shoot nobody")
    assert state == before
    state.play("hold", seat=asked[2])
    with pytest.raises(IllegalActionError, match=f"seat {asked[2]} is not to decide now"):
        state.play("hold", seat=asked[2])


def test_an_ended_game_takes_no_action() -> None:
    state = State.deal(Settings(4), 1)
    state.playout(1)
    with pytest.raises(IllegalActionError, match="the game is over"):
        state.play("pass")
    assert state.legal_actions() == []
    assert state.actor is None
    assert state.deciders == []


def test_the_guide_holds_often_enough() -> None:
    """The positions of these tests are not all of the first beat."""
    beats = set()
    for state, chance in games(20, seed=32):
        while not state.over:
            beats.add(state.t)
            seat, text = choose(state, chance, 0.85)
            state.play(text, seat=seat)
    assert len(beats) > 8

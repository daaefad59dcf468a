"""Laws of game records, then the mistakes they name."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covert_engine.covert import (
    CompiledSet,
    Options,
    Record,
    RecordError,
    State,
    format_action,
    house_set,
    parse_action,
)
from covert_engine.covert.cards.card_set import OPTIONS

CARDS = house_set()
COMPILED = CompiledSet(CARDS)
DEAL = Record(CARDS.digest, players=3, seed=2026, options=CARDS.options)


def played(
    players: int,
    seed: int,
    decisions: int,
    options: Options = CARDS.options,
    characters: tuple[int, ...] | None = None,
    first_player: int | None = None,
) -> Record:
    """Return the record of a game of random play."""
    choice = random.Random(seed)
    cards = CompiledSet(CARDS, options)
    state = State.deal(cards, players, seed, characters, first_player)
    actions: list[int] = []
    while not state.over and len(actions) < decisions:
        actions.append(choice.choice(state.legal_actions()))
        state.play(actions[-1])
    chosen = (characters, first_player)
    return Record(CARDS.digest, players, seed, options, tuple(actions), *chosen)


# laws


@given(
    st.integers(2, 4),
    st.integers(0, 2**64 - 1),
    st.builds(Options, *[st.booleans()] * len(OPTIONS)),
    st.integers(0, 150),
    st.booleans(),
    st.none() | st.integers(0, 1),
)
def test_a_record_reads_back_from_its_text(
    players: int,
    seed: int,
    options: Options,
    decisions: int,
    chosen: bool,
    first_player: int | None,
) -> None:
    characters = (4, 0, 5, 2)[:players] if chosen else None
    record = played(players, seed, decisions, options, characters, first_player)
    assert Record.parse(record.format(CARDS), CARDS) == record
    record.replay(CARDS)


def test_the_players_of_the_seats_are_kept() -> None:
    seats = ("you", "ismcts:iterations=2000,lanes=2", "North's (second) try: 2")
    record = replace(DEAL, seats=seats)
    assert f"\nseats: {'; '.join(seats)}\n" in record.format(CARDS)
    assert Record.parse(record.format(CARDS), CARDS) == record
    assert record.replay(CARDS) == DEAL.replay(CARDS)


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (("you", "greedy"), "seats: 2 of them; expected 3"),
        (("you", "greedy", ""), "seats: ''; expected 1 to 500 printable characters"),
        (("you", "greedy", " random"), "seats: ' random'; expected"),
        (("you", "greedy", "a;b"), "seats: 'a;b'; expected"),
        (("you", "greedy", "a#b"), "seats: 'a#b'; expected"),
        (("you", "greedy", "a\nb"), r"seats: 'a\\nb'; expected"),
        (("you", "greedy", "a" * 501), "seats: 'aaa"),
    ],
)
def test_an_impossible_player_of_a_seat_is_named(seats: tuple[str, ...], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        replace(DEAL, seats=seats)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_action_of_a_game_reads_back_from_its_text(players: int) -> None:
    record = played(players, seed=13, decisions=100_000)
    state = State.deal(COMPILED, players, 13)
    for action in record.actions:
        for legal in state.legal_actions():
            assert parse_action(format_action(legal, COMPILED), COMPILED) == legal
        state.play(action)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_replays_to_the_same_position(players: int) -> None:
    record = played(players, seed=7, decisions=100_000)
    state = State.deal(COMPILED, players, 7)
    for action in record.actions:
        state.play(action)
    assert state.over
    for cards in (CARDS, COMPILED):
        assert Record.parse(record.format(cards), cards).replay(cards) == state


def test_a_record_is_replayed_under_its_own_options() -> None:
    other = replace(CARDS.options, flight_trails=not CARDS.options.flight_trails)
    state = replace(DEAL, options=other).replay(COMPILED)
    assert state.cards.options == other


def test_a_record_may_end_anywhere() -> None:
    record = played(2, seed=11, decisions=40)
    for length in range(len(record.actions) + 1):
        state = replace(record, actions=record.actions[:length]).replay(COMPILED)
        assert length == len(record.actions) or record.actions[length] in state.legal_actions()


# examples

TEXT = f"""\
covert-record 2
card_set: {CARDS.digest}
players: 3
seed: 2026
circle_wraps: true
either_direction: false
codes_bend: false
swaps_first: true
reroll_decoder: false
distinct_agents: true
flight_trails: true
"""


def test_the_text_of_a_deal() -> None:
    assert DEAL.format(CARDS) == TEXT + "\n"
    chosen = replace(DEAL, characters=(2, 0, 5), first_player=1)
    assert chosen.format(CARDS) == TEXT + "characters: 3 1 6\nfirst_player: 1\n\n"


def test_a_record_deals_the_characters_and_the_first_player_it_names() -> None:
    state = replace(DEAL, characters=(2, 0, 5), first_player=1).replay(COMPILED)
    fields = state.view(0).fields()
    assert [player["character"] for player in fields["players"]] == [3, 1, 6]
    assert fields["starter"] == 1


def test_comments_empty_lines_and_the_order_of_keys_do_not_matter() -> None:
    version, *keys = TEXT.splitlines()
    lines = ["", "# a game", version, *reversed(keys), "", "  # the rest", "PASS  # seat 0"]
    assert Record.parse("\n".join(lines), CARDS) == Record.parse(TEXT + "pass", CARDS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text is empty; expected 'covert-record 2'"),
        ("covert-record 1", "line 1: 'covert-record 1' is not a version known here"),
        (TEXT.replace("seed: 2026\n", ""), "seed: missing"),
        (TEXT.replace("seed", "sead"), "line 4: unknown key 'sead'; did you mean 'seed'?"),
        (TEXT.replace("2026", "-1"), "line 4: seed: '-1' is not a number"),
        (TEXT.replace("2026", str(2**64)), f"seed: {2**64} is not within 0 and 2^64 - 1"),
        (TEXT.replace("players: 3", "players: 5"), "players: 5; expected 2, 3 or 4"),
        (TEXT.replace("wraps: true", "wraps: yes"), "circle_wraps: 'yes'; expected true or"),
        (TEXT + "seed: 1", "line 12: seed is given twice"),
        (TEXT + "pass\nplayers: 3", "line 13: 'players: 3' comes after the first action"),
        (TEXT + "\npaas", "line 13: 'paas'; expected an action, one of"),
        (TEXT + "characters: 1 x 2", "line 12: characters: '1 x 2'; expected numbers from 1"),
        (TEXT + "characters: 0 1 2", "line 12: characters: '0 1 2'; expected numbers from 1"),
        (TEXT + "first_player: 4", "line 12: first_player: '4' is not 0, 1, 2 or 3"),
        (
            TEXT.replace(CARDS.digest, "0" * 64),
            f"line 2: card_set: the record's has digest {'0' * 64}",
        ),
    ],
)
def test_a_mistake_names_its_line(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.parse(text, CARDS)
    assert message in str(caught.value)


def test_the_first_illegal_action_is_named_with_what_was_legal() -> None:
    record = played(3, seed=5, decisions=3)
    wrong = replace(record, actions=(*record.actions[:2], 3, *record.actions[2:]))
    with pytest.raises(RecordError, match=r"^action 3: 'pass' is not legal .*; legal: return M"):
        wrong.replay(CARDS)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("characters: 1 2", "characters: 2 of them; expected 3, one a seat"),
        ("characters: 1 2 7", "^characters: 7; expected numbers from 1 to 6$"),
        ("characters: 1 2 1", "^characters: 1 2 1; expected all different"),
        ("first_player: 3", "first_player: 3 is not within 0 and 2"),
    ],
)
def test_a_deal_that_cannot_be_is_named(line: str, message: str) -> None:
    record = Record.parse(TEXT + line, CARDS)
    with pytest.raises(RecordError, match=message):
        record.replay(CARDS)


def test_nothing_is_played_after_the_end() -> None:
    record = played(2, seed=3, decisions=100_000)
    with pytest.raises(RecordError, match=f"action {len(record.actions) + 1}: the game is over"):
        replace(record, actions=(*record.actions, 3)).replay(CARDS)


def test_a_record_of_another_card_set_is_not_replayed() -> None:
    with pytest.raises(RecordError, match=r"'House set' has .*; expected the same cards"):
        replace(DEAL, card_set="0" * 64).replay(CARDS)

"""Views and states from outside: impossible ones are refused, with the field named."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from covert_action.engine.tables import choose, hold, positions, shoot, table
from covert_engine.covert_action import Settings, State, StateError, View, ViewError
from covert_engine.covert_action.exchange.hands import can_lack_a_type

Fields = dict[str, Any]


def talking() -> Fields:
    """Return the second beat of a game with Saboteurs: seats 0 and 1 are out, 3 is to speak."""
    state = table("X B C S | M", "S B C M | X", saboteurs=True, talk=True, opener=2)
    shoot(state, 1, 2)
    state.play("is 5 sniper")
    fields: Fields = dict(state.view(3).fields())
    assert (fields["t"], fields["speaker"], fields["shots"][0]["outcome"]) == (2, 4, "misfire")
    return json.loads(json.dumps(fields))  # type: ignore[no-any-return]


def team_out() -> Fields:
    hands = [[0] * 4 for _ in range(9)]
    hands[5] = [1, 1, 1, 0]
    state = table("S C M | B", "S C M | B", "S M B | C", alternate=True, hands=hands, round=9)
    shoot(state, 5, 7)
    return dict(state.view(0).fields())


def at_deadline() -> Fields:
    state = table("S C B | M", "C B M | S", beats=1)
    hold(state)
    return dict(state.view(1).fields())


def ended() -> Fields:
    state = State.deal(Settings(4), 1)
    state.playout(1)
    return dict(state.view(0).fields())


def put(way: str, value: object) -> Callable[[Fields], None]:
    """Write a value at a place such as `players.0.role`."""

    def change(fields: Fields) -> None:
        *path, last = (int(part) if part.isdigit() else part for part in way.split("."))
        at: Any = fields
        for part in path:
            at = at[part]
        at[last] = value

    return change


def drop(name: str) -> Callable[[Fields], None]:
    return lambda fields: fields.pop(name)


def say(t: int, seat: int, text: object) -> Callable[[Fields], None]:
    return lambda fields: fields["statements"].append({"t": t, "seat": seat, "text": text})


REFUSED: list[tuple[Callable[[], Fields], Callable[[Fields], None], str, str]] = [
    (talking, drop("deck"), "deck", "missing"),
    (talking, put("decks", 3), "decks", "not known; did you mean 'deck'?"),
    (talking, put("settings.players", 3), "settings", "players: 3; expected a whole number"),
    (talking, put("seat", 8), "seat", "8; expected a whole number from 0 to 7"),
    (talking, put("round", 0), "round", "0; expected a whole number from 1 to 60"),
    (talking, put("round", True), "round", "True; expected a whole number from 1 to 60"),
    (talking, put("phase", "night"), "phase", "'night'; expected one of talk, window"),
    (talking, put("players", []), "players", "0 items; expected a list of 8"),
    (talking, put("players.0", 5), "players[0]", "5; expected an object"),
    (talking, put("players.0.team", "green"), "players[0].team", "'green'; expected one of red"),
    (talking, put("players.0.team", "blue"), "players", "4 cards of red, with the centre"),
    (talking, put("players.0.role", "spy"), "players[0].role", "'spy'; expected one of sniper"),
    (talking, put("players.0.role", None), "players[0].role", "None; expected a role"),
    (talking, put("players.2.role", "mole"), "players[2].role", "'mole'; expected null"),
    (talking, put("players.3.role", None), "players[3].role", "None; expected a role"),
    (talking, put("players.3.types", None), "players[3].types", "None; expected a list of 4"),
    (talking, put("players.2.types", [0] * 4), "players[2].types", "expected null"),
    (talking, put("players.3.types", [1, 0, 0, 0]), "players[3].types", "1 in all; expected 0"),
    (talking, put("players.3.held", 1), "deck", "41 Plan cards with those in hands; expected 40"),
    (talking, put("players.2.is_in", False), "players[2].is_in", "False; the shots say otherwise"),
    (talking, put("players.0.is_in", True), "players[0].is_in", "True; the shots say otherwise"),
    (talking, put("players.0.is_in", 0), "players[0].is_in", "0; expected true or false"),
    (talking, put("centre.0.role", "mole"), "centre[0].role", "'mole'; expected null"),
    (talking, put("centre.0.team", "blue"), "centre", "expected different teams"),
    (talking, put("beat", 2), "beat", "2; expected 1, as t is 2"),
    (talking, put("speaker", 0), "speaker", "0 is out"),
    (talking, put("speaker", None), "speaker", "None in the phase 'talk'"),
    (talking, put("actor", 5), "actor", "5; expected 4 here"),
    (talking, put("choice", "hold"), "choice", "expected null, as the seat is not asked"),
    (talking, put("shots.0.t", 2), "beat", "1; expected 0"),
    (talking, put("shots.0.outcome", "coup"), "shots[0].outcome", "'coup' cannot be here"),
    (talking, put("shots.0.outcome", "team_out"), "shots[0].outcome", "'team_out' cannot"),
    (talking, put("shots.0.target", 0), "shots[0].target", "0 is the shooter"),
    (talking, put("shots.0.ordered", True), "shots[0].ordered", "true; expected false"),
    (talking, put("players.0.role", "bodyguard"), "players", "no deal of the Spy cards agrees"),
    (talking, say(2, 5, "pass"), "statements[9]", "seat 5 did not speak in beat 2"),
    (talking, say(1, 0, "pass"), "statements[9]", "seat 0 speaks twice in beat 1"),
    (talking, put("statements.8.text", "is 1 mole"), "statements[8].text", "another seat that was"),
    (talking, put("statements.8.text", "hold"), "statements[8].text", "expected a statement"),
    (talking, put("statements.8.text", "is 5 snipe"), "statements[8].text", "did you mean"),
    (talking, put("statements.8.text", 7), "statements[8].text", "7; expected a text"),
    (team_out, put("players.5.drawn", 2), "players[5].drawn", "2; expected at most 1"),
    (team_out, put("players.0.drawn", 1), "players[0].drawn", "1; expected a whole number from 0"),
    (team_out, put("round", 3), "players[5].held", "3 before round 3; expected one a round"),
    (team_out, put("players.3.role", "bodyguard"), "players", "no deal of the Spy cards agrees"),
    (team_out, put("phase", "talk"), "speaker", "None in the phase 'talk'"),
    (at_deadline, put("phase", "talk"), "speaker", "None in the phase"),
    (at_deadline, put("settings.deadline", "void"), "phase", "'deadline', where nobody"),
    (at_deadline, put("actor", 0), "actor", "0; expected None or 1 here"),
    (at_deadline, say(1, 0, "pass"), "statements[0]", "seat 0 did not speak in beat 1"),
    (ended, put("players.1.role", None), "players[1].role", "None; expected a role"),
    (ended, put("centre.0.role", None), "centre[0].role", "None; expected a role"),
    (ended, put("actor", 0), "actor", "0; expected None here"),
]


@pytest.mark.parametrize(("made", "change", "field", "wrong"), REFUSED)
def test_views_that_no_game_could_show(
    made: Callable[[], Fields], change: Callable[[Fields], None], field: str, wrong: str
) -> None:
    fields: Fields = copy.deepcopy(made())
    assert dict(View.from_fields(fields).fields()) == fields
    change(fields)
    with pytest.raises(ViewError) as caught:
        View.from_fields(fields)
    named = [text for at, text in caught.value.violations if at == field]
    assert any(wrong in text for text in named), caught.value.violations


@pytest.mark.parametrize("fields", [None, 7, [], "view", {}], ids=repr)
def test_what_is_no_view_at_all(fields: Any) -> None:
    with pytest.raises(ViewError):
        View.from_fields(fields)
    with pytest.raises(StateError):
        State.from_fields(fields)


@pytest.mark.parametrize(
    "value",
    ["x" * 3000, 10**5000, "\ud800", ["\0"] * 99, {"a": "b" * 99}],
    ids=["long", "number", "half a character", "list", "object"],
)
@pytest.mark.parametrize("field", ["deck", "phase", "settings", "speaker", "shots", "choice"])
def test_what_is_said_of_a_field_is_short_and_can_be_printed(field: str, value: Any) -> None:
    for fields in (
        {**talking(), field: value},
        {**talking(), "settings": {**talking()["settings"], "deadline": value}},
        {**talking(), value if isinstance(value, str) else "\0": 1},
    ):
        with pytest.raises(ViewError) as error:
            View.from_fields(fields)
        for name, said in error.value.violations:
            assert f"{name}: {said}".isprintable()
            assert len(name) + len(said) < 400


def test_missing_statements_are_pass() -> None:
    """9.7."""
    fields = talking()
    fields["statements"] = fields["statements"][-1:]
    view = View.from_fields(fields)
    said = view.fields()["statements"]
    assert [statement["text"] for statement in said] == ["pass"] * 8 + ["is 5 sniper"]
    assert view.arrangements() == View.from_fields(talking()).arrangements()


def test_statements_may_come_in_any_order() -> None:
    fields = talking()
    fields["statements"].reverse()
    assert View.from_fields(fields) == View.from_fields(talking())


def test_a_seat_with_all_four_types_before_the_round_is_refused() -> None:
    fields: Fields = dict(table("S C | M", "S M | C", round=20).view(0).fields())
    fields["players"][0].update(held=4, types=[1, 1, 1, 1])
    fields["deck"] = 36
    with pytest.raises(ViewError, match="had all four types when the round began"):
        View.from_fields(fields)
    fields["players"][0].update(held=19, types=[6, 6, 7, 0])
    fields["players"][1]["held"] = 19
    with pytest.raises(ViewError, match="some seat had all four types when the round began"):
        View.from_fields({**fields, "round": 60, "deck": 2})


def dealt(left: tuple[int, ...], hands: list[int]) -> bool:
    """Return True if such hands can be dealt, by trying all deals."""
    if not hands:
        return True
    for first in range(min(left[0], hands[0]) + 1):
        for second in range(min(left[1], hands[0] - first) + 1):
            for third in range(min(left[2], hands[0] - first - second) + 1):
                hand = first, second, third, hands[0] - first - second - third
                rest = tuple(have - take for have, take in zip(left, hand, strict=True))
                if min(rest) >= 0 and min(hand) == 0 and dealt(rest, hands[1:]):
                    return True
    return False


def test_hands_can_lack_a_type_where_a_deal_of_them_does() -> None:
    chance = random.Random(5)
    met = {True: 0, False: 0}
    for _ in range(300):
        left = tuple(chance.randint(1, 3) for _ in range(4))
        hands: list[int] = []
        room = sum(left)
        while room and chance.random() < 0.8:
            hands.append(chance.randint(min(4, room), room))
            room -= hands[-1]
        can = dealt(left, hands)
        assert can_lack_a_type(left, hands) == can, (left, hands)
        met[can] += 1
    assert min(met.values()) > 20


STATES: list[tuple[Callable[[Fields], None], str, str]] = [
    (put("seed", -1), "seed", "-1; expected a whole number from 0"),
    (put("deck", "PLANX"), "deck", "expected at most 40 of the letters P, L, A, N"),
    (put("deck", "P" * 40), "deck", "40 cards P with those in hands; expected 10"),
    (put("players.2.role", None), "players[2].role", "None; expected one of sniper"),
    (put("players.2.role", "bodyguard"), "players", "the Spy cards do not allow"),
    (put("players.3.role", "saboteur"), "players", "the Spy cards do not allow"),
    (put("centre.0.role", "bodyguard"), "players", "the Spy cards do not allow"),
    (put("centre.0.role", "spy"), "centre[0].role", "'spy'; expected one of"),
    (put("choices", []), "choices", "0 items; expected a list of 8"),
    (put("choices.2", "hold"), "choice", "expected null, as the seat is not asked"),
    (put("ordered", 2), "ordered", "2 in the phase 'talk'"),
    (put("first", 2), "first", "2 in the phase 'talk'"),
    (put("speaker", 1), "speaker", "1 is out"),
]


@pytest.mark.parametrize(("change", "field", "wrong"), STATES)
def test_states_that_no_game_could_reach(
    change: Callable[[Fields], None], field: str, wrong: str
) -> None:
    state = table("X B C S | M", "S B C M | X", saboteurs=True, talk=True, opener=2)
    shoot(state, 1, 2)
    fields: Fields = json.loads(json.dumps(state.fields()))
    assert State.from_fields(fields) == state
    change(fields)
    with pytest.raises(StateError) as caught:
        State.from_fields(fields)
    named = [text for at, text in caught.value.violations if at == field]
    assert any(wrong in text for text in named), caught.value.violations


def test_an_ordered_seat_acts_as_sniper() -> None:
    state = table("S C B | M", "C B M | S", beats=1)
    hold(state)
    fields: Fields = dict(state.fields())
    with pytest.raises(StateError, match="1 does not act as Sniper"):
        State.from_fields({**fields, "ordered": 1})
    other = State.from_fields({**fields, "ordered": 3 - (state.actor or 0)})
    assert other.actor == 3 - (state.actor or 0)


def test_bytes_changed_on_the_way_are_refused() -> None:
    view = table("S C | M", "S M | C").view(0)
    data = view.to_bytes()
    for wrong, message in (
        (data[:-1], "truncated or changed"),
        (data.replace(b"view 1", b"view 9"), "version b'9'; expected 1"),
        (data.replace(b"action-view", b"view", 1), "expected 'covert-action-view'"),
        (b"", "expected 'covert-action-view'"),
    ):
        with pytest.raises(ViewError, match=message):
            View.from_bytes(wrong)
    with pytest.raises(StateError, match="expected 'covert-action-state'"):
        State.from_bytes(data)


def spoilt(fields: Any, chance: random.Random) -> Any:
    """Return the fields with one value changed somewhere."""
    if isinstance(fields, dict) and fields and chance.random() < 0.95:
        name = chance.choice(list(fields))
        return {**fields, name: spoilt(fields[name], chance)}
    if isinstance(fields, list) and fields and chance.random() < 0.9:
        place = chance.randrange(len(fields))
        return [*fields[:place], spoilt(fields[place], chance), *fields[place + 1 :]]
    others: list[Any] = [None, 0, 1, 2, 5, 40, -1, True, "", "hold", "shoot 2", [], {}, 1.5]
    return chance.choice(others)


def test_whatever_is_accepted_can_be_played_and_dealt() -> None:
    """Fields with a value changed are refused with ViewError, or obey the laws of views."""
    accepted = refused = 0
    for state, chance in positions(25, seed=51, share=0.05):
        seat = chance.randrange(state.players)
        fields = json.loads(json.dumps(state.view(seat).fields()))
        for _ in range(12):
            try:
                view = View.from_fields(spoilt(fields, chance))
            except ViewError:
                refused += 1
                continue
            accepted += 1
            world = view.sample(chance.randrange(1 << 64))
            assert world.view(view.seat) == view
            assert State.from_fields(world.fields()) == world
            while not world.over and world.deciders and chance.random() < 0.9:
                seat_to_decide, text = choose(world, chance, 0.7)
                world.play(text, seat=seat_to_decide)
    assert accepted > 50
    assert refused > 500


def test_a_game_that_ends_with_a_single_seat_in_is_accepted() -> None:
    """Its last shot puts out all others but one, so no stretch begins after it (3.12)."""
    settings = Settings(9, teams=3, saboteurs=True, alternate=True, talk=False)
    state = State.deal(settings, 3698)
    state.playout(3698)
    shots = state.fields()["shots"]
    assert shots[-1]["outcome"] in ("misfire", "team_out")
    assert State.from_fields(state.fields()) == state
    for seat in range(state.players):
        assert View.from_fields(state.view(seat).fields()) == state.view(seat)

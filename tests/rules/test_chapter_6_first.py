"""Rules 6.6 and 6.15 to 6.17: First and its two windows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from covert_engine.covert import View
from covert_engine.covert.cards.card_set import Code
from rules.tables import Scene, TextGame, agency

Window = Callable[[list[int], list[int]], TextGame]

FIRST = [agency(ability="first", nth=n) for n in range(1, 7)]
ALL_CODES = [f"C{n}" for n in range(1, 41)]


def before_breaking(order: list[int], holders: list[int]) -> Scene:
    """Return a table where seat 0 is about to take the last turn order token; holders have a First
    card.

    No code is left to draw, so that a Break Codes turn is over with `stop`.
    """
    table = Scene(players=len(order), order=order[:-1])
    table.seats[0].dice, table.seats[0].done = [2], ALL_CODES
    for seat in holders:
        table.seats[seat].hand.append(FIRST[seat])
    return table


def window_a(order: list[int], holders: list[int]) -> TextGame:
    return before_breaking(order, holders).placing().play("pass")


def before_resolving(order: list[int], holders: list[int]) -> Scene:
    """Return a table where seat 0 is about to take the last Break Codes turn; holders have a First
    card.

    Each seat has two dice on a circle.
    """
    table = Scene(players=len(order), order=order, had_break_turn=order[:-1])
    table.seats[0].done = ALL_CODES
    for seat in order:
        table.circles["movement"][seat + 1] = table.circles["agency"][seat + 1] = seat
    for seat in holders:
        table.seats[seat].hand.append(FIRST[seat])
    return table


def window_b(order: list[int], holders: list[int]) -> TextGame:
    return before_resolving(order, holders).breaking().play("stop")


def use(seat: int) -> str:
    return f"use first {FIRST[seat]}"


# 6.6 First


@pytest.mark.parametrize("source", ["token", "card"])
def test_r6_6_codes_are_broken_ahead_of_the_order(source: str) -> None:
    table = before_breaking([1, 0], [])
    if source == "token":
        table.seats[0].tokens = ["first"]
    else:
        table.seats[0].hand = [FIRST[0]]
    game = table.placing().play("pass", f"use first {'token' if source == 'token' else FIRST[0]}")
    assert (game.to_decide, game.decision) == (0, "break")
    game.play("stop")
    assert (game.to_decide, game.decision) == (1, "break")


@pytest.mark.parametrize("source", ["token", "card"])
def test_r6_6_an_action_is_resolved_ahead_of_the_order(source: str) -> None:
    table = before_resolving([1, 0], [])
    if source == "token":
        table.seats[0].tokens = ["first"]
    else:
        table.seats[0].hand = [FIRST[0]]
    game = table.breaking().play("stop", f"use first {'token' if source == 'token' else FIRST[0]}")
    assert (game.to_decide, game.decision) == (0, "resolve")
    game.play("forfeit movement")
    assert (game.to_decide, game.decision) == (1, "resolve")


# 6.15 The windows


def test_r6_15_window_a_opens_after_the_last_turn_order_token() -> None:
    table = before_breaking([2, 1, 0], [0, 1, 2])
    table.order = [2]
    table.seats[1].dice = [3]
    game = table.placing().play("pass")
    assert (game.to_decide, game.decision) == (1, "place")
    game.play("pass")
    assert (game.phase, game.decision) == ("first_a", "first")


def test_r6_15_window_b_opens_after_the_last_break_codes_turn() -> None:
    table = before_resolving([2, 1, 0], [0, 1, 2])
    table.had_break_turn = [2]
    game = table.breaking(1).play("stop")
    assert (game.to_decide, game.decision) == (0, "break")
    game.play("stop")
    assert (game.phase, game.decision) == ("first_b", "first")


@pytest.mark.parametrize("window", [window_a, window_b])
def test_r6_15_seats_are_asked_from_the_first_in_turn_order_on(window: Window) -> None:
    game = window([2, 1, 0], [0, 1, 2])
    for seat in (2, 1, 0):
        assert (game.to_decide, game.decision) == (seat, "first")
        game.play("refuse")
    assert game.decision != "first"


@pytest.mark.parametrize(("window", "turn"), [(window_a, "stop"), (window_b, "forfeit movement")])
def test_r6_15_asking_goes_round_and_round(window: Window, turn: str) -> None:
    game = window([2, 1, 0], [0, 1, 2]).play("refuse", "refuse", use(0), turn)
    assert (game.to_decide, game.decision) == (2, "first")
    game.play("refuse", use(1), turn)
    assert (game.to_decide, game.decision) == (2, "first")  # 0 has none left


def test_r6_15_nobody_goes_twice_while_another_still_wants_to() -> None:
    table = before_resolving([1, 0], [0, 1])
    table.seats[1].tokens = ["first"]
    game = table.breaking().play("stop", use(1), "forfeit movement")
    assert (game.to_decide, game.decision) == (0, "first")
    game.play(use(0), "forfeit movement")
    assert (game.to_decide, game.decision) == (1, "first")
    game.play("use first token", "forfeit agency")
    assert (game.phase, game.to_decide) == ("resolving", 0)  # 1 has no die left


@pytest.mark.parametrize(("window", "turn"), [(window_a, "stop"), (window_b, "forfeit movement")])
def test_r6_15_all_see_with_whom_asking_began(window: Window, turn: str) -> None:
    game = window([2, 1, 0], [0, 1, 2])

    def began() -> set[int]:
        return {game.fields(eyes)["asked_first"] for eyes in range(3)}

    assert began() == {2}
    game.play("refuse")
    assert (game.to_decide, began()) == (1, {2})
    game.play(use(1))
    assert game.decision != "first"
    assert all("asked_first" not in game.fields(eyes) for eyes in range(3))
    game.play(turn)
    assert began() == {0}
    game.play("refuse")
    assert (game.to_decide, began()) == (2, {0})
    game.play("refuse")
    assert all("asked_first" not in game.fields(eyes) for eyes in range(3))


@pytest.mark.parametrize("window", [window_a, window_b])
def test_r6_15_a_view_can_say_with_whom_asking_began(window: Window) -> None:
    game = window([2, 1, 0], [0, 1, 2]).play("refuse")
    fields = game.fields(1)
    assert fields["asked_first"] == 2
    for began in (0, 1, 2):
        fields["asked_first"] = began
        assert View.from_fields(game.state.cards, fields).fields()["asked_first"] == began


# 6.16 What a First gives


def test_r6_16_in_window_a_it_is_ones_whole_break_codes_turn() -> None:
    table = before_breaking([1, 0], [0])
    table.codes = [Code((2, 1), "radio"), Code((3, 4), "radio")]
    table.seats[0].hand += ["C1", "C2"]
    table.seats[0].done = []
    game = table.placing().play("pass", use(0), "swap 1 2", "claim C1 1", "claim C2 3")
    assert game.decision == "draw_code"
    game.play("draw code 1", "draw code 2")
    assert game.done(0) == ["C1", "C2"]
    assert len(game.player(0)["codes"]) == 2


def test_r6_16_in_window_b_it_is_an_extra_resolving_turn_of_one_action() -> None:
    table = before_resolving([1, 0], [0])
    game = table.breaking().play("stop", use(0))
    game.play("move 1", "step 1 Paris", "step 2 Paris", "step 3 Paris")
    assert game.player(0)["agents"] == ["Paris", "Paris", "Paris"]
    assert (game.phase, game.to_decide) == ("resolving", 1)
    game.play("forfeit movement")
    assert (game.phase, game.to_decide) == ("resolving", 0)
    assert game.can("forfeit agency")


# 6.17 The order stays


def test_r6_17_turn_order_tokens_do_not_change() -> None:
    game = window_a([2, 1, 0], [0]).play(use(0), "stop")
    assert game.fields()["order"] == [2, 1, 0]
    game = window_b([2, 1, 0], [0]).play(use(0), "forfeit movement")
    assert game.fields()["order"] == [2, 1, 0]


def test_r6_17_dice_resolution_starts_with_the_first_in_order() -> None:
    game = window_b([2, 1, 0], [1]).play(use(1), "forfeit movement")
    for seat in (2, 1, 0):
        assert (game.phase, game.to_decide) == ("resolving", seat)
        game.play("forfeit agency")

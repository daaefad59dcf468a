"""A view as plain text: a function of the view alone, with the legal actions to choose from."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from covert_bots import Covert, CovertAction

GAMES = (
    (Covert(), 2, 150),
    (Covert(), 4, 150),
    (CovertAction(), 4, 2),
    (CovertAction({"teams": 3, "saboteurs": True, "alternate": True}), 9, 4),
)
"""Each with its players, and after how many decisions there is a look at it."""
GAMES_PLAYED = 2


def moments(game: Any, players: int, every: int) -> Iterator[Any]:
    """Yield the states of some games of random moves, in which all seats are looked at, and the
    ends of those that end."""
    for seed in range(GAMES_PLAYED):
        state, rng = game.deal(players, seed), random.Random(seed)
        for number in range(every * 6):
            if state.over:
                break
            if number % every == 0:
                yield state
            state.play(rng.choice(state.legal_actions()))
        yield state


@pytest.mark.parametrize(("game", "players", "every"), GAMES)
def test_worlds_that_look_the_same_to_a_seat_give_it_the_same_text(
    game: Any, players: int, every: int
) -> None:
    differed = 0
    for key, state in enumerate(moments(game, players, every)):
        for seat in range(players):
            view = state.view(seat)
            world = view.sample(key)
            assert game.view_text(world.view(seat)) == game.view_text(view)
            other = (seat + 1) % players
            differed += game.view_text(world.view(other)) != game.view_text(state.view(other))
    assert differed  # the worlds are not the same ones


@pytest.mark.parametrize(("game", "players", "every"), GAMES)
def test_the_actions_are_numbered_in_the_notation_and_lines_are_short(
    game: Any, players: int, every: int
) -> None:
    for state in moments(game, players, every):
        for seat in range(players):
            view = state.view(seat)
            text = game.view_text(view, ["North does it"])
            assert max(map(len, text.splitlines())) <= 100
            assert "\nWhat happened:\n- North does it\n" in text
            legal = view.legal_actions() if view.actor == seat else []
            _, _, listed = text.partition("Your legal actions:\n")
            heads = [line.partition(":")[0] for line in listed.splitlines() if line[0] != " "]
            wanted = [game.action_to_message(action).text for action in legal]
            assert heads == [f"{number}. {text}" for number, text in enumerate(wanted, 1)]

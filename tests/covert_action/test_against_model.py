"""The engine plays by the rules as a second reading of them has it (`covert_action.model`).

At every decision the seats to decide, the legal actions, the ends of rounds, winners and payoffs
are compared; at every fifth, and at the end of each game, the truth and the views of all seats too.
Longer runs: `python -m covert_action.compare`.
"""

from __future__ import annotations

from functools import cache

import pytest

from covert_action.engine.tables import shoot, table
from covert_action.side_by_side import (
    DisagreementError,
    SideBySide,
    Tally,
    combinations,
    play_both,
)

DECISIONS = 13_000
LONG = (7, 11, 22)  # games of a thousand decisions and more that take long
FIVE = next(number for number, given in enumerate(combinations()) if given["players"] == 5)
TWO_LEFT = (119, 291)  # two seats are left in a round that goes on
GAMES = tuple(number for number in [*range(40), FIVE, *TWO_LEFT] if number not in LONG)
OUTCOMES = {"coup", "misfire", "purge", "success", "team out", "fail", "void"}


@cache
def played(number: int) -> Tally:
    return play_both(number)


def all_played() -> Tally:
    tally = Tally()
    for number in GAMES:
        tally.add(played(number))
    return tally


@pytest.mark.parametrize("number", GAMES)
def test_engine_and_model_agree(number: int) -> None:
    assert played(number).games == 1


def test_thousands_of_decisions_are_compared() -> None:
    tally = all_played()
    assert tally.decisions >= DECISIONS
    assert tally.views >= DECISIONS
    assert tally.out_of_order >= 500
    assert tally.counted >= 40


def test_there_are_1632_combinations_and_all_numbers_of_players_are_met() -> None:
    assert len(combinations()) == 1632
    every = {(given["teams"], given["players"]) for given in combinations()}
    assert {
        (combinations()[game]["teams"], combinations()[game]["players"]) for game in GAMES
    } == every


def test_all_outcomes_and_ends_of_games_are_met() -> None:
    tally = all_played()
    assert {name for name, counted in tally.outcomes.items() if counted} == OUTCOMES
    assert set(tally.ends) == {"four types", "empty deck", "round 60"}


def test_a_difference_is_told() -> None:
    """A seat is put out in the model alone."""
    both = SideBySide(0, views_every=1)
    both.game.table.round.seats_in.remove(both.settings.players - 1)
    with pytest.raises(DisagreementError, match=r"python -m covert_action.compare --game 0"):
        both.step()


def test_r4_4_an_open_window_does_not_say_that_another_has_yet_to_choose() -> None:
    """3 and 5 are in; 3, a Cleaner, has yet to choose. In a world in which he is the Mole the
    window would have closed with the choice of 5, who must not learn that it has not."""
    state = table("X S C | M", "X C S | M", saboteurs=True)
    shoot(state, 1, 6)
    shoot(state, 4, 2)
    assert state.view(4).arrangements() == 2
    state.play("hold", seat=4)
    assert state.deciders == [2]
    seen = state.view(4)
    assert seen.arrangements() == 2
    roles = {seen.sample(key).hidden()["roles"][2] for key in range(40)}
    assert roles == {"cleaner", "mole"}

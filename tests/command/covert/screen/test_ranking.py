"""The moves that a hint marks as not told apart from the first."""

from __future__ import annotations

from random import Random

import pytest

from covert_bots.covert.words.clauses import sentence
from covert_bots.players.suggestion import alike
from covert_command.covert.screen.choices import Choice, choices_of
from covert_command.covert.screen.menu import Item, items_of
from covert_command.covert.screen.ranking import numbered_by_move
from covert_engine.covert import CompiledSet, State, house_set
from covert_engine.covert.rules.actions import Kind, pack, unpack
from covert_engine.search import ActionResult


def move(value: float, error: float, visits: int = 9, paired: float | None = None) -> ActionResult:
    return ActionResult(1, visits=visits, value=value, standard_error=error, paired_error=paired)


@pytest.mark.parametrize(
    ("other", "wanted"),
    [
        (move(0.50, 0.03), True),
        (move(0.41, 0.03), True),  # 0.09 of 1.96 times 0.05
        (move(0.40, 0.03), False),
        (move(0.60, 0.03), False),  # a better value, and less sure of it
        (move(0.41, 0.03, paired=0.04), False),
        (move(0.30, 0.00, paired=0.11), True),
        (move(0.00, 0.00, visits=0), False),
    ],
)
def test_a_difference_within_its_error_is_no_difference(other: ActionResult, wanted: bool) -> None:
    assert alike(other, move(0.50, 0.04)) is wanted


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_choice_named_goes_as_far_as_the_hint(order: tuple[int, ...]) -> None:
    """A swap that breaks a code at once is not called one that breaks nothing yet."""
    view = State.deal(CompiledSet(house_set()), 2, 1).view(0)
    later = pack(Kind.PLACE, 1, 1)
    ways = [((7,), "swap"), ((7, 8), "swap and break"), ((7, 9), "swap and break another")]
    choices = {
        number: (Choice(ways[at][0], ways[at][0]), Item(ways[at][1], ""))
        for number, at in enumerate(order, 1)
    }
    whole, alone = str(order.index(1) + 1), str(order.index(0) + 1)
    cards, fields = view.cards.source, view.fields()
    both, one = (sentence(actions, cards, fields) for actions in ((7, 8), (7,)))
    assert numbered_by_move(choices, (7, 8, later), view) == {7: (whole, both)}
    assert numbered_by_move(choices, (6,), view)[7] == (alone, one)


def test_a_hint_names_all_numbers_of_its_turn() -> None:
    """Two agents with one die: begun with the movement, and ended with a word."""
    state = at_a_movement()
    view = state.view(state.actor or 0)
    (move,) = (action for action in view.legal_actions() if unpack(action).kind == Kind.MOVE)
    state.play(move)
    steps = [action for action in state.legal_actions() if unpack(action).kind == Kind.STEP]
    turn = (
        move,
        steps[0],
        next(step for step in steps if unpack(step).first == 1),
        pack(Kind.STOP),
    )
    cities = [view.cards.source.cities[unpack(step).second] for step in turn[1:3]]
    choices = dict(enumerate(items_of(view), 1))
    typed, words = numbered_by_move(choices, turn, view)[move]
    *numbers, end = typed.split(", ")
    assert end == "stop"
    assert words == f"Move with one die: agent 1 to {cities[0]}, agent 2 to {cities[1]}, and stop"
    assert [choices[int(number)][0].actions for number in numbers] == [
        turn[:2],
        (move, turn[2]),
    ]
    short = numbered_by_move(choices, (move,), view)[move]
    assert short == (
        str(next(at for at, (choice, _) in choices.items() if choice.actions == (move,))),
        "Move with one die",
    )


def at_a_movement() -> State:
    """Return a position in which one die can move the agents, and no cubes lie beside them."""
    for seed in range(100):
        chance, state = Random(seed), State.deal(CompiledSet(house_set()), 2, seed)
        while not state.over:
            if state.decision == "resolve" and _is_plain_movement(state):
                return state
            state.play(chance.choice(state.legal_actions()))
    raise AssertionError("no such position")


def _is_plain_movement(state: State) -> bool:
    moves = [action for action in state.legal_actions() if unpack(action).kind == Kind.MOVE]
    return len(moves) == 1 and any(len(choice.actions) == 2 for choice in _begun(state, moves[0]))


def _begun(state: State, move: int) -> list[Choice]:
    return [
        choice for choice in choices_of(state.view(state.actor or 0)) if choice.actions[0] == move
    ]

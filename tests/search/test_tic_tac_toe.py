"""Tic-tac-toe is solved: 10 000 iterations find an optimal move wherever moves differ."""

from functools import cache

from covert_engine.search import Limit, SearchParams, search
from toys import ToyState, tic_tac_toe
from toys.best_response import after

PARAMS = SearchParams(horizon=0)
BY_DATA: dict[bytes, ToyState] = {}


@cache
def utility(data: bytes) -> float:
    """Return the utility of seat 0 if both play perfectly."""
    state = BY_DATA[data]
    if state.actor < 0:
        return state.result()[0]
    return (max, min)[state.actor](utility(reply.data) for reply in replies(state))


def replies(state: ToyState) -> list[ToyState]:
    states = [after(state, action) for action in state.legal_actions]
    BY_DATA.update((reply.data, reply) for reply in states)
    return states


def mirrored(state: ToyState) -> bytes:
    """Return the same bytes for all eight rotations and reflections of a board."""
    first, second = state.data[0] | state.data[1] << 8, state.data[2] | state.data[3] << 8
    board = [(first >> square & 1) + 2 * (second >> square & 1) for square in range(9)]
    forms = []
    for _ in range(4):
        board = [board[3 * (2 - column) + row] for row in range(3) for column in range(3)]
        forms += [bytes(board), bytes(board[3 * row + 2 - i] for row in range(3) for i in range(3))]
    return min(forms)


def boards() -> list[ToyState]:
    """Return every board on which somebody is to move, one of each eight."""
    kept: dict[bytes, ToyState] = {}
    waiting = [tic_tac_toe.start()]
    BY_DATA[waiting[0].data] = waiting[0]
    while waiting:
        state = waiting.pop()
        if state.actor >= 0 and mirrored(state) not in kept:
            kept[mirrored(state)] = state
            waiting += replies(state)
    return list(kept.values())


def test_an_optimal_move_is_found_on_every_board_by_both_seats() -> None:
    blunders = []
    searched = {0: 0, 1: 0}
    for state in boards():
        worth = {action: utility(after(state, action).data) for action in state.legal_actions}
        if len(set(worth.values())) == 1:
            continue
        searched[state.actor] += 1
        result = search(state.view(state.actor), Limit(iterations=10_000), seed=1, params=PARAMS)
        if worth[result.action] != utility(state.data):
            blunders.append((state.data, result.action, worth))
    assert not blunders
    assert min(searched.values()) > 150


def test_two_searches_draw() -> None:
    for seed in range(5):
        state = tic_tac_toe.start()
        while state.actor >= 0:
            view = state.view(state.actor)
            state.play(search(view, Limit(iterations=10_000), seed, PARAMS).action)
        assert state.result() == [0.5, 0.5]


def test_the_principal_variation_is_a_line_of_play() -> None:
    state = tic_tac_toe.start()
    result = search(state.view(0), Limit(iterations=10_000), seed=1, params=PARAMS)
    assert result.variation[0].action == result.action
    assert len(result.variation) > 4
    for place, step in enumerate(result.variation):
        assert step.seat == place % 2 == state.actor
        state.play(step.action)
    visits = [step.visits for step in result.variation]
    assert visits == sorted(visits, reverse=True)

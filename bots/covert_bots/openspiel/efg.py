"""A game as a tree in Gambit's format, for its solvers and for OpenSpiel's in C++."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyspiel

from covert_bots.openspiel.game import CHANCE


def efg(game: Any) -> str:
    """Return the whole tree of a small game as an extensive form game (EFG).

    Information sets are named by their information state strings, actions by their numbers. The
    game of `pyspiel.load_efg_game` is the same one, and many times as fast.
    """
    players = " ".join(f'"seat {seat}"' for seat in range(game.num_players()))
    lines = [f'EFG 2 R "{game}" {{ {players} }}']
    numbers: list[dict[str, int]] = [{} for _ in range(game.num_players())]  # of information sets
    lines.extend(_nodes(game.new_initial_state(), numbers, iter(range(1, 1 << 62))))
    return "\n".join(lines) + "\n"


def _nodes(root: Any, numbers: list[dict[str, int]], count: Iterator[int]) -> Iterator[str]:
    """Yield the lines of all nodes, each before those below it."""
    states = [root]
    while states:
        state = states.pop()
        player = state.current_player()
        if state.is_terminal():
            payoffs = " ".join(map(repr, state.returns()))
            yield f't "" {next(count)} "" {{ {payoffs} }}'
            continue
        if player == CHANCE:
            chances = " ".join(
                f'"{action}" {chance!r}' for action, chance in state.chance_outcomes()
            )
            yield f'c "" {next(count)} "" {{ {chances} }} 0'
        else:
            name = state.information_state_string(player)
            number = numbers[player].setdefault(name, len(numbers[player]) + 1)
            actions = " ".join(f'"{action}"' for action in state.legal_actions())
            yield f'p "" {player + 1} {number} "{name}" {{ {actions} }} 0'
        states.extend(state.child(action) for action in reversed(state.legal_actions()))


def on_tree(tree: Any, policy: pyspiel.TabularPolicy) -> pyspiel.TabularPolicy:
    """Return the policy of a game for the game that `pyspiel.load_efg_game` makes of its `efg`."""
    given = policy.policy_table()
    table = {}
    states = [tree.new_initial_state()]
    while states:
        state = states.pop()
        actions = state.legal_actions()
        if not state.is_terminal() and not state.is_chance_node():
            name = state.information_state_string()
            chances = {str(action): chance for action, chance in given[name.rpartition("-")[2]]}
            table[name] = [(action, chances[state.action_to_string(action)]) for action in actions]
        states += [state.child(action) for action in actions]
    return pyspiel.TabularPolicy(table)

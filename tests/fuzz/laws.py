"""The laws that all accepted input obeys."""

from __future__ import annotations

from random import Random

from covert_bots import make
from covert_bots.covert.wire import suggestion_to_message, view_from_message, view_to_message
from covert_command.covert.screen.board import board
from covert_engine.covert import State, View, format_action, parse_action
from covertbots.v1 import view_pb2

__all__ = ["check_game", "check_view"]

NAMES = ("Ann", "Bob", "Cleo", "Dan")
MOVES = 20  # played in a world, at most
# Few nodes, so that a search costs no more than the rest.
BOTS = [make(spec) for spec in ("ismcts:iterations=16,nodes=64", "greedy")]


def check_view(view: View) -> None:
    """Check that a view is itself again by every way there and back, and that a bot can be asked
    about it."""
    message = view_to_message(view)
    sent = view_pb2.View.FromString(message.SerializeToString())
    again = view_from_message(sent.covert, view.cards)
    assert sent == message
    assert again == view
    assert again.digest() == view.digest()
    assert View.from_fields(view.cards, view.fields()) == view
    assert board(view, NAMES[: view.players])

    key = int.from_bytes(view.digest()[:8], "little")
    for tree in (key, key ^ 1):
        world = view.sample(tree)
        assert world.check() == []
        assert world.view(view.seat) == view

    legal = view.legal_actions()
    assert len(set(legal)) == len(legal)
    assert set(view.legal_actions(canonical=True)) <= set(legal)
    if view.actor != view.seat:
        assert not legal
        return
    assert legal == world.legal_actions()
    for action in legal:
        assert parse_action(format_action(action, view.cards), view.cards) == action
    for bot in BOTS:
        suggestion = bot.suggest(view, seed=key)
        assert {move.action for move in suggestion.moves} <= set(legal)
        assert suggestion_to_message(suggestion, view).SerializeToString()
    check_game(world, Random(key))


def check_game(state: State, random: Random, moves: int = MOVES) -> None:
    """Check that a state is in order, and what can be played from it."""
    assert state.check() == []
    for _ in range(moves):
        if state.over:
            break
        legal = state.legal_actions()
        assert set(state.legal_actions(canonical=True)) <= set(legal)
        state.play(random.choice(legal))
    assert state.check() == []
    assert len(state.scores()) == state.players
    assert state.over or state.actor is not None

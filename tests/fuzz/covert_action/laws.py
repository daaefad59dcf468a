"""What holds of everything of Covert Action that has been let in."""

from __future__ import annotations

from random import Random

from covert_bots.covert_action.catalogue import make
from covert_bots.covert_action.wire import suggestion_to_message, view_from_message, view_to_message
from covert_engine.covert_action import (
    Belief,
    State,
    StateError,
    View,
    format_action,
    parse_action,
)
from covertbots.v1 import view_pb2

__all__ = ["check_game", "check_view"]

MOVES = 20  # played in a world, at most
# Few nodes, so that a search costs no more than the rest.
BOTS = [make(spec) for spec in ("ismcts:iterations=8,nodes=64", "greedy")]
BELIEF = Belief()


def check_view(view: View) -> None:
    """Check that a view is itself again by every way there and back, that its worlds show it, that
    what is believed of it are probabilities, and that a bot can be asked about it."""
    message = view_to_message(view)
    sent = view_pb2.View.FromString(message.SerializeToString())
    assert sent == message
    for again in (
        view_from_message(sent.covert_action),
        View.from_fields(view.fields()),
        View.from_bytes(view.to_bytes()),
    ):
        assert again == view
        assert again.digest() == view.digest()

    key = int.from_bytes(view.digest()[:8], "little")
    assert view.arrangements() > 0
    for belief in (None, BELIEF):
        world = view.sample(key, belief)
        assert State.from_fields(world.fields()) == world
        assert world.view(view.seat) == view
    _check_beliefs(view)

    legal = view.legal_actions()
    assert len(set(legal)) == len(legal)
    if view.actor != view.seat:
        assert not legal
        return
    assert legal == world.legal_actions(seat=view.seat)
    for action in legal:
        assert parse_action(format_action(action)) == action
    for bot in BOTS:
        suggestion = bot.suggest(view, seed=key)
        assert {move.action for move in suggestion.moves} <= set(legal)
        assert suggestion_to_message(suggestion, view).SerializeToString()
    check_game(world, Random(key))


def _check_beliefs(view: View) -> None:
    for public in (False, True):
        beliefs = BELIEF.beliefs(view, public=public)
        for chances in (*beliefs.roles, *beliefs.centre):
            assert abs(sum(chances) - 1) < 1e-6
        for chance in (*beliefs.acts, *beliefs.good):
            assert -1e-9 <= chance <= 1 + 1e-6


def check_game(state: State, random: Random, moves: int = MOVES) -> None:
    """Check that a state is in order, and what can be played from it."""
    for _ in range(moves):
        if state.over or not state.deciders:
            break
        seat = random.choice(state.deciders)
        legal = state.legal_actions(seat=seat)
        assert legal
        state.play(random.choice(legal), seat=seat)
    assert len(state.scores()) == state.players
    assert state.winners()
    try:
        again = State.from_fields(state.fields())
    except StateError as error:
        raise AssertionError(error.violations) from error
    assert again == state

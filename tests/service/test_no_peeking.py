"""What a seat cannot see changes nothing in the answer its bot gives, through the whole service."""

from __future__ import annotations

import pytest
from service.games import request_view, some_decisions

from covertbots.client import Client
from covertbots.v1 import opponent_pb2

SPECS = ("random", "greedy", "flat:iterations=64", "ismcts:iterations=64")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_truths_that_look_the_same_get_the_same_bytes(client: Client, players: int) -> None:
    differed = 0
    for state in some_decisions(players, 100 + players, 25):
        assert state.actor is not None
        seen = state.view(state.actor)
        truths = [state, seen.sample(1), seen.sample(2)]
        differed += len({bytes(truth) for truth in truths}) > 1
        for spec in SPECS:
            answers = {answer(client, request_view(truth), spec) for truth in truths}
            assert len(answers) == 1, spec
    assert differed > 20


def answer(client: Client, view: object, spec: str) -> bytes:
    response = client.suggest_move(view, spec, seed=1)  # type: ignore[arg-type]
    without = opponent_pb2.SuggestMoveResponse(suggestion=response.suggestion)
    return without.SerializeToString(deterministic=True)

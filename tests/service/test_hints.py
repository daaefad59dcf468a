"""Optional parts of an answer beside the ranked moves, over each way to call."""

from __future__ import annotations

from service.games import request_view, some_decisions

from covertbots.client import Client, limits
from covertbots.v1.suggestion_pb2 import Suggestion

VIEW = request_view(some_decisions(3, 11, 12)[3])
QUICK = limits(iterations=64)


def test_an_answer_says_no_more_than_is_asked_for(client: Client) -> None:
    def answer(*, reasons: bool = False, hands: bool = False, plans: bool = False) -> Suggestion:
        response = client.suggest_move(
            VIEW, "ismcts", QUICK, seed=9, reasons=reasons, hands=hands, plans=plans
        )
        return response.suggestion

    plain, both = answer(), answer(reasons=True, hands=True, plans=True)
    assert not plain.HasField("covert")
    assert answer(reasons=True).covert.reasons == both.covert.reasons
    assert answer(hands=True).covert.hands == both.covert.hands
    assert answer(plans=True).covert.plans == both.covert.plans
    assert not answer(reasons=True, hands=True).covert.plans
    assert both.covert.reasons.text
    own = VIEW.covert.players[VIEW.covert.seat].missions
    in_hand = [plan.mission for plan in both.covert.plans if plan.in_hand]
    assert sorted(in_hand) == sorted(place.card for place in own)
    assert len(both.covert.hands) == len(VIEW.covert.players) - 1
    assert not answer(reasons=True).covert.hands
    assert not answer(hands=True).covert.HasField("reasons")
    both.ClearField("covert")
    assert both == plain


def test_a_bot_that_tries_nothing_has_no_reasons(client: Client) -> None:
    suggestion = client.suggest_move(VIEW, "random", seed=9, reasons=True, hands=True).suggestion
    assert not suggestion.HasField("covert")
    answer = client.suggest_move(VIEW, "random", seed=9, plans=True)
    assert answer.suggestion.covert.plans

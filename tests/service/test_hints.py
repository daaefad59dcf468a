"""Optional parts of an answer beside the ranked moves, over each way to call."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from service.games import request_view, some_decisions

from covertbots.client import Client, ServiceError, limits
from covertbots.v1.suggestion_pb2 import Suggestion

VIEW = request_view(some_decisions(3, 11, 12)[3])
SEAT = VIEW.covert.seat
QUICK = limits(iterations=64)


def at_others(bot: str) -> list[str]:
    """Return a bot at all seats but the view's."""
    return ["" if seat == SEAT else bot for seat in range(len(VIEW.covert.players))]


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


def test_a_chance_is_said_against_those_who_sit_there(client: Client) -> None:
    """An answer is the same for all opponents, but for what it says of them."""

    def answer(opponents: Sequence[str]) -> Suggestion:
        asked = client.suggest_move(VIEW, "ismcts", QUICK, seed=9, opponents=opponents)
        return asked.suggestion

    plain = answer(())
    equals = plain.moves[0].win_probability
    for bot, weaker in (("easy", True), ("hard", None), ("expert", False)):
        said = answer(at_others(bot))
        against = said.covert.against
        assert list(against.bots) == at_others(bot)
        assert sum(against.win_probability) == pytest.approx(1)
        own = against.win_probability[SEAT]
        if weaker is None:
            assert own == pytest.approx(equals[SEAT])
        else:
            assert (own > equals[SEAT]) is weaker
        assert f'against "{bot}" and "{bot}", if you play on as well as "hard".' in against.text
        said.ClearField("covert")
        assert said == plain
    for nobody in (at_others(""), at_others("ismcts:iterations=7")):  # it has no rating
        assert answer(nobody) == plain


@pytest.mark.parametrize(
    ("opponents", "field", "wrong"),
    [
        (["easy"], "opponents", "has 1 entries; expected 3, one for each seat, or none"),
        (["easy"] * 3, f"opponents[{SEAT}]", "is 'easy'; expected nothing: it is the seat that"),
        (at_others("esy"), "opponents[1]", "'esy': there is no such bot; did you mean easy?"),
    ],
)
def test_wrong_opponents_are_named(
    client: Client, opponents: list[str], field: str, wrong: str
) -> None:
    with pytest.raises(ServiceError) as caught:
        client.suggest_move(VIEW, "ismcts", QUICK, opponents=opponents)
    named, said = caught.value.violations[0]
    assert (named, said[: len(wrong)]) == (field, wrong)


def test_a_bot_that_tries_nothing_has_no_reasons(client: Client) -> None:
    suggestion = client.suggest_move(VIEW, "random", seed=9, reasons=True, hands=True).suggestion
    assert not suggestion.HasField("covert")
    answer = client.suggest_move(VIEW, "random", seed=9, plans=True)
    assert answer.suggestion.covert.plans

"""The promises of Opponent's answers."""

from __future__ import annotations

from contextlib import suppress

import grpc
import pytest
from service.games import CARDS, request_view, some_decisions

from covert_bots.covert.catalogue import CATALOGUE
from covert_bots.covert.wire import view_to_message
from covert_bots.players.catalogue import LevelRating
from covert_engine.covert import format_action
from covertbots.client import Client, ServiceError, limits
from covertbots.v1.suggestion_pb2 import StopReason

STATES = some_decisions(3, 11, 12)
LONG = limits(iterations=10_000_000)


def busy_decision() -> int:
    """Return the place of a decision among many moves, for searches that shall take long."""
    return max(range(len(STATES)), key=lambda place: len(STATES[place].legal_actions()))


VIEW = request_view(STATES[busy_decision()])


@pytest.mark.parametrize("bot", ["random", "greedy", "flat:iterations=64", "ismcts:iterations=64"])
def test_every_bot_ranks_legal_moves_of_every_decision(client: Client, bot: str) -> None:
    for state in STATES:
        suggestion = client.suggest_move(request_view(state), bot, seed=5).suggestion
        legal = [format_action(action, CARDS) for action in state.legal_actions()]
        ranked = [move.action.text for move in suggestion.moves]
        assert ranked
        assert set(ranked) <= set(legal)
        assert len(set(ranked)) == len(ranked)
        assert sum(move.prior for move in suggestion.moves) == pytest.approx(1, abs=1e-6)
        assert suggestion.turn_in_words
        assert suggestion.seed == 5
        assert suggestion.build == client.list_bots().build
        for move in suggestion.moves:
            assert move.principal_variation[0] == move.action
            assert all(0 <= chance <= 1 for chance in move.win_probability)


def test_a_search_tells_chances_and_scores_of_every_seat(client: Client) -> None:
    suggestion = client.suggest_move(VIEW, "ismcts", limits(iterations=200)).suggestion
    best = suggestion.moves[0]
    assert len(best.win_probability) == len(best.expected_score) == len(VIEW.covert.players)
    assert sum(best.win_probability) == pytest.approx(1, abs=0.02)
    assert sum(move.visits for move in suggestion.moves) == suggestion.iterations == 200
    assert 0 < suggestion.distinct_worlds <= suggestion.worlds


def test_the_first_limit_reached_ends_the_search_and_is_named(client: Client) -> None:
    def reason(spec: str = "ismcts", **kinds: float) -> int:
        asked = limits(**kinds) if kinds else None  # type: ignore[arg-type]
        return client.suggest_move(VIEW, spec, asked).suggestion.stop_reason

    assert reason(iterations=50, seconds=30) == StopReason.STOP_REASON_ITERATIONS
    assert reason("ismcts:iterations=50") == StopReason.STOP_REASON_ITERATIONS
    assert reason(iterations=10_000_000, seconds=0.05) == StopReason.STOP_REASON_TIME
    assert reason(remaining=2.0) == StopReason.STOP_REASON_CLOCK
    assert reason("ismcts:cpu_seconds=0.05") == StopReason.STOP_REASON_CPU_TIME
    assert reason("flat:cpu_seconds=60", iterations=50) == StopReason.STOP_REASON_ITERATIONS
    assert reason("greedy") == StopReason.STOP_REASON_NO_SEARCH
    only = [client.suggest_move(VIEW, "random").suggestion.moves[0].action.text]
    alone = client.suggest_move(VIEW, "ismcts", only=only).suggestion
    assert alone.stop_reason == StopReason.STOP_REASON_ONE_MOVE


def test_a_deadline_is_met_with_an_answer(client: Client) -> None:
    reason = None
    for timeout in (0.5, 2.0, 10.0):  # the shorter ones may pass on a busy machine
        with suppress(ServiceError):
            answer = client.suggest_move(VIEW, "ismcts", LONG, timeout=timeout)
            reason = answer.suggestion.stop_reason
            break
    assert reason == StopReason.STOP_REASON_DEADLINE


def test_only_and_avoid_narrow_the_choice(client: Client) -> None:
    texts = [move.action.text for move in client.suggest_move(VIEW, "random").suggestion.moves]
    two = client.suggest_move(VIEW, "greedy", only=texts[:2]).suggestion
    assert {move.action.text for move in two.moves} <= set(texts[:2])
    rest = client.suggest_move(VIEW, "random", avoid=texts[:1]).suggestion
    assert {move.action.text for move in rest.moves} == set(texts[1:])


def test_a_stopped_analysis_ends_with_exactly_one_final_answer(client: Client) -> None:
    with client.analyze(VIEW, "ismcts", LONG, interval=0.05) as analysis:
        answers = []
        for answer in analysis:
            answers.append(answer)
            if len(answers) == 3:
                analysis.stop()
    assert [answer.final for answer in answers] == [False] * (len(answers) - 1) + [True]
    assert len(answers) >= 4
    *early, last = [answer.suggestion.stop_reason for answer in answers]
    assert set(early) == {StopReason.STOP_REASON_UNSPECIFIED}
    assert last == StopReason.STOP_REASON_STOPPED
    counts = [answer.suggestion.iterations for answer in answers]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


def test_an_analysis_that_is_left_alone_ends_with_the_answer_of_suggest_move(
    client: Client,
) -> None:
    budget = limits(iterations=3000)
    with client.analyze(VIEW, "ismcts", budget, seed=3, interval=0.02) as analysis:
        answers = list(analysis)
    assert [answer.final for answer in answers] == [False] * (len(answers) - 1) + [True]
    direct = client.suggest_move(VIEW, "ismcts", budget, seed=3)
    assert answers[-1].suggestion == direct.suggestion


def test_a_stop_before_anything_is_found_still_has_a_final_answer(client: Client) -> None:
    with client.analyze(VIEW, "ismcts", LONG) as analysis:
        analysis.stop()
        answers = list(analysis)
    assert [answer.final for answer in answers].count(True) == 1
    assert answers[-1].final
    assert answers[-1].suggestion.moves


def test_a_seat_is_played_and_can_be_taken_up_by_another_call(client: Client) -> None:
    budget = limits(iterations=64)
    with client.play_seat("ismcts", budget, seed=9) as seat:
        state = next(state for state in STATES if state.actor == 0)
        others = [other.view(0) for other in STATES if other.actor != 0]
        first = seat.decide(request_view(state))
        for view in others:
            assert view.actor != 0
    with client.play_seat("ismcts", budget, seed=9) as seat:
        again = seat.decide(request_view(state))
    assert first.action.text == again.action.text
    assert first.suggestion == again.suggestion
    direct = client.suggest_move(request_view(state), "ismcts", budget, seed=9)
    assert first.suggestion == direct.suggestion


def test_a_view_in_which_the_seat_is_not_to_decide_gets_no_answer(client: Client) -> None:
    mine = [state for state in STATES if state.actor == 1]
    others = [state for state in STATES if state.actor != 1]
    with client.play_seat("greedy") as seat:
        for state in others:
            seat.show(view_to_message(state.view(1)))
        response = seat.decide(request_view(mine[0]))
        assert response.change == len(others) + 1


def test_a_newer_view_replaces_the_one_being_thought_about(client: Client) -> None:
    with client.play_seat("ismcts", LONG) as seat:
        state = next(state for state in STATES if state.actor == 0)
        seat.show(request_view(state))
        response = seat.decide(request_view(state), limits(iterations=64))
        assert response.change == 2
        assert response.suggestion.iterations == 64


def test_the_bots_are_listed_with_parameters_that_a_spec_may_give(client: Client) -> None:
    listed = client.list_bots()
    assert [bot.name for bot in listed.bots] == ["random", "greedy", "person", "flat", "ismcts"]
    for bot in listed.bots:
        given = ",".join(
            f"{parameter.name}={parameter.default_value}"
            for parameter in bot.parameters
            if parameter.default_value
        )
        spec = f"{bot.name}:{given}" if given else bot.name
        small = limits(iterations=8)
        assert client.suggest_move(VIEW, spec, small).suggestion.moves
    assert list(listed.card_sets) == [CARDS.digest.hex()]


def test_the_levels_are_listed_with_their_ratings_and_are_specs(client: Client) -> None:
    listed = {level.name: level for bot in client.list_bots().bots for level in bot.levels}
    assert set(listed) == {level.name for level in CATALOGUE.levels}
    for level in CATALOGUE.levels:
        told = listed[level.name]
        assert (told.spec, told.description) == (level.spec, level.description)
        of_two = level.ratings.get(2, LevelRating(0, 0))
        assert (told.rating, told.rating_margin) == (of_two.elo, of_two.margin)
        assert {rating.players: (rating.elo, rating.margin) for rating in told.ratings} == {
            players: (rating.elo, rating.margin) for players, rating in level.ratings.items()
        }
    easy = client.suggest_move(VIEW, "easy", seed=5).suggestion
    assert easy == client.suggest_move(VIEW, listed["easy"].spec, seed=5).suggestion


def test_a_view_of_another_card_set_is_refused_with_the_known_ones(client: Client) -> None:
    other = type(VIEW)()
    other.CopyFrom(VIEW)
    other.covert.card_set = "0" * 64
    with pytest.raises(ServiceError) as caught:
        client.suggest_move(other, "greedy")
    assert caught.value.code is grpc.StatusCode.FAILED_PRECONDITION
    assert CARDS.digest.hex() in caught.value.message

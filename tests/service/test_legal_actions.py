"""The legal actions of the seat of a view, for bots and players without rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from google.protobuf import json_format
from service.covert_action_games import chosen, decide_at_random, windows
from service.games import CARDS, request_view, some_decisions
from service.server import Serving, eventually
from service.web import JSON, Web, violations_of

from covert_bots.covert.wire import view_to_message
from covert_engine.covert import State, format_action
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError, limits
from covertbots.v1 import referee_pb2, view_pb2
from covertbots.v1.covert_action_pb2 import CovertActionSetup

METHOD = "Referee/ListLegalActions"


PLACES = 12  # in a game, at which is asked


def covert_positions(client: Client, players: int) -> Iterator[referee_pb2.AdvanceResponse]:
    """Yield positions of a game played at random, as the Referee has them."""
    record = client.deal(players, seed=players)
    texts, random = list[str](), Random(players)
    state = State.deal(CARDS, players, players)
    while not state.over:
        action = random.choice(state.legal_actions())
        texts.append(format_action(action, CARDS.source))
        state.play(action)
    for place in range(PLACES):
        del record.actions[:]
        for text in texts[: len(texts) * place // PLACES]:
            record.actions.add(text=text)
        yield client.advance(record)


def view_of(position: referee_pb2.AdvanceResponse, seat: int) -> view_pb2.View:
    return position.news[seat].moments[-1].view


@pytest.mark.parametrize("players", [2, 3, 4])
def test_they_are_those_that_the_referee_tells_the_host(client: Client, players: int) -> None:
    for position in covert_positions(client, players):
        (asked,) = position.to_decide
        for seat in range(players):
            view = view_of(position, seat)
            legal = client.list_legal_actions(view)
            if seat == asked.seat:
                assert legal.to_decide == asked
            else:
                assert not legal.to_decide.legal_actions
                known = view.covert.HasField("to_decide")
                assert legal.HasField("to_decide") == known
                assert not known or legal.to_decide.seat == view.covert.to_decide == asked.seat


def test_each_has_its_text_its_words_and_its_operands(client: Client) -> None:
    legal = client.list_legal_actions(request_view(some_decisions(3, 11, 12)[3]))
    assert legal.to_decide.legal_actions
    for action in legal.to_decide.legal_actions:
        assert action.text
        assert action.words
        assert action.seat == legal.to_decide.seat
        assert action.covert.kind
    suggested = client.suggest_move(request_view(some_decisions(3, 11, 12)[3]), "greedy")
    moves = [move.action for move in suggested.suggestion.moves]
    assert all(move in list(legal.to_decide.legal_actions) for move in moves)


@pytest.mark.parametrize("players", [4, 9])
def test_in_covert_action_too(client: Client, players: int) -> None:
    random = Random(players)
    position = client.advance(client.deal(players, 3, CovertActionSetup()))
    for _ in range(40):
        deciding = {asked.seat: asked for asked in position.to_decide}
        views = client.advance(position.record)
        for seat in range(players):
            legal = client.list_legal_actions(view_of(views, seat))
            if seat in deciding:
                assert legal.to_decide == deciding[seat]
            else:
                assert not legal.to_decide.legal_actions
        if not deciding:
            break
        seat, text = decide_at_random(position, random)
        position = client.advance(position.record, chosen(text, seat))


def test_in_a_window_nobody_is_told_of_others(client: Client) -> None:
    for position in windows(client, 9, CovertActionSetup(), seed=5, count=3):
        deciding = {asked.seat for asked in position.to_decide}
        views = client.advance(position.record)
        for seat in range(9):
            legal = client.list_legal_actions(view_of(views, seat))
            assert legal.HasField("to_decide") == (seat in deciding)


def test_a_game_that_is_over_leaves_nobody_to_decide(client: Client) -> None:
    state = some_decisions(2, 3, 5)[-1].copy()
    while not state.over:
        state.play(state.legal_actions()[0])
    for seat in range(2):
        legal = client.list_legal_actions(view_to_message(state.view(seat)))
        assert legal == referee_pb2.ListLegalActionsResponse()


def test_all_mistakes_are_named(web: Web) -> None:
    view = request_view(some_decisions(3, 11, 12)[3])
    fields: Any = {"view": json_format.MessageToDict(view)}
    fields["view"]["covert"]["players"][1]["dice"] = [7]
    fields["view"]["covert"]["players"][2]["missions"][0]["card"] = 99
    fields["veiw"] = {}
    violations = violations_of(web.post(METHOD, json.dumps(fields), JSON))
    assert {
        "veiw",
        "view.covert.players[1].dice[0]",
        "view.covert.players[2].missions[0].card",
    } <= set(violations)
    missing = violations_of(web.post(METHOD, "{}", JSON))
    assert missing == {"view": "is missing; expected the view of a seat"}
    with Client(web.serving.target) as client, pytest.raises(ServiceError) as caught:
        client.list_legal_actions(view_pb2.View())
    assert caught.value.violations[0][0] == "view"
    view.covert.card_set = "0" * 64
    with Client(web.serving.target) as client, pytest.raises(ServiceError) as caught:
        client.list_legal_actions(view)
    assert caught.value.reason == "CARD_SET_UNKNOWN"


def test_a_view_is_not_asked_about_in_an_address(web: Web) -> None:
    """An address is in the logs of every proxy on the way."""
    response = web.http.get(f"/covertbots.v1.{METHOD}?connect=v1&encoding=json&message={{}}")
    assert response.status_code == 405


def test_they_are_answered_while_every_worker_is_busy_and_the_queue_is_full() -> None:
    view, long = request_view(some_decisions(3, 11, 12)[3]), limits(iterations=1_000_000_000)
    with Serving(Settings(workers=1, queue=1)) as serving, ExitStack() as stack:
        client = stack.enter_context(Client(serving.target, attempts=1))
        stack.enter_context(client.analyze(view, "ismcts", long))
        eventually(lambda: serving.running == 1)
        stack.enter_context(client.analyze(view, "ismcts", long))
        eventually(lambda: serving.waiting == 1)
        with pytest.raises(ServiceError):
            client.suggest_move(view, "ismcts", limits(iterations=10))
        assert client.list_legal_actions(view).to_decide.legal_actions

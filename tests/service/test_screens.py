"""Support for programs that show a game to people: actions and events to be shown as they come."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from google.protobuf import json_format
from service.games import CARDS, request_view, some_decisions

from covert_engine.covert import State, parse_action
from covertbots.client import Client, ServiceError, limits
from covertbots.v1 import action_pb2, referee_pb2
from covertbots.v1.covert_pb2 import CovertEvent, CovertOperands, CovertSetup
from covertbots.v1.covert_view_pb2 import CovertView

VIEW = request_view(some_decisions(3, 11, 12)[3])
NAMES = ("Ann", "Bob of Bonn", "Çiğdem")


def shown(action: action_pb2.Action, seat: int) -> bool:
    """Return True if an action can be shown and drawn."""
    return (
        bool(action.words)
        and action.words != action.text
        and action.HasField("seat")
        and action.seat == seat
        and action.covert.kind != CovertOperands.KIND_UNSPECIFIED
    )


def game(
    client: Client, moves: int, names: tuple[str, ...] = ()
) -> list[referee_pb2.AdvanceResponse]:
    """Play a game at random; return the answer to each action."""
    random = Random(5)
    positions = [client.advance(client.deal(3, 4), names=names)]
    for _ in range(moves):
        action = random.choice(positions[-1].to_decide[0].legal_actions)
        positions.append(client.advance(positions[-1].record, action, names=names))
    return positions


def test_what_may_be_done_and_what_was_done_can_be_shown(client: Client) -> None:
    for position in game(client, 60):
        (asked,) = position.to_decide
        assert all(shown(action, asked.seat) for action in asked.legal_actions)
        assert len({action.words for action in asked.legal_actions}) == len(asked.legal_actions)
        assert asked.covert != CovertView.DECISION_UNSPECIFIED
        assert asked.WhichOneof("decision") == "covert"
        assert all(shown(deed, deed.seat) for deed in position.deeds)


def test_what_a_bot_says_can_be_shown_and_sent_back_as_it_came(client: Client) -> None:
    for state in some_decisions(3, 11, 12)[1:]:
        view = request_view(state)
        suggestion = client.suggest_move(view, "ismcts", limits(iterations=60)).suggestion
        assert all(shown(move.action, view.covert.seat) for move in suggestion.moves)
        first = suggestion.moves[0]
        assert first.principal_variation[0] == first.action
        for later in first.principal_variation[1:]:
            assert later.words
            assert later.covert.kind
        again = client.suggest_move(view, "random", only=[first.action]).suggestion
        assert again.moves[0].action == first.action


def test_a_record_keeps_the_texts_alone_however_it_is_sent(client: Client) -> None:
    *_, position = game(client, 20)
    assert all(
        [field.name for field, _ in action.ListFields()] == ["text"]
        for action in position.record.actions
    )
    wordy = referee_pb2.Record()
    wordy.CopyFrom(position.record)
    state = State.deal(CARDS, 3, 4)
    for action in wordy.actions:
        assert state.actor is not None
        action.MergeFrom(action_pb2.Action(words="Whatever", seat=state.actor))
        state.play(parse_action(action.text, CARDS))
    again = client.advance(wordy)
    assert again.record == position.record
    assert again.to_decide == position.to_decide


def test_events_call_the_seats_as_the_host_does(client: Client) -> None:
    plain = "|".join(("North", "East", "South"))
    told = 0
    for usual, named in zip(game(client, 80), game(client, 80, NAMES), strict=True):
        for news, other in zip(usual.news, named.news, strict=True):
            for moment, again in zip(news.moments, other.moments, strict=True):
                assert moment.view == again.view
                for event, renamed in zip(moment.events, again.events, strict=True):
                    assert event.covert == renamed.covert
                    assert event.covert.kind != CovertEvent.KIND_UNSPECIFIED
                    words = re.sub(
                        rf"\b({plain})\b",
                        lambda match: NAMES[("North", "East", "South").index(match[0])],
                        event.words,
                    )
                    assert words == renamed.words
                    assert not re.search(r"\bseat \d|\bM\d", event.words), event.words
                    assert event.words[0].isupper()
                    told += words != event.words
    assert told > 200


@pytest.mark.parametrize(("number", "said"), [(1, "1 name"), (4, "4 names")])
def test_names_of_another_number_are_refused(client: Client, number: int, said: str) -> None:
    with pytest.raises(ServiceError) as caught:
        client.advance(client.deal(3, 1), names=["Ann"] * number)
    wrong = f"holds {said}; expected 3, one for each seat, or none"
    assert caught.value.violations == (("names", wrong),)


def test_an_action_of_another_seat_is_refused(client: Client) -> None:
    position = client.advance(client.deal(3, 4))
    action = position.to_decide[0].legal_actions[0]
    action.seat = (action.seat + 1) % 3
    record = client.deal(3, 4)
    record.actions.append(action)
    calls: dict[str, Callable[[], object]] = {
        "actions[0].seat": lambda: client.advance(position.record, action),
        "record.actions[0].seat": lambda: client.advance(record),
    }
    for path, call in calls.items():
        with pytest.raises(ServiceError) as caught:
            call()
        wrong = f"is {action.seat}; seat {position.to_decide[0].seat} is to decide"
        assert caught.value.violations == ((path, wrong),)


def test_a_game_is_covert_if_nobody_says_so_but_a_record_and_a_view_say_so(client: Client) -> None:
    record = client.deal(2, 7)
    assert record == client.deal(2, 7, CovertSetup())
    assert record.WhichOneof("setup") == "covert"
    record.ClearField("covert")
    with pytest.raises(ServiceError) as caught:
        client.advance(record)
    wrong = "names no game; expected `covert` or `covert_action` in it"
    assert caught.value.violations == (("record", wrong),)
    with pytest.raises(ServiceError) as caught:
        client.suggest_move(type(VIEW)(), "greedy")
    assert caught.value.violations == (("view", wrong),)


def test_only_what_a_kind_has_is_written(client: Client) -> None:
    """This holds also in JSON, where a missing value would be written as 0."""
    places = next(
        action
        for position in game(client, 30)
        for action in position.to_decide[0].legal_actions
        if action.covert.kind == CovertOperands.KIND_PLACE
    )
    written = json_format.MessageToDict(places, always_print_fields_with_no_presence=True)
    assert set(written) == {"text", "words", "seat", "covert"}
    assert set(written["covert"]) == {"kind", "face", "place", "tiles"}

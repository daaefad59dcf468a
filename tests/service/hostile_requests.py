"""Randomly corrupted requests: valid ones of every method, with bytes changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import TypeAlias

from google.protobuf.message import Message
from service.games import CARDS, request_view, some_decisions

from covert_bots.covert.card_set_message import card_set_to_message
from covert_bots.covert_action.setup_message import setup_of_settings
from covert_bots.covert_action.wire import view_to_message
from covert_engine.covert import State as CovertState
from covert_engine.covert import format_action
from covert_engine.covert_action import Settings as CovertActionSettings
from covert_engine.covert_action import State as CovertActionState
from covert_engine.covert_action import format_action as covert_action_text
from covert_server.settings import Settings
from covertbots.v1 import opponent_pb2, referee_pb2, suggestion_pb2, view_pb2
from covertbots.v1.action_pb2 import Action
from covertbots.v1.covert_pb2 import CovertSetup

LARGEST = Settings().ceilings.request_bytes
FEW = suggestion_pb2.Limits(iterations=4)
COVERT_ACTION = CovertActionSettings(6)

Asked: TypeAlias = tuple[str, Sequence[Message]]
"""A method, and what is sent to it."""


def _covert_record(seed: int) -> referee_pb2.Record:
    random = Random(seed)
    state = CovertState.deal(CARDS, 2, seed)
    setup = CovertSetup(card_set=CARDS.digest.hex())
    record = referee_pb2.Record(covert=setup, players=2, seed=seed)
    for _ in range(8):
        action = random.choice(state.legal_actions())
        record.actions.add(text=format_action(action, CARDS))
        state.play(action)
    return record


def _covert_action_games() -> tuple[referee_pb2.Record, list[view_pb2.View]]:
    random = Random(4)
    state = CovertActionState.deal(COVERT_ACTION, 4)
    setup = setup_of_settings(COVERT_ACTION)
    record = referee_pb2.Record(covert_action=setup, players=6, seed=4)
    views: list[view_pb2.View] = []
    talking = True
    while len(views) < 8 and not state.over:
        seat = random.choice(state.deciders)
        views.append(view_to_message(state.view(seat)))
        action = random.choice(state.legal_actions(seat=seat))
        talking = talking and state.phase == "talk"
        if talking:
            record.actions.add(text=covert_action_text(action))
        state.play(action, seat=seat)
    return record, views


@cache
def _views() -> tuple[list[view_pb2.View], list[view_pb2.View]]:
    states = [state for players in (2, 3, 4) for state in some_decisions(players, players, 6)]
    return [request_view(state) for state in states], _covert_action_games()[1]


def _question(view: view_pb2.View) -> opponent_pb2.SuggestMoveRequest:
    return opponent_pb2.SuggestMoveRequest(view=view, bot="ismcts", limits=FEW)


@cache
def valid_requests() -> list[tuple[str, Message]]:
    """Return requests for every method that takes one, which are answered at once."""
    covert, covert_action = _views()
    questions = [_question(view) for view in (*covert, *covert_action)]
    requests: list[tuple[str, Message]] = [
        ("Opponent/SuggestMove", question) for question in questions
    ]
    requests += [
        ("Opponent/Watch", opponent_pb2.WatchRequest(request=question)) for question in questions
    ]
    setup = CovertSetup(card_set=CARDS.digest.hex())
    record, other = _covert_record(3), _covert_action_games()[0]
    names, begun = ["North", "South"], _covert_record(5)
    del begun.actions[1:]  # or a changed one could have very many searches
    listing = referee_pb2.ListLegalActionsRequest
    requests += [
        ("Referee/ListLegalActions", listing(view=view)) for view in covert + covert_action
    ]
    requests += [
        ("Referee/DescribeView", referee_pb2.DescribeViewRequest(view=view, happened=["It rains"]))
        for view in (*covert[:3], *covert_action[:3])
    ]
    requests += [
        ("Referee/WritePosition", referee_pb2.WritePositionRequest(view=view)) for view in covert
    ]
    brought = view_pb2.View(covert_cards=card_set_to_message(CARDS.source))
    brought.MergeFrom(covert[0])
    requests += [
        ("Referee/ContinuePosition", referee_pb2.ContinuePositionRequest(view=view))
        for view in (brought, covert[1])
    ]
    requests += [
        ("Referee/ReadPosition", referee_pb2.ReadPositionRequest(text="North: dice 7, cards 1")),
        (
            "Referee/FollowTable",
            referee_pb2.FollowTableRequest(
                players=4, lines=["seat 1", "teams r b r b", "card mole", "2 am mole"]
            ),
        ),
        ("Opponent/ListBots", opponent_pb2.ListBotsRequest()),
        ("Opponent/GetInfo", opponent_pb2.GetInfoRequest()),
        ("Referee/GetCardSet", referee_pb2.GetCardSetRequest(card_set=setup.card_set)),
        ("Referee/GetCardSet", referee_pb2.GetCardSetRequest(game="covert_action")),
        ("Referee/Deal", referee_pb2.DealRequest(covert=setup, players=2)),
        ("Referee/Deal", referee_pb2.DealRequest(covert_action=other.covert_action, players=6)),
        ("Referee/Advance", referee_pb2.AdvanceRequest(record=record, names=names)),
        ("Referee/Advance", _last_to_play(record)),
        ("Referee/Advance", _last_to_play(record, names)),
        ("Referee/Advance", referee_pb2.AdvanceRequest(record=other)),
        (
            "Referee/ReviewGame",
            referee_pb2.ReviewGameRequest(record=begun, bot="greedy", limits=FEW),
        ),
    ] * 4
    return requests


def _last_to_play(
    record: referee_pb2.Record, names: Sequence[str] = ()
) -> referee_pb2.AdvanceRequest:
    """Return a request whose actions are the last ones of a record."""
    shorter = referee_pb2.Record()
    shorter.CopyFrom(record)
    last = [Action(text=action.text) for action in shorter.actions[-2:]]
    del shorter.actions[-2:]
    return referee_pb2.AdvanceRequest(record=shorter, actions=last, names=names)


@cache
def valid_calls() -> list[Asked]:
    """Return such requests, and calls that send several messages."""
    calls: list[Asked] = [(method, [message]) for method, message in valid_requests()]
    analyze, seat = opponent_pb2.AnalyzeRequest, opponent_pb2.PlaySeatRequest
    for views, game in zip(_views(), ("covert", "covert_action"), strict=True):
        for view in views:
            start = opponent_pb2.AnalyzeStart(request=_question(view))
            stop = analyze(stop=opponent_pb2.AnalyzeStop())
            calls.append(("Opponent/Analyze", [analyze(start=start), stop]))
            began = opponent_pb2.PlaySeatStart(bot="greedy", game=game)
            change = opponent_pb2.PlaySeatChange(view=view, limits=FEW)
            calls.append(("Opponent/PlaySeat", [seat(start=began), *[seat(change=change)] * 2]))
    return calls


def spoilt(data: bytes, random: Random) -> bytes:
    """Return bytes with some of them changed, left out or added."""
    changed = bytearray(data)
    way = random.randrange(6)
    if way == 0:
        del changed[random.randrange(len(changed) + 1) :]
    elif way == 1:
        start = random.randrange(len(changed) + 1)
        del changed[start : start + random.randrange(20)]
    elif way == 2:
        place = random.randrange(len(changed) + 1)
        changed[place:place] = random.randbytes(random.randrange(1, 9))
    elif way == 3 and random.random() < 0.1:
        changed += bytes([random.choice(b" [{\0\xff")]) * random.randrange(LARGEST * 2)
    elif way == 4:
        changed += changed[: random.randrange(len(changed) + 1)]
    for _ in range(random.randrange(4) if changed else 0):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)

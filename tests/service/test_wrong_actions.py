"""Errors for an action that is illegal or whose text is invalid, in both games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import grpc
import pytest

from covert_server.calls.status import LONGEST_TEXT, FieldError, refusal_of
from covertbots.client import Client, RequestError, ServiceError
from covertbots.v1 import referee_pb2, view_pb2
from covertbots.v1.action_pb2 import Action
from covertbots.v1.covert_action_pb2 import CovertActionSetup
from covertbots.v1.covert_pb2 import CovertSetup

SETUPS: list[Any] = [CovertSetup(characters=[1, 2]), CovertActionSetup(talk=True)]
Said: TypeAlias = Callable[[Action], str]


@pytest.fixture(params=SETUPS, ids=["covert", "covert_action"])
def position(client: Client, request: pytest.FixtureRequest) -> referee_pb2.AdvanceResponse:
    """Return a game at its first decision."""
    players = 2 if isinstance(request.param, CovertSetup) else 6
    return client.advance(client.deal(players, 3, request.param))


@pytest.fixture(params=["only", "avoid", "actions", "record.actions"])
def said(
    request: pytest.FixtureRequest, client: Client, position: referee_pb2.AdvanceResponse
) -> Said:
    """Return a function that says what is wrong with an action, wherever a request has it."""
    where: str = request.param
    record = position.record
    seat = position.to_decide[0].seat
    view = position.news[seat].moments[-1].view

    def ask(action: Action) -> str:
        asked: Callable[[], object]
        if where == "record.actions":
            changed = referee_pb2.Record()
            changed.CopyFrom(record)
            changed.actions.append(action)
            asked = partial(client.advance, changed)
        elif where == "actions":
            asked = partial(client.advance, record, action)
        else:
            narrowed: Any = {where: [action]}
            asked = partial(client.suggest_move, view, "random", **narrowed)
        with pytest.raises(ServiceError) as caught:
            asked()
        ((field, wrong),) = caught.value.violations
        assert field == f"{where}[0].text"
        return wrong

    return ask


def test_an_illegal_action_hears_what_is_legal(
    said: Said, position: referee_pb2.AdvanceResponse
) -> None:
    legal = [action.text for action in position.to_decide[0].legal_actions]
    illegal = "pass" if position.record.HasField("covert") else "hold"
    wrong = said(Action(text=illegal))
    assert wrong.startswith(f"{illegal!r} is not legal ")
    _, listed = wrong.split("; legal: ")
    shown = listed.partition(" and ")[0].split(", ")
    assert shown == legal[: len(shown)]
    assert len(shown) == len(legal) or listed.endswith(f" and {len(legal) - len(shown)} more")


def test_operands_or_words_in_place_of_the_text_are_told_it(
    said: Said, position: referee_pb2.AdvanceResponse
) -> None:
    action = position.to_decide[0].legal_actions[1]
    only_operands, only_words, words = (
        Action(),
        Action(words=action.words),
        Action(text=action.words),
    )
    only_operands.MergeFrom(action)
    only_operands.ClearField("text")
    only_operands.ClearField("words")
    empty = "is empty, and only the text of an action is read; expected "
    assert said(only_operands) == f"{empty}{action.text!r}, as its operands say"
    assert said(only_words) == f"{empty}{action.text!r}, as its words say"
    wrong = f"{action.words!r} are the words of an action; expected its text, {action.text!r}"
    assert said(words) == wrong
    assert said(Action(text=action.words.upper() + ".")).endswith(f"its text, {action.text!r}")


def test_operands_that_fit_no_legal_action_hear_that_they_are_not_read(said: Said) -> None:
    odd = Action()
    odd.covert.kind = 33  # type: ignore[assignment]
    empty = "is empty, and only the text of an action is read; expected the text of an action"
    assert said(odd) == empty
    assert "expected an action, one of " in said(Action())


def test_after_a_few_no_more_lists_are_made(client: Client) -> None:
    position = client.advance(client.deal(2, 3))
    view = position.news[position.to_decide[0].seat].moments[-1].view
    with pytest.raises(ServiceError) as caught:
        client.suggest_move(view, "random", only=["pass"] * 6)
    texts = [wrong for _, wrong in caught.value.violations]
    assert ["legal: " in text for text in texts] == [True] * 4 + [False] * 2


def test_a_game_that_is_unknown_is_not_taken_for_none(client: Client) -> None:
    """A newer game is a field that an older server does not know."""
    newer = view_pb2.View.FromString(b"\xfa\x01\x02\x08\x01")
    expected = "expected `covert` or `covert_action` in it"
    for view, wrong in (
        (newer, "is of a game that is unknown to this server, which may be older than the game"),
        (view_pb2.View(), "names no game"),
    ):
        with pytest.raises(ServiceError) as caught:
            client.suggest_move(view)
        assert caught.value.violations == (("view", f"{wrong}; {expected}"),)


def test_a_method_that_there_is_not_hears_of_those_there_are(client: Client, serving: Any) -> None:
    with grpc.insecure_channel(serving.target) as channel:
        for path in ("/covertbots.v1.Opponent/SuggestMoves", "/a/b"):
            call: Any = channel.unary_unary(path)
            with pytest.raises(grpc.RpcError) as caught:
                call(b"", timeout=60)
            assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
            said = str(caught.value.details())
            assert said.startswith(f"no method {path!r}; expected one of /covertbots.v1.Opponent/")
            assert "/covertbots.v1.Referee/Advance, " in said
    assert client.list_bots()


def test_a_view_of_a_seat_that_is_not_to_decide_says_who_is(
    client: Client, position: referee_pb2.AdvanceResponse
) -> None:
    seat = position.to_decide[0].seat
    other = (seat + 1) % len(position.news)
    view = position.news[other].moments[-1].view
    with client.play_seat("random") as bot, pytest.raises(RequestError) as caught:
        bot.decide(view)
    expected = f"one in which its seat {other} is to decide; seat {seat} is"
    assert str(caught.value) == f"view: View message; expected {expected}"


LEVELS = [f"club-{number}" for number in range(1, 40)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("expected one of a, b", "expected one of a, b"),
        (
            f"'x'; expected one of {', '.join(LEVELS)}; did you mean club-1?",
            "'x'; expected one of " + ", ".join(LEVELS[:17]) + " and 22 more; did you mean club-1?",
        ),
        (
            f"'x'; legal: {', '.join(LEVELS)} and 100 more",
            "'x'; legal: " + ", ".join(LEVELS[:20]) + " and 119 more",
        ),
        ("word " * 60, "word " * 39 + "..."),
        ("ü" * 300, "ü" * 98 + "..."),
        (f"first, {'x' * 300}", "first, ..."),
    ],
)
def test_what_is_too_long_is_cut_between_words(text: str, shown: str) -> None:
    """It is cut in the message and in the fields for programs."""
    (_, details) = refusal_of(FieldError([("bot", text)])).details
    (violation,) = details.field_violations  # type: ignore[attr-defined]
    assert violation.description == shown
    assert len(violation.description.encode()) <= LONGEST_TEXT
    assert refusal_of(FieldError([("bot", text)])).message == f"bot: {shown}"

"""A value that does not fit is named by the client, with what was expected; nothing is sent."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Callable
from typing import Any

import pytest
from service.both_clients import Connect, asked, both
from service.server import Serving

from covertbots.client import AsyncClient, Client, RequestError, ServiceError, limits
from covertbots.v1 import action_pb2, referee_pb2, view_pb2
from covertbots.v1.covert_pb2 import CovertSetup

NOBODY = "localhost:1"
VIEW = view_pb2.View()
RECORD = referee_pb2.Record()
CHOSEN = CovertSetup(characters=(3, 1), first_player=0)
LIKE_2_32 = "expected a whole number, 0 to 2^32 - 1"
A_SETUP = "expected a CovertSetup or CovertActionSetup message"
LIKE_2_64 = "expected a whole number, 0 to 2^64 - 1"
A_SECOND = "expected a number of seconds, at most 10,000 years"
A_TIMEOUT = "expected a number of seconds, at most 100 years, or None"
AN_ACTION = "expected actions, or their notation as strings"

CALLS: list[tuple[Callable[[Any], Any], str]] = [
    (lambda on: on.deal(-1, 1), f"players: -1; {LIKE_2_32}"),
    (lambda on: on.deal("3", 1), f"players: '3'; {LIKE_2_32}"),
    (lambda on: on.deal(3, None), f"seed: None; {LIKE_2_64}"),
    (lambda on: on.deal(3, 1 << 64), f"seed: {1 << 64}; {LIKE_2_64}"),
    (
        lambda on: on.deal(3, 1, "house"),
        f"setup: 'house'; {A_SETUP}",
    ),
    (
        lambda on: on.deal(3, 1, VIEW),
        f"setup: View message; {A_SETUP}",
    ),
    (lambda on: on.advance(RECORD, names="Ann"), "names: 'Ann'; expected a list of strings"),
    (lambda on: on.advance(RECORD, names=3), "names: 3; expected a list of strings"),
    (lambda on: on.advance(RECORD, names=["Ann", 3]), "names: 3; expected a string"),
    (lambda on: on.get_card_set(7), "card_set: 7; expected a string"),
    (lambda on: on.advance(VIEW), "record: View message; expected a Record message"),
    (lambda on: on.advance(RECORD, ["pass"]), f"played: ['pass']; {AN_ACTION}"),
    (lambda on: on.advance(RECORD, 3), f"played: 3; {AN_ACTION}"),
    (lambda on: on.suggest_move(RECORD), "view: Record message; expected a View message"),
    (
        lambda on: on.suggest_move("{" * 10_000),
        f"view: '{'{' * 76}...; expected a View message; from JSON it is made by "
        "google.protobuf.json_format.Parse(text, View())",
    ),
    (lambda on: on.suggest_move(VIEW, "ismcts", 2000), "limits: 2000; expected a Limits message"),
    (lambda on: on.suggest_move(VIEW, seed=-1), f"seed: -1; {LIKE_2_64}"),
    (lambda on: on.suggest_move(VIEW, only="pass"), "only: 'pass'; expected a list of actions"),
    (lambda on: on.suggest_move(VIEW, avoid=3), "avoid: 3; expected a list of actions"),
    (lambda on: on.analyze(VIEW, interval="1"), f"interval: '1'; {A_SECOND}"),
    (lambda on: on.suggest_move(VIEW, timeout=math.inf), f"timeout: inf; {A_TIMEOUT}"),
    (lambda on: on.advance(RECORD, timeout="5"), f"timeout: '5'; {A_TIMEOUT}"),
    (lambda on: on.analyze(VIEW, timeout=1e10), f"timeout: 10000000000.0; {A_TIMEOUT}"),
    (lambda on: on.play_seat(timeout=math.nan), f"timeout: nan; {A_TIMEOUT}"),
    (lambda on: on.wait_ready("5"), f"timeout: '5'; {A_TIMEOUT}"),
    (lambda on: on.list_bots(timeout="1"), f"timeout: '1'; {A_TIMEOUT}"),
    (lambda on: on.get_info(timeout="2"), f"timeout: '2'; {A_TIMEOUT}"),
    (lambda on: on.get_card_set(timeout="3"), f"timeout: '3'; {A_TIMEOUT}"),
    (lambda on: on.deal(2, 1, timeout="4"), f"timeout: '4'; {A_TIMEOUT}"),
    (lambda on: on.list_legal_actions(RECORD), "view: Record message; expected a View message"),
    (lambda on: on.describe_view(VIEW, "It rains"), "happened: 'It rains'; expected a list of"),
    (lambda on: on.describe_view(VIEW, ["It rains", 7]), "happened: 7; expected a string"),
    (lambda on: on.review_game(VIEW, 0), "record: View message; expected a Record message"),
    (lambda on: on.review_game(RECORD, -1), f"seat: -1; {LIKE_2_32}"),
    (lambda on: on.review_game(RECORD, 0, seed=1 << 64), f"seed: {1 << 64}; {LIKE_2_64}"),
    (lambda on: on.review_game(RECORD, 0, timeout=math.nan), f"timeout: nan; {A_TIMEOUT}"),
    (lambda on: on.play_seat(7), "bot: 7; expected a string"),
    (lambda on: on.play_seat().decide(None), "view: None; expected a View message"),
    (
        lambda on: on.play_seat().decide("{}"),
        "view: '{}'; expected a View message; from JSON it is made by "
        "google.protobuf.json_format.Parse(text, View())",
    ),
    (lambda on: on.play_seat().decide(RECORD), "view: Record message; expected a View message"),
    (lambda on: on.play_seat().decide(VIEW), "view: View message; expected one in which its seat"),
]


@both
@pytest.mark.parametrize(("call", "message"), CALLS, ids=[message for _, message in CALLS])
def test_a_call_names_the_value_that_does_not_fit(
    call: Callable[[Any], Any], message: str, connect: Connect
) -> None:
    async def ask(client: Any) -> None:
        called = call(client)
        if asyncio.iscoroutine(called):
            await called

    with pytest.raises(RequestError) as caught:
        asked(connect, NOBODY, ask)
    assert str(caught.value).startswith(message)
    assert caught.value.field == message.partition(":")[0]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"iterations": -1}, f"iterations: -1; {LIKE_2_64}"),
        ({"iterations": 2.5}, f"iterations: 2.5; {LIKE_2_64}"),
        ({"seconds": float("nan")}, f"seconds: nan; {A_SECOND}"),
        ({"seconds": 1e20}, f"seconds: 1e+20; {A_SECOND}"),
        ({"remaining": "5"}, f"remaining: '5'; {A_SECOND}"),
        ({"increment": 2.0}, "increment: 2.0; expected `remaining` beside it"),
    ],
)
def test_limits_name_the_one_that_does_not_fit(given: dict[str, Any], message: str) -> None:
    with pytest.raises(RequestError) as caught:
        limits(**given)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    "target",
    [
        50051,
        "",
        "localhost",
        ":50051",
        "localhost:500510",
        f"localhost:{'9' * 5000}",
        "localhost:²",
        "http://localhost:50051",
        "grpc://localhost:50051",
        "localhost:",
        "localhost:50051 ",
    ],
)
@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_a_target_is_a_host_and_a_port(kind: type[Client], target: Any) -> None:
    with pytest.raises(RequestError, match=r"^target: .*; expected host:port"):
        kind(target)


@pytest.mark.parametrize("kind", [Client, AsyncClient])
@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"credentials": b"PEM"},
            "credentials: <class 'bytes'>; expected what `grpc.ssl_channel_credent",
        ),
        (
            {"metadata": {"Class": "x"}},
            "metadata: 'Class'; expected a name in lower case, such as",
        ),
        ({"metadata": {"grpc-timeout": "1S"}}, "metadata: 'grpc-timeout'; expected a name"),
        (
            {"metadata": {"authorization": "x"}},
            "metadata: 'authorization'; expected no such name:",
        ),
        ({"metadata": {"some-bin": "x"}}, "metadata: 'some-bin'; expected a name"),
        ({"metadata": [("some", "x")]}, "metadata: [('some', 'x')]; expected a dict, such as"),
        ({"metadata": {"some": 5}}, "metadata['some']: 5; expected text in ASCII"),
        ({"metadata": {"some": "é"}}, "metadata['some']: 'é'; expected text in ASCII"),
    ],
)
def test_what_a_client_carries_is_checked_at_once(
    kind: type[Client], given: dict[str, Any], said: str
) -> None:
    with pytest.raises(RequestError, match=f"^{re.escape(said)}"):
        kind(NOBODY, **given)


@both
def test_no_answer_is_waited_for_where_none_can_come(connect: Connect, serving: Serving) -> None:
    async def wait(client: Any) -> None:
        position = await client.advance(await client.deal(2, seed=1))
        other = position.news[1 - position.to_decide[0].seat].moments[-1].view
        async with client.play_seat("greedy") as seat:
            with pytest.raises(RequestError, match="a view shown before an answer is asked for"):
                await seat.answer()
            await seat.show(other)
            with pytest.raises(RequestError, match=r"one in which its seat . is to decide"):
                await seat.answer()

    asked(connect, serving.target, wait)


@both
def test_each_call_carries_the_metadata_of_its_client(connect: Connect, serving: Serving) -> None:
    """The server refuses an unknown class."""
    carried = {"covertbots-class": "slow"}
    with pytest.raises(ServiceError, match="covertbots-class: is 'slow'; expected interactive or"):
        asked(connect, serving.target, lambda on: on.suggest_move(VIEW), metadata=carried)


def test_a_client_for_asyncio_is_made_where_its_loop_runs() -> None:
    with pytest.raises(RuntimeError, match="make the AsyncClient in the coroutine that uses it"):
        AsyncClient(NOBODY)


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_a_timeout_of_all_calls_is_checked_at_once(kind: type[Client]) -> None:
    with pytest.raises(RequestError, match=rf"^timeout: inf; {A_TIMEOUT}$"):
        kind(NOBODY, timeout=math.inf)


def test_a_timeout_of_99_years_is_not_over_at_once(serving: Serving) -> None:
    """gRPC ends a call with a timeout of 300 years at once."""
    with Client(serving.target, timeout=99 * 365.25 * 86_400) as client:
        assert client.get_info().build


@both
def test_both_clients_deal_the_game_chosen(connect: Connect, serving: Serving) -> None:
    record = asked(connect, serving.target, lambda client: client.deal(2, 1, CHOSEN))
    assert (list(record.covert.characters), record.covert.first_player) == ([3, 1], 0)
    assert record.covert.HasField("first_player")


def test_an_action_may_be_given_as_it_was_got(client: Client) -> None:
    game = client.advance(client.deal(2, 1))
    action = game.to_decide[0].legal_actions[0]
    assert isinstance(action, action_pb2.Action)
    moved = client.advance(game.record, action)
    assert moved == client.advance(game.record, action.text)
    view = game.news[game.to_decide[0].seat].moments[-1].view
    assert client.suggest_move(view, "greedy", only=[action]).suggestion.moves[0].action == action

"""A request that is wrong gets the status that says so, and the server goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from service.games import CARDS, request_view, some_decisions
from service.mutations import BY_HAND, at_random, resolves
from service.server import Serving

from covert_bots.covert.wire import view_to_message
from covert_engine.covert import State, compile, house_set
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError, limits
from covertbots.v1 import action_pb2, opponent_pb2, referee_pb2, suggestion_pb2, view_pb2
from covertbots.v1.covert_pb2 import CovertSetup

STATES = [state for players in (2, 3, 4) for state in some_decisions(players, players, 8)]
VIEWS = [request_view(state) for state in STATES]
PLAYED = next(view for view in VIEWS if view.covert.round > 1)
QUICK = limits(iterations=4)
Request = opponent_pb2.SuggestMoveRequest


@pytest.fixture
def send(serving: Serving) -> Iterator[Any]:
    """Send bytes to SuggestMove as they are; return what is wrong with them, if anything."""
    with grpc.insecure_channel(serving.target) as channel:
        call: Any = channel.unary_unary("/covertbots.v1.Opponent/SuggestMove")

        def send(data: bytes) -> ServiceError | None:
            try:
                call(data, timeout=60)
            except grpc.RpcError as error:
                return ServiceError.of(error)
            return None

        yield send


def check_refusal(error: ServiceError, kind: type[Message] = Request) -> None:
    """Check the answer to a refused request."""
    if error.code is grpc.StatusCode.FAILED_PRECONDITION:
        assert error.reason == "CARD_SET_UNKNOWN"
        return
    assert error.code is grpc.StatusCode.INVALID_ARGUMENT, error
    assert error.violations
    for field, description in error.violations:
        assert field == "request" or resolves(field, kind), field
        assert description
        assert "Traceback" not in description
        assert "Error" not in description


def check_alive(client: Client) -> None:
    assert client.suggest_move(VIEWS[0], "greedy").suggestion.moves


@pytest.mark.parametrize("what", BY_HAND)
def test_an_impossible_view_is_refused_by_name(client: Client, what: str) -> None:
    change, field = BY_HAND[what]
    refused = 0
    for valid in VIEWS[::3]:
        view = view_pb2.View()
        view.CopyFrom(valid)
        try:
            change(view.covert)
        except (IndexError, StopIteration):  # nothing there to spoil
            continue
        if view == valid:
            continue
        with pytest.raises(ServiceError) as caught:
            client.suggest_move(view, "ismcts", QUICK)
        check_refusal(caught.value)
        path = field.replace("view", "view.covert", 1).format(seat=valid.covert.seat)
        assert any(name.startswith(path) for name, _ in caught.value.violations), caught.value
        refused += 1
    assert refused


def test_views_changed_at_random_are_answered_or_refused(client: Client, send: Any) -> None:
    random = Random(2026)
    refused = 0
    for _ in range(200):
        view = at_random(random.choice(VIEWS), random)
        error = send(Request(view=view, bot="ismcts", limits=QUICK).SerializeToString())
        if error is not None:
            check_refusal(error)
            refused += 1
    assert refused >= 100
    check_alive(client)


def test_a_request_that_is_too_large_exhausts_the_resource(client: Client, send: Any) -> None:
    most = client.list_bots().ceilings.request_bytes
    request = Request(view=VIEWS[0], bot="x" * most)
    error = send(request.SerializeToString())
    assert error.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    check_alive(client)


def many_violations() -> view_pb2.View:
    view = view_pb2.View()
    view.CopyFrom(VIEWS[0])
    for player in view.covert.players:
        for place in range(3):
            player.agents[place] = "A" * 5000
        player.dice.extend([9] * 50)
    return view


def test_a_status_stays_small_however_much_is_wrong(client: Client) -> None:
    with pytest.raises(ServiceError) as caught:
        client.suggest_move(many_violations(), "x" * 5000)
    assert caught.value.code is grpc.StatusCode.INVALID_ARGUMENT
    assert caught.value.violations
    check_alive(client)


def duration(seconds: int, nanos: int = 0) -> dict[str, int]:
    return {"seconds": seconds, "nanos": nanos}


def test_what_is_missing_is_named_with_what_is_expected(serving: Serving, send: Any) -> None:
    clock = suggestion_pb2.Limits(clock=suggestion_pb2.Clock())
    view = view_pb2.View()
    view.CopyFrom(VIEWS[0])
    view.covert.ClearField("options")
    for request, field, said in (
        (Request(bot="greedy"), "view", "the view of a seat"),
        (Request(bot="greedy", view=view), "view.covert.options", "those of the table"),
        (Request(bot="greedy", view=VIEWS[0], limits=clock), "limits.clock.remaining", "0 to "),
    ):
        (violation,) = send(request.SerializeToString()).violations
        assert violation[0] == field
        assert violation[1].startswith(f"is missing; expected {said}")
    with grpc.insecure_channel(serving.target) as channel:
        call: Any = channel.unary_unary("/covertbots.v1.Referee/Advance")
        with pytest.raises(grpc.RpcError, match="record: is missing; expected the record of a g"):
            call(b"", timeout=60)


@pytest.mark.parametrize(
    ("request_fields", "field"),
    [
        ({"bot": "hal"}, "bot"),
        ({"bot": "ismcts:"}, "bot"),
        ({"bot": "ismcts:iterations=0"}, "bot"),
        ({"bot": "ismcts:speed=9"}, "bot"),
        ({"bot": "ismcts:lanes=1,lanes=2"}, "bot"),
        ({"limits": {"iterations": 0}}, "limits.iterations"),
        ({"limits": {"iterations": 1 << 40}}, "limits.iterations"),
        ({"limits": {"time": duration(-1)}}, "limits.time"),
        ({"limits": {"time": duration(0)}}, "limits.time"),
        ({"limits": {"time": duration(1, -5)}}, "limits.time"),
        ({"limits": {"time": duration(1 << 60)}}, "limits.time"),
        ({"limits": {"clock": {}}}, "limits.clock.remaining"),
        ({"limits": {"clock": {"remaining": duration(-3)}}}, "limits.clock.remaining"),
        (
            {"limits": {"clock": {"remaining": duration(3), "increment": duration(-1)}}},
            "limits.clock.increment",
        ),
        ({"only": [{"text": "dance"}]}, "only[0].text"),
        ({"only": [{"text": ""}]}, "only[0].text"),
        ({"avoid": [{"text": "claim C1 1"}]}, "avoid[0].text"),
        ({"view": None}, "view"),
    ],
)
def test_what_stands_beside_the_view_is_checked_too(
    send: Any, request_fields: dict[str, Any], field: str
) -> None:
    fields = {"view": VIEWS[0], "bot": "ismcts", **request_fields}
    error = send(Request(**fields).SerializeToString())
    check_refusal(error)
    assert [name for name, _ in error.violations] == [field]


def test_what_is_missing_from_a_view_hides_none_of_its_other_mistakes(client: Client) -> None:
    view = view_pb2.View()
    view.CopyFrom(VIEWS[0])
    view.covert.ClearField("options")
    view.covert.round = 61
    dice = len(view.covert.players[1].dice)
    view.covert.players[1].dice.append(7)
    for card_set, named in (
        (view.covert.card_set, {"options", "round", f"players[1].dice[{dice}]"}),
        # The only set that there is tells what else is wrong.
        ("", {"card_set", "options", "round", f"players[1].dice[{dice}]"}),
    ):
        view.covert.card_set = card_set
        with pytest.raises(ServiceError) as caught:
            client.suggest_move(view, "greedy")
        assert {name for name, _ in caught.value.violations} == {
            f"view.covert.{name}" for name in named
        }


def spoilt_view() -> tuple[view_pb2.View, set[str]]:
    """Return a view with values that no field has, and with broken rules."""
    view = view_pb2.View()
    view.CopyFrom(PLAYED)
    covert = view.covert
    covert.round = 61
    covert.players[0].agents[1] = "Atlantis"
    covert.players[1].supply = 14
    covert.final_round = True
    covert.tiles[0] = covert.tiles[0] % 6 + 1
    covert.players[1].missions[0].known_by[0] = 9
    named = ("round", "players[0].agents[1]", "players[1].supply", "final_round", "tiles")
    known = "players[1].missions[0].known_by[0]"
    return view, {f"view.covert.{name}" for name in (*named, known)}


def test_mistakes_of_all_sorts_are_reported_at_once(send: Any) -> None:
    view, named = spoilt_view()
    request = Request(
        view=view,
        bot="hal",
        limits=suggestion_pb2.Limits(iterations=0),
        avoid=[action_pb2.Action(text="dance")],
    )
    error = send(request.SerializeToString())
    assert [name for name, _ in error.violations[:2]] == ["bot", "limits.iterations"]
    fields = [name for name, _ in error.violations]
    assert set(fields) == {"bot", "limits.iterations", "avoid[0].text", *named}


def test_options_that_do_not_go_with_the_cards_hide_nothing() -> None:
    house = house_set()
    long = replace(house.codes[0], numbers=(1, 2, 3, 4, 5))
    bending = replace(
        house,
        name="Bending",
        tiles=(2, 2, 1, 1, 1, 1),  # two rows of four
        codes=(long, *house.codes[1:]),
        options=replace(house.options, codes_bend=True),
    )
    state = State.deal(compile(bending), 2, 1)
    view = view_to_message(state.view(0))
    view.covert.options.codes_bend = False
    view.covert.round = 61
    view.covert.players[0].supply = 9
    settings = Settings(workers=1, card_sets=(bending,))
    with Serving(settings) as serving, Client(serving.target) as client:
        with pytest.raises(ServiceError) as caught:
            client.suggest_move(view, "hal")
        assert {name for name, _ in caught.value.violations} == {
            *("bot", "view.covert.options", "view.covert.round", "view.covert.players[0].supply")
        }
        # With more than one set it is not known which cards a view means that names none.
    view.covert.card_set = ""
    with (
        Serving(replace(settings, card_sets=(bending, house))) as serving,
        Client(serving.target) as client,
        pytest.raises(ServiceError) as caught,
    ):
        client.suggest_move(view, "greedy", only=["dance"])
    assert [name for name, _ in caught.value.violations] == ["view.covert.card_set"]


def test_leaving_out_every_action_is_refused(client: Client) -> None:
    moves = client.suggest_move(VIEWS[0], "random").suggestion.moves
    with pytest.raises(ServiceError) as caught:
        client.suggest_move(VIEWS[0], "random", avoid=[move.action.text for move in moves])
    assert [name for name, _ in caught.value.violations] == ["avoid"]


def test_streams_check_what_they_get(client: Client, serving: Serving) -> None:
    def refused(method: str, *messages: bytes) -> ServiceError:
        with grpc.insecure_channel(serving.target) as channel:
            call: Any = channel.stream_stream(f"/covertbots.v1.Opponent/{method}")
            with pytest.raises(grpc.RpcError) as caught:
                list(call(iter(messages), timeout=60))
            return ServiceError.of(caught.value)

    start = opponent_pb2.AnalyzeRequest(
        start=opponent_pb2.AnalyzeStart(request=Request(view=VIEWS[0], bot="hal"))
    )
    stop = opponent_pb2.AnalyzeRequest(stop=opponent_pb2.AnalyzeStop())
    assert refused("Analyze").violations[0][0] == "start"
    assert refused("Analyze", b"\xff").violations[0][0] == "request"
    assert refused("Analyze", stop.SerializeToString()).violations[0][0] == "start"
    assert refused("Analyze", start.SerializeToString()).violations[0][0] == "start.request.bot"
    start.start.request.bot = "ismcts"
    start.start.request.limits.iterations = 10_000_000
    twice = start.SerializeToString()
    assert refused("Analyze", twice, twice).violations[0][0] == "stop"

    seat = opponent_pb2.PlaySeatRequest(start=opponent_pb2.PlaySeatStart(bot="greedy"))
    change = opponent_pb2.PlaySeatRequest(change=opponent_pb2.PlaySeatChange(view=VIEWS[0]))
    other = opponent_pb2.PlaySeatRequest(
        change=opponent_pb2.PlaySeatChange(
            view=next(v for v in VIEWS if v.covert.seat != VIEWS[0].covert.seat)
        )
    )
    began = seat.SerializeToString()
    assert refused("PlaySeat", change.SerializeToString()).violations[0][0] == "start"
    assert refused("PlaySeat", began, began).violations[0][0] == "change"
    changes = (change.SerializeToString(), other.SerializeToString())
    assert refused("PlaySeat", began, *changes).violations[0][0] == "change.view.covert.seat"
    check_alive(client)


def valid_requests() -> dict[str, tuple[Any, bytes]]:
    """Return the class and a valid request of each method with one answer."""
    setup = CovertSetup(card_set=CARDS.digest.hex())
    record = referee_pb2.Record(covert=setup, players=2, seed=3)
    requests = {
        "Opponent/ListBots": opponent_pb2.ListBotsRequest(),
        "Opponent/SuggestMove": Request(view=VIEWS[3], bot="ismcts", limits=QUICK),
        "Referee/GetCardSet": referee_pb2.GetCardSetRequest(card_set=setup.card_set),
        "Referee/Deal": referee_pb2.DealRequest(covert=setup, players=2),
        "Referee/Advance": referee_pb2.AdvanceRequest(record=record),
        "Referee/ListLegalActions": referee_pb2.ListLegalActionsRequest(view=VIEWS[3]),
    }
    return {
        name: (type(request), request.SerializeToString()) for name, request in requests.items()
    }


@pytest.mark.parametrize("method", valid_requests())
def test_no_bytes_at_all_get_a_status_nobody_can_act_on(
    client: Client, serving: Serving, method: str
) -> None:
    kind, whole = valid_requests()[method]
    random = Random(method)
    with grpc.insecure_channel(serving.target) as channel:
        call: Any = channel.unary_unary(f"/covertbots.v1.{method}")
        call(whole, timeout=60)
        for _ in range(80):
            data = bytearray(whole[: random.randrange(len(whole) + 1)] + random.randbytes(3))
            for _ in range(random.randrange(4)):
                data[random.randrange(len(data))] = random.randrange(256)
            try:
                call(bytes(data), timeout=60)
            except grpc.RpcError as error:
                check_refusal(ServiceError.of(error), kind)
    check_alive(client)


@pytest.mark.parametrize(("spec", "meant"), [("gredy", "greedy"), ("ismtcs:lanes=2", "ismcts")])
def test_the_bot_that_may_be_meant_is_named_first(client: Client, spec: str, meant: str) -> None:
    with pytest.raises(ServiceError) as caught:
        client.suggest_move(VIEWS[0], spec)
    name = spec.partition(":")[0]
    said = f"bot: '{name}': there is no such bot; did you mean {meant}? expected one of random, "
    assert caught.value.message.startswith(said)


@pytest.mark.parametrize("seconds", [0, -1])
def test_a_time_that_is_too_short_is_told_the_same_range(client: Client, seconds: int) -> None:
    with pytest.raises(ServiceError) as caught:
        client.suggest_move(VIEWS[0], "ismcts", suggestion_pb2.Limits(time=duration(seconds)))
    said = f"limits.time: is {seconds} s; expected more than 0 s, at most 31536000 s"
    assert caught.value.message == said

"""A request meant to cost the server much costs it little."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest
from service.games import request_view, some_decisions
from service.server import Serving, eventually

from covert_bots.covert.wire import view_from_message
from covert_bots.players.bot import Question
from covert_bots.players.bots import Greedy
from covert_engine.search import SearchResult
from covert_server.bot_requests import AT_ONCE
from covert_server.checks import MOST_LEGAL
from covert_server.covert.served import MOST_IN_LIST, MOST_IN_VIEW
from covert_server.played import HINTS
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError, limits
from covertbots.v1 import action_pb2, opponent_pb2, referee_pb2, view_pb2
from covertbots.v1.covert_pb2 import CovertSetup
from covertbots.v1.covert_view_pb2 import CovertView

VIEW = request_view(some_decisions(3, 11, 12)[3])
PLACE = CovertView.Place()


def changed(change: Callable[[CovertView], Any]) -> view_pb2.View:
    view = view_pb2.View()
    view.CopyFrom(VIEW)
    change(view.covert)
    return view


def many_lists(view: CovertView) -> None:
    """Fill very many lists, none of them beyond its limit."""
    player = CovertView.Player(agency_cards=[PLACE] * MOST_IN_LIST, missions=[PLACE] * MOST_IN_LIST)
    view.players.extend([player] * 40)


TOO_LARGE = {
    "players": (
        lambda view: view.players.extend([CovertView.Player()] * 99),
        "view.covert.players",
    ),
    "numbers": (lambda view: view.tiles.extend([1] * 99), "view.covert.tiles"),
    "cards of a hand": (
        lambda view: view.players[1].missions.extend([PLACE] * 99),
        "view.covert.players[1].missions",
    ),
    "cards of a deck": (
        lambda view: view.mission_deck.unseen.add(cards=range(99)),
        f"view.covert.mission_deck.unseen[{len(VIEW.covert.mission_deck.unseen)}].cards",
    ),
    "lists": (many_lists, "view.covert"),
}


@pytest.fixture
def converted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of threads that convert views, one entry for each conversion."""
    threads: list[str] = []

    def noted(*arguments: Any) -> Any:
        threads.append(threading.current_thread().name)
        return view_from_message(*arguments)

    monkeypatch.setattr("covert_server.covert.served.view_from_message", noted)
    return threads


@pytest.mark.parametrize("what", TOO_LARGE)
def test_a_view_with_too_much_in_it_is_refused_before_it_is_converted(
    client: Client, converted: list[str], what: str
) -> None:
    change, field = TOO_LARGE[what]
    with pytest.raises(ServiceError) as caught:
        client.suggest_move(changed(change), "greedy")
    assert caught.value.code is grpc.StatusCode.INVALID_ARGUMENT
    ((named, wrong),) = caught.value.violations
    assert named == field
    assert str(MOST_IN_VIEW if what == "lists" else MOST_IN_LIST) in wrong
    assert converted == []
    assert client.suggest_move(VIEW, "greedy").suggestion.moves
    assert len(converted) == 1


@pytest.mark.parametrize("field", ["only", "avoid"])
def test_more_actions_than_can_be_legal_are_refused_by_their_number(
    serving: Serving, field: str
) -> None:
    actions = [action_pb2.Action(text="dance")] * (MOST_LEGAL + 1)
    fields: dict[str, Any] = {"view": VIEW, "bot": "greedy", field: actions}
    request = opponent_pb2.SuggestMoveRequest(**fields)
    with grpc.insecure_channel(serving.target) as channel:
        call: Any = channel.unary_unary("/covertbots.v1.Opponent/SuggestMove")
        with pytest.raises(grpc.RpcError) as caught:
            call(request.SerializeToString(), timeout=60)
    expected = f"has {MOST_LEGAL + 1} entries; expected at most {MOST_LEGAL}"
    assert ServiceError.of(caught.value).violations == ((field, expected),)


def violations_of(call: Callable[[], Any]) -> list[str]:
    with pytest.raises(ServiceError) as caught:
        call()
    return [wrong for _, wrong in caught.value.violations]


def test_for_the_first_slips_of_a_list_alone_the_word_that_was_meant_is_looked_for(
    client: Client,
) -> None:
    slips = [action_pb2.Action(text="place 3 movemen")] * (HINTS + 4)
    record = client.deal(2, 1)
    for wrong in (
        violations_of(lambda: client.suggest_move(VIEW, "greedy", only=slips)),
        violations_of(lambda: client.advance(record, *slips)),
    ):
        assert len(wrong) == len(slips)
        hinted = [said.endswith("; did you mean 'movement'?") for said in wrong]
        assert hinted == [True] * HINTS + [False] * 4


def converted_in(client: Client, converted: list[str], view: view_pb2.View) -> list[str]:
    """Return the threads in which a view is converted, over each call that takes one."""
    converted.clear()
    client.suggest_move(view, "greedy")
    list(client.analyze(view, "greedy"))
    with client.play_seat("greedy") as seat:
        seat.decide(view)
    assert len(converted) == 3
    return converted


@pytest.fixture
def restless(monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """Yield a client of a server whose event loop needs no rest, however slow the machine."""
    monkeypatch.setattr("covert_server.workers.worker_pool.LONG_HERE", 60.0)
    with Serving() as serving, Client(serving.target) as client:
        yield client


def test_only_small_requests_are_read_on_the_event_loop(
    restless: Client, converted: list[str]
) -> None:
    small = list(converted_in(restless, converted, VIEW))
    assert not any(name.startswith("read") for name in small), small
    padding = bytes(AT_ONCE)
    large = view_pb2.View()
    large.CopyFrom(VIEW)
    large.MergeFromString(b"\xfa\x3e\x80\x10" + padding)  # an unknown field of so many bytes
    assert large.ByteSize() == VIEW.ByteSize() + 4 + len(padding)
    read = converted_in(restless, converted, large)
    assert all(name.startswith("read") for name in read), read


@pytest.mark.parametrize(
    ("bot", "thread"), [("greedy", "Thread"), ("greedy:worlds=4096", "search")]
)
def test_only_bots_that_are_quick_think_on_the_event_loop(
    restless: Client, monkeypatch: pytest.MonkeyPatch, bot: str, thread: str
) -> None:
    threads: list[str] = []
    think = Greedy.think

    def noted(self: Greedy, question: Question) -> SearchResult:
        threads.append(threading.current_thread().name)
        return think(self, question)

    monkeypatch.setattr(Greedy, "think", noted)
    restless.suggest_move(VIEW, bot)
    (name,) = threads
    assert name.startswith(thread), name


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.disable()
    gc.freeze()  # what there is by now, of all tests, need not be looked through
    yield
    gc.unfreeze()
    gc.enable()


def refused(client: Client) -> None:
    for ask in (
        lambda: client.suggest_move(VIEW, "hal"),
        lambda: client.suggest_move(changed(many_lists), "greedy"),
        lambda: list(client.analyze(VIEW, "hal")),
        lambda: client.play_seat("hal").decide(VIEW),
        lambda: client.advance(referee_pb2.Record(covert=CovertSetup(card_set="none"))),
        lambda: client.deal(9, 1),
        lambda: client.list_legal_actions(changed(many_lists)),
        lambda: client.review_game(referee_pb2.Record(covert=CovertSetup()), 7).result(),
        lambda: client.review_game(client.deal(2, 1), 7, "hal").result(),
    ):
        with pytest.raises(ServiceError):
            ask()


def kept() -> int:
    """Count the requests in memory, and the errors that may hold one."""
    names = {"FieldError", "UnknownCardSetError", "SuggestMoveRequest", "AdvanceRequest"}
    names |= {"ListLegalActionsRequest", "ReviewGameRequest"}
    return sum(type(thing).__name__ in names for thing in gc.get_objects())


def test_nothing_of_a_refused_request_stays(client: Client, no_collector: None) -> None:
    before = kept()
    for _ in range(3):
        refused(client)
    eventually(lambda: kept() <= before)


def test_lanes_take_no_more_threads_than_there_are_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from covert_engine.search.search import Search

    given: list[int] = []
    run = Search.run

    def noted(self: Search, *arguments: Any, threads: int = 1, **more: Any) -> Any:
        given.append(threads)
        return run(self, *arguments, threads=threads, **more)

    monkeypatch.setattr(Search, "run", noted)
    few = limits(iterations=640)
    with Serving(Settings(workers=3)) as serving, Client(serving.target) as client:
        alone = client.suggest_move(VIEW, "ismcts:lanes=64", few).suggestion
        assert given == [3]
        running = client.analyze(VIEW, "ismcts:lanes=2", limits(iterations=10_000_000))
        next(running)
        beside = client.suggest_move(VIEW, "ismcts:lanes=64", few).suggestion
        running.close()
        assert set(given[1:]) == {1, 2}  # the analysis runs in slices
    assert beside == alone

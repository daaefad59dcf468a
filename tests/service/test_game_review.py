"""Reviews by the service: the command's figures, as jobs among those of others."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import grpc
import pytest
from command.pages import blocks
from command.shell import LONGEST, document
from google.protobuf import json_format
from service.answers import unmeasured
from service.games import request_view, some_decisions
from service.server import Serving, eventually, within_50_ms
from service.web import JSON, Web, enveloped, envelopes

from covert_bots.covert.review import review
from covert_command.covert.record_file import record_to_message
from covert_engine.covert import Record, house_set
from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covert_server.calls.status import Busy, BusyError
from covert_server.covert_action.refereed import RefereedCovertAction
from covert_server.games import RefereedGame
from covert_server.settings import Settings
from covertbots.client import AsyncClient, Client, ServiceError, limits
from covertbots.v1 import covert_action_pb2, referee_pb2, review_pb2
from covertbots.v1.covert_view_pb2 import CovertView
from covertbots.v1.suggestion_pb2 import StopReason

GAMES = Path(__file__).parents[1] / "golden" / "games"
BEGUN = 40  # actions of a game that most tests look at
SAMPLES = 4  # of luck: how well it is known is shown elsewhere
FEW = limits(iterations=20)
LONG = limits(iterations=1_000_000_000)
METHOD = "Referee/ReviewGame"
VIEW = request_view(some_decisions(3, 11, 12)[3])


@pytest.fixture(scope="module", autouse=True)
def _few_samples() -> Iterator[None]:
    """Take few samples, for the service and for the command."""
    defaults = review.__kwdefaults__
    assert defaults is not None
    with (
        patch.dict(defaults, samples=SAMPLES),
        patch("covert_server.covert.reviewed.SAMPLES", SAMPLES),
    ):
        yield


def golden(name: str) -> referee_pb2.Record:
    record = Record.parse((GAMES / name).read_text(), house_set())
    return record_to_message(record, house_set())


@cache
def begun() -> referee_pb2.Record:
    record = golden("house-2-guided-11.txt")
    del record.actions[BEGUN:]
    return record


def differences(news: Sequence[referee_pb2.ReviewGameResponse]) -> list[dict[str, Any]]:
    """List the differences from the adviser, the largest first, as the command does."""
    decisions = [item.decision for item in news if item.decision.HasField("difference")]
    decisions.sort(key=lambda decision: -decision.difference.gain)
    return [
        {
            "after": decision.after,
            "round": decision.round,
            "phase": CovertView.Phase.Name(decision.covert).removeprefix("PHASE_").lower(),
            "played": decision.played.text,
            "better": decision.difference.better.text,
            "gain": decision.difference.gain,
            "error": decision.difference.standard_error,
            "win": decision.difference.win_probability_gain,
            "played_turn": decision.difference.played_turn,
            "better_turn": decision.difference.better_turn,
            "better_line": [action.text for action in decision.difference.better_line],
            "reason": decision.difference.reason,
            "mistake": decision.difference.mistake,
        }
        for decision in decisions
    ]


@pytest.mark.parametrize(
    ("name", "seat"),
    [("house-4-guided-26.txt", 3), ("house-2-guided-59.txt", 1)],
)
def test_it_has_the_figures_of_the_command(client: Client, name: str, seat: int) -> None:
    """The figures of golden records are equal to the last bit."""
    options = "--iterations", "9", "--seat", str(seat + 1), "--seed", "3"
    shown = document("review", str(GAMES / name), *options)
    news = list(client.review_game(golden(name), seat, "ismcts", limits(iterations=9), seed=3))
    by_program = {"played_by": None}  # which a record of `play` tells, and no message
    assert [each | by_program for each in differences(news)] == shown["differences"]
    review = news[-1].review
    figures = {
        "seat": review.seat,
        "over": review.over,
        "scores": list(review.scores),
        "winners": list(review.winners),
        "margin": review.margin,
        "seed": review.seed,
        "decisions": review.decisions,
        "unjudged": review.unjudged,
        "mistakes": len(review.mistakes),
        "cost": review.cost,
        "cost_error": review.cost_standard_error,
        "luck": {
            "deal": review.covert.deal,
            "dice": review.covert.dice,
            "draws": review.covert.draws,
            "error": review.covert.standard_error,
            "total": review.covert.total,
        },
    }
    assert figures == {name: shown[name] for name in figures}
    assert review.stop_reason == StopReason.STOP_REASON_UNSPECIFIED
    assert review.judged == review.decisions - review.unjudged


def test_news_come_decision_by_decision_and_the_review_is_the_last(client: Client) -> None:
    first, *decisions, last = client.review_game(begun(), 1, limits=FEW)
    assert (first.WhichOneof("news"), first.done) == (None, 0)
    assert {item.WhichOneof("news") for item in decisions} == {"decision"}
    assert [item.done for item in decisions] == list(range(1, last.parts))
    assert {item.parts for item in (first, *decisions, last)} == {len(decisions) + 1}
    assert last.done == last.parts
    places = [item.decision.after for item in decisions]
    assert places == sorted(set(places))
    for item in decisions:
        played = item.decision.played
        assert played.text == begun().actions[item.decision.after].text
        assert (played.seat, bool(played.words), bool(played.covert.kind)) == (1, True, True)
    mistakes = [item.decision for item in decisions if item.decision.difference.mistake]
    mistakes.sort(key=lambda decision: -decision.difference.gain)
    assert list(last.review.mistakes) == mistakes
    assert last.measured.replica == "test"
    assert not last.review.over


def sealed(news: Sequence[referee_pb2.ReviewGameResponse]) -> list[bytes]:
    return [unmeasured(item) for item in news]


def test_the_same_request_has_the_same_bytes_on_any_server_and_load(
    client: Client, web: Web
) -> None:
    first = sealed(list(client.review_game(begun(), 0, limits=FEW)))
    request = referee_pb2.ReviewGameRequest(record=begun(), seat=0, limits=FEW)
    with client.analyze(VIEW, "ismcts", LONG):  # it has one of the two workers
        fields = json_format.MessageToDict(request)
        *items, end = web.stream(METHOD, fields)
        assert end == {}
        parsed = [json_format.ParseDict(item, referee_pb2.ReviewGameResponse()) for item in items]
        assert sealed(parsed) == first
    answer = web.post(METHOD, enveloped(request.SerializeToString()), "application/connect+proto")
    kind = referee_pb2.ReviewGameResponse
    *packed, _ = (data for _, data in envelopes(answer.content))
    assert sealed([kind.FromString(data) for data in packed]) == first
    with Serving(Settings(workers=1)) as serving, Client(serving.target) as other:
        assert sealed(list(other.review_game(begun(), 0, limits=FEW))) == first


def test_others_are_answered_beside_it() -> None:
    with (
        Serving(Settings(workers=1)) as serving,
        Client(serving.target) as client,
        client.review_game(begun(), 0, limits=limits(iterations=2000)) as reviewing,
    ):
        next(reviewing)
        for _ in range(3):
            assert client.suggest_move(VIEW, "ismcts", limits(iterations=20)).suggestion.moves
        eventually(lambda: serving.running == 1)  # the review goes on


def test_a_full_queue_holds_it_up_and_does_not_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with Serving(Settings(workers=1)) as serving, Client(serving.target) as client:
        alone = sealed(list(client.review_game(begun(), 0, limits=FEW)))
        searchers, calls = serving.server.searchers, count()
        run = searchers.run

        async def often_full(*work: Any, **asked: Any) -> Any:
            if next(calls) % 3:
                raise BusyError(0.001, Busy(searches=True, full=True))
            return await run(*work, **asked)

        monkeypatch.setattr(searchers, "run", often_full)
        assert sealed(list(client.review_game(begun(), 0, limits=FEW))) == alone
        assert next(calls) > 3


def test_a_queue_that_is_full_at_its_start_refuses_it() -> None:
    with (
        Serving(Settings(workers=1, queue=1)) as serving,
        Client(serving.target, attempts=1) as client,
        client.analyze(VIEW, "ismcts", LONG),
    ):
        eventually(lambda: serving.running == 1)
        with client.analyze(VIEW, "ismcts", LONG):
            eventually(lambda: serving.waiting == 1)
            with pytest.raises(ServiceError) as caught:
                client.review_game(begun(), 0, limits=FEW, timeout=60).result()
    assert caught.value.reason == "QUEUE_FULL"
    assert caught.value.retry_after is not None


def test_cancelling_it_stops_its_searches_within_50_ms(serving: Serving) -> None:
    async def cancel_one() -> float:
        async with AsyncClient(serving.target) as client:
            async with client.review_game(begun(), 0, limits=LONG) as reviewing:
                await anext(reviewing)
                await asyncio.to_thread(eventually, lambda: serving.running == 2)
            return eventually(lambda: serving.running + serving.waiting == 0)

    assert within_50_ms(lambda: asyncio.run(cancel_one()))


def test_its_luck_is_stopped_too() -> None:
    with (
        patch("covert_server.covert.reviewed.SAMPLES", 1_000_000_000),
        Serving(Settings(workers=1)) as serving,
        Client(serving.target) as client,
    ):
        with client.review_game(begun(), 0, limits=FEW) as reviewing:
            next(reviewing)
            eventually(lambda: serving.running == 1)
        eventually(lambda: serving.running + serving.waiting == 0)


T = TypeVar("T")


def in_time(ask: Callable[[float], T]) -> T:
    """Return the answer to a question with a deadline; if a busy machine misses it, ask with a
    later one."""
    for seconds in (1.0, 4.0, 12.0):
        with suppress(ServiceError, AssertionError, pytest.fail.Exception):
            return ask(seconds)
    return ask(60.0)


def test_a_deadline_ends_it_early_with_what_has_been_judged(client: Client) -> None:
    whole = list(client.review_game(begun(), 0, limits=FEW))

    def judged(timeout: float) -> list[referee_pb2.ReviewGameResponse]:
        news = list(client.review_game(begun(), 0, limits=FEW, timeout=timeout))
        assert news[-1].review.judged
        return news

    with patch("covert_server.covert.reviewed.SAMPLES", 1_000_000_000):  # its luck takes too long
        news = in_time(judged)
    review = news[-1].review
    assert review.stop_reason == StopReason.STOP_REASON_DEADLINE
    assert review.judged == len(news) - 2 > 0
    assert not review.HasField("covert")
    assert news[-1].done == review.judged < news[-1].parts
    assert sealed(news[:-1]) == sealed(whole[: review.judged + 1])


def test_a_search_that_the_deadline_cuts_judges_nothing(client: Client) -> None:
    def both(timeout: float) -> list[referee_pb2.ReviewGameResponse]:
        return list(client.review_game(begun(), 0, limits=LONG, timeout=timeout / 2))

    first, last = in_time(both)
    assert not first.WhichOneof("news")
    assert (last.review.judged, last.review.decisions) == (0, last.parts - 1)
    assert last.review.stop_reason == StopReason.STOP_REASON_DEADLINE


def test_a_server_that_stops_lets_it_say_what_has_been_judged() -> None:
    with Serving(Settings(workers=1)) as serving, Client(serving.target) as client:
        reviewing = client.review_game(begun(), 0, limits=limits(iterations=500))
        news = [next(reviewing), next(reviewing)]
        with ThreadPoolExecutor(1) as stopping:
            stopped = stopping.submit(serving.do, serving.server.stop(0.0))
            news += reviewing
            stopped.result()
        review = news[-1].review
        assert review.stop_reason == StopReason.STOP_REASON_STOPPED
        assert 0 < review.judged == len(news) - 2 < review.decisions


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    return tmp_path / "tokens.toml"


@pytest.mark.parametrize(
    ("quota", "iterations", "judged", "said"),
    [
        (Quota(calls=3), 1, 3, "3 calls a minute"),
        (Quota(seconds=0.001), 100, 1, "0.001 seconds of worker threads a minute"),
    ],
)
def test_a_review_waits_for_its_quota(
    tokens: Path, quota: Quota, iterations: int, judged: int, said: str
) -> None:
    """Each decision counts as a call. Those judged before the deadline are not lost."""

    def ask(timeout: float) -> None:
        token = add_holder(tokens, f"lobby-{timeout:.0f}", batch=False, quota=quota)
        with (
            Serving(Settings(workers=1, tokens=tokens)) as serving,
            Client(serving.target, token=token) as client,
        ):
            few = limits(iterations=iterations)
            review = client.review_game(begun(), 0, limits=few, timeout=timeout).result()
            assert review.stop_reason == StopReason.STOP_REASON_DEADLINE
            assert review.judged == judged
            with pytest.raises(ServiceError, match=said) as caught:
                client.list_bots()
            assert caught.value.reason == "QUOTA_EXCEEDED"

    in_time(ask)


@pytest.mark.usefixtures("read_at_once")
def test_a_token_that_is_removed_ends_it(tokens: Path) -> None:
    token = add_holder(tokens, "lobby", batch=False, quota=Quota())
    with (
        Serving(Settings(workers=1, tokens=tokens)) as serving,
        Client(serving.target, token=token) as client,
    ):
        reviewing = client.review_game(begun(), 0, limits=limits(iterations=200))
        next(reviewing)
        tokens.write_text("")
        with pytest.raises(ServiceError) as caught:
            reviewing.result()
    assert caught.value.reason == "TOKEN_UNKNOWN"


def test_its_searches_are_counted_and_the_ceilings_of_the_server_end_them() -> None:
    settings = Settings(
        workers=1,
        metrics_address="127.0.0.1:0",
        ceilings=replace(Settings().ceilings, iterations=20),
    )
    with Serving(settings) as serving, Client(serving.target) as client:
        review = client.review_game(begun(), 0, limits=LONG).result()
        calls = "rpc_server_duration_seconds_count 0 ReviewGame covertbots.v1.Referee"
        eventually(lambda: serving.figures().get(calls) == 1)
        figures = serving.figures()
        assert figures["covertbots_searches_total ceiling"] > review.judged
        searched = 20 * figures["covertbots_searches_total ceiling"]
        assert figures["covertbots_iterations_total"] == searched


def test_a_bot_of_its_own_choice_judges(client: Client) -> None:
    by_greedy = client.review_game(begun(), 0, "greedy").result()
    by_search = client.review_game(begun(), 0, "ismcts:iterations=20").result()
    assert by_greedy.mistakes != by_search.mistakes
    assert by_search == client.review_game(begun(), 0, limits=FEW).result()


def wrong(client: Client, *arguments: Any, **named: Any) -> dict[str, str]:
    with pytest.raises(ServiceError) as caught:
        client.review_game(*arguments, **named).result()
    assert caught.value.code is grpc.StatusCode.INVALID_ARGUMENT
    return dict(caught.value.violations)


def test_all_mistakes_are_named_at_once(client: Client, web: Web) -> None:
    clock = limits(remaining=10)
    violations = wrong(client, begun(), 2, "nobody", clock)
    assert violations.keys() == {"seat", "bot", "limits.clock"}
    assert violations["seat"] == "is 2; expected a seat of the game, 0 to 1"
    request = referee_pb2.ReviewGameRequest(record=begun(), seat=2, bot="nobody", limits=clock)
    fields = json_format.MessageToDict(request)
    *_, end = web.stream(METHOD, fields)
    details = {detail["type"]: detail["debug"] for detail in end["error"]["details"]}
    listed = details["google.rpc.BadRequest"]["fieldViolations"]
    assert {violation["field"]: violation["description"] for violation in listed} == violations
    assert wrong(client, referee_pb2.Record(), 0) == {
        "record": "names no game; expected `covert` or `covert_action` in it"
    }
    illegal = referee_pb2.Record()
    illegal.CopyFrom(begun())
    illegal.actions[7].text = "pass the salt"
    assert wrong(client, illegal, 0).keys() == {"record.actions[7].text"}


def test_a_bot_that_expects_no_scores_cannot_judge(client: Client) -> None:
    assert wrong(client, begun(), 0, "random") == {
        "bot": "random expects no scores; expected one that does, such as ismcts"
    }


def test_there_are_no_reviews_of_covert_action_and_the_server_says_so(client: Client) -> None:
    record = client.deal(5, 1, covert_action_pb2.CovertActionSetup())
    assert wrong(client, record, 0) == {
        "record": "is a game of `covert_action`, of which there are no reviews; expected `covert`"
    }
    reviews = {game.name: game.reviews for game in client.get_info().games}
    assert reviews == {"covert": True, "covert_action": False}
    game: RefereedGame = RefereedCovertAction()
    assert game.reviewed(record, 0) is None


def test_it_needs_a_content_type_of_streams(web: Web) -> None:
    response = web.post(METHOD, json.dumps({}), JSON)
    assert response.status_code == 415


def test_nothing_decided_is_nothing_to_judge(client: Client) -> None:
    record = client.deal(2, 11)
    review = client.review_game(record, 0, limits=FEW).result()
    assert (review.decisions, review.judged, list(review.mistakes)) == (0, 0, [])
    assert review.HasField("covert")
    assert isinstance(review, review_pb2.Review)


def test_the_program_on_the_page_prints_a_review(serving: Serving) -> None:
    (program,) = (block.text for block in blocks("docs/review.md") if block.language == "python")
    done = subprocess.run(
        [sys.executable, "-c", program.replace("localhost:50051", serving.target)],
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    assert (done.returncode, done.stderr) == (0, "")
    first, *_, last = done.stdout.splitlines()
    assert re.fullmatch(r"0 of \d+ parts", first)
    assert re.fullmatch(r"\d+ mistakes cost \d+\.\d points, luck [+-]\d+\.\d", last)


def test_some_decisions_are_judged_as_among_all(client: Client) -> None:
    whole = {
        item.decision.after: item.decision
        for item in client.review_game(begun(), 1, limits=FEW)
        if item.HasField("decision")
    }
    places = sorted(whole)[2:5]
    *news, last = client.review_game(begun(), 1, limits=FEW, after=places)
    assert [item.decision for item in news[1:]] == [whole[place] for place in places]
    assert (last.done, last.parts, last.review.decisions) == (3, 3, 3)
    assert last.review.WhichOneof("luck") is None


def test_a_move_that_was_not_played_is_judged_at_the_end_of_a_record(client: Client) -> None:
    """The adviser's own move is as good as its own; another one may cost something."""
    (missed, *_) = [
        item.decision
        for item in client.review_game(begun(), 1, limits=FEW)
        if item.decision.HasField("difference")
    ]
    record = referee_pb2.Record()
    record.CopyFrom(begun())
    del record.actions[missed.after :]
    tried = {}
    for action in client.advance(record).to_decide[0].legal_actions:
        record.actions.add(text=action.text)
        *_, last = news = list(
            client.review_game(record, 1, limits=FEW, after=[missed.after], seed=0)
        )
        record.actions.pop()
        decisions = [item.decision for item in news if item.HasField("decision")]
        assert len(decisions) == last.review.decisions - last.review.unjudged
        tried[action.text] = decisions
    assert not tried[missed.difference.better.text][0].HasField("difference")
    assert tried[missed.played.text][0].difference.gain == missed.difference.gain
    assert any(decision.difference.gain for (decision, *_) in filter(None, tried.values()))


def test_a_decision_has_the_scores_that_were_expected(client: Client) -> None:
    for item in client.review_game(begun(), 1, limits=FEW):
        if item.HasField("decision"):
            scores, chances = item.decision.expected_score, item.decision.win_probability
            assert all(-30 < score < 150 for score in scores)
            assert len(scores) == 2
            assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize("place", [0, BEGUN])
def test_a_place_without_a_decision_of_the_seat_is_named(client: Client, place: int) -> None:
    with pytest.raises(ServiceError, match=rf"after: {place}, where seat 1 has nothing to decide"):
        list(client.review_game(begun(), 1, limits=FEW, after=[place]))

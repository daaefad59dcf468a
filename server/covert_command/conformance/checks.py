"""The checks, each of a promise of docs/service.md. A check that returns has passed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from google.protobuf.message import Message
from grpc_health.v1 import health_pb2

from covert_command.conformance.trial import AbsentError, Position, Trial, expect
from covert_command.servers.called import OPPONENT, REFEREE, RefusedError, Server
from covertbots.client import limits
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1 import referee_pb2, suggestion_pb2
from covertbots.v1.suggestion_pb2 import StopReason

FEW = 64  # iterations
MANY = 4_000_000_000
SHORT = 0.3  # seconds
SLACK = 2.0  # seconds that an answer may be late on slow networks and busy machines
REVIEWED = 12  # actions of a reviewed game
EVERY = 3  # one position of so many is asked about again
SEED = 2026  # of the games that the server deals
DOMAIN = "covertbots"
COVERT = "covert"
SHA256 = re.compile("[0-9a-f]{64}")
SEALED = (StopReason.STOP_REASON_ITERATIONS, StopReason.STOP_REASON_MEMORY)
"""Stop reasons of a search with a repeatable answer."""
FORCED = (StopReason.STOP_REASON_CEILING, StopReason.STOP_REASON_MEMORY)
"""Stop reasons that may end any search: the server's own bounds."""


class Check(NamedTuple):
    """A promise, and the function that checks it."""

    promise: str
    run: Callable[[Trial], None]


CHECKS: list[Check] = []


def check(promise: str) -> Callable[[Callable[[Trial], None]], Callable[[Trial], None]]:
    """Add a function to the checks."""

    def add(run: Callable[[Trial], None]) -> Callable[[Trial], None]:
        CHECKS.append(Check(promise, run))
        return run

    return add


def _reason(suggestion: suggestion_pb2.Suggestion) -> str:
    return StopReason.Name(suggestion.stop_reason)


@check("it lists its bots, its card sets and its build")
def lists_itself(trial: Trial) -> None:
    listed = trial.listed
    names = [bot.name for bot in listed.bots]
    expect(bool(names), "ListBots lists no bot")
    expect(len(set(names)) == len(names), f"ListBots lists a bot twice: {names}")
    expect(bool(listed.build), "ListBots: build is empty")
    ours = trial.cards.digest.hex()
    expect(
        ours in listed.card_sets,
        f"ListBots: card_sets lacks {ours}, whose views are asked about; start the server with "
        "that card set, or name one of its own with --cards",
    )


@check("it reports its build, weights, games and limits")
def tells_what_it_is(trial: Trial) -> None:
    info = trial.server.call(f"{OPPONENT}/GetInfo", v1.GetInfoRequest(), v1.GetInfoResponse)
    listed = trial.listed
    expect(info.build.name == listed.build, f"GetInfo: build.name is not {listed.build}")
    ceilings, games = info.limits.ceilings, [game.name for game in info.games]
    expect(ceilings == listed.ceilings, "GetInfo: limits.ceilings are not those of ListBots")
    expect(games == list(listed.games), f"GetInfo: games are {games}; ListBots has others")
    # ListBots without a game is about Covert.
    digests = [
        cards.digest for game in info.games if game.name == COVERT for cards in game.card_sets
    ]
    expect(digests == list(listed.card_sets), "GetInfo: the card sets are not those of ListBots")
    named_digests = [
        ("build", info.build.digest),
        *(("weights", weights.digest) for weights in info.weights),
    ]
    for name, digest in named_digests:
        wrong = f"GetInfo: {name}.digest is {digest!r}; expected a SHA-256 in hexadecimal"
        expect(bool(SHA256.fullmatch(digest)), wrong)
    for game in info.games:
        said = f"GetInfo: {game.name} has {game.least_players} to {game.most_players} players"
        expect(0 < game.least_players <= game.most_players, said)
    for name in ("lanes", "workers", "memory_bytes", "processes"):
        expect(getattr(info.limits, name) > 0, f"GetInfo: limits.{name} is 0")
    known = info.caller.caller_class != v1.CALLER_CLASS_UNSPECIFIED
    expect(known, "GetInfo: caller.caller_class is not said")


@check("every bot ranks legal moves")
def ranks_legal_moves(trial: Trial) -> None:
    for bot in trial.listed.bots:
        for position in trial.positions:
            answer = trial.suggest(trial.question(position, bot.name, limits(iterations=FEW)))
            moves = [move.action.text for move in answer.suggestion.moves]
            expect(bool(moves), f"{bot.name} ranks no move")
            expect(len(set(moves)) == len(moves), f"{bot.name} ranks a move twice: {moves}")
            strange = sorted(set(moves) - set(position.legal))
            expect(not strange, f"{bot.name} ranks {strange}; legal are {list(position.legal)}")
            seats = len(position.view.covert.players)
            for move in answer.suggestion.moves:
                for figures in (move.win_probability, move.expected_score):
                    expect(len(figures) in (0, seats), f"{bot.name}: not a figure for each seat")
            expect(answer.suggestion.build == trial.listed.build, f"{bot.name}: build is another")


@check("it keeps to `only` and `avoid`")
def keeps_only_and_avoid(trial: Trial) -> None:
    bot = trial.listed.bots[0].name
    for position in trial.positions:
        two = list(position.legal[:2])
        narrow = limits(iterations=FEW)
        only = trial.suggest(trial.question(position, bot, narrow, only=two)).suggestion
        moves = {move.action.text for move in only.moves}
        expect(moves <= set(two), f"asked for only {two}, it ranks {sorted(moves)}")
        rest = trial.suggest(trial.question(position, bot, narrow, avoid=two)).suggestion
        moves = {move.action.text for move in rest.moves}
        expect(not moves & set(two), f"asked to avoid {two}, it ranks {sorted(moves)}")


@check("the first limit reached ends a search, and is named")
def keeps_limits(trial: Trial) -> None:
    position, bot = trial.positions[0], trial.searcher

    def ended(asked: suggestion_pb2.Limits, *reasons: int, seconds: float | None = None) -> float:
        began = time.monotonic()
        suggestion = trial.suggest(trial.question(position, bot, asked), seconds=seconds).suggestion
        took = time.monotonic() - began
        wanted = " or ".join(StopReason.Name(reason) for reason in (*reasons, *FORCED))
        said = f"{_reason(suggestion)}; expected {wanted}"
        expect(suggestion.stop_reason in (*reasons, *FORCED), f"stop_reason is {said}")
        if asked.HasField("iterations"):
            most = f"{suggestion.iterations} iterations; the limit was {asked.iterations}"
            expect(suggestion.iterations <= asked.iterations, most)
        return took

    ended(limits(iterations=FEW), StopReason.STOP_REASON_ITERATIONS)
    took = ended(limits(iterations=MANY, seconds=SHORT), StopReason.STOP_REASON_TIME)
    expect(took < SHORT + SLACK, f"a search of {SHORT} seconds was answered after {took:.1f}")
    clock = StopReason.STOP_REASON_CLOCK
    took = ended(limits(iterations=MANY, remaining=SHORT), clock)
    expect(took < SHORT + SLACK, f"with {SHORT} seconds on the clock it took {took:.1f}")
    late = StopReason.STOP_REASON_DEADLINE
    ended(limits(iterations=MANY), late, seconds=SLACK)  # an answer, not DEADLINE_EXCEEDED


@check("the same question gets the same bytes")
def answers_the_same_again(trial: Trial) -> None:
    other = trial.again()
    try:
        for bot in trial.listed.bots:
            for position in trial.positions[::EVERY]:
                request = trial.question(position, bot.name, limits(iterations=FEW), seed=7)
                first, *others = (
                    trial.suggest(request, server).suggestion
                    for server in (trial.server, trial.server, other)
                )
                if bot.name == trial.searcher:
                    expect(first.stop_reason in SEALED, f"stop_reason is {_reason(first)}")
                same = all(_sealed(other_answer) == _sealed(first) for other_answer in others)
                expect(same, f"{bot.name} answers the same request with other bytes")
                expect(first.seed == 7, f"{bot.name}: seed is {first.seed}; the request's was 7")
    finally:
        other.close()


def _sealed(suggestion: suggestion_pb2.Suggestion) -> bytes:
    return suggestion.SerializeToString(deterministic=True)


@check("a stream has one final answer, its last")
def ends_with_one_final_answer(trial: Trial) -> None:
    position, bot = trial.positions[0], trial.searcher
    question = trial.question(position, bot, limits(iterations=20 * FEW))
    direct = trial.suggest(question).suggestion
    watch = v1.WatchRequest(request=question)
    watch.interval.FromMilliseconds(10)
    answers = list(trial.server.stream(f"{OPPONENT}/Watch", [watch], v1.WatchResponse))
    _one_final("Watch", answers)
    expect(answers[-1].suggestion == direct, "the final answer of Watch is not SuggestMove's")
    if not trial.server.two_way:
        return
    start = v1.AnalyzeRequest(start=v1.AnalyzeStart(request=question))
    _one_final("Analyze", _analysis(trial.server, [start]))
    start.start.request.limits.CopyFrom(limits(iterations=MANY))
    stop = v1.AnalyzeRequest(stop=v1.AnalyzeStop())
    stopped = _analysis(trial.server, [start, stop])
    _one_final("Analyze, stopped,", stopped)
    expect(bool(stopped[-1].suggestion.moves), "a stopped Analyze ends without a move")


def _analysis(server: Server, requests: Sequence[Message]) -> list[v1.AnalyzeResponse]:
    return list(server.stream(f"{OPPONENT}/Analyze", requests, v1.AnalyzeResponse))


def _one_final(method: str, answers: Sequence[v1.WatchResponse | v1.AnalyzeResponse]) -> None:
    finals = [number for number, answer in enumerate(answers, 1) if answer.final]
    said = f"{method} sent {len(answers)} answers; final: {finals}; expected the last one alone"
    expect(finals == [len(answers)], said)


@check("a seat is played as SuggestMove answers, in any call")
def plays_a_seat(trial: Trial) -> None:
    if not trial.server.two_way:
        raise AbsentError("no bidirectional streams over HTTP")
    budget = limits(iterations=FEW)
    start = v1.PlaySeatRequest(start=v1.PlaySeatStart(bot=trial.searcher, limits=budget, seed=3))
    for position in trial.positions[:EVERY]:
        change = v1.PlaySeatRequest(change=v1.PlaySeatChange(view=position.view))
        direct = trial.suggest(trial.question(position, trial.searcher, budget, seed=3))

        def messages(change: v1.PlaySeatRequest = change) -> Iterator[Message]:
            yield start
            yield change

        for _ in range(2):
            method = f"{OPPONENT}/PlaySeat"
            answers = list(trial.server.stream(method, messages(), v1.PlaySeatResponse))
            expect(len(answers) == 1, f"PlaySeat sent {len(answers)} answers to one view")
            expect(answers[0].change == 1, f"change is {answers[0].change}; the first is 1")
            same = answers[0].suggestion == direct.suggestion
            expect(same, "PlaySeat does not answer as SuggestMove does")
            best = direct.suggestion.moves[0].action
            expect(answers[0].action == best, "the action is not the first move of the suggestion")


@check("a mistake is named by its field, with a reason")
def names_errors(trial: Trial) -> None:
    position, bot = trial.positions[0], trial.listed.bots[0].name
    question = trial.question(position, bot)

    def wrong(*fields: str) -> v1.SuggestMoveRequest:
        request = v1.SuggestMoveRequest()
        request.CopyFrom(question)
        for field in fields:
            if field == "bot":
                request.bot = "no-such-bot"
            elif field == "view":
                request.ClearField("view")
            elif field == "only[0]":
                request.only.add(text="no such action")
            else:
                request.view.covert.players[1].dice[0] = 7
        return request

    dice = "view.covert.players[1].dice[0]"
    if not position.view.covert.players[1].dice:
        question.view.covert.players[1].dice.append(1)
    for fields in ([], ["bot"], ["view"], ["only[0]"], [dice], ["bot", dice]):
        if not fields:
            error = trial.refusal(b"\xff\xff\xff")
            expect(error.code == "INVALID_ARGUMENT", f"bytes that are not a message get {error}")
            continue
        error = trial.refusal(wrong(*fields))
        mistakes = " and ".join(fields)
        expect(error.code == "INVALID_ARGUMENT", f"a wrong {mistakes} gets {error}")
        expect_reason(error, "INVALID_REQUEST")
        lacking = [field for field in fields if not any(map(_within(field), error.fields))]
        expect(not lacking, f"a wrong {mistakes} is not named: the fields are {error.fields}")


def _within(path: str) -> Callable[[str], bool]:
    """Return a test whether a field is at this path, or below it."""
    return lambda field: field == path or field.startswith((f"{path}.", f"{path}["))


def expect_reason(error: RefusedError, reason: str) -> None:
    """Raise `BrokenError` unless a refusal has this reason."""
    got = error.info.reason, error.info.domain
    expect(got == (reason, DOMAIN), f"the ErrorInfo of {error} is {got}; expected {reason}")


@check("an unknown card set is refused as such")
def names_unknown_card_sets(trial: Trial) -> None:
    request = trial.question(trial.positions[0], trial.listed.bots[0].name)
    request.view.covert.card_set = "0" * 64
    error = trial.refusal(request)
    expect(error.code == "FAILED_PRECONDITION", f"a view of an unknown card set gets {error}")
    expect_reason(error, "CARD_SET_UNKNOWN")
    expect(bool(error.unmet.violations), f"{error} has no PreconditionFailure")


@check("it reports its health")
def tells_its_health(trial: Trial) -> None:
    for service in ("", OPPONENT):
        request = health_pb2.HealthCheckRequest(service=service)
        kind = health_pb2.HealthCheckResponse
        status = trial.server.call("grpc.health.v1.Health/Check", request, kind).status
        name = health_pb2.HealthCheckResponse.ServingStatus.Name(status)
        expect(name == "SERVING", f"the health of {service or 'the server'} is {name}")


def _dealt(trial: Trial, players: int) -> referee_pb2.AdvanceResponse:
    """Return a new game dealt by the server's Referee."""
    request = referee_pb2.DealRequest(players=players, seed=SEED)
    request.covert.card_set = trial.cards.digest.hex()
    record = trial.server.call(f"{REFEREE}/Deal", request, referee_pb2.DealResponse).record
    return _advanced(trial, record)


def _advanced(trial: Trial, record: referee_pb2.Record, *texts: str) -> referee_pb2.AdvanceResponse:
    request = referee_pb2.AdvanceRequest(record=record)
    for text in texts:
        request.actions.add(text=text)
    return trial.server.call(f"{REFEREE}/Advance", request, referee_pb2.AdvanceResponse)


def _position(game: referee_pb2.AdvanceResponse) -> Position:
    (asked,) = game.to_decide
    view = game.news[asked.seat].moments[-1].view
    return Position(view, tuple(action.text for action in asked.legal_actions))


@check("the legal actions of a view are listed")
def lists_legal_actions(trial: Trial) -> None:
    method, kind = f"{REFEREE}/ListLegalActions", referee_pb2.ListLegalActionsResponse
    for position in trial.positions:
        request = referee_pb2.ListLegalActionsRequest(view=position.view)
        asked = trial.server.call(method, request, kind).to_decide
        texts = [action.text for action in asked.legal_actions]
        expect(
            sorted(texts) == sorted(position.legal),
            f"ListLegalActions lists {texts}; legal are {list(position.legal)}",
        )
        expect(asked.seat == position.view.covert.seat, "another seat than the view's is to decide")
        bare = [
            action.text
            for action in asked.legal_actions
            if not action.words or not action.covert.kind
        ]
        expect(not bare, f"ListLegalActions: without words or operands are {bare}")
    game = _dealt(trial, 2)
    decides = game.to_decide[0].seat
    others = game.news[1 - decides].moments[-1].view
    request = referee_pb2.ListLegalActionsRequest(view=others)
    listed = trial.server.call(method, request, kind).to_decide.legal_actions
    expect(not listed, "a seat that is not to decide has legal actions")


@check("a view is told as text with its legal actions")
def tells_views(trial: Trial) -> None:
    happened = "North waits"
    for position in trial.positions:
        request = referee_pb2.DescribeViewRequest(view=position.view, happened=[happened])
        kind = referee_pb2.DescribeViewResponse
        text = trial.server.call(f"{REFEREE}/DescribeView", request, kind).text
        line = " ".join(text.split())  # long lines are broken between words
        expect(happened in line, f"DescribeView does not tell that {happened}")
        missing = [
            action
            for action in position.legal
            if not re.search(rf"\d\. {re.escape(action)}: ", line)
        ]
        expect(not missing, f"DescribeView: not in its list are {missing}")


@check("a position is written, read back and gone on from")
def reads_positions(trial: Trial) -> None:
    for position in trial.positions:
        view = position.view
        written = trial.server.call(
            f"{REFEREE}/WritePosition",
            referee_pb2.WritePositionRequest(view=view),
            referee_pb2.WritePositionResponse,
        )
        request = referee_pb2.ReadPositionRequest(
            text=written.text, card_set=trial.cards.digest.hex()
        )
        method = f"{REFEREE}/ReadPosition"
        read = trial.server.call(method, request, referee_pb2.ReadPositionResponse)
        expect(read.view.covert.players[0].agents == view.covert.players[0].agents, "other agents")
        again = trial.server.call(
            f"{REFEREE}/WritePosition",
            referee_pb2.WritePositionRequest(view=read.view),
            referee_pb2.WritePositionResponse,
        )
        expect(again.text == written.text, f"{written.text!r} is read as {again.text!r}")
        method, kind = f"{REFEREE}/ContinuePosition", referee_pb2.ContinuePositionResponse
        going = referee_pb2.ContinuePositionRequest(view=read.view)
        possible = {action.text for action in trial.server.call(method, going, kind).possible}
        said = f"ContinuePosition: {sorted(possible)} is possible; legal is {position.legal}"
        expect(possible == set(position.legal), said)
        going.action.text = position.legal[0]
        expect(bool(trial.server.call(method, going, kind).text), "an action leads to no position")
    for call, wrong in (
        ("ReadPosition", referee_pb2.ReadPositionRequest(text="North: dice 7")),
        ("ReadCardSet", referee_pb2.ReadCardSetRequest(text="equipment = 7")),
    ):
        error = trial.refusal(wrong, f"{REFEREE}/{call}")
        expect(error.code == "INVALID_ARGUMENT", f"{call}: a text with mistakes gets {error}")
        expect(any(map(_within("text"), error.fields)), f"{call}: fields are {error.fields}")


@check("a review tells of each decision, then all of it")
def reviews_games(trial: Trial) -> None:
    game = _dealt(trial, 2)
    seat = game.to_decide[0].seat
    while len(game.record.actions) < REVIEWED:
        game = _advanced(trial, game.record, _position(game).legal[-1])
    request = referee_pb2.ReviewGameRequest(
        record=game.record, seat=seat, bot=trial.searcher, limits=limits(iterations=FEW), seed=1
    )
    first, again = (_review(trial, request) for _ in range(2))
    final = first[-1]
    whole = [number for number, response in enumerate(first, 1) if response.HasField("review")]
    said = f"ReviewGame sent {len(first)} responses; a review: {whole}; expected the last one alone"
    expect(whole == [len(first)], said)
    expect(final.done == final.parts, f"done is {final.done} of {final.parts} in the last response")
    places = [response.decision.after for response in first if response.HasField("decision")]
    own = [place for place in places if place < len(game.record.actions)]
    expect(places == sorted(set(own)), f"decisions stand at {places}; expected them in order")
    judged = final.review.judged
    expect(judged == len(places), f"judged is {judged}; {len(places)} decisions were told")
    expect(bool(places), "ReviewGame judges no decision of the seat that decides first")
    costs = [mistake.difference.gain for mistake in final.review.mistakes]
    expect(costs == sorted(costs, reverse=True), "the costliest mistake is not the first")
    for response in (*first, *again):
        response.ClearField("measured")
    expect(first == again, "ReviewGame answers the same request with other bytes")


def _review(
    trial: Trial, request: referee_pb2.ReviewGameRequest
) -> list[referee_pb2.ReviewGameResponse]:
    method, kind = f"{REFEREE}/ReviewGame", referee_pb2.ReviewGameResponse
    return list(trial.server.stream(method, [request], kind))


@check("Referee deals, plays, refuses and replays")
def plays_by_actions(trial: Trial) -> None:
    for players in (2, 3, 4):
        game = _dealt(trial, players)
        expect(len(game.news) == players, f"{len(game.news)} seats have news of {players}")
        first = _position(game)
        ranked = trial.suggest(trial.question(first, trial.listed.bots[0].name))
        moves = {move.action.text for move in ranked.suggestion.moves}
        expect(moves <= set(first.legal), "Opponent and Referee disagree on what is legal")
        after = _advanced(trial, game.record, first.legal[0])
        expect(
            _advanced(trial, game.record, first.legal[0]) == after, "the same call, another game"
        )
        stands = _advanced(trial, after.record)
        expect(stands.record == after.record, "Advance without actions changes the record")
        expect(stands.to_decide == after.to_decide, "the record replays to another decision")
        refused = referee_pb2.AdvanceRequest(record=game.record)
        refused.actions.add(text="no such action")
        error = trial.refusal(refused, f"{REFEREE}/Advance")
        expect(error.code == "INVALID_ARGUMENT", f"an illegal action gets {error}")
        is_named = any(map(_within("actions[0]"), error.fields))
        expect(is_named, f"an illegal action is not named: the fields are {error.fields}")


@check("no other seat or its bot can tell what a seat hides")
def does_not_peek(trial: Trial) -> None:
    """The first decision of a game is a mission to return, which nobody else sees. The server's own
    Referee knows each world before its bots are asked."""

    asked = 0
    for players in (2, 3, 4):
        game = _dealt(trial, players)
        hidden = _position(game)
        hider = game.to_decide[0].seat
        worlds = [_advanced(trial, game.record, text) for text in hidden.legal[:2]]
        expect(worlds[0].record != worlds[1].record, "two actions make the same record")
        for seat in range(players):
            if seat == hider:
                continue
            first, second = (world.news[seat].SerializeToString() for world in worlds)
            leak = f"seat {seat} of {players} sees which mission seat {hider} returned"
            expect(first == second, leak)
        if worlds[0].to_decide[0].seat == hider:
            continue
        answers = {}
        for text, world in zip(hidden.legal, worlds, strict=False):
            question = trial.question(_position(world), trial.searcher, limits(iterations=FEW))
            answers[text] = _sealed(trial.suggest(question).suggestion)
            asked += 1
        told = "the bot answers by what it cannot know: which mission another seat returned"
        expect(len(set(answers.values())) == 1, told)
    if not asked:
        raise AbsentError("no other seat decides after the first one")

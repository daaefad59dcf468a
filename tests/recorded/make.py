"""The recorded calls that clients are tested with, made anew from a real server.

    PYTHONPATH=tests python -m recorded.make            write clients/recorded (`make recorded`)
    PYTHONPATH=tests python -m recorded.make views      write views.jsonl.gz alone

On a build in place PYTHONPATH has `engine` too.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import grpc
import httpx
from google.protobuf import json_format
from google.protobuf.message import Message
from service.server import Serving, eventually, held

from covert_bots.covert.wire import view_to_message
from covert_bots.covert_action.wire import view_to_message as view_of_covert_action
from covert_engine import covert, covert_action
from covert_engine.covert.cards import compile, house_set
from covert_server.access.guard import ClientLimits
from covert_server.recording.entries import SERVICES
from covert_server.settings import Settings
from covertbots.client import Client, limits
from covertbots.v1 import opponent_pb2 as opponent
from covertbots.v1 import referee_pb2 as referee
from covertbots.v1 import view_pb2
from covertbots.v1.action_pb2 import Action
from covertbots.v1.covert_action_pb2 import CovertActionSetup, CovertActionView
from covertbots.v1.opponent_pb2_grpc import OpponentStub

ROOT = Path(__file__).parents[2]
FOLDER, EXAMPLES = ROOT / "clients" / "recorded", ROOT / "examples" / "views"
SETTINGS = Settings(workers=1, http_address="127.0.0.1:0", replica="recorded")
SEED, BOT = 2026, "greedy"
HOLDING = 0.9  # of the choices in windows of Covert Action
PHASES_FROM = 40  # games in which views of all phases are looked for
TOKENS = """
[lobby]
sha256 = "{lobby}"
calls = 1

[old]
sha256 = "{old}"
expires = 2020-01-01T00:00:00Z
"""
METHODS = {method.name: method for service in SERVICES for method in service.methods}


class Recorded:
    """A server that records, and calls of it that may fail."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self.channel = grpc.insecure_channel(serving.target)

    def client(self, name: str) -> Client:
        """Return a client whose calls have a name."""
        metadata = {"x-request-id": name}
        return Client(self.serving.target, metadata=metadata, attempts=1)

    def begin(self, name: str, request: Message, token: str = "", seconds: float = 60.0) -> Any:
        """Begin the call of a request, by the name of its message."""
        method = METHODS[type(request).__name__.removesuffix("Request")]
        metadata = [("x-request-id", name)]
        if token:
            metadata.append(("authorization", f"Bearer {token}"))
        path = f"/{method.containing_service.full_name}/{method.name}"
        make = self.channel.unary_stream if method.server_streaming else self.channel.unary_unary
        stub: Any = make(path, request_serializer=type(request).SerializeToString)
        if method.server_streaming:
            return stub(request, metadata=metadata, timeout=seconds)
        return stub.future(request, metadata=metadata, timeout=seconds)

    def call(self, name: str, request: Message, token: str = "", seconds: float = 60.0) -> None:
        """Make a call, however it ends."""
        begun = self.begin(name, request, token, seconds)
        method = METHODS[type(request).__name__.removesuffix("Request")]
        with suppress(grpc.RpcError):
            list(begun) if method.server_streaming else begun.result()

    def wait(self, name: str, seconds: float = 60.0) -> None:
        """Hand over a seat, show nothing, and wait for the end."""
        start = opponent.PlaySeatStart(bot="greedy", seed=len(name))
        end = Event()

        def requests() -> Iterator[opponent.PlaySeatRequest]:
            yield opponent.PlaySeatRequest(start=start)
            end.wait(seconds)

        seat = OpponentStub(self.channel).PlaySeat
        try:
            list(seat(requests(), metadata=[("x-request-id", name)], timeout=seconds))
        except grpc.RpcError:
            end.set()


def hosted(client: Client, players: int, setup: Any = None, streams: int = 0) -> list[str]:
    """Host a whole game and return its moves. The last seats, so many, are played over streams; for
    the others the host asks."""
    position = client.advance(client.deal(players, SEED, setup))
    seats = {seat: client.play_seat(BOT, seed=1) for seat in range(players - streams, players)}
    views: dict[int, view_pb2.View] = {}
    while not position.HasField("result"):
        for news in position.news:
            for moment in news.moments:
                views[news.seat] = moment.view
        actions = []
        for asked in position.to_decide:
            view = views[asked.seat]
            if asked.seat in seats:
                actions.append(seats[asked.seat].decide(view).action)
            else:
                answer = client.suggest_move(view, BOT, seed=1)
                actions.append(answer.suggestion.moves[0].action)
        position = client.advance(position.record, *actions)
    for seat in seats.values():
        seat.close()
    return [action.text for action in position.record.actions]


def game_of_covert(recorded: Recorded) -> None:
    with recorded.client("covert") as client:
        client.list_bots()
        client.get_info()
        client.get_card_set()
        hosted(client, 2, streams=1)


def game_of_covert_action(recorded: Recorded) -> None:
    with recorded.client("covert-action") as client:
        client.list_bots(game="covert_action")
        client.get_card_set(game="covert_action")
        hosted(client, 5, CovertActionSetup())


def views(recorded: Recorded) -> None:
    """A view of each phase and decision, and a hint."""
    last = EXAMPLES / "last_mission.json"  # seldom reached by chance
    seldom = "covert-last-mission", json_format.Parse(last.read_text(), view_pb2.View())
    for name, view in [*views_of_covert(), seldom, *views_of_covert_action()]:
        recorded.call(name, referee.ListLegalActionsRequest(view=view))
        recorded.call(name, opponent.SuggestMoveRequest(view=view, bot="greedy", seed=1))


def views_of_covert() -> Iterator[tuple[str, view_pb2.View]]:
    """Yield the first view of each decision in games played at random, and of the end."""
    cards = compile(house_set())
    seen = set[str]()
    for seed in range(PHASES_FROM):
        state, random = covert.State.deal(cards, 2 + seed % 3, seed), Random(seed)
        while True:
            seat = 0 if state.actor is None else state.actor
            view = view_to_message(state.view(seat))
            phase = type(view.covert).Phase.Name(view.covert.phase)
            decision = type(view.covert).Decision.Name(view.covert.decision)
            name = f"covert-{phase}-{decision}".lower().replace("phase_", "")
            name = name.replace("decision_", "").replace("_", "-")
            if name not in seen:
                seen.add(name)
                yield name, view
            if state.over:
                break
            state.play(random.choice(state.legal_actions()))


def views_of_covert_action() -> Iterator[tuple[str, view_pb2.View]]:
    """Yield the first view of each phase in games played at random."""
    seen = set[str]()
    for seed in range(PHASES_FROM):
        random, settings = Random(seed), covert_action.Settings(players=5)
        state = covert_action.State.deal(settings, seed)
        while True:
            seat = 0 if state.over else state.deciders[0]
            view = view_of_covert_action(state.view(seat))
            phase = type(view.covert_action).Phase.Name(view.covert_action.phase)
            name = f"covert-action-{phase}".lower().replace("phase_", "")
            if name not in seen:
                seen.add(name)
                yield name, view
            if state.over:
                break
            actions = state.legal_actions(seat=seat)
            in_window = view.covert_action.phase == CovertActionView.PHASE_WINDOW
            calm = in_window and random.random() < HOLDING
            state.play(actions[0] if calm else random.choice(actions), seat=seat)


def streams(recorded: Recorded) -> None:
    """Searches that improve, one of them stopped, and a review."""
    _, view = next(views_of_covert())
    question = opponent.SuggestMoveRequest(view=view, bot="ismcts", limits=limits(iterations=4000))
    watch = opponent.WatchRequest(request=question)
    watch.interval.FromMilliseconds(50)
    recorded.call("watch", watch)
    with (
        recorded.client("analyze-and-stop") as client,
        client.analyze(view, "ismcts", limits(seconds=60), interval=0.05) as analysis,
    ):
        next(analysis)
        analysis.stop()
        for _ in analysis:
            pass
    with recorded.client("review") as client:
        position = client.advance(client.deal(2, SEED))
        first = position.to_decide[0]
        position = client.advance(position.record, first.legal_actions[0])
    review = referee.ReviewGameRequest(
        record=position.record, seat=first.seat, bot="ismcts", limits=limits(iterations=50)
    )
    recorded.call("review", review)


def mistakes(recorded: Recorded) -> None:
    """Requests that are wrong."""
    _, view = next(views_of_covert())
    recorded.call("bad-field", referee.DealRequest(players=9))
    wrong = opponent.SuggestMoveRequest(view=view, bot="nobody", limits=limits(iterations=0))
    recorded.call("bad-fields", wrong)
    recorded.call("no-view", opponent.SuggestMoveRequest())
    deal = referee.DealRequest(players=2, seed=SEED)
    deal.covert.card_set = "0" * 64
    recorded.call("unknown-card-set", deal)
    record = referee.Record(players=2, seed=SEED)
    record.covert.card_set = house_set().digest
    act = referee.AdvanceRequest(record=record, actions=[Action(text="pass")])
    recorded.call("illegal-action", act)
    recorded.call("too-large", opponent.ListBotsRequest(game="covert" * 1000))
    unknown = {"players": 2, "sead": "7"}
    headers = {"x-request-id": "unknown-field"}
    httpx.post(f"{recorded.serving.url}/covertbots.v1.Referee/Deal", json=unknown, headers=headers)


def unanswered(recorded: Recorded) -> None:
    """Calls whose client leaves, or whose time is over."""
    _, view = next(views_of_covert())
    endless = opponent.SuggestMoveRequest(view=view, bot="ismcts", limits=limits(seconds=60))
    begun = recorded.begin("cancelled", endless)
    eventually(lambda: recorded.serving.running == 1)
    begun.cancel()
    eventually(lambda: recorded.serving.running == 0)
    soon = opponent.SuggestMoveRequest(view=view, bot="ismcts", limits=limits(iterations=4001))
    recorded.call("deadline-too-short", soon, seconds=0.02)
    recorded.wait("deadline-passes", seconds=0.5)


def refusals(recorded: Recorded) -> None:
    """A server that is full, and answers later."""
    _, view = next(views_of_covert())
    for iterations, name in ((301, "queue-full"), (302, "busy-then-answered")):
        asked = opponent.SuggestMoveRequest(
            view=view, bot="ismcts", limits=limits(iterations=iterations)
        )
        with held(recorded.serving, recorded.serving.server.searchers):
            recorded.call(name, asked)
        if name == "busy-then-answered":
            recorded.call(name, asked)
    recorded.wait("stream-idle")
    recorded.serving.loop.call_soon_threadsafe(recorded.serving.server._calls.close)
    recorded.call("shutting-down", referee.DealRequest(players=3, seed=303))


def tokens(recorded: Recorded) -> None:
    """A server that wants tokens, and lets one call a minute."""
    asked = (
        ("token-missing", ""),
        ("token-unknown", "nobody"),
        ("token-expired", "old"),
        ("with-a-token", "lobby"),
        ("quota-exceeded", "lobby"),
    )
    for seed, (name, token) in enumerate(asked, 401):
        recorded.call(name, referee.DealRequest(players=3, seed=seed), token)


def record(file: Path, scene: Callable[[Recorded], None], settings: Settings) -> None:
    """Record a scene with a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        with Serving(replace(settings, record=Path(folder))) as serving:
            recorded = Recorded(serving)
            scene(recorded)
            recorded.channel.close()
        data = (Path(folder) / "calls-1.jsonl").read_bytes()
    file.write_bytes(gzip.compress(data, 9, mtime=0))
    calls, size = len(data.splitlines()), file.stat().st_size
    print(f"{file.name}: {calls} calls, {size / 1000:.0f} kB", flush=True)


def scenes(folder: Path) -> dict[str, tuple[Callable[[Recorded], None], Settings]]:
    """Return the scene of each file, and the settings of its server."""
    file = folder / "tokens.toml"
    checksums = {name: sha256(name.encode()).hexdigest() for name in ("lobby", "old")}
    file.write_text(TOKENS.format(**checksums))
    full = replace(SETTINGS, queue=0, client_limits=ClientLimits(idle=0.5))
    return {
        "tokens": (tokens, replace(SETTINGS, tokens=file)),
        "mistakes": (mistakes, SETTINGS),
        "unanswered": (unanswered, SETTINGS),
        "refusals": (refusals, full),
        "streams": (streams, SETTINGS),
        "views": (views, SETTINGS),
        "covert-action": (game_of_covert_action, SETTINGS),
        "covert": (game_of_covert, SETTINGS),
    }


def main(names: Sequence[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, (scene, settings) in scenes(Path(folder)).items():
            if name in names or not names:
                record(FOLDER / f"{name}.jsonl.gz", scene, settings)


if __name__ == "__main__":
    main(sys.argv[1:])

"""The service `Referee`: the rules for hosts that have no rules engine of their own, the legal
actions of a view for its player, reviews, and positions as people write them."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import sha256
from threading import Lock
from typing import Any, TypeVar

from covert_bots.players.other_messages import OTHER
from covert_engine.input.errors import NotationError
from covert_server.bot_requests import BotRequests
from covert_server.calls.call import Call
from covert_server.calls.calls import Handler, Method, methods_of
from covert_server.calls.status import MOST_PROBLEMS, FieldError
from covert_server.checks import bot_of, budget_of, not_echoes, read_request
from covert_server.games import (
    Follower,
    Games,
    PositionNotation,
    Problems,
    RefereedGame,
    ServedGame,
    Unread,
    is_in,
    request_game,
)
from covert_server.played import play_in_order
from covert_server.review import ReviewRequest, review
from covert_server.workers.fair_queue import Claim
from covert_server.workers.worker_pool import Due, WorkerPool
from covertbots.v1 import referee_pb2 as v1

M = TypeVar("M")

REFEREE = "covertbots.v1.Referee"

MOST_ACTIONS = 64  # in one Advance: its answer holds the views of all seats after each
LONGEST_NAME = 40  # characters of a seat's name
MOST_HAPPENED = 1_000  # entries that DescribeView takes
LONGEST_HAPPENED = 1_000  # characters of an entry
MOST_LINES = 1_000  # that FollowTable takes
LONGEST_LINE = 200  # characters of a line
# Positions remembered by the digest of their record, so that a game played action by action is not
# replayed from the deal each time. A forgotten position is replayed.
REMEMBERED = 512


class Referee:
    """The handlers of the service; the rules are applied in worker threads."""

    def __init__(
        self,
        games: Sequence[RefereedGame],
        workers: WorkerPool,
        served: Sequence[ServedGame],
        bots: BotRequests,
    ) -> None:
        """`served` are the same games, as bots need them."""
        self._games = Games(games)
        self._workers = workers
        self._served = Games(served)
        self._bots = bots
        self._positions = Positions()

    def methods(self) -> list[Method]:
        """Return the methods of the service."""
        handlers: dict[str, Handler] = {
            "GetCardSet": self.get_card_set,
            "Deal": self.deal,
            "Advance": self.advance,
            "ListLegalActions": self.list_legal_actions,
            "DescribeView": self.describe_view,
            "ReviewGame": self.review_game,
            "ReadCardSet": self.read_card_set,
            "ReadPosition": self.read_position,
            "WritePosition": self.write_position,
            "ContinuePosition": self.continue_position,
            "FollowTable": self.follow_table,
        }
        return methods_of(v1.DESCRIPTOR.services_by_name["Referee"], handlers)

    async def get_card_set(self, call: Call) -> v1.GetCardSetResponse:
        """Return all that is printed in a card set."""
        request, known, unread = read_request(call, v1.GetCardSetRequest)
        problems: Problems = []
        game = self._games.named(request.game, "game", problems)
        response = None if game is None else game.card_set(request.card_set, problems)
        return _sound(response, known, problems, unread)

    async def read_card_set(self, call: Call) -> v1.ReadCardSetResponse:
        """Return the card set in the text of a file."""
        return await self._run(call, self._read_card_set)

    def _read_card_set(self, call: Call) -> v1.ReadCardSetResponse:
        request, known, unread = read_request(call, v1.ReadCardSetRequest)
        problems: Problems = []
        response = None
        notation = self._notation(request.game, problems)
        if notation is not None and not unread:
            response = notation.card_set(request.text, problems)
        return _sound(response, known, problems, unread)

    def _notation(self, name: str, problems: Problems) -> PositionNotation | None:
        """Return how the positions of a game are written."""
        game = self._served.named(name, "game", problems)
        if game is not None and game.positions is None:
            written = " or ".join(f"`{other.name}`" for other in self._served if other.positions)
            wrong = f"is {name!r}, whose positions are not written down; expected {written}"
            problems.append(("game", wrong))
        return None if game is None else game.positions

    async def _run(self, call: Call, work: Callable[[Call], M]) -> M:
        claim = Claim(call.client, call.batch, self._workers.mean, call.size)
        asked = time.monotonic()

        def apply(_: int) -> M:
            call.note_stage("queue", asked)
            started = time.monotonic()
            answer = work(call)
            call.note_stage("rules", started)
            return answer

        return await self._workers.run(apply, claim=claim, due=Due(call.deadline))

    async def deal(self, call: Call) -> v1.DealResponse:
        """Return the record of a new game, with every option written out."""
        return await self._run(call, self._deal)

    def _deal(self, call: Call) -> v1.DealResponse:
        request, known, unread = read_request(call, v1.DealRequest)
        problems: Problems = []
        game = record = None
        if request.WhichOneof("setup") is not None:
            game = self._games.of_field(request, "setup", "", problems)
        elif unread.isdisjoint((*self._games.names, OTHER)):
            game = self._games.first
        if game is not None:
            record = game.deal(request, problems, unread)
        return v1.DealResponse(record=_sound(record, known, problems, unread))

    async def advance(self, call: Call) -> v1.AdvanceResponse:
        """Return the game after some more actions."""
        return await self._run(call, self._advance)

    def _advance(self, call: Call) -> v1.AdvanceResponse:
        request, known, unread = read_request(call, v1.AdvanceRequest)
        problems: Problems = []
        game = position = None
        if not request.HasField("record"):
            problems.append(("record", "is missing; expected the record of a game"))
        else:
            game = self._games.of_field(request.record, "setup", "record", problems)
        if game is not None:
            position = self._position(game, request.record, problems, unread)
        has_names = _check_names(request.names, request.record.players, "record.players", problems)
        few = len(request.actions) <= MOST_ACTIONS
        if not few:
            wrong = f"holds {len(request.actions)} actions; expected {MOST_ACTIONS} at most"
            problems.append(("actions", wrong))
        response = state = None
        if game is not None and few:
            if position is not None:
                state, record = position
                response = v1.AdvanceResponse(record=record)
                names = request.names if has_names else game.seat_names(state)
                game.play(state, request.actions, names, response, problems)
            elif (read := game.reader_of(request.record)) is not None:
                play_in_order(request.actions, "actions", read, None, list, problems)
        response = _sound(response, known, problems, unread)
        self._positions.remember(response.record, state)
        return response

    def _position(
        self, game: RefereedGame, record: v1.Record, problems: Problems, unread: Unread
    ) -> tuple[Any, v1.Record] | None:
        """Return the position that a record leads to, remembered or replayed, and the record to
        keep; None if there is a problem."""
        if any(is_in(path, "record") for path in unread):
            state = None
        else:
            state = self._positions.find(record)
        return game.replay(record, problems, unread) if state is None else (state, record)

    async def list_legal_actions(self, call: Call) -> v1.ListLegalActionsResponse:
        """Return the legal actions of a view's seat."""

        def read() -> v1.ListLegalActionsResponse:
            request, known, unread = read_request(call, v1.ListLegalActionsRequest)
            problems: Problems = []
            game = request_game(self._served, request, "view", problems)
            view = None if game is None else game.view_of(request.view, "view", problems, unread)
            sound = _sound(view, known, problems, unread)
            assert game is not None
            return v1.ListLegalActionsResponse(to_decide=game.to_decide(sound))

        return await self._bots.read(read, call, len(call.request))

    async def describe_view(self, call: Call) -> v1.DescribeViewResponse:
        """Return a view as plain text."""

        def read() -> v1.DescribeViewResponse:
            request, known, unread = read_request(call, v1.DescribeViewRequest)
            problems: Problems = []
            _check_words(request.happened, "happened", MOST_HAPPENED, LONGEST_HAPPENED, problems)
            game = request_game(self._served, request, "view", problems)
            told = view = None
            if game is not None:
                told = game.view_text
                if told is None:
                    problems.append(("view", f"is of `{game.name}`, whose views have no text"))
                else:
                    view = game.view_of(request.view, "view", problems, unread)
            sound = _sound(view, known, problems, unread)
            assert told is not None
            return v1.DescribeViewResponse(text=told(sound, request.happened))

        return await self._bots.read(read, call, len(call.request))

    async def read_position(self, call: Call) -> v1.ReadPositionResponse:
        """Return the position in a text."""
        return await self._run(call, self._read_position)

    def _read_position(self, call: Call) -> v1.ReadPositionResponse:
        request, known, unread = read_request(call, v1.ReadPositionRequest)
        problems: Problems = []
        notation = self._notation(request.game, problems)
        response = None
        if notation is not None and not unread:
            response = notation.read(request, problems)
        return _sound(response, known, problems, unread)

    async def write_position(self, call: Call) -> v1.WritePositionResponse:
        """Return a view as a text."""
        return await self._run(call, self._write_position)

    def _write_position(self, call: Call) -> v1.WritePositionResponse:
        request, known, unread = read_request(call, v1.WritePositionRequest)
        problems: Problems = []
        written = self._written(request, problems, unread)
        text = None if written is None else written[1].write(written[2])
        return v1.WritePositionResponse(text=_sound(text, known, problems, unread))

    async def continue_position(self, call: Call) -> v1.ContinuePositionResponse:
        """Return what may be done in a position, or the position after an action."""
        return await self._run(call, self._continue_position)

    def _continue_position(self, call: Call) -> v1.ContinuePositionResponse:
        request, known, unread = read_request(call, v1.ContinuePositionRequest)
        problems: Problems = []
        action = response = None
        written = self._written(request, problems, unread)
        if written is not None:
            game, notation, view = written
            if request.HasField("action"):
                read = game.reader_of(request.view)
                assert read is not None
                try:
                    action = read(request.action.text)
                except NotationError as error:
                    problems.append(("action.text", str(error)))
            if not problems and not known:
                response = notation.go_on(view, action, problems)
        return _sound(response, known, problems, unread)

    def _written(
        self,
        request: v1.WritePositionRequest | v1.ContinuePositionRequest,
        problems: Problems,
        unread: Unread,
    ) -> tuple[ServedGame, PositionNotation, Any] | None:
        """Return the game of a view, how its positions are written, and the view."""
        game = request_game(self._served, request, "view", problems)
        if game is None:
            return None
        if game.positions is None:
            wrong = f"is of `{game.name}`, whose positions are not written down"
            problems.append(("view", wrong))
            return None
        view = game.view_of(request.view, "view", problems, unread)
        return None if view is None else (game, game.positions, view)

    async def follow_table(self, call: Call) -> v1.FollowTableResponse:
        """Return a table of people, as one of its players tells of it."""
        return await self._run(call, self._follow_table)

    def _follow_table(self, call: Call) -> v1.FollowTableResponse:
        request, known, unread = read_request(call, v1.FollowTableRequest)
        problems: Problems = []
        response = None
        follow = self._follower(request.game, problems)
        _check_names(request.names, request.players, "players", problems)
        _check_words(request.lines, "lines", MOST_LINES, LONGEST_LINE, problems)
        if follow is not None and not problems and not known:
            response = follow(request, problems)
        return _sound(response, known, problems, unread)

    def _follower(self, name: str, problems: Problems) -> Follower | None:
        """Return the function that follows tables of a game; without a name, that of the first game
        that has such a function."""
        followed = {game.name: game.follow for game in self._served if game.follow is not None}
        if name in followed:
            return followed[name]
        if not name and followed:
            return next(iter(followed.values()))
        expected = " or ".join(f"`{game}`" for game in followed) or "a server with such a game"
        problems.append(
            ("game", f"is {name!r}, whose tables are not followed; expected {expected}")
        )
        return None

    async def review_game(self, call: Call) -> None:
        """Review a game."""
        asked = await self._run(call, self._to_review)
        await review(call, self._bots, asked)

    def _to_review(self, call: Call) -> ReviewRequest:
        request, known, unread = read_request(call, v1.ReviewGameRequest)
        problems: Problems = []
        record, game, kept = request.record, None, None
        if not request.HasField("record"):
            problems.append(("record", "is missing; expected the record of a game"))
        else:
            game = self._games.of_field(record, "setup", "record", problems)
        served = self._served.first if game is None else self._served.named(game.name, "", [])
        assert served is not None
        bot = bot_of(request.bot, served, "bot", problems)
        budget = budget_of(request.limits, "limits", problems)
        if request.limits.HasField("clock"):
            wrong = "is set; expected iterations or time, for a game that is over has no clock"
            problems.append(("limits.clock", wrong))
        if game is not None and not served.reviews:
            reviewed = " or ".join(
                f"`{candidate.name}`" for candidate in self._served if candidate.reviews
            )
            wrong = f"is a game of `{game.name}`, of which there are no reviews"
            problems.append(("record", f"{wrong}; expected {reviewed}"))
        elif game is not None:
            kept = self._position(game, record, problems, unread)
        if kept is not None and request.seat >= record.players:
            wrong = f"is {request.seat}; expected a seat of the game, 0 to {record.players - 1}"
            problems.append(("seat", wrong))
        _, sound = _sound(kept, known, problems, unread)
        assert game is not None
        assert bot is not None
        reviewed_game = game.reviewed(sound, request.seat, request.after)
        assert reviewed_game is not None
        whole = not request.after
        return ReviewRequest(served, reviewed_game, bot, budget, request.seed, whole)


def _sound(value: M | None, known: Problems, problems: Problems, unread: Unread) -> M:
    """Return a value made of a request; FieldError if the request has problems, `known` ones of its
    encoding or `problems` of its content."""
    problems = [*known, *not_echoes(problems, unread)]
    if problems or value is None:
        raise FieldError(problems)
    return value


def _check_words(
    entries: Sequence[str], field: str, most: int, longest: int, problems: Problems
) -> None:
    """Check a list of texts."""
    if len(entries) > most:
        wrong = f"holds {len(entries)} entries; expected {most} at most"
        problems.append((field, wrong))
    expected = f"1 to {longest} printable characters"
    for number, words in enumerate(entries[:most]):
        if not 0 < len(words) <= longest or not words.isprintable() or not words.strip():
            shown = repr(words[:LONGEST_NAME])
            wrong = f"begins with {shown} and has {len(words)} characters; expected {expected}"
            problems.append((f"{field}[{number}]", wrong))


def _check_names(names: Sequence[str], players: int, counted: str, problems: Problems) -> bool:
    """Return True if there are usable names for the seats. `counted` is the field of the number of
    players."""
    before = len(problems)
    of_players = any(field in (counted, counted.split(".")[0]) for field, _ in problems)
    if names and len(names) != players and not of_players:
        count = "1 name" if len(names) == 1 else f"{len(names)} names"
        wrong = f"holds {count}; expected {players}, one for each seat, or none"
        problems.append(("names", wrong))
    for seat, name in enumerate(names[:MOST_PROBLEMS]):
        if not is_usable_name(name):
            expected = f"1 to {LONGEST_NAME} printable characters, with no spaces at its ends"
            problems.append((f"names[{seat}]", f"is {name!r}; expected {expected}"))
    return bool(names) and len(problems) == before


def is_usable_name(name: str) -> bool:
    """Return True if a seat may have this name in the words of events."""
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()


class Positions:
    """The latest positions by the digest of their record."""

    def __init__(self) -> None:
        self._states: OrderedDict[bytes, Any] = OrderedDict()
        self._lock = Lock()

    def find(self, record: v1.Record) -> Any | None:
        """Return a copy of the position that `record` leads to, if it is remembered."""
        with self._lock:
            state = self._states.get(_digest(record))
        return None if state is None else state.copy()

    def remember(self, record: v1.Record, state: Any) -> None:
        """Keep a position, and forget the oldest one if there are too many."""
        with self._lock:
            self._states[_digest(record)] = state
            self._states.move_to_end(_digest(record))
            if len(self._states) > REMEMBERED:
                self._states.popitem(last=False)


def _digest(record: v1.Record) -> bytes:
    return sha256(record.SerializeToString(deterministic=True)).digest()

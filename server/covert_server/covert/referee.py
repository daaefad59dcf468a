"""The service `Referee`: the rules for hosts that have no rules engine of their own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from threading import Lock
from typing import TypeVar

from covert_bots.covert.action_message import action_messages
from covert_bots.covert.card_set_message import card_set_to_message
from covert_bots.covert.wire import message_from_fields
from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.covert.words.events import Event, events_between, open_deeds
from covert_engine.covert import (
    CompiledSet,
    IllegalActionError,
    NotationError,
    State,
    parse_action,
)
from covert_engine.covert.exchange.fields import ViewFields
from covert_server.calls import Call, Handler, Method, methods_of
from covert_server.covert.card_sets import CardSets
from covert_server.fair_queue import Claim
from covert_server.status import FieldError
from covert_server.worker_pool import Due, WorkerPool
from covertbots.v1 import action_pb2, view_pb2
from covertbots.v1 import referee_pb2 as v1
from covertbots.v1.covert_card_set_pb2 import CovertOptions
from covertbots.v1.covert_pb2 import CovertEvent
from covertbots.v1.covert_view_pb2 import CovertView

__all__ = ["REFEREE", "Referee"]

M = TypeVar("M")

REFEREE = "covertbots.v1.Referee"

MOST_ACTIONS = 64  # in one Advance: its answer holds the views of all seats after each
LONGEST_NAME = 40  # characters in what a seat is called
# Positions remembered by the digest of their record, so that a game played action by action is not
# replayed from the deal each time. Nothing depends on one being there.
REMEMBERED = 512


class Referee:
    """The handlers of the service; the rules are applied in worker threads."""

    def __init__(self, sets: CardSets, workers: WorkerPool) -> None:
        self._sets = sets
        self._workers = workers
        self._positions = Positions()

    def methods(self) -> list[Method]:
        """The methods of the service."""
        handlers: dict[str, Handler] = {
            "GetCardSet": self.get_card_set,
            "Deal": self.deal,
            "Advance": self.advance,
        }
        return methods_of(v1.DESCRIPTOR.services_by_name["Referee"], handlers)

    async def get_card_set(self, call: Call) -> v1.GetCardSetResponse:
        """Everything printed."""
        request = call.parse(v1.GetCardSetRequest)
        card_set = self._sets.get(request.card_set)
        return v1.GetCardSetResponse(covert=card_set_to_message(card_set))

    async def _run(self, call: Call, work: Callable[[Call], M]) -> M:
        claim = Claim(call.client, call.batch, self._workers.mean)
        return await self._workers.run(lambda _: work(call), claim=claim, due=Due(call.deadline))

    async def deal(self, call: Call) -> v1.DealResponse:
        """The record of a new game, all of its options written out."""
        return await self._run(call, self._deal)

    def _deal(self, call: Call) -> v1.DealResponse:
        request = call.parse(v1.DealRequest)
        asked = request.covert
        card_set = self._sets.get(asked.card_set)
        _check_players(request.players, "players")
        record = v1.Record(players=request.players, seed=request.seed, covert=asked)
        record.covert.card_set = card_set.digest
        if not asked.HasField("options"):
            options = message_from_fields(CovertOptions, vars(card_set.options))
            record.covert.options.CopyFrom(options)
        cards = self._sets.compiled(card_set.digest, record.covert.options, "covert.options")
        _deal(cards, record, "")
        return v1.DealResponse(record=record)

    async def advance(self, call: Call) -> v1.AdvanceResponse:
        """The game after some more actions."""
        return await self._run(call, self._advance)

    def _advance(self, call: Call) -> v1.AdvanceResponse:
        request = call.parse(v1.AdvanceRequest)
        if not request.HasField("record"):
            raise FieldError([("record", "is missing")])
        if len(request.actions) > MOST_ACTIONS:
            wrong = f"holds {len(request.actions)} actions; expected {MOST_ACTIONS} at most"
            raise FieldError([("actions", wrong)])
        record = request.record
        state = self._positions.find(record)
        if state is None:
            state = self._replay(record)
            record = _texts_alone(record)
        names = _names(request.names, state.players)
        response = v1.AdvanceResponse(record=record)
        known = _play(state, request.actions, names, response)
        _add_position(state, known, response)
        self._positions.remember(response.record, state)
        return response

    def _replay(self, record: v1.Record) -> State:
        if record.WhichOneof("setup") != "covert":
            raise FieldError([("record", "is of no game; expected `covert` in it")])
        setup = record.covert
        if not setup.card_set:
            wrong = "is empty; expected the SHA-256 of a card set"
            raise FieldError([("record.covert.card_set", wrong)])
        options = setup.options if setup.HasField("options") else None
        cards = self._sets.compiled(setup.card_set, options, "record.covert.options")
        _check_players(record.players, "record.players")
        state = _deal(cards, record, "record.")
        for index, action in enumerate(record.actions):
            path = f"record.actions[{index}]"
            _check_seat(state, action, path)
            with _mistakes_at(f"{path}.text"):
                state.play(parse_action(action.text, cards))
        return state


def _texts_alone(record: v1.Record) -> v1.Record:
    """The record with no more of its actions than it needs."""
    if all(len(action.ListFields()) == 1 for action in record.actions):
        return record
    short = v1.Record(players=record.players, seed=record.seed, covert=record.covert)
    short.actions.extend(action_pb2.Action(text=action.text) for action in record.actions)
    return short


def _check_players(players: int, path: str) -> None:
    if not 2 <= players <= 4:
        raise FieldError([(path, f"is {players}; expected 2, 3 or 4")])


def _check_seat(state: State, action: action_pb2.Action, path: str) -> None:
    """That the seat an action names, if it does, is the one to decide."""
    if action.HasField("seat") and action.seat != state.actor and not state.over:
        wrong = f"is {action.seat}; seat {state.actor} is to decide"
        raise FieldError([(f"{path}.seat", wrong)])


def _names(names: Sequence[str], players: int) -> Sequence[str]:
    """What the words of events call the seats."""
    if not names:
        return SEAT_NAMES
    if len(names) != players:
        wrong = f"holds {len(names)} names; expected {players}, one for each seat, or none"
        raise FieldError([("names", wrong)])
    problems = []
    for seat, name in enumerate(names):
        if not name or len(name) > LONGEST_NAME or not name.isprintable() or name != name.strip():
            wrong = f"is {name!r}; expected 1 to {LONGEST_NAME} printable characters"
            problems.append((f"names[{seat}]", wrong))
    if problems:
        raise FieldError(problems)
    return names


def _deal(cards: CompiledSet, record: v1.Record, parent: str) -> State:
    """The game at its first decision."""
    setup = record.covert
    count = len(setup.characters)
    if count not in (0, record.players):
        wrong = f"holds {count} characters; expected {record.players}, one for each seat, or none"
        raise FieldError([(f"{parent}covert.characters", wrong)])
    for index, number in enumerate(setup.characters):
        path = f"{parent}covert.characters[{index}]"
        if not 1 <= number <= len(cards.source.characters):
            wrong = f"is {number}; expected 1 to {len(cards.source.characters)}"
            raise FieldError([(path, wrong)])
        if number in setup.characters[:index]:
            raise FieldError([(path, f"is {number} again; expected all different")])
    first_player = setup.first_player if setup.HasField("first_player") else None
    if first_player is not None and first_player >= record.players:
        wrong = f"is {first_player}; expected a seat, 0 to {record.players - 1}"
        raise FieldError([(f"{parent}covert.first_player", wrong)])
    characters = [number - 1 for number in setup.characters] or None
    return State.deal(cards, record.players, record.seed, characters, first_player)


@contextmanager
def _mistakes_at(path: str) -> Iterator[None]:
    """Names the field from which an action came that cannot be read or played."""
    try:
        yield
    except (NotationError, IllegalActionError) as error:
        raise FieldError([(path, str(error))]) from None


def _play(
    state: State,
    played: Sequence[action_pb2.Action],
    names: Sequence[str],
    response: v1.AdvanceResponse,
) -> list[ViewFields]:
    """Plays the actions and tells what was done and what each seat saw; returns what each one
    knows then."""
    seats = range(state.players)
    known = [state.view(seat).fields() for seat in seats]
    news = [response.news.add(seat=seat) for seat in seats]
    actions = action_messages(state.cards)
    if not played:
        for seat in seats:
            news[seat].moments.add(view=_view(known[seat]))
    for index, message in enumerate(played):
        _check_seat(state, message, f"actions[{index}]")
        with _mistakes_at(f"actions[{index}].text"):
            action = parse_action(message.text, state.cards)
            seen, done = state.play_witnessed(action)
        response.record.actions.add(text=actions.action(action).text)
        for place, (seat, deed) in enumerate(done):
            before = None if place else known[seat]  # of what follows by force no view is at hand
            response.deeds.append(actions.action_of(deed, seat, before))
        for seat, witnessed in enumerate(seen):
            for view, deeds in witnessed:
                fields = view.fields()
                happened = events_between(
                    known[seat],
                    fields,
                    state.cards.source,
                    open_deeds(deeds),
                    state.first_rolls(),
                    names,
                )
                news[seat].moments.add(view=_view(fields), events=map(_event, happened))
                known[seat] = fields
    return known


def _view(fields: ViewFields) -> view_pb2.View:
    return view_pb2.View(covert=message_from_fields(CovertView, fields))


def _event(event: Event) -> v1.Event:
    details = message_from_fields(CovertEvent, event.details())
    return v1.Event(words=event.words, seat=event.seat, covert=details)


def _add_position(state: State, known: Sequence[ViewFields], response: v1.AdvanceResponse) -> None:
    """How the game stands; `known` is what each seat knows."""
    if state.over:
        response.result.scores.extend(state.scores())
        response.result.winners.extend(state.winners())
        return
    seat = state.actor
    assert seat is not None
    actions = action_messages(state.cards)
    response.to_decide.add(
        seat=seat,
        legal_actions=[
            actions.action_of(action, seat, known[seat]) for action in state.legal_actions()
        ],
        covert=f"DECISION_{state.decision.upper()}",
    )


class Positions:
    """The latest positions by the digest of their record."""

    def __init__(self) -> None:
        self._states: OrderedDict[bytes, State] = OrderedDict()
        self._lock = Lock()

    def find(self, record: v1.Record) -> State | None:
        """A copy of the position that `record` leads to, if it is remembered."""
        with self._lock:
            state = self._states.get(_digest(record))
        return None if state is None else state.copy()

    def remember(self, record: v1.Record, state: State) -> None:
        """Keeps the position, and forgets the oldest one if there are too many."""
        with self._lock:
            self._states[_digest(record)] = state
            self._states.move_to_end(_digest(record))
            if len(self._states) > REMEMBERED:
                self._states.popitem(last=False)


def _digest(record: v1.Record) -> bytes:
    return sha256(record.SerializeToString(deterministic=True)).digest()

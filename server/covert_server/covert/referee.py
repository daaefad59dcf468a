"""The service `Referee`: the rules for hosts that have no rules engine of their own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from threading import Lock
from typing import TypeVar

from covert_bots.covert.card_set_message import card_set_to_message
from covert_bots.covert.wire import message_from_fields
from covert_bots.covert.words.events import events_between, open_deeds
from covert_engine.covert import (
    CompiledSet,
    IllegalActionError,
    NotationError,
    State,
    format_action,
    parse_action,
)
from covert_server.calls import Call, Handler, Method, methods_of
from covert_server.covert.card_sets import CardSets
from covert_server.fair_queue import Claim
from covert_server.status import FieldError
from covert_server.worker_pool import Due, WorkerPool
from covertbots.v1 import referee_pb2 as v1
from covertbots.v1 import suggestion_pb2, view_pb2

__all__ = ["REFEREE", "Referee"]

M = TypeVar("M")

REFEREE = "covertbots.v1.Referee"

MOST_ACTIONS = 64  # in one Advance: its answer holds the views of all seats after each
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
        return v1.GetCardSetResponse(card_set=card_set_to_message(card_set))

    async def _run(self, call: Call, work: Callable[[Call], M]) -> M:
        claim = Claim(call.client, call.batch, self._workers.mean)
        return await self._workers.run(lambda _: work(call), claim=claim, due=Due(call.deadline))

    async def deal(self, call: Call) -> v1.DealResponse:
        """The record of a new game, all of its options written out."""
        return await self._run(call, self._deal)

    def _deal(self, call: Call) -> v1.DealResponse:
        request = call.parse(v1.DealRequest)
        card_set = self._sets.get(request.card_set)
        _check_players(request.players, "players")
        record = v1.Record(card_set=card_set.digest, players=request.players, seed=request.seed)
        if request.HasField("options"):
            record.options.CopyFrom(request.options)
        else:
            record.options.CopyFrom(message_from_fields(view_pb2.Options, vars(card_set.options)))
        record.characters.extend(request.characters)
        if request.HasField("first_player"):
            record.first_player = request.first_player
        _deal(self._sets.compiled(card_set.digest, record.options), record, "")
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
        state = self._positions.find(request.record)
        if state is None:
            state = self._replay(request.record)
        response = v1.AdvanceResponse(record=request.record)
        _play(state, request.actions, response)
        response.MergeFrom(_position(state))
        self._positions.remember(response.record, state)
        return response

    def _replay(self, record: v1.Record) -> State:
        if not record.card_set:
            raise FieldError([("record.card_set", "is empty; expected the SHA-256 of a card set")])
        options = record.options if record.HasField("options") else None
        cards = self._sets.compiled(record.card_set, options)
        _check_players(record.players, "record.players")
        state = _deal(cards, record, "record.")
        for index, action in enumerate(record.actions):
            with _mistakes_at(f"record.actions[{index}].text"):
                state.play(parse_action(action.text, cards))
        return state


def _check_players(players: int, path: str) -> None:
    if not 2 <= players <= 4:
        raise FieldError([(path, f"is {players}; expected 2, 3 or 4")])


def _deal(cards: CompiledSet, record: v1.Record, parent: str) -> State:
    """The game at its first decision."""
    count = len(record.characters)
    if count not in (0, record.players):
        wrong = f"holds {count} characters; expected {record.players}, one for each seat, or none"
        raise FieldError([(f"{parent}characters", wrong)])
    for index, number in enumerate(record.characters):
        path = f"{parent}characters[{index}]"
        if not 1 <= number <= len(cards.source.characters):
            wrong = f"is {number}; expected 1 to {len(cards.source.characters)}"
            raise FieldError([(path, wrong)])
        if number in record.characters[:index]:
            raise FieldError([(path, f"is {number} again; expected all different")])
    first_player = record.first_player if record.HasField("first_player") else None
    if first_player is not None and first_player >= record.players:
        wrong = f"is {first_player}; expected a seat, 0 to {record.players - 1}"
        raise FieldError([(f"{parent}first_player", wrong)])
    characters = [number - 1 for number in record.characters] or None
    return State.deal(cards, record.players, record.seed, characters, first_player)


@contextmanager
def _mistakes_at(path: str) -> Iterator[None]:
    """Names the field from which an action came that cannot be read or played."""
    try:
        yield
    except (NotationError, IllegalActionError) as error:
        raise FieldError([(path, str(error))]) from None


def _play(
    state: State, actions: Sequence[suggestion_pb2.Action], response: v1.AdvanceResponse
) -> None:
    """Plays the actions and tells what was done and what each seat saw."""
    seats = range(state.players)
    known = [state.view(seat).fields() for seat in seats]
    news = [response.news.add(seat=seat) for seat in seats]
    if not actions:
        for seat in seats:
            news[seat].moments.add(view=message_from_fields(view_pb2.View, known[seat]))
    for index, message in enumerate(actions):
        with _mistakes_at(f"actions[{index}].text"):
            action = parse_action(message.text, state.cards)
            seen, done = state.play_witnessed(action)
        response.record.actions.append(_action(action, state))
        for seat, deed in done:
            response.deeds.add(seat=seat, action=_action(deed, state))
        for seat, witnessed in enumerate(seen):
            for view, deeds in witnessed:
                fields = view.fields()
                happened = events_between(
                    known[seat],
                    fields,
                    state.cards.source,
                    open_deeds(deeds),
                    state.first_rolls(),
                )
                news[seat].moments.add(
                    view=message_from_fields(view_pb2.View, fields),
                    events=[message_from_fields(v1.Event, event.fields()) for event in happened],
                )
                known[seat] = fields


def _position(state: State) -> v1.AdvanceResponse:
    """How the game stands; the fields that depend on the state alone."""
    result = None
    if state.over:
        result = v1.Result(scores=state.scores(), winners=state.winners())
    return v1.AdvanceResponse(
        to_decide=state.actor,
        decision=f"DECISION_{state.decision.upper()}",
        legal_actions=[_action(action, state) for action in state.legal_actions()],
        result=result,
    )


def _action(action: int, state: State) -> suggestion_pb2.Action:
    return suggestion_pb2.Action(text=format_action(action, state.cards))


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

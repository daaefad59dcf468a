"""Covert as hosts play it by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar

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
from covert_server.covert.card_sets import CardSets
from covert_server.status import FieldError
from covertbots.v1 import action_pb2, view_pb2
from covertbots.v1 import referee_pb2 as v1
from covertbots.v1.covert_card_set_pb2 import CovertOptions
from covertbots.v1.covert_pb2 import CovertEvent
from covertbots.v1.covert_view_pb2 import CovertView

__all__ = ["RefereedCovert"]


class RefereedCovert:
    """Covert with these card sets."""

    name: ClassVar[str] = "covert"

    def __init__(self, sets: CardSets) -> None:
        self._sets = sets

    def card_set(self, digest: str) -> v1.GetCardSetResponse:
        """Everything printed."""
        return v1.GetCardSetResponse(covert=card_set_to_message(self._sets.get(digest)))

    def deal(self, request: v1.DealRequest) -> v1.Record:
        """The record of a new game, all of its options written out."""
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
        return record

    def replay(self, record: v1.Record) -> tuple[State, v1.Record]:
        """The position that a record leads to, and the record without what it does not need."""
        return self._replay(record), _texts_alone(record)

    def seat_names(self, state: State) -> list[str]:
        """The points of the compass."""
        return list(SEAT_NAMES[: state.players])

    def play(
        self,
        state: State,
        actions: Sequence[action_pb2.Action],
        names: Sequence[str],
        response: v1.AdvanceResponse,
    ) -> None:
        """Plays the actions; tells what was done, what each seat saw, and how the game stands."""
        known = _play(state, actions, names, response)
        _add_position(state, known, response)

    def _replay(self, record: v1.Record) -> State:
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

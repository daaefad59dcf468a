"""Covert Action as hosts play it by the rules, with windows in which several seats decide at once.

While a window is open its choices stand in the record by ascending seat, each with its seat; once
it has closed they stand there as any actions do. So a record does not tell in which order they
came, and nobody sees anything of a choice before the window closes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar

from covert_bots.covert_action.action_message import action_message_of
from covert_bots.covert_action.card_set_message import card_set_message
from covert_bots.covert_action.event_message import event_messages
from covert_bots.covert_action.wire import settings_of_setup, setup_of_settings, view_to_message
from covert_bots.covert_action.words.names import listed, seat_names
from covert_engine.covert_action import (
    IllegalActionError,
    NotationError,
    Settings,
    SettingsError,
    State,
    format_action,
    parse_action,
)
from covert_engine.covert_action.exchange.fields import EventFields
from covert_server.status import FieldError
from covertbots.v1 import action_pb2
from covertbots.v1 import referee_pb2 as v1
from covertbots.v1.covert_action_pb2 import CovertActionSetup, CovertActionView

__all__ = ["RefereedCovertAction"]

DECISIONS = {
    "talk": CovertActionView.DECISION_SAY,
    "window": CovertActionView.DECISION_TRIGGER,
    "deadline": CovertActionView.DECISION_ORDER,
}


class RefereedCovertAction:
    """Covert Action; it has one set of cards."""

    name: ClassVar[str] = "covert_action"

    def card_set(self, digest: str) -> v1.GetCardSetResponse:
        """Its cards and settings; they have no digest."""
        if digest:
            wrong = f"is {digest!r}; expected nothing: this game has one set of cards"
            raise FieldError([("card_set", wrong)])
        return v1.GetCardSetResponse(covert_action=card_set_message())

    def deal(self, request: v1.DealRequest) -> v1.Record:
        """The record of a new game, all of its settings written out."""
        settings = _settings(request.covert_action, request.players, "")
        setup = setup_of_settings(settings)
        return v1.Record(players=request.players, seed=request.seed, covert_action=setup)

    def replay(self, record: v1.Record) -> tuple[State, v1.Record]:
        """The position that a record leads to, and the record as it is kept."""
        settings = _settings(record.covert_action, record.players, "record.")
        state = State.deal(settings, record.seed)
        kept = v1.Record(
            players=record.players, seed=record.seed, covert_action=setup_of_settings(settings)
        )
        for index, action in enumerate(record.actions):
            _play(state, action, f"record.actions[{index}]", kept)
        return state, kept

    def seat_names(self, state: State) -> list[str]:
        """Seat 1, Seat 2 and so on."""
        return seat_names(state.players)

    def play(
        self,
        state: State,
        actions: Sequence[action_pb2.Action],
        names: Sequence[str],
        response: v1.AdvanceResponse,
    ) -> None:
        """Plays the actions; tells what was done, what each seat saw, and how the game stands."""
        seats = range(state.players)
        views = [state.view(seat) for seat in seats]
        news = [response.news.add(seat=seat) for seat in seats]
        if not actions:
            for seat in seats:
                news[seat].moments.add(view=view_to_message(views[seat]))
        for index, message in enumerate(actions):
            ordered = state.phase == "deadline"
            seat, action, events = _play(state, message, f"actions[{index}]", response.record)
            response.deeds.append(action_message_of(action, seat))
            response.deeds.extend(_forced(events, ordered))
            if not events:  # a choice in a window that stays open
                continue
            winners = state.winners() if state.over else []
            for seat in seats:
                before, views[seat] = views[seat].fields(), state.view(seat)
                after = views[seat].fields()
                happened = event_messages(events, before, after, names, winners)
                news[seat].moments.add(view=view_to_message(views[seat]), events=happened)
        _add_position(state, response)


def _settings(setup: CovertActionSetup, players: int, parent: str) -> Settings:
    try:
        return settings_of_setup(setup, players)
    except SettingsError as error:
        place = "" if error.field == "players" else "covert_action."
        wrong = f"is {error.value!r}; expected {error.expected}"
        raise FieldError([(f"{parent}{place}{error.field}", wrong)]) from None


def _play(
    state: State, message: action_pb2.Action, path: str, record: v1.Record
) -> tuple[int, int, list[EventFields]]:
    """Plays an action and adds it to the record; returns who did what, and what all could see."""
    seat = _seat_of(state, message, path)
    sealed = state.phase == "window"
    before = sum(choice is not None for choice in state.hidden()["choices"]) if sealed else 0
    with _mistakes_at(f"{path}.text"):
        action = parse_action(message.text)
        events = state.play_watched(action, seat=seat)
    if not sealed:
        record.actions.add(text=format_action(action))
        return seat, action, events
    made = [record.actions.pop() for _ in range(before)]
    made.append(action_pb2.Action(text=format_action(action), seat=seat))
    made.sort(key=lambda one: one.seat)
    for one in made:
        record.actions.add(text=one.text, seat=None if events else one.seat)
    return seat, action, events


def _seat_of(state: State, action: action_pb2.Action, path: str) -> int:
    """Whose action it is: that of the seat it names, or of the first that is to decide."""
    deciders = state.deciders
    if not deciders:
        raise FieldError([(f"{path}.text", f"{action.text!r}: the game is over")])
    if not action.HasField("seat"):
        return deciders[0]
    if action.seat not in deciders:
        which = f"seat {deciders[0]} is" if len(deciders) == 1 else f"seats {_some(deciders)} are"
        raise FieldError([(f"{path}.seat", f"is {action.seat}; {which} to decide")])
    return action.seat


def _some(seats: Sequence[int]) -> str:
    return listed(map(str, seats))


@contextmanager
def _mistakes_at(path: str) -> Iterator[None]:
    """Names the field from which an action came that cannot be read or played."""
    try:
        yield
    except (NotationError, IllegalActionError) as error:
        raise FieldError([(path, str(error))]) from None


def _forced(events: Sequence[EventFields], ordered: bool) -> Iterator[action_pb2.Action]:
    """The ordered shots that had but one target, so that nobody was asked: all but the one that was
    chosen."""
    for event in events:
        if event["kind"] != "shot" or not event["ordered"]:
            continue
        if ordered:
            ordered = False
            continue
        shot = parse_action(f"shoot {event['target'] + 1}")
        yield action_message_of(shot, event["seat"])


def _add_position(state: State, response: v1.AdvanceResponse) -> None:
    """How the game stands: all that are to decide, which is the host's truth."""
    if state.over:
        response.result.scores.extend(state.scores())
        response.result.winners.extend(state.winners())
        return
    for seat in state.deciders:
        response.to_decide.add(
            seat=seat,
            legal_actions=[
                action_message_of(action, seat) for action in state.legal_actions(seat=seat)
            ],
            covert_action=DECISIONS[state.phase],
        )

"""Covert Action's rules for hosts, with windows in which several seats decide at once.

While a window is open, its choices stand in the record by ascending seat, each with its seat; once
it has closed, like any other actions. So a record hides the order in which they came, and nobody
sees a choice before the window closes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from covert_bots.covert_action.action_message import action_message_of
from covert_bots.covert_action.card_set_message import card_set_message
from covert_bots.covert_action.event_message import event_messages
from covert_bots.covert_action.setup_message import (
    mistakes_of_setup,
    said_of_setting,
    settings_of_setup,
    setup_of_settings,
)
from covert_bots.covert_action.wire import view_to_message
from covert_bots.covert_action.words.names import listed, seat_names
from covert_engine.covert_action import Settings, State, format_action, parse_action
from covert_engine.covert_action.exchange.fields import EventFields
from covert_server.calls.status import FieldError
from covert_server.games import Problems, Unread, unread_at
from covert_server.played import play_in_order
from covertbots.v1 import action_pb2
from covertbots.v1 import referee_pb2 as v1
from covertbots.v1.covert_action_pb2 import CovertActionSetup, CovertActionView

DECISIONS = {
    "talk": CovertActionView.DECISION_SAY,
    "window": CovertActionView.DECISION_TRIGGER,
    "deadline": CovertActionView.DECISION_ORDER,
}


class RefereedCovertAction:
    """Covert Action; it has one set of cards."""

    name: ClassVar[str] = "covert_action"

    def card_set(self, digest: str, problems: Problems) -> v1.GetCardSetResponse | None:
        """Return its cards and settings; they have no digest."""
        if digest:
            wrong = f"is {digest!r}; expected nothing: this game has one set of cards"
            problems.append(("card_set", wrong))
            return None
        return v1.GetCardSetResponse(covert_action=card_set_message())

    def deal(
        self, request: v1.DealRequest, problems: Problems, unread: Unread = frozenset()
    ) -> v1.Record | None:
        """Return the record of a new game, with every setting written out."""
        setup, players = request.covert_action, request.players
        settings = settings_in(setup, players, "", problems, unread)
        if settings is None or unread:
            return None
        written = setup_of_settings(settings)
        return v1.Record(players=players, seed=request.seed, covert_action=written)

    def replay(
        self, record: v1.Record, problems: Problems, unread: Unread = frozenset()
    ) -> tuple[State, v1.Record] | None:
        """Return the position that a record leads to, and the record to keep."""
        before = len(problems)
        settings = settings_in(record.covert_action, record.players, "record.", problems, unread)
        if settings is None or unread_at("record", unread):
            play_in_order(record.actions, "record.actions", parse_action, None, list, problems)
            return None
        state = State.deal(settings, record.seed)
        kept = v1.Record(
            players=record.players, seed=record.seed, covert_action=setup_of_settings(settings)
        )

        def play(message: action_pb2.Action, action: int) -> None:
            _play(state, message, action, kept)

        def legal() -> list[action_pb2.Action]:
            return _legal_actions(state)

        play_in_order(record.actions, "record.actions", parse_action, play, legal, problems)
        return None if len(problems) > before else (state, kept)

    def reader_of(self, record: v1.Record) -> Callable[[str], int]:
        """Return the reader of action texts."""
        return parse_action

    def seat_names(self, state: State) -> list[str]:
        """Return "Seat 1", "Seat 2" and so on."""
        return seat_names(state.players)

    def silence(self, state: State) -> str | None:
        """Return "hold" while a trigger window is open."""
        return "hold" if state.phase == "window" else None

    def reviewed(self, record: v1.Record, seat: int, after: Sequence[int] = ()) -> None:
        """Return None: this game has no reviews."""
        return

    def play(
        self,
        state: State,
        actions: Sequence[action_pb2.Action],
        names: Sequence[str],
        response: v1.AdvanceResponse,
        problems: Problems,
    ) -> None:
        """Play the actions, and add them, each seat's events and the position to the response."""
        seats = range(state.players)
        views = [state.view(seat) for seat in seats]
        news = [response.news.add(seat=seat) for seat in seats]
        if not actions:
            for seat in seats:
                news[seat].moments.add(view=view_to_message(views[seat]))

        def play(message: action_pb2.Action, action: int) -> None:
            ordered = state.phase == "deadline"
            seat, events = _play(state, message, action, response.record)
            response.deeds.append(action_message_of(action, seat))
            response.deeds.extend(_forced(events, ordered))
            if not events:  # a choice in a window that is still open
                return
            winners = state.winners() if state.over else []
            for seat in seats:
                before, views[seat] = views[seat].fields(), state.view(seat)
                after = views[seat].fields()
                happened = event_messages(events, before, after, names, winners)
                news[seat].moments.add(view=view_to_message(views[seat]), events=happened)

        def legal() -> list[action_pb2.Action]:
            return _legal_actions(state)

        play_in_order(actions, "actions", parse_action, play, legal, problems)
        _add_position(state, response)


def settings_in(
    setup: CovertActionSetup, players: int, parent: str, problems: Problems, unread: Unread
) -> Settings | None:
    """Return the chosen settings; None if there is a problem, which is added to the others."""
    left_out = unread_at(f"{parent}covert_action", unread)
    mistakes = mistakes_of_setup(setup, players, left_out)
    for mistake in mistakes:
        place = "" if mistake.field == "players" else "covert_action."
        problems.append((f"{parent}{place}{mistake.field}", said_of_setting(mistake)))
    return None if mistakes or left_out else settings_of_setup(setup, players)


def _play(
    state: State, message: action_pb2.Action, action: int, record: v1.Record
) -> tuple[int, list[EventFields]]:
    """Play an action and add it to the record; return its seat and the public events."""
    seat = _seat_of(state, message)
    sealed = state.phase == "window"
    before = sum(choice is not None for choice in state.hidden()["choices"]) if sealed else 0
    events = state.play_with_events(action, seat=seat)
    if not sealed:
        record.actions.add(text=format_action(action))
        return seat, events
    made = [record.actions.pop() for _ in range(before)]
    made.append(action_pb2.Action(text=format_action(action), seat=seat))
    made.sort(key=lambda choice: choice.seat)
    for choice in made:
        record.actions.add(text=choice.text, seat=None if events else choice.seat)
    return seat, events


def _seat_of(state: State, action: action_pb2.Action) -> int:
    """Return the seat of an action: the one it names, or the first to decide."""
    deciders = state.deciders
    if not deciders:
        raise FieldError([("text", f"{action.text!r}: the game is over")])
    if not action.HasField("seat"):
        return deciders[0]
    if action.seat not in deciders:
        which = f"seat {deciders[0]} is" if len(deciders) == 1 else f"seats {_some(deciders)} are"
        raise FieldError([("seat", f"is {action.seat}; {which} to decide")])
    return action.seat


def _some(seats: Sequence[int]) -> str:
    return listed(map(str, seats))


def _forced(events: Sequence[EventFields], ordered: bool) -> Iterator[action_pb2.Action]:
    """Yield the ordered shots with a single target, which nobody had to choose: all but the chosen
    one."""
    for event in events:
        if event["kind"] != "shot" or not event["ordered"]:
            continue
        if ordered:
            ordered = False
            continue
        shot = parse_action(f"shoot {event['target'] + 1}")
        yield action_message_of(shot, event["seat"])


def _add_position(state: State, response: v1.AdvanceResponse) -> None:
    """Add the position to the response, with all seats to decide: the host's truth."""
    if state.over:
        response.result.scores.extend(state.scores())
        response.result.winners.extend(state.winners())
        return
    for seat in state.deciders:
        response.to_decide.add(
            seat=seat,
            legal_actions=_legal_actions_of(state, seat),
            covert_action=DECISIONS[state.phase],
        )


def _legal_actions(state: State) -> list[action_pb2.Action]:
    """Return the legal actions of all seats to decide."""
    return [action for seat in state.deciders for action in _legal_actions_of(state, seat)]


def _legal_actions_of(state: State, seat: int) -> list[action_pb2.Action]:
    return [action_message_of(action, seat) for action in state.legal_actions(seat=seat)]

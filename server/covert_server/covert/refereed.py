"""Covert's rules for hosts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from covert_bots.covert.action_message import action_messages
from covert_bots.covert.card_set_message import card_set_to_message
from covert_bots.covert.event_message import event_message
from covert_bots.covert.words.change import SEAT_NAMES, open_deeds
from covert_bots.covert.words.events import events_between
from covert_bots.players.message_fields import message_from_fields
from covert_engine.covert import CompiledSet, State, parse_action
from covert_engine.covert.exchange.fields import ViewFields
from covert_server.calls.status import FieldError, UnknownCardSetError
from covert_server.covert.card_sets import CardSets
from covert_server.covert.reviewed import ReviewedCovert
from covert_server.games import Problems, Unread, unread_at
from covert_server.played import play_in_order
from covertbots.v1 import action_pb2, view_pb2
from covertbots.v1 import referee_pb2 as v1
from covertbots.v1.covert_card_set_pb2 import CovertOptions
from covertbots.v1.covert_view_pb2 import CovertView

FEWEST, MOST = 2, 4  # players


class RefereedCovert:
    """Covert with these card sets."""

    name: ClassVar[str] = "covert"

    def __init__(self, sets: CardSets) -> None:
        self._sets = sets

    def card_set(self, digest: str, problems: Problems) -> v1.GetCardSetResponse:
        """Return all that is printed on the cards."""
        return v1.GetCardSetResponse(covert=card_set_to_message(self._sets.get(digest)))

    def deal(
        self, request: v1.DealRequest, problems: Problems, unread: Unread = frozenset()
    ) -> v1.Record | None:
        """Return the record of a new game, with every option written out."""
        asked = request.covert
        card_set = self._sets.get(asked.card_set)
        record = v1.Record(players=request.players, seed=request.seed, covert=asked)
        record.covert.card_set = card_set.digest
        if not asked.HasField("options"):
            options = message_from_fields(CovertOptions, vars(card_set.options))
            record.covert.options.CopyFrom(options)
        before = len(problems)
        cards = self._sets.named_in(record.covert, "covert.options", problems)
        assert cards is not None
        _check_deal(cards, record, "", problems)
        return None if len(problems) > before or unread else record

    def replay(
        self, record: v1.Record, problems: Problems, unread: Unread = frozenset()
    ) -> tuple[State, v1.Record] | None:
        """Return the position that a record leads to, and the record reduced to the necessary."""
        before = len(problems)
        left_out = unread_at("record", unread)
        if not record.covert.card_set and "covert.card_set" not in left_out:
            wrong = "is empty; expected the SHA-256 of a card set"
            problems.append(("record.covert.card_set", wrong))
        cards = self._sets.named_in(record.covert, "record.covert.options", problems)
        if cards is None:
            return None
        _check_deal(cards, record, "record.", problems)
        state = None
        if len(problems) == before and not left_out:
            state = _dealt(cards, record)

        def play(message: action_pb2.Action, action: int) -> None:
            assert state is not None
            _check_seat(state, message)
            state.play(action)

        read = partial(parse_action, cards=cards)
        actions = record.actions
        play_in_order(
            actions,
            "record.actions",
            read,
            play if state is not None else None,
            lambda: [] if state is None else _legal_actions(state),
            problems,
        )
        return None if state is None or len(problems) > before else (state, _texts_alone(record))

    def reader_of(self, record: v1.Record) -> Callable[[str], int] | None:
        """Return a reader of action texts with the cards of a record."""
        try:
            cards = self._sets.named_in(record.covert, "", [])
        except UnknownCardSetError:
            return None
        return None if cards is None else partial(parse_action, cards=cards)

    def seat_names(self, state: State) -> list[str]:
        """Return the points of the compass."""
        return list(SEAT_NAMES[: state.players])

    def silence(self, state: State) -> None:
        """Return None: windows ask one seat at a time."""
        return

    def reviewed(self, record: v1.Record, seat: int, after: Sequence[int] = ()) -> ReviewedCovert:
        """Return a sound record for the review of a seat, or of some of its decisions."""
        cards = self._sets.named_in(record.covert, "", [])
        assert cards is not None
        return ReviewedCovert(record, cards, seat, after)

    def play(
        self,
        state: State,
        actions: Sequence[action_pb2.Action],
        names: Sequence[str],
        response: v1.AdvanceResponse,
        problems: Problems,
    ) -> None:
        """Play the actions, and add them, each seat's events and the position to the response."""
        known = _play(state, actions, names, response, problems)
        _add_position(state, known, response)


def _texts_alone(record: v1.Record) -> v1.Record:
    """Return the record with its actions reduced to their texts."""
    if all(len(action.ListFields()) == 1 for action in record.actions):
        return record
    short = v1.Record(players=record.players, seed=record.seed, covert=record.covert)
    short.actions.extend(action_pb2.Action(text=action.text) for action in record.actions)
    return short


def _check_seat(state: State, action: action_pb2.Action) -> None:
    """Raise FieldError if an action names another seat than the one to decide."""
    if action.HasField("seat") and action.seat != state.actor and not state.over:
        wrong = f"is {action.seat}; seat {state.actor} is to decide"
        raise FieldError([("seat", wrong)])


def _check_deal(cards: CompiledSet, record: v1.Record, parent: str, problems: Problems) -> None:
    """Check that such a game can begin. With a wrong number of players, checks that depend on it
    are left out."""
    setup, path = record.covert, f"{parent}covert"
    sound = FEWEST <= record.players <= MOST
    if not sound:
        problems.append((f"{parent}players", f"is {record.players}; expected 2, 3 or 4"))
    many = len(setup.characters)
    if sound and many not in (0, record.players):
        count = f"{many} character{'' if many == 1 else 's'}"
        wrong = f"holds {count}; expected {record.players}, one for each seat, or none"
        problems.append((f"{path}.characters", wrong))
    for index, number in enumerate(setup.characters[:MOST]):
        wrong = ""
        if not 1 <= number <= len(cards.source.characters):
            wrong = f"is {number}; expected 1 to {len(cards.source.characters)}"
        elif number in setup.characters[:index]:
            wrong = f"is {number} again; expected all different"
        if wrong:
            problems.append((f"{path}.characters[{index}]", wrong))
    seats = record.players if sound else MOST
    if setup.HasField("first_player") and setup.first_player >= seats:
        wrong = f"is {setup.first_player}; expected a seat, 0 to {seats - 1}"
        problems.append((f"{path}.first_player", wrong))


def _dealt(cards: CompiledSet, record: v1.Record) -> State:
    """Return the game at its first decision."""
    setup = record.covert
    first_player = setup.first_player if setup.HasField("first_player") else None
    characters = [number - 1 for number in setup.characters] or None
    return State.deal(cards, record.players, record.seed, characters, first_player)


def _play(
    state: State,
    played: Sequence[action_pb2.Action],
    names: Sequence[str],
    response: v1.AdvanceResponse,
    problems: Problems,
) -> list[ViewFields]:
    """Play the actions, report them and each seat's events, and return the seats' views at the
    end."""
    seats = range(state.players)
    known = [state.view(seat).fields() for seat in seats]
    news = [response.news.add(seat=seat) for seat in seats]
    actions = action_messages(state.cards)
    if not played:
        for seat in seats:
            news[seat].moments.add(view=_view(known[seat]))

    def play(message: action_pb2.Action, action: int) -> None:
        _check_seat(state, message)
        witnessed_by_seat, done = state.play_witnessed(action)
        response.record.actions.add(text=actions.action(action).text)
        for place, (seat, deed) in enumerate(done):
            before = None if place else known[seat]  # no view of forced steps is at hand
            response.deeds.append(actions.action_of(deed, seat, before))
        for seat, witnessed in enumerate(witnessed_by_seat):
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
                news[seat].moments.add(view=_view(fields), events=map(event_message, happened))
                known[seat] = fields

    read = partial(parse_action, cards=state.cards)
    play_in_order(played, "actions", read, play, lambda: _legal_actions(state), problems)
    return known


def _view(fields: ViewFields) -> view_pb2.View:
    return view_pb2.View(covert=message_from_fields(CovertView, fields))


def _add_position(state: State, known: Sequence[ViewFields], response: v1.AdvanceResponse) -> None:
    """Add the position to the response; `known` are the seats' views."""
    if state.over:
        response.result.scores.extend(state.scores())
        response.result.winners.extend(state.winners())
        return
    seat = state.actor
    assert seat is not None
    response.to_decide.add(
        seat=seat,
        legal_actions=_legal_actions(state, known[seat]),
        covert=f"DECISION_{state.decision.upper()}",
    )


def _legal_actions(state: State, known: ViewFields | None = None) -> list[action_pb2.Action]:
    """Return the legal actions of the seat to decide; `known` is its view."""
    seat = state.actor
    if seat is None:
        return []
    if known is None:
        known = state.view(seat).fields()
    actions = action_messages(state.cards)
    return [actions.action_of(action, seat, known) for action in state.legal_actions()]

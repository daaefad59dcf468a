"""Covert, for the doors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from views.games import PLAYERS, STYLES, choose, collection, decisions, house, recruiters, second

from covert_bots import make
from covert_bots.covert.wire import suggestion_to_message, view_from_message, view_to_message
from covert_bots.covert.words.change import open_deeds
from covert_bots.covert.words.events import events_between
from covert_bots.players.message_fields import message_from_fields
from covert_command.covert.record_file import read_record
from covert_command.covert.screen.board import board
from covert_command.terminal.mistakes import Mistake, message_of
from covert_engine.covert import (
    CompiledSet,
    Record,
    State,
    View,
    format_action,
    parse_action,
    unpack,
)
from covert_engine.covert.exchange.fields import VERSION
from covert_server.covert.card_sets import CardSets
from covert_server.covert.served import ServedCovert
from covertbots.v1.covert_pb2 import CovertEvent
from covertbots.v1.covert_view_pb2 import CovertView
from fuzz.game import Game
from fuzz.scratch import file_with

__all__ = ["COVERT"]

SETS = (house(), second(), recruiters())
NAMES = ("Ann", "Bob", "Cleo", "Dan")
STEP = 97  # every so many states of a game are seeds
LENGTHS = (0, 3, 40, 120, 250)  # actions of a record
WATCHED = 4  # last actions of a record, which are also shown as a referee reports them


class Covert(Game):
    member = "covert"
    sealed = "covert"
    version = VERSION
    message = CovertView
    served = ServedCovert(CardSets([cards.source for cards in SETS]), "random")
    bots = tuple(make(spec) for spec in ("ismcts:iterations=16,nodes=64", "greedy"))
    odd = (
        *("0", "00", "7", "A0", "A49", "M61", "C41", "255", "+1", "\u0661", "\u00b2", "\u00a0"),
        "#",
    )

    def views(self) -> Sequence[View]:
        return collection()[1::8]

    def states(self) -> Iterator[State]:
        """Yield games, and worlds in which a seat cannot pay for the mission it has named."""
        for cards in (house(), second()):
            for players in PLAYERS:
                for style in STYLES:
                    for number, state in enumerate(decisions(cards, players, 2, style)):
                        if number % STEP == 0 or state.over:
                            yield state
        for state in decisions(house(), 3, 2, "missions"):
            if state.decision == "payment":
                for seat in {0, 1, 2} - {state.actor}:
                    world = state.view(seat).sample(0)
                    if not world.legal_actions():
                        yield world

    @cache  # noqa: B019
    def actions(self) -> Sequence[str]:
        """Return an action of each kind and length that occurs in some games."""
        texts: dict[tuple[int, int], str] = {}
        for cards in self.card_sets():
            for style in STYLES:
                for state in islice(decisions(cards, 3, 5, style), 0, None, 4):
                    for action in state.legal_actions():
                        text = format_action(action, cards)
                        texts.setdefault((unpack(action).kind, text.count(" ")), text)
        return list(texts.values())

    @cache  # noqa: B019
    def words(self) -> Sequence[str]:
        words = {word for text in self.actions() for word in text.split()}
        for cards in self.card_sets():
            words |= {*cards.source.cities, *(region.name for region in cards.source.regions)}
        numbers = (1, 9, 10, 40, 41, 48, 49, 60)
        words |= {f"{letter}{number}" for letter in "AMC" for number in numbers}
        return sorted(words | set("123456"))

    to_message = staticmethod(view_to_message)
    format = staticmethod(format_action)
    parse = staticmethod(parse_action)
    suggestion = staticmethod(suggestion_to_message)

    def copies(self, view: View, message: Any) -> Sequence[View]:
        return (
            view_from_message(message.covert, view.cards),
            View.from_fields(view.cards, view.fields()),
            View.from_bytes(view.cards, view.to_bytes()),
        )

    def view_of_fields(self, fields: Any) -> View:
        name = fields.get("card_set") if isinstance(fields, dict) else None
        named = (cards for cards in SETS if cards.digest.hex() == name)
        return View.from_fields(next(named, house()), fields)

    def view_of_bytes(self, data: bytes) -> View:
        return View.from_bytes(_cards_in(data), data)

    def state_of_bytes(self, data: bytes) -> State:
        return State.from_bytes(_cards_in(data), data)

    def card_sets(self) -> Sequence[CompiledSet]:
        return (house(), second())

    def cards_of(self, view: View) -> CompiledSet:
        return view.cards

    def records(self) -> Iterator[bytes]:
        for cards in self.card_sets():
            for players in PLAYERS:
                for number, style in enumerate(STYLES):
                    random = Random(f"{players} {style}")
                    state = State.deal(cards, players, number)
                    actions: list[int] = []
                    for length in LENGTHS:
                        while len(actions) < length and not state.over:
                            actions.append(choose(random, state.legal_actions(), style))
                            state.play(actions[-1])
                        digest, played = cards.source.digest, tuple(actions)
                        record = Record(digest, players, number, cards.options, played)
                        yield record.format(cards).encode()

    def read_record(self, data: bytes) -> tuple[Record, CompiledSet] | None:
        cards = _cards_in(data)
        try:
            return read_record(file_with(data), cards.source), cards
        except Mistake as mistake:
            assert message_of(mistake)
            return None

    def parse_record(self, text: str) -> tuple[Record, CompiledSet]:
        cards = _cards_in(text.encode())
        return Record.parse(text, cards), cards

    def format_record(self, record: Record, cards: CompiledSet) -> str:
        return record.format(cards)

    def replay(self, record: Record, cards: CompiledSet) -> State:
        return record.replay(cards)

    def play(self, state: State, random: Random, style: str = "random") -> int | None:
        legal = state.legal_actions()
        assert set(state.legal_actions(canonical=True)) <= set(legal)
        if not legal:
            assert state.over or state.decision == "payment"
            return None
        action = choose(random, legal, style)
        state.play(action)
        return action

    def check_state(self, state: State) -> None:
        assert state.check() == []
        assert State.from_bytes(state.cards, state.to_bytes()) == state

    def check_more(self, view: View) -> None:
        assert board(view, NAMES[: view.players])

    def check_record(self, record: Record, cards: CompiledSet) -> None:
        """Play the last actions once more, with all that each seat sees and reads about them."""
        super().check_record(record, cards)
        state = replace(record, actions=record.actions[:-WATCHED]).replay(cards)
        known = [state.view(seat).fields() for seat in range(state.players)]
        for action in record.actions[-WATCHED:]:
            seen, done = state.play_witnessed(action)
            assert done
            for seat, views in enumerate(seen):
                for view, deeds in views:
                    fields: Any = view.fields()
                    told = open_deeds(deeds)
                    assert message_from_fields(CovertView, fields)
                    for event in events_between(known[seat], fields, cards.source, told):
                        assert message_from_fields(CovertEvent, event.details())
                    known[seat] = fields


def _cards_in(data: bytes) -> CompiledSet:
    return next((cards for cards in SETS if cards.digest.hex().encode() in bytes(data)), house())


COVERT = Covert()

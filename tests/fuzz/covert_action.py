"""Covert Action, for the doors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from covert_action.engine.tables import games, positions
from covert_bots.covert_action.catalogue import make
from covert_bots.covert_action.wire import (
    suggestion_to_message,
    view_from_message,
    view_to_message,
)
from covert_engine.covert_action import (
    Belief,
    Record,
    RecordError,
    State,
    View,
    format_action,
    parse_action,
)
from covert_engine.covert_action.exchange.fields import VERSION
from covert_engine.covert_action.rules.names import ROLES
from covert_server.covert_action.served import ServedCovertAction
from covertbots.v1.covert_action_pb2 import CovertActionView
from fuzz.game import Game

__all__ = ["COVERT_ACTION"]

SHARE = 0.02  # of the positions of games
LENGTHS = (0, 3, 40, 150)  # actions of a record
HOLDING = 0.9  # share of choices in windows
LONGEST_LINE = 1000  # characters of what is said of a record


class CovertAction(Game):
    member = "covert_action"
    sealed = "covert-action"
    version = VERSION
    message = CovertActionView
    served = ServedCovertAction()
    bots = tuple(make(spec) for spec in ("ismcts:iterations=8,nodes=64", "greedy"))
    beliefs = (None, Belief())
    odd = (
        *("0", "00", "15", "03", "255", "+1", "\u0661", "\u00b2", "\u00a0", "#", "Sniper", "spy"),
    )

    @cache  # noqa: B019
    def states(self) -> Sequence[State]:  # type: ignore[override]
        """Return positions under all sorts of settings, ends of games among them."""
        return tuple(state.copy() for state, _ in positions(60, seed=41, share=SHARE))

    @cache  # noqa: B019
    def views(self) -> Sequence[View]:
        """Return a view of each position: of who decides, or of another seat."""
        views = []
        for number, state in enumerate(self.states()):
            seat = number % state.players
            if number % 2 and not state.over:
                seat = state.deciders[0]
            views.append(state.view(seat))
        return views

    def actions(self) -> Sequence[str]:
        texts = ["pass", "hold", *(f"am {role}" for role in ROLES)]
        for seat in (1, 9, 14):
            texts += [f"urge {seat}", f"shoot {seat}"]
            texts += [f"is {seat} {role}" for role in ("sniper", "mole", "saboteur")]
        return texts

    def words(self) -> Sequence[str]:
        return ("pass", "am", "is", "urge", "hold", "shoot", *ROLES, *map(str, range(1, 15)))

    to_message = staticmethod(view_to_message)
    suggestion = staticmethod(suggestion_to_message)
    view_of_fields = staticmethod(View.from_fields)
    view_of_bytes = staticmethod(View.from_bytes)
    state_of_bytes = staticmethod(State.from_bytes)

    def copies(self, view: View, message: Any) -> Sequence[View]:
        return (
            view_from_message(message.covert_action),
            View.from_fields(view.fields()),
            View.from_bytes(view.to_bytes()),
        )

    def card_sets(self) -> Sequence[None]:
        return (None,)

    def format(self, action: int, cards: None) -> str:
        return format_action(action)

    def parse(self, text: str, cards: None) -> int:
        return parse_action(text)

    def records(self) -> Iterator[bytes]:
        for number, (state, random) in enumerate(games(40, seed=43)):
            record = Record(state.settings, number)
            state = record.replay()
            actions: list[int] = []
            while len(actions) < LENGTHS[number % len(LENGTHS)]:
                action = self.play(state, random)
                if action is None:
                    break
                actions.append(action)
            seats = ("greedy",) * state.players if number % 3 else None
            yield replace(record, actions=tuple(actions), seats=seats).format().encode()

    def read_record(self, data: bytes) -> tuple[Record, None] | None:
        try:
            return Record.parse(data.decode()), None
        except UnicodeDecodeError:
            return None
        except RecordError as error:
            assert 0 < len(str(error)) <= LONGEST_LINE
            assert str(error).isprintable()
            return None

    def parse_record(self, text: str) -> tuple[Record, None]:
        return Record.parse(text), None

    def format_record(self, record: Record, cards: None) -> str:
        return record.format()

    def replay(self, record: Record, cards: None) -> State:
        return record.replay()

    def play(self, state: State, random: Random, style: str = "random") -> int | None:
        """Play for the seat that is next to decide; in windows most hold."""
        if state.over or not state.deciders:
            return None
        legal = state.legal_actions()
        holds = state.phase == "window" and random.random() < HOLDING
        action = legal[0] if holds else random.choice(legal)
        state.play(action)
        return action

    def check_state(self, state: State) -> None:
        assert State.from_fields(state.fields()) == state

    def legal_actions(self, world: State, seat: int) -> list[int]:
        return world.legal_actions(seat=seat)

    def check_more(self, view: View) -> None:
        """Check that what is believed of it are probabilities."""
        assert view.arrangements() > 0
        for public in (False, True):
            beliefs = self.beliefs[1].beliefs(view, public=public)
            for chances in (*beliefs.roles, *beliefs.centre):
                assert abs(sum(chances) - 1) < 1e-6
            for chance in (*beliefs.acts, *beliefs.good):
                assert -1e-9 <= chance <= 1 + 1e-6


COVERT_ACTION = CovertAction()

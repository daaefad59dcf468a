"""Leduc poker as a `Game`, for bots and arena."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from google.protobuf.message import Message

from covert_bots.players.bots import Random
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.game import Facts, FactTable, KeptGame
from covert_bots.players.other_messages import packed, unpacked
from covert_bots.players.python_bots import Flat, Ismcts
from covert_engine.input.errors import IllegalActionError, NotationError
from covert_engine.search.python.game import PythonView
from covertbots.v1 import action_pb2, referee_pb2, view_pb2
from leduc import leduc_pb2
from leduc.messages import (
    action_message,
    event_messages,
    seat_name,
    view_from_message,
    view_message,
)
from leduc.rules import ACTIONS, RULES, bets_of, chips, deal


def parse_action(text: str) -> int:
    """Return the action of a text; NotationError if there is none."""
    word = text.strip().casefold()
    if word not in ACTIONS:
        raise NotationError(f"{text!r} is no action; expected {', '.join(ACTIONS)}", word, ACTIONS)
    return ACTIONS.index(word)


class State:
    """A game in progress."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    @property
    def over(self) -> bool:
        return self.actor is None

    @property
    def actor(self) -> int | None:
        return RULES.actor(self.data)

    @property
    def round(self) -> int:
        return bets_of(self.data).round

    def copy(self) -> State:
        """Return a state of its own."""
        return State(self.data)

    def legal_actions(self) -> list[int]:
        return RULES.legal_actions(self.data)

    def view(self, seat: int) -> PythonView:
        return PythonView(RULES, RULES.view(self.data, seat), seat)

    def play(self, action: int) -> None:
        """Play an action; IllegalActionError if it is not legal."""
        legal = self.legal_actions()
        if action not in legal:
            texts = ", ".join(ACTIONS[legal_action] for legal_action in legal)
            expected = f"legal: {texts}" if legal else "the game is over"
            raise IllegalActionError(f"{ACTIONS[action]!r} is not legal here; {expected}")
        self.data = RULES.play(self.data, action)

    def scores(self) -> list[int]:
        return chips(self.data)

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in range(2) if self.over and scores[seat] == max(scores)]


class Leduc:
    """The game; there is nothing to choose before it."""

    name: ClassVar[str] = "leduc"
    messages: ClassVar[Sequence[type[Message]]] = (
        leduc_pb2.View,
        leduc_pb2.Setup,
        leduc_pb2.Operands,
        leduc_pb2.Event,
    )
    card_set: ClassVar[str] = ""
    setup: ClassVar[Facts] = {}
    players: ClassVar[Sequence[int]] = (2,)
    first_seat: ClassVar[int] = 1
    longest: ClassVar[int] = 8
    catalogue: ClassVar[Catalogue] = Catalogue((Random, Flat, Ismcts))

    def decisions_left(self, view: PythonView) -> float:
        """Return about how many decisions remain to a seat."""
        return 2.0

    def decisions(self, players: int) -> float:
        return 2.5

    def deal(self, players: int, seed: int) -> State:
        return State(deal(seed))

    def facts(self, state: Any) -> Facts:
        return {"pot": sum(bets_of(state.data).stakes)}

    def seat_facts(self, state: Any) -> list[Facts]:
        return [{} for _ in range(2)]

    def tables(self, games: Iterable[KeptGame]) -> list[FactTable]:
        pots = [game.facts["pot"] for game in games]
        mean = sum(pots) / len(pots) if pots else float("nan")
        return [FactTable("Pots", (("games", ","), ("mean pot", ".2f")), ((len(pots), mean),))]

    def parse_action(self, text: str) -> int:
        return parse_action(text)

    def view_to_message(self, view: Any) -> view_pb2.View:
        return view_pb2.View(other=packed(view_message(view)))

    def deal_to_message(self, players: int, seed: int) -> referee_pb2.Record:
        return referee_pb2.Record(players=players, seed=seed, other=packed(leduc_pb2.Setup()))

    def view_from_message(self, message: view_pb2.View) -> PythonView:
        return view_from_message(unpacked(message.other, leduc_pb2.View))

    def action_to_message(self, action: int) -> action_pb2.Action:
        return action_message(action)

    def card_set_facts(self) -> Facts:
        return {}

    @classmethod
    def of_facts(cls, card_set: Mapping[str, Any], setup: Mapping[str, Any], players: int) -> Leduc:
        return cls()

    def play_observed(
        self, state: State, action: int, seats: Sequence[int]
    ) -> list[list[referee_pb2.Event]]:
        before = [RULES.view(state.data, seat) for seat in seats]
        state.play(action)
        names = [seat_name(seat) for seat in range(2)]
        return [
            list(event_messages(was, RULES.view(state.data, seat), names))
            for was, seat in zip(before, seats, strict=True)
        ]

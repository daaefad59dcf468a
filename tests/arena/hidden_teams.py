"""A second game for the arena: six seats in hidden teams, of the engine's toys."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from covert_bots.players.bots import Flat, Ismcts, Random
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.game import Facts, FactTable, KeptGame
from covertbots.v1 import action_pb2, referee_pb2, view_pb2
from toys import ToyState, ToyView, teams

SEATS = 6


class Position:
    """A game that is being played."""

    def __init__(self, state: ToyState) -> None:
        self._state = state
        self.round = 1

    @property
    def over(self) -> bool:
        return self._state.actor < 0

    @property
    def actor(self) -> int | None:
        return None if self.over else self._state.actor

    def legal_actions(self) -> list[int]:
        return self._state.legal_actions

    def view(self, seat: int) -> ToyView:
        return self._state.view(seat)

    def play(self, action: int) -> None:
        self._state.play(action)

    def scores(self) -> list[int]:
        return [int(share) for share in self._state.result()] if self.over else []

    def winners(self) -> list[int]:
        return [seat for seat, score in enumerate(self.scores()) if score]

    def colour(self, seat: int) -> str:
        return "red" if self._state.view(seat).data[0] else "blue"


class HiddenTeams:
    """The game, which can be pickled."""

    name = "hidden-teams"
    card_set = ""
    setup: ClassVar[Facts] = {}
    players: Sequence[int] = (SEATS,)
    first_seat = 1
    longest = SEATS
    catalogue = Catalogue((Random, Flat, Ismcts))

    def decisions(self, players: int) -> float:
        return 1.0

    def decisions_left(self, view: Any) -> float:
        return 1.0

    def deal(self, players: int, seed: int) -> Position:
        red = random.Random(seed).sample(range(players), players // 2)
        return Position(teams.deal(players, sum(1 << seat for seat in red)))

    def facts(self, state: Any) -> Facts:
        return {"shooter": state.colour(SEATS - 1)}

    def seat_facts(self, state: Any) -> list[Facts]:
        return [{"colour": state.colour(seat)} for seat in range(SEATS)]

    def tables(self, games: Iterable[KeptGame]) -> list[FactTable]:
        colours = Counter(facts["colour"] for game in games for facts in game.seat_facts)
        rows = tuple((colour, count) for colour, count in sorted(colours.items()))
        return [FactTable("Colours", (("colour", ""), ("seats", ",")), rows)]

    def parse_action(self, text: str) -> int:
        return int(text)

    def deal_to_message(self, players: int, seed: int) -> referee_pb2.Record:
        raise NotImplementedError("no server plays it")

    def view_to_message(self, view: Any) -> view_pb2.View:
        raise NotImplementedError("no server plays it")

    def view_from_message(self, message: view_pb2.View) -> ToyView:
        raise NotImplementedError("no engine plays it")

    def action_to_message(self, action: int) -> action_pb2.Action:
        return action_pb2.Action(text=str(action))

    def card_set_facts(self) -> Facts:
        return {}

    @classmethod
    def of_facts(
        cls, card_set: Mapping[str, Any], setup: Mapping[str, Any], players: int
    ) -> HiddenTeams:
        return cls()

    def play_observed(
        self, state: Any, action: int, seats: Sequence[int]
    ) -> list[list[referee_pb2.Event]]:
        raise NotImplementedError("its engines observe nothing")

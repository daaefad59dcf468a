"""The golden games, and how they are played.

Players of the side by side (`rules.guide`) choose, by what the model of the rules (`rules.model`)
says is legal; the model also notes which rules each decision brings up.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from covert_engine.covert import (
    CardSet,
    CompiledSet,
    Record,
    compile,
    house_set,
    load_card_set,
    parse_action,
)
from covert_engine.covert.cards.card_set import OPTIONS
from rules.guide import anything, busy, guided
from rules.keyed_chance import KeyedChance
from rules.model.game import Game
from rules.model.table import Decision, Table

from .perft import Position

EASIER = ("either_direction", "swaps_first", "flight_trails", "reroll_decoder")
ALL_BUT_WRAPPING = ("either_direction", "swaps_first", "distinct_agents", "flight_trails")
TURNED_FOR_FOUR = ("circle_wraps", "flight_trails", "reroll_decoder")

Player = Callable[[Decision, Table, random.Random], str]
PLAYERS: dict[str, Player] = {"anything": anything, "busy": busy, "guided": guided}
SECOND = Path(__file__).parents[1] / "data" / "second.toml"


@cache
def card_sets() -> dict[str, CardSet]:
    return {"house": house_set(), "second": load_card_set(SECOND)}


@dataclass(frozen=True)
class Golden:
    """A game of the collection, and which part of it is shown."""

    card_set: str  # of card_sets()
    players: int
    player: str  # of PLAYERS, at every seat
    seed: int  # of the deal and of the players
    turned: tuple[str, ...] = ()  # options that are not as in the card set
    first: int = 1  # the decision from which on it is shown
    last: int | None = None  # the decision after which it is cut
    characters: tuple[int, ...] | None = None  # as the deal names them
    first_player: int | None = None

    @property
    def name(self) -> str:
        return f"{self.card_set}-{self.players}-{self.player}-{self.seed}"

    @property
    def title(self) -> str:
        part = "" if self.first == 1 else f", shown from decision {self.first} on"
        return (
            f"A game of {self.players} with the {self.card_set} set, every seat played by "
            f"`{self.player}`{part}"
        )

    @cached_property
    def cards(self) -> CompiledSet:
        """The card set under the options of the table."""
        options = card_sets()[self.card_set].options
        turned = {name: not getattr(options, name) for name in self.turned}
        return compile(card_sets()[self.card_set], turned)

    def played(self) -> tuple[Record, dict[str, int]]:
        """Return the game, and the moments its shown part meets, each with its first decision
        there."""
        card_set, options = self.cards.source, self.cards.options
        characters = (
            None if self.characters is None else [character + 1 for character in self.characters]
        )
        game = Game(
            card_set,
            options,
            self.players,
            KeyedChance(self.seed),
            characters,  # which the model numbers from 1
            self.first_player,
        )
        chance = random.Random(self.seed)
        actions: list[int] = []
        moments: dict[str, int] = {}
        before: Counter[str] = Counter()  # what the deal brings up counts for the first decision
        while game.decision and len(actions) != self.last:
            action = PLAYERS[self.player](game.decision, game.table, chance)
            game.play(action)
            actions.append(parse_action(action, card_set))
            if game.decision is None:
                game.winners()  # notes ties
            if len(actions) >= self.first:
                for moment in game.table.notes - before:
                    moments.setdefault(moment, len(actions))
            before = Counter(game.table.notes)
        record = Record(
            card_set.digest,
            self.players,
            self.seed,
            options,
            tuple(actions),
            self.characters,
            self.first_player,
        )
        return record, moments


COLLECTION = (
    # from the deal to the end, which a sixth mission brings
    Golden("house", 2, "guided", 185, ("either_direction", "swaps_first")),
    Golden("house", 2, "guided", 102, ("circle_wraps", "swaps_first", "distinct_agents")),
    Golden("house", 2, "guided", 193, EASIER),
    Golden("second", 2, "guided", 232),
    # the end of longer ones, which a sixth mission brings, and of one that round 60 ends
    Golden("house", 3, "guided", 193, ("reroll_decoder",), first=740),
    Golden("house", 2, "guided", 27, EASIER, first=775),
    Golden("house", 2, "guided", 11, EASIER, first=770),
    Golden("house", 4, "guided", 69, TURNED_FOR_FOUR, first=1010),
    Golden("second", 3, "guided", 28, first=819),
    Golden("second", 4, "guided", 8, first=1540, last=1600),
    Golden("house", 2, "anything", 13, first=1861),
    # the beginning, or a piece from the midst
    Golden("house", 2, "guided", 59, ("circle_wraps", "swaps_first", "distinct_agents"), last=20),
    Golden("house", 3, "guided", 192, ("reroll_decoder",), first=660, last=705),
    Golden("house", 3, "guided", 167, ("reroll_decoder",), first=160, last=200),
    Golden("house", 4, "guided", 187, TURNED_FOR_FOUR, first=765, last=885),
    Golden("house", 4, "guided", 67, TURNED_FOR_FOUR, first=675, last=700),
    Golden("house", 4, "guided", 26, last=130),
    Golden("house", 4, "guided", 51, first=950, last=1030),
    Golden("house", 2, "anything", 2, first=1271, last=1320),
    Golden("house", 4, "anything", 1, last=180),
    Golden("second", 2, "anything", 3, ("swaps_first", "flight_trails"), first=541, last=720),
    Golden("second", 3, "anything", 1, ALL_BUT_WRAPPING, first=451, last=630),
    Golden("second", 4, "anything", 1, ALL_BUT_WRAPPING, last=180),
    Golden("house", 3, "busy", 1, ALL_BUT_WRAPPING, last=180),
    Golden("second", 2, "busy", 2, last=180, characters=(4, 1), first_player=1),
    Golden("second", 3, "busy", 3, OPTIONS, first=301, last=480),
)

POSITIONS = (
    # deals
    Position("house-2-guided-185", 0, 4),
    Position("house-3-busy-1", 0, 5),
    Position("house-4-anything-1", 0, 5),
    Position("second-2-busy-2", 0, 4),
    Position("second-3-anything-1", 0, 4),
    Position("second-4-anything-1", 0, 5),
    # a whole turn, a Search, a limit
    Position("house-2-guided-102", 93, 4),
    Position("second-4-guided-8", 1272, 4),
    Position("house-3-guided-193", 753, 4),
    # both First windows, Break Codes, a bent claim, an Espionage window
    Position("house-3-guided-192", 662, 4),
    Position("house-3-guided-192", 700, 4),
    Position("house-2-guided-102", 78, 3),
    Position("second-2-guided-232", 18, 6),
    # payments, steps
    Position("house-2-guided-185", 393, 6),
    Position("house-3-guided-193", 747, 4),
    Position("second-2-guided-232", 82, 3),
    Position("second-3-guided-28", 837, 3),
    Position("house-4-anything-1", 34, 4),
    # last missions, up to the end of the game
    Position("house-3-guided-193", 777, 4),
    Position("house-4-guided-69", 1055, 4),
)

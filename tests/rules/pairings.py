"""The games that engine and model play. A game's name is its kind and its seed, like
`drawn-1025`."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from covert_bots.covert.catalogue import make
from covert_bots.players.bot import Bot
from covert_engine.covert import house_set, load_card_set
from covert_engine.covert.cards.card_set import OPTIONS, CardSet
from rules.guide import anything, busy, guided, hoarding
from rules.keyed_chance import KeyedChance
from rules.model.game import Game
from rules.model.table import Decision, Table
from rules.odd_sets import flood_set, level_set, odd_set, servable

Player = Callable[[Decision, Table, random.Random], str]
PLAYERS: tuple[Player, ...] = (anything, busy, guided)
BOTS = ("greedy:worlds=2", "ismcts:iterations=16", "random")
DATA = Path(__file__).parents[1] / "data"
SECOND = DATA / "second.toml"
OWNER = DATA / "owner.toml"
FLOOD = 8_000  # decisions, enough to show what a flood can show


@dataclass(frozen=True)
class Scenario:
    """A game that the engine and the model both play."""

    name: str
    card_set: CardSet
    options: dict[str, bool]
    players: int
    seed: int
    player: Player
    limit: int | None = None  # decisions to play at most
    characters: tuple[int, ...] | None = None  # by seat, counted from 0; None for chance
    first_player: int | None = None
    bot: Bot | None = None  # at every seat, in place of the player

    def __str__(self) -> str:
        options = " ".join(name for name, value in self.options.items() if value)
        player = self.bot or self.player.__name__
        return (
            f"{self.name} ({self.card_set.name}, {self.players} players, {player}, "
            f"characters {self.characters}, first player {self.first_player}, "
            f"options {options or 'none'})"
        )

    def model(self) -> Game:
        """Return the game in the model."""
        return Game(
            self.card_set,
            replace(self.card_set.options, **self.options),
            self.players,
            KeyedChance(self.seed),
            [number + 1 for number in self.characters] if self.characters else None,
            self.first_player,
        )


def scenario(name: str) -> Scenario:
    """Return the game with this name; the same name always gives the same game."""
    kind, _, number = name.rpartition("-")
    return KINDS[kind](name, int(number))


@cache
def _card_sets() -> tuple[CardSet, CardSet, CardSet]:
    return house_set(), load_card_set(SECOND), load_card_set(OWNER)


def _options(seed: int) -> dict[str, bool]:
    switches = random.Random(seed).choices((True, False), k=len(OPTIONS))
    return dict(zip(OPTIONS, switches, strict=True))


def _drawn(name: str, seed: int) -> Scenario:
    """Return a game with a normal or an odd card set, and any kind of player."""
    rest, odd = divmod(seed, 2)
    rest, number = divmod(rest, 2)
    rest, more = divmod(rest, 3)
    player = PLAYERS[rest % len(PLAYERS)]
    options = _options(seed)
    card_set = _card_sets()[number]
    if odd:
        card_set = odd_set(card_set, seed, options["codes_bend"])
    if options["distinct_agents"]:
        card_set = servable(card_set)
    players = 2 + more
    chance = random.Random(f"deal {seed}")
    chosen = tuple(chance.sample(range(len(card_set.characters)), players))
    return Scenario(
        name,
        card_set,
        options,
        players,
        seed,
        player,
        characters=chance.choice((None, chosen)),
        first_player=chance.choice((None, chance.randrange(players))),
    )


def _ties(name: str, seed: int) -> Scenario:
    """Return a short game, which often ends in ties."""
    return Scenario(name, level_set(_card_sets()[1]), _options(seed), 2 + seed % 3, seed, guided)


def _flood(name: str, seed: int) -> Scenario:
    """Return a game of hundred-play turns and many shuffles, with hands from several of them."""
    card_set = servable(flood_set(_card_sets()[1]))
    return Scenario(name, card_set, _options(seed), 2 + seed % 3, seed, hoarding, FLOOD)


def _owner(name: str, seed: int) -> Scenario:
    """Return a game of bots: a card set typed in as the docs describe, and chosen characters."""
    card_set = _card_sets()[2]
    players = 2 + seed % 3
    chance = random.Random(f"owner {seed}")
    return Scenario(
        name,
        card_set,
        asdict(card_set.options),
        players,
        seed,
        guided,
        characters=tuple(chance.sample(range(len(card_set.characters)), players)),
        first_player=chance.randrange(players),
        bot=make(BOTS[seed // 3 % len(BOTS)]),
    )


KINDS = {"drawn": _drawn, "level": _ties, "flood": _flood, "owner": _owner}

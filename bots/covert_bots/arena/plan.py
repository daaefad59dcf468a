"""The games of a tournament: a pure function of its settings and a seed.

The unit is the duplicate block: one deal, with the same dice, decks and characters, played once in
each rotation of the bots around the table; in self-play only once, because all rotations are the
same game up to the bot's own randomness. Tables take turns, so that a tournament stopped early has
played all of them about equally often; a longer plan starts with the games of a shorter one, and
one with more bots with those of the bots that were there before.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from functools import cached_property
from hashlib import sha256
from math import comb
from typing import Any

from covert_bots.arena.entrants.enter import check, check_form
from covert_bots.arena.entrants.names import PREFIX, is_foreign
from covert_bots.arena.errors import PlanError
from covert_bots.arena.schedule.sections import (
    Balanced,
    InTurn,
    Newcomers,
    Schedule,
    Section,
    combined,
    single_among,
)
from covert_bots.engines.clock import Clock
from covert_bots.players.game import Facts, Game
from covert_bots.players.installed import FIRST
from covert_bots.players.match import seed_of

LAYOUT = 1  # of seeds and keys; a change gives the same settings other games


class Format(Enum):
    """The choice of the bots that meet."""

    ROUND_ROBIN = "round-robin"  # all of them, in every combination for the seats
    BALANCED = "balanced"  # all of them equally often, in some combinations
    GAUNTLET = "gauntlet"  # the first against each other bot, which has all other seats
    SPRT = "sprt"  # the first against the second, until the verdict
    SELF_PLAY = "self-play"  # one bot in all seats


MOST_BOTS = 64
MOST_TABLES = 1_000_000  # of all combinations
SECRET = re.compile("[0-9a-f]{64}")
MOST_BLOCKS = 1_000_000_000  # for each table; keeps `len(plan)` valid
LEAST_SECONDS, MOST_SECONDS = 0.1, 365 * 86_400  # of a decision
LEAST_BALANCED = 2  # blocks of a bot
GROWING = (Format.ROUND_ROBIN, Format.BALANCED, Format.GAUNTLET)  # bots may join them later
BOTS = {  # fewest and most of each format
    Format.ROUND_ROBIN: (2, MOST_BOTS),
    Format.BALANCED: (2, MOST_BOTS),
    Format.GAUNTLET: (2, MOST_BOTS),
    Format.SPRT: (2, 2),
    Format.SELF_PLAY: (1, 1),
}


@dataclass(frozen=True)
class MoveBudget:
    """The limits of decisions, in addition to the bot's own spec."""

    move_seconds: float = 60.0  # wall clock; a bot that takes longer counts as hanging
    clock: Clock | None = None  # of each seat for a game; None: only single decisions have limits

    def __post_init__(self) -> None:
        """Convert to float: 30 and 30.0 give a plan the same key."""
        object.__setattr__(self, "move_seconds", float(self.move_seconds))


@dataclass(frozen=True)
class PlanSettings:
    """The settings that determine the games. PlanError names the wrong setting."""

    bots: tuple[str, ...]
    players: int = 2
    blocks: int = 50  # for each table of bots, or, if balanced, for each bot
    seed: int | str = 1  # a number that anybody may know, or a secret, of SECRET's form
    format: Format = Format.ROUND_ROBIN
    card_set: str = ""  # a digest of the cards
    budget: MoveBudget = field(default_factory=MoveBudget)
    game: str = FIRST  # its name
    setup: Facts = field(default_factory=dict)  # of all games, as facts of the game
    # Numbers of bots and of blocks that were planned before more bots joined, the earliest first.
    stages: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if self.players < 2:
            raise PlanError(f"players: {self.players!r}; expected at least 2")
        if not 1 <= self.blocks <= MOST_BLOCKS:
            raise PlanError(f"blocks: {self.blocks!r}; expected 1 to {MOST_BLOCKS}")
        if isinstance(self.seed, str):
            if not SECRET.fullmatch(self.seed):
                raise PlanError(f"seed: {self.seed!r}; expected a number, or 64 digits of a secret")
        elif not 0 <= self.seed < 1 << 64:
            raise PlanError(f"seed: {self.seed!r}; expected a whole number from 0 to 2^64 - 1")
        if not self.budget.move_seconds > 0:
            raise PlanError(f"move_seconds: {self.budget.move_seconds!r}; expected more than 0")
        if len(set(self.bots)) < len(self.bots):
            twice = next(bot for bot in self.bots if self.bots.count(bot) > 1)
            raise PlanError(
                f"bots: {twice!r} is named twice; expected different ones "
                f"(the format {Format.SELF_PLAY.value} plays one bot against itself)"
            )
        least, most = BOTS[self.format]
        if not least <= len(self.bots) <= most:
            wanted = f"{least}" if least == most else f"{least} to {most} different ones"
            alone = "" if len(self.bots) > 1 else f", or the format {Format.SELF_PLAY.value}"
            raise PlanError(
                f"bots: {len(self.bots)} for {self.format.value}; expected {wanted}{alone}"
            )
        self._check_tables()
        self._check_stages()
        self._check_bots(check_form)

    def _check_tables(self) -> None:
        bots, seats = len(self.bots), self.players
        if self.format is Format.ROUND_ROBIN and comb(bots, seats) > MOST_TABLES:
            raise PlanError(
                f"bots: {bots} make {comb(bots, seats)} combinations for {seats} seats; expected "
                f"{MOST_TABLES} at most, or the format {Format.BALANCED.value}"
            )
        if self.format is not Format.BALANCED:
            return
        if bots < seats:
            raise PlanError(
                f"bots: {bots} for {Format.BALANCED.value}; expected at least {seats}, one for "
                f"each seat, or the format {Format.ROUND_ROBIN.value}"
            )
        if self.blocks < LEAST_BALANCED:
            raise PlanError(
                f"blocks: {self.blocks} for {Format.BALANCED.value}; expected at least "
                f"{LEAST_BALANCED} for each bot, so that games connect all of them"
            )

    def _check_stages(self) -> None:
        """Check that bots have become more, and blocks not fewer."""
        if self.stages and self.format not in GROWING:
            raise PlanError(f"stages: {self.stages} for {self.format.value}; expected none")
        bots, blocks = BOTS[self.format][0] - 1, 0
        for stage in self.stages:
            if not (bots < stage[0] < len(self.bots) and blocks <= stage[1]):
                raise PlanError(f"stages: {self.stages}; expected more bots each time, and blocks")
            bots, blocks = stage
        if self.blocks < blocks:
            raise PlanError(
                f"blocks: {self.blocks}; expected at least {blocks}, as many as were planned when "
                f"{self.bots[bots]} joined"
            )

    def joined(self, bots: tuple[str, ...], blocks: int) -> PlanSettings:
        """Return the settings for a ledger of these, with more bots, or as they are if there are
        none or a bot is missing. Until now `blocks` were planned. PlanError where no bot can
        join."""
        new = tuple(bot for bot in bots if bot not in self.bots)
        if not new or not set(self.bots) < set(bots):
            return self
        if self.format not in GROWING:
            raise PlanError(
                f"bots: {new[0]} cannot join a ledger of the format {self.format.value}; expected "
                f"its bots, {', '.join(self.bots)}, or a new ledger"
            )
        if self.format is Format.GAUNTLET and bots[0] != self.bots[0]:
            raise PlanError(
                f"bots: {bots[0]} first; expected {self.bots[0]}, whose gauntlet the ledger is"
            )
        stages = (*self.stages, (len(self.bots), blocks))
        return replace(self, bots=self.bots + new, blocks=max(self.blocks, blocks), stages=stages)

    def check_entrants(self, game: Game) -> None:
        """Check that the game allows the number of players, that its setup is the plan's, and that
        all bots are available here; PlanError names the wrong setting.

        Settings are valid without this check, because a ledger can be read without its bots.
        """
        self.check_game(game)
        self._check_bots(lambda bot: check(bot, game.catalogue))

    def check_game(self, game: Game) -> None:
        """Check that the game allows the number of players, and that its setup is the plan's."""
        if self.players not in game.players:
            *most, last = map(str, game.players)
            expected = f"{', '.join(most)} or {last}" if most else last
            raise PlanError(f"players: {self.players!r}; expected {expected}")
        if self.setup != game.setup:
            raise PlanError(
                f"setup: {setup_in_words(self.setup)}; expected that of the game, "
                f"{setup_in_words(game.setup)}"
            )

    def _check_bots(self, check_bot: Callable[[str], None]) -> None:
        for bot in self.bots:
            try:
                check_bot(bot)
            except ValueError as error:
                raise PlanError(f"bots: {error}") from None

    def as_tree(self) -> dict[str, Any]:
        """Return all settings as JSON has them, without a clock or stages if there are none."""
        tree = {**asdict(self), "format": self.format.value}
        if self.budget.clock is None:
            del tree["budget"]["clock"]
        if not self.stages:
            del tree["stages"]
        return tree

    @property
    def commitment(self) -> str:
        """The SHA-256 of a secret, in hexadecimal: who shows it before the games cannot choose
        another secret later. Empty for a number, which anybody could try."""
        return sha256(self.seed.encode()).hexdigest() if isinstance(self.seed, str) else ""

    @property
    def repeatable(self) -> bool:
        """True if the games can be repeated: only bots of the catalogue, without time limits."""
        timed = self.budget.clock is not None or any("seconds=" in bot for bot in self.bots)
        return self.only_ours and not timed

    @property
    def only_ours(self) -> bool:
        """True if all bots are of the catalogue."""
        return not any(is_foreign(bot) or bot.startswith(PREFIX) for bot in self.bots)


@dataclass(frozen=True)
class Fixture:
    """A game of a plan: its deal, and the bots of the seats."""

    block: int
    rotation: int
    seed: int  # of the deal
    seats: tuple[int, ...]  # number of the bot in each seat

    @property
    def key(self) -> str:
        """Its name in the plan and in the ledger, such as `12.1`."""
        return f"{self.block}.{self.rotation}"

    def bot_seed(self, seat: int) -> int:
        """Return the seed of a seat's bot, which is independent of the deal's dice and cards."""
        return seed_of(self.seed, "bot", self.rotation, seat)


def place_of(key: str) -> tuple[int, int] | None:
    """Return the block and the rotation of a game by its name, such as `12.1`; None if no game can
    have that name."""
    named = re.fullmatch(r"(0|[1-9][0-9]{0,10})\.(0|[1-9][0-9]{0,2})", key)
    return None if named is None else (int(named[1]), int(named[2]))


@dataclass(frozen=True)
class Block:
    """A deal, played in all rotations of the plan."""

    number: int
    table: tuple[int, ...]  # its bots, in their order in the plan
    games: tuple[Fixture, ...]


@dataclass(frozen=True)
class Plan:
    """All blocks of a tournament, in the order of the schedule."""

    settings: PlanSettings

    @cached_property
    def key(self) -> str:
        """A digest of all settings except the number of blocks; it identifies a ledger's plan."""
        tree = {**self.settings.as_tree(), "layout": LAYOUT}
        del tree["blocks"]
        text = json.dumps(tree, sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()

    @cached_property
    def schedule(self) -> Schedule:
        """The bots of the table of each block; the order around a table is drawn for each deal."""
        settings = self.settings
        sections = list[Section]()
        bots = blocks = 0
        for stage_bots, stage_blocks in (*settings.stages, (len(settings.bots), settings.blocks)):
            if bots:
                sections.append(self._of_newcomers(bots, stage_bots, blocks, len(sections)))
            sections.append(self._of_all(stage_bots, stage_blocks - blocks, len(sections)))
            bots, blocks = stage_bots, stage_blocks
        return Schedule(sections)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Each two bots that meet."""
        return self.schedule.pairs(len(self.settings.bots))

    def _of_all(self, bots: int, blocks: int, section: int) -> Section:
        if self.settings.format is Format.BALANCED:
            return Balanced(bots, self.settings.players, blocks, self._seed_of_tables(section))
        return InTurn(self._tables(bots), blocks)

    def _of_newcomers(self, former: int, bots: int, blocks: int, section: int) -> Section:
        """Return the section in which new bots play as many blocks as the former ones have."""
        if self.settings.format is Format.BALANCED:
            seats, seed = self.settings.players, self._seed_of_tables(section)
            return Newcomers(bots, bots - former, seats, blocks, seed)
        before = set(self._tables(former))
        return InTurn(tuple(each for each in self._tables(bots) if each not in before), blocks)

    def _seed_of_tables(self, section: int) -> int:
        return seed_of("tables", LAYOUT, self.settings.seed, section)

    def _tables(self, bots: int) -> tuple[tuple[int, ...], ...]:
        """Return the tables of so many bots."""
        seats = self.settings.players
        if self.settings.format is Format.SELF_PLAY:
            return ((0,) * seats,)
        if self.settings.format is Format.ROUND_ROBIN:
            return combined(bots, seats)
        return tuple(single_among(0, other, seats) for other in range(1, bots))

    def __len__(self) -> int:
        return len(self.schedule)

    def __iter__(self) -> Iterator[Block]:
        return (self.block(number) for number in range(len(self)))

    @property
    def rotations(self) -> int:
        """The number of games of a block."""
        return 1 if self.settings.format is Format.SELF_PLAY else self.settings.players

    @property
    def games(self) -> int:
        """The number of all games."""
        return len(self) * self.rotations

    def block(self, number: int) -> Block:
        """Return a block by its number in the schedule."""
        seats = self.settings.players
        table = tuple(sorted(self.schedule.table(number)))
        seed = seed_of("arena", LAYOUT, self.settings.seed, number)
        around = sorted(  # random: the neighbours of a bot matter, and vary over the deals
            table, key=lambda bot: seed_of(seed, "order", bot)
        )
        games = tuple(
            Fixture(
                number, turn, seed, tuple(around[(seat - turn) % seats] for seat in range(seats))
            )
            for turn in range(self.rotations)
        )
        return Block(number, table, games)


def new_secret() -> str:
    """Draw a secret for the deals of a tournament."""
    return secrets.token_hex(32)


def setup_in_words(setup: Facts) -> str:
    """Write a setup like `distinct_agents off; first_player 0`; `nothing chosen` if empty."""
    return "; ".join(f"{name} {_in_words(value)}" for name, value in setup.items()) or (
        "nothing chosen"
    )


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        *others, last = map(str, value)
        return f"{', '.join(others)} and {last}" if others else last
    return str(value)

"""Whole games in one process: the host holds the truth, each bot gets the view of its seat."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from covert_bots.players.bot import Bot
from covert_bots.players.game import Facts, Game


@dataclass(frozen=True)
class SeatResult:
    """One seat of a finished game."""

    bot: str  # spec
    decisions: int  # it was asked for
    cpu_seconds: float  # of the process, in all its decisions
    facts: Facts  # of the game's own; docs/arena.md has those of Covert


@dataclass(frozen=True)
class GameResult:
    """A finished game. Tuples over seats are indexed by the seat."""

    seats: tuple[SeatResult, ...]  # by seat
    scores: tuple[int, ...]  # final points (8.3)
    winners: tuple[int, ...]  # seats that share the victory
    rounds: int  # played
    decisions: int  # of all seats
    facts: Facts  # of the game's own

    def share(self, seat: int) -> float:
        """The seat's share of the win, 0 to 1."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def seed_of(*parts: int | str) -> int:
    """A seed of its own for each row of parts, 0 to 2^64 - 1."""
    text = "/".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def play_game(game: Game, bots: Sequence[Bot], seed: int) -> GameResult:
    """Deals a game by `seed` and plays it to its end, one bot a seat.

    The bots' own seeds are derived from it by a hash, so no bot learns what deals the cards. CPU
    time is that of the whole process, threads of a bot included: play one game at a time in it.
    """
    state = game.deal(len(bots), seed)
    seeds = [seed_of(seed, "bot", seat) for seat in range(len(bots))]
    decisions = [0] * len(bots)
    spent = [0.0] * len(bots)
    while not state.over:
        seat = state.actor
        assert seat is not None
        view = state.view(seat)
        started = time.process_time()
        action = bots[seat].choose(view, seeds[seat])
        spent[seat] += time.process_time() - started
        decisions[seat] += 1
        state.play(action)
    seats = tuple(
        SeatResult(str(bot), count, seconds, facts)
        for bot, count, seconds, facts in zip(
            bots, decisions, spent, game.seat_facts(state), strict=True
        )
    )
    return GameResult(
        seats=seats,
        scores=tuple(state.scores()),
        winners=tuple(state.winners()),
        rounds=state.round,
        decisions=sum(decisions),
        facts=game.facts(state),
    )

"""A number for how bots play: their answers in fixed positions, packed to the last bit.

What makes no difference to play makes none here: words, messages and names are left out. A change
that should not alter play must not alter it, on any machine, Python or build.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from hashlib import sha256

from covert_bots.covert.catalogue import make
from covert_bots.players.bot import Bot
from covert_bots.players.bots import Searching
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert import CompiledSet, State, View
from covert_engine.search import ActionResult

SPECS = (
    "random",
    "greedy",
    "flat:iterations=400",
    "ismcts:iterations=300",
    "ismcts:iterations=200,lanes=3",
    "ismcts:iterations=4000",
)
"""The bots of now that are signed; the last looks two rounds ahead where two play."""

FROZEN_SPECS = (
    "greedy-1",
    "flat-1:iterations=400",
    "ismcts-1:iterations=300",
    "ismcts-1:iterations=200,lanes=3",
    "textbook:iterations=300",
    "textbook:iterations=30,horizon=0",
)
"""Those that never change."""

POSITIONS = ((2, 1, 0), (2, 2, 40), (3, 3, 90), (3, 4, 160), (4, 5, 250), (4, 6, 420))
"""Where they are asked: players, seed of the deal, decisions made at random."""

TIMED = ("flat", "ismcts", "flat-1", "ismcts-1", "textbook")
"""The bots that can have a time limit."""

MATCH_SECONDS = (0.01, 0.1)
"""What a search with a time limit has for each decision in the long matches."""

DIGITS = 12  # hexadecimal: 48 bits, which every reader of JSON can hold


def random_view(cards: CompiledSet, players: int, seed: int, decisions: int) -> View:
    """What the seat to decide sees after so many random decisions."""
    state = State.deal(cards, players, seed)
    for number in range(decisions):
        legal = state.legal_actions()
        draw = sha256(f"{seed} {number}".encode()).digest()
        state.play(legal[int.from_bytes(draw[:8], "big") % len(legal)])
    assert state.actor is not None
    return state.view(state.actor)


def signature(cards: CompiledSet, spec: str) -> str:
    """The signature of one bot, in hexadecimal digits."""
    return signature_of(cards, make(spec))


def signature_of(cards: CompiledSet, bot: Bot) -> str:
    """That of a bot, which may be none of the catalogue."""
    digest = sha256()
    for players, seed, decisions in POSITIONS:
        view = random_view(cards, players, seed, decisions)
        for part in _packed(bot.suggest(view, seed=seed)):
            digest.update(part)
    return digest.hexdigest()[:DIGITS]


def settings_by_time(cards: CompiledSet, name: str, seconds: float) -> str:
    """The settings of a search with so much time, in the fixed positions, where it depends on time.

    The answers of such a search are no signature, as they depend on the machine. Numbers are
    written out, and evaluators and beliefs by the names of their classes.
    """
    bot = make(f"{name}:cpu_seconds={seconds}")
    assert isinstance(bot, Searching)
    found = []
    for players, seed, decisions in POSITIONS:
        settings = bot.settings_for(random_view(cards, players, seed, decisions), bot.budget())
        values = ((one.name, getattr(settings, one.name)) for one in fields(settings))
        found.append(" ".join(f"{field}={_plain(value)}" for field, value in values))
    return "\n".join(found)


def _plain(value: object) -> str:
    """A setting, the same in every process."""
    if isinstance(value, Enum):
        return str(value.value)
    return repr(value) if isinstance(value, int | float | None) else type(value).__name__


def _packed(suggestion: Suggestion) -> Iterator[bytes]:
    """An answer in bytes, little-endian: integers of 64 bits, doubles."""
    worlds = suggestion.worlds, suggestion.distinct_worlds
    yield struct.pack("<4q", len(suggestion.moves), suggestion.iterations, *worlds)
    for move in suggestion.moves:
        yield _packed_move(move, suggestion.line_of(move))


def _packed_move(move: ActionResult, line: tuple[int, ...]) -> bytes:
    figures = (
        move.prior,
        move.value,
        move.bound_error,
        move.lower_bound,
        *move.win_probability,
        *move.expected_score,
    )
    whole = (move.action, move.visits, move.availability, len(line), *line, len(figures))
    return struct.pack(f"<{len(whole)}q{len(figures)}d", *whole, *figures)

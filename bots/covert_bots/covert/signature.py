"""The signature of a bot: a hash of its answers in fixed positions, exact to the last bit.

Words, messages and names are left out. A change that should not alter play must not alter a
signature, on any machine, Python or build.
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

SPECS = (
    "random",
    "greedy",
    "flat:iterations=400",
    "ismcts:iterations=300",
    "ismcts:iterations=200,lanes=3",
    "ismcts:iterations=4000",
)
"""The specs of today's bots; the last one looks two rounds ahead with two players."""

FROZEN_SPECS = (
    "greedy-1",
    "flat-1:iterations=400",
    "ismcts-1:iterations=300",
    "ismcts-1:iterations=200,lanes=3",
    "textbook:iterations=300",
    "textbook:iterations=30,horizon=0",
)
"""The specs of the bots that never change."""

POSITIONS = ((2, 1, 0), (2, 2, 40), (3, 3, 90), (3, 4, 160), (4, 5, 250), (4, 6, 420))
"""The positions: players, seed of the deal, number of random decisions."""

TIMED = ("flat", "ismcts", "flat-1", "ismcts-1", "textbook")
"""The bots that can have a time limit."""

MATCH_SECONDS = (0.01, 0.1)
"""The time limits for each decision in the long matches."""

DIGITS = 12  # hexadecimal: 48 bits, which every reader of JSON can hold


def random_view(cards: CompiledSet, players: int, seed: int, decisions: int) -> View:
    """Return the view of the seat to decide after some number of random decisions."""
    state = State.deal(cards, players, seed)
    for number in range(decisions):
        legal = state.legal_actions()
        draw = sha256(f"{seed} {number}".encode()).digest()
        state.play(legal[int.from_bytes(draw[:8], "big") % len(legal)])
    assert state.actor is not None
    return state.view(state.actor)


def signature(cards: CompiledSet, spec: str) -> str:
    """Return the signature of a spec, in hexadecimal digits."""
    return signature_of(cards, make(spec))


def signature_of(cards: CompiledSet, bot: Bot) -> str:
    """Return the signature of a bot, perhaps from outside the catalogue."""
    digest = sha256()
    for players, seed, decisions in POSITIONS:
        view = random_view(cards, players, seed, decisions)
        digest.update(b"".join(_packed(bot.suggest(view, seed=seed))))
    return digest.hexdigest()[:DIGITS]


def settings_by_time(cards: CompiledSet, name: str, seconds: float) -> str:
    """Return the settings of a search with some CPU time, in the fixed positions, as text.

    The answers of such a search depend on the machine and make no signature. Numbers are written
    out, evaluators and beliefs by the names of their classes.
    """
    bot = make(f"{name}:cpu_seconds={seconds}")
    assert isinstance(bot, Searching)
    lines = []
    for players, seed, decisions in POSITIONS:
        settings = bot.settings_for(random_view(cards, players, seed, decisions), bot.budget())
        values = ((field.name, getattr(settings, field.name)) for field in fields(settings))
        lines.append(" ".join(f"{name}={_plain(value)}" for name, value in values))
    return "\n".join(lines)


def _plain(value: object) -> str:
    """Write a setting the same way in every process."""
    if isinstance(value, Enum):
        return str(value.value)
    return repr(value) if isinstance(value, int | float | None) else type(value).__name__


def _packed(suggestion: Suggestion) -> Iterator[bytes]:
    """Yield an answer in bytes, little-endian: integers of 64 bits, doubles."""
    worlds = suggestion.worlds, suggestion.distinct_worlds
    yield struct.pack("<4q", len(suggestion.moves), suggestion.iterations, *worlds)
    for move in suggestion.moves:
        values = (move.prior, move.value, move.bound_error, move.lower_bound)
        figures = (*values, *move.win_probability, *move.expected_score)
        line = suggestion.line_of(move)
        whole = (move.action, move.visits, move.availability, len(line), *line, len(figures))
        yield struct.pack(f"<{len(whole)}q{len(figures)}d", *whole, *figures)

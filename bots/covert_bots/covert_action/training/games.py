"""Games among copies of `greedy`, as records, and the data in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple

from covert_bots.covert_action.bots import Greedy
from covert_bots.covert_action.catalogue import make
from covert_bots.players.match import seed_of
from covert_engine.covert_action import (
    Belief,
    Kind,
    Reasoned,
    Record,
    Settings,
    State,
    View,
    format_action,
    unpack,
)
from covert_engine.covert_action.rules.names import ROLES

SHOOT = "shoot"
"""The choice in a window that is not in `ACTS`."""


class Window(NamedTuple):
    """The start of a window, to test beliefs about roles."""

    view: View
    """The view of a seat that is in, another in each beat."""
    roles: tuple[int, ...]
    """The index in `ROLES` for each seat that is in; -1 for the others."""


class Standing(NamedTuple):
    """The Plan cards of the seats, and the result of the game."""

    types: tuple[int, ...]
    """Number of types of Plan cards, by seat."""
    shares: tuple[float, ...]
    """Shares of the victory, by seat."""


@dataclass
class Watched:
    """The data of a game for training."""

    settings: Settings
    chosen: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Number of times that a seat with a role chose an act: (act, role). A Mole always holds."""
    windows: list[Window] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=list)
    """The standings at the start of each round, and after every draw."""


def play(settings: Settings, seed: int, belief: Belief) -> Record:
    """Play a game among seats that read each other by a belief and speak in the style `mixed`."""
    bot = copy(make("greedy"))  # a catalogue gives the same bot to all callers
    assert isinstance(bot, Greedy)
    bot.evaluator = Reasoned(belief, style="mixed")
    seeds = [seed_of(seed, "bot", seat) for seat in range(settings.players)]
    state, actions = State.deal(settings, seed), []
    while (seat := state.actor) is not None:
        actions.append(bot.choose(state.view(seat), seeds[seat]))
        state.play(actions[-1])
    return Record(settings, seed, tuple(actions))


def watch(record: Record) -> Watched:
    """Collect the data of a complete game.

    All choices of a window count, even lapsed shots: the public result of a window depends on the
    choices of others.
    """
    watched = Watched(record.settings)
    state = State.deal(record.settings, record.seed)
    held: list[tuple[int, ...]] = []
    round_, opened = 0, (0, 0)  # the latest window, by round and t
    for action in record.actions:
        seat = state.actor
        assert seat is not None
        begins = state.round != round_
        if begins:
            round_ = state.round
            hidden, players = state.hidden(), state.fields()["players"]
            roles, teams = hidden["roles"], [player["team"] for player in players]
        types = tuple(state.scores())
        if not held or held[-1] != types or begins:
            held.append(types)
        if state.phase == "talk":
            watched.chosen[act_of(format_action(action), seat, teams), roles[seat]] += 1
        elif state.phase == "window":
            if opened != (round_, state.t):
                opened = (round_, state.t)
                _open(state, roles, watched)
            act = "hold" if unpack(action).kind == Kind.HOLD else SHOOT
            watched.chosen[act, roles[seat]] += 1
        state.play(action)
    winners = state.winners()
    shares = tuple((seat in winners) / len(winners) for seat in range(state.players))
    watched.standings = [Standing(types, shares) for types in held]
    return watched


def _open(state: State, roles: Sequence[str], watched: Watched) -> None:
    """Add the start of a window."""
    is_in = [player["is_in"] for player in state.fields()["players"]]
    seats = [seat for seat, seat_is_in in enumerate(is_in) if seat_is_in]
    watched.chosen["hold", "mole"] += sum(roles[seat] == "mole" for seat in seats)
    viewer = seats[(state.round + state.t) % len(seats)]
    cards = tuple(ROLES.index(role) if seat in seats else -1 for seat, role in enumerate(roles))
    watched.windows.append(Window(state.view(viewer), cards))


def act_of(text: str, seat: int, teams: Sequence[str]) -> str:
    """Return the entry of ACTS for a statement."""
    words = text.split()
    if words[0] in ("pass", "am"):
        return text
    own = teams[int(words[1]) - 1] == teams[seat]
    return " ".join([words[0], "own" if own else "other", *words[2:]])

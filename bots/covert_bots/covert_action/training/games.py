"""Games among copies of `greedy`: played, kept as records, and what is seen and done in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
"""What else a seat can choose, beside `ACTS`."""


class Window(NamedTuple):
    """The opening of a window: what seats have done is to tell what they hold."""

    view: View
    """Of a seat that is in, another in each beat."""
    roles: tuple[int, ...]
    """What each seat that is in holds, in the order of `ROLES`; -1 of the others."""


class Standing(NamedTuple):
    """How many types of Plan cards each seat holds, and what came of it."""

    types: tuple[int, ...]
    shares: tuple[float, ...]
    """Of the victory, by seat."""


@dataclass
class Watched:
    """What there is to learn from a game."""

    settings: Settings
    chosen: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often a seat with a role chose an act: (act, role). A Mole, who is not asked, holds."""
    windows: list[Window] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=list)
    """At the beginning of each round, and whenever else somebody has drawn."""


def play(settings: Settings, seed: int, belief: Belief) -> Record:
    """A game among seats that read each other by a belief and speak in the style `mixed`."""
    bot = make("greedy")
    assert isinstance(bot, Greedy)
    bot.evaluator = Reasoned(belief, style="mixed")
    seeds = [seed_of(seed, "bot", seat) for seat in range(settings.players)]
    state, actions = State.deal(settings, seed), []
    while (seat := state.actor) is not None:
        actions.append(bot.choose(state.view(seat), seeds[seat]))
        state.play(actions[-1])
    return Record(settings, seed, tuple(actions))


def watch(record: Record) -> Watched:
    """What happens in the game of a record. It is to be complete.

    All choices of a window count, lapsed shots too: what all can see of a window depends on what
    others chose in it.
    """
    found = Watched(record.settings)
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
            found.chosen[act_of(format_action(action), seat, teams), roles[seat]] += 1
        elif state.phase == "window":
            if opened != (round_, state.t):
                opened = (round_, state.t)
                _open(state, roles, found)
            act = "hold" if unpack(action).kind == Kind.HOLD else SHOOT
            found.chosen[act, roles[seat]] += 1
        state.play(action)
    winners = state.winners()
    shares = tuple((seat in winners) / len(winners) for seat in range(state.players))
    found.standings = [Standing(types, shares) for types in held]
    return found


def _open(state: State, roles: Sequence[str], found: Watched) -> None:
    """A window opens."""
    is_in = [player["is_in"] for player in state.fields()["players"]]
    seats = [seat for seat, one in enumerate(is_in) if one]
    found.chosen["hold", "mole"] += sum(roles[seat] == "mole" for seat in seats)
    viewer = seats[(state.round + state.t) % len(seats)]
    cards = tuple(ROLES.index(role) if one else -1 for role, one in zip(roles, is_in, strict=True))
    found.windows.append(Window(state.view(viewer), cards))


def act_of(text: str, seat: int, teams: Sequence[str]) -> str:
    """Which of ACTS a statement is."""
    words = text.split()
    if words[0] in ("pass", "am"):
        return text
    own = teams[int(words[1]) - 1] == teams[seat]
    return " ".join([words[0], "own" if own else "other", *words[2:]])

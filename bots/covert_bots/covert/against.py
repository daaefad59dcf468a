"""Chances to win against the bots that sit at a table, from those against equals.

The chances of a search are those among equals: what values its positions was fitted to games of a
bot against itself. A lead in rating is a factor: at the start of a game the odds of a seat are
10^(lead / 400) times as high. In proportion to the time left, a lead in strength becomes points,
but what chance adds to them grows with its root alone. So the power is multiplied by the root of
the share of the game that is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from covert_bots.covert.catalogue import CATALOGUE
from covert_bots.covert.decisions_left import share_left
from covert_engine.covert import View

LIKE = "hard"  # the level at which seats without a rated bot are assumed to play on
ELO = 400.0  # a lead by which the odds are 10 to 1
NEARLY = 0.995  # from here on a chance would be rounded to 100%


class Against(NamedTuple):
    """The chances to win, and the bots that they assume."""

    bots: tuple[str, ...]
    """The rated bot of each seat; empty for a seat that is assumed to play like LIKE."""
    chances: tuple[float, ...]
    """By seat."""


def against(view: View, equals: Sequence[float], bots: Sequence[str]) -> Against | None:
    """Return the chances against `bots`, from the chances `equals` among equals, both by seat.
    `bots` has specs, empty where no bot sits. None if no bot is rated."""
    own = CATALOGUE.rating(LIKE, view.players)
    ratings = [CATALOGUE.rating(bot, view.players) for bot in bots]
    if own is None or all(rating is None for rating in ratings):
        return None
    root = sqrt(share_left(view))
    odds = [
        chance * (1.0 if rating is None else 10 ** ((rating - own) / ELO * root))
        for chance, rating in zip(equals, ratings, strict=True)
    ]
    named = ("" if rating is None else bot for bot, rating in zip(bots, ratings, strict=True))
    return Against(tuple(named), tuple(chance / sum(odds) for chance in odds))


def against_in_words(result: Against, seat: int) -> str:
    """Write a sentence about the chance of a seat, and who sits at the others."""
    others = [bot for place, bot in enumerate(result.bots) if place != seat]
    names = [f'"{bot}"' for bot in others if bot]
    equals = others.count("")
    if equals:
        names.append("an equal" if equals == 1 else f"{equals} equals")
    *some, last = names
    listed = f"{', '.join(some)} and {last}" if some else last
    chance = _percent(result.chances[seat])
    return f'Your chance to win is {chance} against {listed}, if you play on as well as "{LIKE}".'


def _percent(chance: float) -> str:
    """Return a chance in percent; what is not certain is not said to be."""
    if NEARLY <= chance < 1:
        return "over 99%"
    return "under 1%" if 0 < chance <= 1 - NEARLY else f"{chance:.0%}"

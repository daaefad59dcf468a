"""The exact posterior of a view, by counting all worlds that agree with it.

How likely a seat was to do what it did in public, had it this or that role, is a weight; the
product of all weights is the likelihood of a world. Without weights all worlds are equally likely.
Being ordered or not counts as 4.5d has it: worlds in which that cannot be are left out, the others
are not weighed by their number of lots.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod

from covert_action.model import shot as rule
from covert_action.model.settings import read_settings
from covert_action.model.worlds import View, worlds

Weight = Callable[[int, str], Fraction]  # of what a seat did, had it this role
Chances = dict[str, Fraction]


def even(seat: int, role: str) -> Fraction:
    """Weigh what a seat did as equally likely for any role."""
    return Fraction(1)


def no_chances() -> Chances:
    return defaultdict(Fraction)


@dataclass
class SeatPosterior:
    """Probabilities for one seat, given a view."""

    roles: Chances = field(default_factory=no_chances)
    """Probability of each role."""
    acts: Fraction = Fraction(0)
    """Probability that the seat acts as Sniper now."""
    shot: Chances = field(default_factory=no_chances)
    """Probability of each outcome if the viewer shot the seat now; empty if that is illegal."""


@dataclass
class Posterior:
    worlds: int
    """Number of deals that agree with the view."""
    seats: list[SeatPosterior]


def posterior(view: View, weight: Weight = even) -> Posterior:
    settings = read_settings(view["settings"])
    viewer = view["seat"]
    seats_in = [number for number, seat in enumerate(view["seats"]) if seat["in"]]
    targets = [seat for seat in seats_in if seat != viewer]
    if viewer not in seats_in or view["own_role"] == "mole":
        targets = []
    team_was_out = any(shot["outcome"] == "team out" for shot in view["shots"])

    likely = {
        deal: prod(
            (weight(seat, card.role) for seat, card in enumerate(deal.cards)), start=Fraction(1)
        )
        for deal in worlds(view)
    }
    total = sum(likely.values())
    known = Posterior(len(likely), [SeatPosterior() for _ in view["seats"]])
    for deal, weighed in likely.items():
        chance = weighed / total
        for seat, card in enumerate(deal.cards):
            known.seats[seat].roles[card.role] += chance
        for seat in rule.acting_snipers(settings, deal, seats_in):
            known.seats[seat].acts += chance
        for seat in targets:
            result = rule.outcome(settings, deal, seats_in, team_was_out, viewer, seat)
            known.seats[seat].shot[result] += chance
    return known

"""From what was counted to the figures of the model of behaviour, and how well they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from covert_bots.covert_action.training.games import SHOOT, Window
from covert_engine.covert_action import Belief
from covert_engine.covert_action.evaluation.behaviour import ACTS, CAP, Likelihoods, Tables
from covert_engine.covert_action.evaluation.fitted import tables_of
from covert_engine.covert_action.rules.names import ROLES

Counts = Counter[tuple[str, str]]
"""How often a seat with a role chose an act, or `SHOOT`: (act, role)."""

RARE = 100
"""An act that is chosen less often by a role, on average over those in use, says nothing."""

REPEATS = tuple(step / 10 for step in range(11))
"""What the share that is left of a repeated statement is chosen from."""

LEAST = 1e-9
"""Below such a probability a loss grows no more."""


class Fitted(NamedTuple):
    """The rows of one of TABLES, and how sure they are."""

    likelihoods: dict[str, dict[str, float]]
    """By act and role; the highest of a row is 1."""
    errors: dict[str, dict[str, float]]
    """Their standard errors, by games: what seats of one game do goes together."""
    times: dict[str, dict[str, int]]
    """How often it was done."""


class Losses(NamedTuple):
    """How well role posteriors do: means over seats that are in, the viewer's left out."""

    seats: int
    log_loss: float
    brier: float
    """Mean square of the difference to what is so, summed over the roles."""


def joined(counts: Iterable[Counts]) -> Counts:
    """All of them together."""
    whole: Counts = Counter()
    for one in counts:
        whole.update(one)
    return whole


def fitted(games: Sequence[Counts]) -> Fitted:
    """How often each role does what it can do: a statement of all its statements, holding of all
    its windows. To each count one half is added, and one to its total."""
    counts = joined(games)
    rows: dict[str, dict[str, float]] = {}
    errors: dict[str, dict[str, float]] = {}
    times: dict[str, dict[str, int]] = {}
    spoken = {role: sum(counts[act, role] for act in ACTS if act != "hold") for role in ROLES}
    windows = {role: counts["hold", role] + counts[SHOOT, role] for role in ROLES}
    for act in ACTS:
        of = windows if act == "hold" else spoken
        roles = [role for role in ROLES if of[role]]
        if not roles or sum(counts[act, role] for role in roles) < RARE * len(roles):
            continue
        others = [SHOOT] if act == "hold" else [one for one in ACTS if one not in (act, "hold")]
        shares = {role: (counts[act, role] + 0.5) / (of[role] + 1) for role in roles}
        highest = max(shares.values())
        rows[act] = {role: round(share / highest, 4) for role, share in shares.items()}
        errors[act] = {
            role: round(_error(games, act, others, role) / highest, 4) for role in shares
        }
        times[act] = {role: counts[act, role] for role in roles}
    return Fitted(rows, errors, times)


def _error(games: Sequence[Counts], act: str, others: Sequence[str], role: str) -> float:
    """The standard error of how often a role does this, of this and the others.

    That of a ratio of sums by games (W. G. Cochran, Sampling Techniques, 1977, chapter 6); if it
    is larger, that of acts which do not depend on each other: a role that has never done it in any
    game would seem to be sure of that.
    """
    did = np.array([game[act, role] for game in games])
    could = did + np.array([sum(game[one, role] for one in others) for game in games])
    share = (did.sum() + 0.5) / (could.sum() + 1)
    by_games = np.sqrt(((did - share * could) ** 2).sum()) / could.sum()
    return float(max(by_games, np.sqrt(share * (1 - share) / could.sum())))


def losses(windows: Iterable[Window], belief: Belief) -> Losses:
    """Of what the viewer of each window believes."""
    count, log_loss, brier = 0, 0.0, 0.0
    eye = np.eye(len(ROLES))
    for window in windows:
        believed = np.array(belief.beliefs(window.view).roles)
        seats = [
            seat for seat, role in enumerate(window.roles) if role >= 0 and seat != window.view.seat
        ]
        roles = [window.roles[seat] for seat in seats]
        log_loss -= float(np.log(np.maximum(believed[seats, roles], LEAST)).sum())
        brier += float(((believed[seats] - eye[roles]) ** 2).sum())
        count += len(seats)
    return Losses(count, round(log_loss / count, 4), round(brier / count, 4))


def measured(
    windows: Mapping[str, Sequence[Window]], tables: Tables | Likelihoods, repeated: float
) -> dict[str, Losses]:
    """The losses under each of TABLES."""
    belief = Belief(tables, cap=CAP, repeated=repeated)
    return {name: losses(some, belief) for name, some in windows.items() if some}


def share_left(windows: Mapping[str, Sequence[Window]], likelihoods: Mapping[str, Fitted]) -> float:
    """Of REPEATS the share that a repeated statement keeps with which the posterior does best."""
    tables = tables_of({name: one.likelihoods for name, one in likelihoods.items()})

    def loss(repeated: float) -> float:
        found = measured(windows, tables, repeated).values()
        return sum(one.log_loss * one.seats for one in found)

    return min(REPEATS, key=loss)

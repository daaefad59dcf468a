"""The figures of the model of behaviour, from counts, and their losses."""

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
"""Number of times that a seat with a role chose an act, or `SHOOT`: (act, role)."""

RARE = 100
"""Least mean count over the roles in use; a rarer act gets no likelihoods."""

REPEATS = tuple(step / 10 for step in range(11))
"""Candidates for the weight of a repeated statement."""

LEAST = 1e-9
"""Least probability in a loss."""


class Fitted(NamedTuple):
    """The rows of one of TABLES, and their errors."""

    likelihoods: dict[str, dict[str, float]]
    """Likelihoods by act and role; the highest of a row is 1."""
    errors: dict[str, dict[str, float]]
    """Their standard errors, clustered by games."""
    times: dict[str, dict[str, int]]
    """Counts of the acts."""


class Losses(NamedTuple):
    """The losses of role posteriors: means over the seats that are in, without the viewer."""

    seats: int
    log_loss: float
    brier: float
    """Mean squared error, summed over the roles."""


def joined(counts: Iterable[Counts]) -> Counts:
    """Add up counts."""
    whole: Counts = Counter()
    for part in counts:
        whole.update(part)
    return whole


def fitted(games: Sequence[Counts]) -> Fitted:
    """Compute the frequency of each act by role: of a statement among all statements, of holding
    among all windows. One half is added to each count, and one to its total."""
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
        others = [SHOOT] if act == "hold" else [said for said in ACTS if said not in (act, "hold")]
        shares = {role: (counts[act, role] + 0.5) / (of[role] + 1) for role in roles}
        highest = max(shares.values())
        rows[act] = {role: round(share / highest, 4) for role, share in shares.items()}
        errors[act] = {
            role: round(_error(games, act, others, role) / highest, 4) for role in shares
        }
        times[act] = {role: counts[act, role] for role in roles}
    return Fitted(rows, errors, times)


def _error(games: Sequence[Counts], act: str, others: Sequence[str], role: str) -> float:
    """Return the standard error of the frequency of an act of a role, among it and the others.

    It is that of a ratio of sums by games (W. G. Cochran, Sampling Techniques, 1977, chapter 6), or
    that of independent acts if this is larger: the first is 0 for an act that never occurs.
    """
    did = np.array([game[act, role] for game in games])
    could = did + np.array([sum(game[other, role] for other in others) for game in games])
    share = (did.sum() + 0.5) / (could.sum() + 1)
    by_games = np.sqrt(((did - share * could) ** 2).sum()) / could.sum()
    return float(max(by_games, np.sqrt(share * (1 - share) / could.sum())))


def losses(windows: Iterable[Window], belief: Belief) -> Losses:
    """Compute the losses of the viewers' beliefs in some windows."""
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
    """Compute the losses under each of TABLES."""
    belief = Belief(tables, cap=CAP, repeated=repeated)
    return {name: losses(some, belief) for name, some in windows.items() if some}


def share_left(windows: Mapping[str, Sequence[Window]], likelihoods: Mapping[str, Fitted]) -> float:
    """Choose the weight of a repeated statement from REPEATS, by the log-loss of the posterior."""
    tables = tables_of({name: rows.likelihoods for name, rows in likelihoods.items()})

    def loss(repeated: float) -> float:
        by_table = measured(windows, tables, repeated).values()
        return sum(losses.log_loss * losses.seats for losses in by_table)

    return min(REPEATS, key=loss)

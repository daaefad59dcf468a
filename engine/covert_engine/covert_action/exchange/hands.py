"""Hands of Plan cards that lack a type (rules 4.5 f)."""

from __future__ import annotations

from collections.abc import Sequence

TYPES = 4


def can_lack_a_type(left: Sequence[int], hands: Sequence[int]) -> bool:
    """Return True if hands of these sizes can be dealt, each lacking a type, from so many cards of
    each type.

    A hand that lacks a type takes none of its cards. So it is possible if the hands can be grouped
    by a type that they lack so that each group has no more cards than there are of the other types:
    two hands that lack different types can take cards of all types (Hall's theorem).
    """
    total = sum(left)
    large = sorted((hand for hand in hands if hand >= TYPES), reverse=True)
    reached = {(0,) * TYPES}
    for hand in large:
        grown = set()
        for sums in reached:
            for kind in range(TYPES):
                if sums[kind] + hand <= total - left[kind]:
                    grown.add((*sums[:kind], sums[kind] + hand, *sums[kind + 1 :]))
        reached = grown
    return bool(reached)

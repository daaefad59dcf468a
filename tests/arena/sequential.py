"""The sequential test of blocks that are given by their shares."""

from __future__ import annotations

from collections.abc import Iterable

from covert_bots.arena.statistics.sprt import Hypotheses, Sprt, Verdict

__all__ = ["fed"]


def fed(hypotheses: Hypotheses, shares: Iterable[float]) -> Sprt:
    """Return a test that took blocks until one of them ended it or there were no more."""
    test = Sprt(hypotheses)
    for share in shares:
        if test.add(share) is not Verdict.RUNNING:
            return test
    test.out_of_blocks()
    return test

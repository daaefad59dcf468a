"""The numbers of all rules, by chapter. Chapter 9 is one list of facts and has no numbers."""

from __future__ import annotations

# The last rule of each chapter.
LAST = {1: 10, 2: 10, 3: 11, 4: 8, 5: 15, 6: 18, 7: 6, 8: 4, 10: 9, 11: 3}

NUMBERS = tuple(
    f"{chapter}.{rule}" for chapter, last in LAST.items() for rule in range(1, last + 1)
)

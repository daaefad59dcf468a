"""The numbers of all rules of Covert Action, by chapter."""

from __future__ import annotations

# The last rule of each chapter.
LAST = {1: 5, 2: 6, 3: 13, 4: 6, 5: 3}

NUMBERS = tuple(
    f"{chapter}.{rule}" for chapter, last in LAST.items() for rule in range(1, last + 1)
)
EXAMPLES = tuple(f"E{number}" for number in range(1, 13))
RULINGS = tuple(f"R{number}" for number in range(1, 23))

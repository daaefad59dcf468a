"""Ways of speaking: the styles, and their parameters.

All figures were set by hand, after section 9.4 of the rules' page for implementers: levels mixed
.2/.5/.3, no statement taken to say more than 3 to 5 for one role, .2 to .3 of a Mole's statements
drawn as an Agent's.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

StyleName: TypeAlias = Literal[
    "mute", "open", "posing", "countering", "mixed", "bluffing", "pointing"
]
"""How a seat speaks. `mute` passes. `open` claims the role it holds, as a Mole an Agent's. `posing`
claims what serves it if the table takes it for `open`, `countering` if the table takes it for
`posing`, and `mixed` is one of the three by chance. `bluffing` is a fixed code: Bodyguards,
Cleaners and Saboteurs claim Sniper, the Sniper does not, and a Mole says that it is one. `pointing`
claims nothing and names the enemy whom it takes for the Sniper."""

STYLES: tuple[StyleName, ...] = get_args(StyleName)

KEENNESS = 10.0
"""What a claim gains counts e to the power of this, for each unit of probability."""

SLIPS = 0.08
"""Share of the claims that level 0, or a fixed code, does not want."""

MOST_SAID = 4.0
"""The table is supposed to take no claim for more than this, for one role against another."""

SILENCE = 0.1
"""Share of passes, but of `mute`."""

LEVELS = (0.2, 0.5, 0.3)
"""Shares of `open`, `posing` and `countering` in `mixed`."""

AGENTS_WORDS = 0.25
"""Share of a Mole's statements that are drawn as an Agent's, in `mixed`."""

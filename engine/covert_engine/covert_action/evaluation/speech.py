"""Ways of speaking: the styles, and their parameters.

All figures were set by hand.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

StyleName: TypeAlias = Literal[
    "mute", "open", "posing", "countering", "mixed", "bluffing", "pointing"
]
"""Styles of speech. `mute` passes. `open` claims the role it holds, as a Mole an Agent's. `posing`
claims what serves it if the table takes it for `open`, `countering` if the table takes it for
`posing`, and `mixed` is one of the three by chance. `bluffing` is a fixed code: Bodyguards,
Cleaners and Saboteurs claim Sniper, the Sniper does not, and a Mole says that it is one. `pointing`
claims nothing and names its suspect for the enemy's Sniper."""

STYLES: tuple[StyleName, ...] = get_args(StyleName)

KEENNESS = 10.0
"""Exponent of the weight of a claim, for each unit of probability that it gains."""

SLIPS = 0.08
"""Share of claims against level 0, or against a fixed code."""

MOST_SAID = 4.0
"""Ceiling of the evidence of a claim for one role against another, as the table is assumed to see
it."""

SILENCE = 0.1
"""Share of passes, except for `mute`."""

LEVELS = (0.2, 0.5, 0.3)
"""Shares of `open`, `posing` and `countering` in `mixed`."""

AGENTS_WORDS = 0.25
"""Share of a Mole's statements that are drawn as an Agent's, in `mixed`."""

STORY_GAIN = 0.15
"""Probability, as the table is assumed to see it, by which another claim has to serve a seat better
than the story that it has told in this round. `open` and `bluffing` keep to their story."""

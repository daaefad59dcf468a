"""The names of the figures that a belief sees of a card in another's hand, in their order.

`_hand_features.pyx` works them out. No card is known by its number.
"""

from __future__ import annotations

from covert_engine.covert.cards.card_set import ABILITIES

HAND_FEATURE_NAMES = (
    *("mission: points", "mission: points late", "mission: points for a die"),
    *("mission: dice", "mission: dice squared", "mission: dice, completing"),
    *("mission: ready", "mission: ready, completing"),
    *("mission: no steps", "mission: no steps, moving"),
    *("mission: steps, moving", "mission: steps enough"),
    *("mission: cards", "mission: no cards, collecting", "mission: locations"),
    *("code: lacks nothing", "code: lacks nothing, with dice", "code: lacks one"),
    *("code: dice that serve", "code: length"),
    *(f"card: {ability} late" for ability in ABILITIES),
    "card: asked for",
    *(f"token: {ability}" for ability in ABILITIES),
    *(f"token: {ability} late" for ability in ABILITIES),
)

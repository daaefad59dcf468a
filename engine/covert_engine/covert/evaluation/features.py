"""The names of the figures that the learned value sees of a seat, in their order.

`_features.pyx` works them out. No card, city or character is known by its number, but
`_plan.pyx` takes what is equally near in the order of the numbers.
"""

from __future__ import annotations

from covert_engine.covert.cards.card_set import ABILITIES, EFFECTS

CIRCLES = ("complete", "missions", "agency", "movement")
SHOWN_MISSIONS = 4
OF_A_MISSION = ("is there", "points", "dice", "cards", "moves", "any short", "nearly done")

FEATURE_NAMES = (
    "one",
    *("expected points", "held points", "mission points", "code points"),  # of the hand-made value
    *("score", "missions completed", "codes broken", "equipment feet", "region feet"),
    *("agency cards", "hand nearly full"),
    *(f"cards with {ability}" for ability in ABILITIES),
    *(f"tokens with {ability}" for ability in ABILITIES),
    *("tokens", "cubes on the character", "reroll token", "cubes in supply"),
    *("unplaced dice", "dice on the decoder"),
    *(f"dice on {circle}" for circle in CIRCLES),
    "dice on the folder",
    *(f"codes that lack {missing}" for missing in range(5)),
    *("codes that lack more", "length of codes", "missions in hand"),
    *(
        f"mission {number}: {what}"
        for number in range(1, SHOWN_MISSIONS + 1)
        for what in OF_A_MISSION
    ),
    *(f"character: {effect}" for effect in EFFECTS),
    *("character's uses left in the game", "character's amount"),
    *("most missions of another", "lead in missions", "rounds left", "last round"),
    *("fifth mission completed", "round", "three players", "four players"),
    *("placing", "breaking", "resolving", "last missions"),
    *("has a turn order token", "place in turn order", "places first"),
    "cubes next to agents",
    *("final score", "margin", "margin to win"),  # of the hand-made value
)

"""Names of enumerations as texts have them, and the fields of each kind of use."""

from __future__ import annotations

from covert_engine.covert.cards import card_set, stages
from covert_engine.input.spelling import EnumName, enum_names

PHASES = enum_names("PHASE", stages.PHASES)
DECISIONS = enum_names("DECISION", stages.DECISIONS)
ABILITIES = enum_names("ABILITY", card_set.ABILITIES)
ABILITY_SEARCH = EnumName("ABILITY", "search")
DECISION_BOTTOM = EnumName("DECISION", "bottom")
DECISION_DIE = EnumName("DECISION", "die")
DECISION_DRAW_CODE = EnumName("DECISION", "draw_code")
DECISION_KEEP = EnumName("DECISION", "keep")
DECISION_REWARD = EnumName("DECISION", "reward")
KIND_FLIGHT = EnumName("KIND", "flight")
KIND_MISSION = EnumName("KIND", "mission")
PHASE_LAST_MISSION = EnumName("PHASE", "last_mission")
PHASE_OVER = EnumName("PHASE", "over")

FIELDS_OF_USE = {
    "ability": frozenset(
        ("ability", "card", "by_token", "by_character", "face", "deck", "agency_cards")
    ),
    "flight": frozenset(("card", "agent", "agency_cards")),
    "mission": frozenset(
        (
            *("mission", "symbols_paid", "feet_used", "last_payment", "agency_cards", "codes"),
            "any_equipment_used",
        )
    ),
    "draw": frozenset(("by_character", "draws_left")),
}
"""Fields of each kind of use besides `kind` and `seat`."""

"""Card sets: reading them, checking them, compiling them to C tables."""

from covert_engine.covert.cards._compiled import CompiledSet
from covert_engine.covert.cards.card_file import compile, house_set, load_card_set, parse_card_set
from covert_engine.covert.cards.card_set import (
    ABILITIES,
    DECKS,
    EFFECTS,
    OPTIONS,
    PERIODS,
    WHENS,
    AgencyCard,
    CardSet,
    Character,
    Code,
    Mission,
    Options,
    Region,
)

__all__ = [
    "ABILITIES",
    "DECKS",
    "EFFECTS",
    "OPTIONS",
    "PERIODS",
    "WHENS",
    "AgencyCard",
    "CardSet",
    "Character",
    "Code",
    "CompiledSet",
    "Mission",
    "Options",
    "Region",
    "compile",
    "house_set",
    "load_card_set",
    "parse_card_set",
]

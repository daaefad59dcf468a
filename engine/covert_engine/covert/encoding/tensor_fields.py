"""The fields of the tensor of a view, in order; `_tensor.pyx` writes them.

Seats stand clockwise from the view's own, which comes first; colours of cubes are those of the
seats in the same order, then the unused ones. A field that does not apply is all zeros. Shares are
cut off at 1.
"""

from __future__ import annotations

from covert_engine.covert.cards.card_set import ABILITIES, CardSet
from covert_engine.covert.cards.stages import DECISIONS, PHASES
from covert_engine.encoding.field import Field


def tensor_fields(cards: CardSet, players: int) -> tuple[Field, ...]:
    """Return the fields of the tensor of a view with these cards and that many seats."""
    return (
        *_turn_fields(cards, players),
        *_use_fields(players),
        *_agency_fields(players),
        *_mission_fields(players),
        *_code_fields(cards, players),
        *_board_fields(cards, players),
        *_seat_fields(cards, players),
        *_memory_fields(players),
    )


def _turn_fields(cards: CardSet, seats: int) -> tuple[Field, ...]:
    return (
        Field("phase", (len(PHASES),), "the stage of the round"),
        Field("decision", (len(DECISIONS),), "the choice of the seat to decide"),
        Field("actor", (seats,), "the seat to decide, if this seat knows it"),
        Field("turn", (seats,), "the seat on turn"),
        Field("starter", (seats,), "the seat that places first this round"),
        Field("order", (seats, seats), "the turn order token of each seat, by its number"),
        Field("had_turn", (seats,), "seats that have had their Break Codes turn"),
        Field("asked_from", (seats,), "while First is asked: the number asked first"),
        Field("opener", (seats,), "the seat whose use opened the Espionage window"),
        Field("round", (1,), "of 60"),
        Field("final_round", (1,), "1 once somebody has six missions"),
        Field("plays", (1,), "free plays this turn, of 100"),
        Field("owed", (1,), "dice that may still be placed this turn, of 5"),
        Field("placed", (1,), "dice placed this turn, of 5"),
        Field("shifted", (6,), "the face of the die that +1 or -1 has named"),
        Field("swaps", (1,), "swaps left, of 16"),
        Field("claimed", (1,), "1 after the first claim of the turn"),
        Field("bent_code", (40,), "the code of a bent claim"),
        Field("path", (len(_tiles(cards)),), "tiles of that claim: first 1/6, second 2/6 ..."),
        Field("acted", (1,), "1 after the action of a resolving turn"),
        Field("step_pool", (1,), "steps left to all agents together, of 8"),
        Field("steps", (3,), "steps left to each agent, of 5"),
        Field("step_agent", (3,), "the agent that stepped last"),
        Field("pairs", (4,), "colours of pairs still to be rewarded"),
        Field("pair_region", (6,), "the region whose card rewards them"),
        Field("picked", (6,), "dice named for a reroll by face, of 5"),
        Field("reroll_source", (2,), "the reroll is by the token, by the character"),
    )


def _use_fields(seats: int) -> tuple[Field, ...]:
    plays = (*ABILITIES, "token_play", "agency_play")
    return (
        Field("use_kind", (3,), "what is being used: an ability, a flight, a mission"),
        Field("use_seat", (seats,), "the seat that uses it"),
        Field("use_ability", (len(plays),), "the ability, or what a character draws"),
        Field("use_source", (3,), "it is by a card, a token, the character"),
        Field("use_die", (6,), "the face that +1 or -1 names"),
        Field("use_deck", (2,), "the deck of a Search: Agency Cards, missions"),
        Field("use_agent", (3,), "the agent that flies, once chosen"),
        Field("use_mission", (60,), "the mission that is being completed"),
        Field("symbols_paid", (1,), "its symbols paid so far, of 12; cards left to draw"),
        Field("feet_used", (1,), "feet used for this kind of equipment, of 6"),
        Field("any_equipment", (1,), "symbols paid by the character, of 6"),
        Field("use_cards", (48,), "Agency Cards that lie open as payment"),
        Field("use_codes", (40,), "codes that lie open as payment"),
    )


def _agency_fields(seats: int) -> tuple[Field, ...]:
    return (
        Field("agency_hand", (seats, 48), "Agency Cards this seat knows in the hand of each"),
        Field(
            "agency_known", (seats - 1, 48), "of those and of the next: each other seat knows it"
        ),
        Field("agency_deck", (48,), "Agency Cards this seat knows in the deck: 1 the top, 0 below"),
        Field("agency_search", (48,), "Agency Cards this seat looks at in a Search"),
        Field("agency_up", (6, 48), "the face-up card of each region"),
        Field("agency_discard", (48,), "the discard pile"),
        Field("pool", (48,), "cards that Espionage may take"),
        Field("spied", (48,), "cards played as Espionage in this window"),
        Field("agency_unseen", (48,), "cards that this seat has not located"),
        Field("agency_fresh", (48,), "those of them in the lot of the deck's bottom card"),
    )


def _mission_fields(seats: int) -> tuple[Field, ...]:
    return (
        Field("mission_hand", (seats, 60), "missions this seat knows in the hand of each"),
        Field("mission_known", (seats - 1, 60), "of those and of the next: each other seat knows"),
        Field("mission_deck", (60,), "missions this seat knows in the deck: 1 the top, 0 below"),
        Field("mission_search", (60,), "missions this seat looks at in a Search"),
        Field("mission_up", (3, 60), "the face-up missions by place"),
        Field("mission_discard", (60,), "the discard pile"),
        Field("completed", (seats, 60), "completed missions"),
        Field("mission_unseen", (60,), "missions that this seat has not located"),
        Field("mission_fresh", (60,), "those of them in the lot of the deck's bottom card"),
    )


def _code_fields(cards: CardSet, seats: int) -> tuple[Field, ...]:
    kinds = len(cards.equipment)
    return (
        Field("codes", (40,), "own codes, not yet broken"),
        Field("broken", (seats, 40), "completed codes"),
        Field("code_equipment", (seats, kinds), "known equipment of unbroken codes, of 2"),
        Field("code_tops", (2, kinds), "the equipment on top of each code deck"),
    )


def _board_fields(cards: CardSet, seats: int) -> tuple[Field, ...]:
    cities = len(cards.cities)
    return (
        Field("cubes", (4, cities), "cities with a cube of each colour"),
        Field("agents", (seats, 3, cities), "the city of each agent"),
        Field("tiles", (len(_tiles(cards)), 6), "the number of each cipher tile"),
        Field("circles", (seats, 4, 6), "spaces of the four circles taken by each seat"),
    )


def _seat_fields(cards: CardSet, seats: int) -> tuple[Field, ...]:
    return (
        Field("character", (seats, len(cards.characters)), "characters"),
        Field("character_uses", (seats,), "their uses in the period, of 4"),
        Field("dice", (seats, 6), "dice not yet placed by face, of 5"),
        Field("decoder", (seats, 6), "dice on the Decoder by face, of 5"),
        Field("folder", (seats,), "dice on the folder, of 5"),
        Field("reroll_token", (seats,), "reroll tokens left"),
        Field("supply", (seats,), "cubes in supply, of 15"),
        Field("cubes_held", (seats, 4), "colours of cubes on each character"),
        Field("agency_cards", (seats,), "Agency Cards in hand, of 8"),
        Field("missions", (seats,), "missions in hand, of 4"),
        Field("unbroken_codes", (seats,), "codes in hand, of 2"),
        Field("token_count", (seats,), "tokens held, of 16"),
        Field(
            "agency_unknown", (seats,), "Agency Cards in hand that this seat does not know, of 8"
        ),
        Field(
            "agency_recent", (seats,), "those of them in the lot of the deck's bottom card, of 8"
        ),
        Field("mission_unknown", (seats,), "missions in hand that this seat does not know, of 4"),
        Field("mission_recent", (seats,), "those of them in the lot of the deck's bottom card"),
    )


def _memory_fields(seats: int) -> tuple[Field, ...]:
    return (
        Field("tokens", (8,), "own tokens by ability, of 4"),
        Field("fresh_tokens", (8,), "those of them drawn this turn, of 4"),
        Field("searched", (1,), "cards looked at in a Search, of 3"),
        Field("kept", (3,), "the place of the card this seat has chosen to keep"),
        Field("deck_sizes", (4,), "Agency Cards of 48, missions of 60, codes of each deck of 40"),
    )


def _tiles(cards: CardSet) -> range:
    return range(sum(cards.tiles))

"""Writes a state as plain data: the view of seat 0, and everything that some seat does not see.

The memory of a state may still hold cards that have left a deck; they are not written.
"""

from libc.stdint cimport uint8_t

from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, CompiledSet, MISSION_CARDS, NONE
)
from covert_engine.covert.exchange._write_view cimport members, number, write_view
from covert_engine.covert.rules._state cimport RING, State
from covert_engine.covert.knowledge._view cimport View, observe
from covert_engine.covert.cards.stages import DECISIONS


cdef dict write_state(CompiledSet cards, const State* state):
    cdef View view
    cdef int seat, i
    observe(&cards.tables, state, 0, &view)
    cdef dict fields = {
        "view": write_view(cards, &view),
        "decision": DECISIONS[state.public.decision],
    }
    if state.actor != NONE:
        fields["to_decide"] = state.actor
    fields["seed"] = state.seed
    fields["hands"] = [
        {"agency_cards": members(state.agency_hand[seat], 1),
         "missions": members(state.mission_hand[seat], 1),
         "codes": members(state.code_hand[seat], 1),
         "tokens": numbers_of(state.tokens[seat], ABILITIES)}
        for seat in range(state.public.players)]
    fields["agency_deck"] = write_ring(state.agency_deck, state.agency_head, state.agency_size)
    fields["mission_deck"] = write_ring(state.mission_deck, state.mission_head, state.mission_size)
    fields["code_decks"] = [
        [state.code_deck[deck][i] + 1 for i in range(state.code_size[deck] - 1, -1, -1)]
        for deck in range(2)]
    fields["codes_shown"] = members(state.code_shown, 1)
    fields["bag"] = numbers_of(state.bag, ABILITIES)
    fields["fresh_tokens"] = numbers_of(state.fresh, ABILITIES)
    fields["search"] = [state.search[i] + 1 for i in range(state.public.searched)]
    fields["kept"] = number(state.kept)
    fields["agency_known_by"] = [members(state.agency_known[i], 0) for i in range(AGENCY_CARDS)]
    fields["agency_lots"] = numbers_of(state.agency_lot, AGENCY_CARDS)
    fields["mission_known_by"] = [members(state.mission_known[i], 0) for i in range(MISSION_CARDS)]
    fields["mission_lots"] = numbers_of(state.mission_lot, MISSION_CARDS)
    return fields


cdef list numbers_of(const uint8_t* values, int count):
    return [values[i] for i in range(count)]


cdef list write_ring(const uint8_t* ring, int head, int size):
    """Return the cards of a deck, top first."""
    return [ring[(head + i) & (RING - 1)] + 1 for i in range(size)]

"""Facts of a state, and the hands of missions and codes in it."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.cards._bits cimport bit, bit_count
from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.evaluation._plan cimport Plan, remake_plan
from covert_engine.covert.knowledge._view cimport View
from covert_engine.covert.rules._score cimport score
from covert_engine.covert.rules._state cimport State
from covert_engine.search._game cimport FactFunctions


cdef float dice_needed(const Plan* plan, int mission) noexcept nogil:
    cdef int i
    for i in range(plan.missions):
        if plan.mission[i].mission == mission:
            return plan.mission[i].need
    return 0


cdef int32_t measure(const void* rules, const void* view_memory, const void* memory,
                     float* facts) noexcept nogil:
    """Write for each seat the points, the completed missions and codes, and the Agency Cards; for
    each mission in hand at the root, if it is completed and the dice it still takes; for each code
    in hand at the root, if it is completed."""
    cdef const CardSet* cards = <const CardSet*> rules
    cdef const View* view = <const View*> view_memory
    cdef const State* state = <const State*> memory
    cdef uint64_t done = state.public.completed[view.seat]
    cdef State planned = state[0]
    cdef Plan plan
    cdef int32_t count = 0
    cdef int seat, i, card
    for seat in range(state.public.players):
        facts[count] = score(cards, state, seat)
        facts[count + 1] = bit_count(state.public.completed[seat])
        facts[count + 2] = bit_count(state.public.broken[seat])
        facts[count + 3] = bit_count(state.agency_hand[seat])
        count += 4
    planned.mission_hand[view.seat] = 0
    for i in range(view.mission_size[view.seat]):
        planned.mission_hand[view.seat] |= bit(view.mission[view.seat][i].card) & ~done
    memset(&plan, 0, sizeof(Plan))
    remake_plan(cards, &planned, view.seat, &plan)
    for i in range(view.mission_size[view.seat]):
        card = view.mission[view.seat][i].card
        facts[count] = done >> card & 1
        facts[count + 1] = dice_needed(&plan, card)
        count += 2
    for i in range(view.code_size[view.seat]):
        facts[count] = state.public.broken[view.seat] >> view.code[view.seat][i].card & 1
        count += 1
    return count


cdef void hold(const void* rules, const void* memory, uint64_t* hands) noexcept nogil:
    """Write for each seat the missions, then the codes."""
    cdef const State* state = <const State*> memory
    cdef int seat
    for seat in range(state.public.players):
        hands[2 * seat] = state.mission_hand[seat]
        hands[2 * seat + 1] = state.code_hand[seat]


cdef FactFunctions fact_functions(int players) noexcept:
    return FactFunctions(measure=measure, hands=2 * players, hold=hold)

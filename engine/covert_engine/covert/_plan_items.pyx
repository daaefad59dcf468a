"""The plans of a view's seat, itemised, for `covert/plans.py`."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from covert_engine.covert._seat_view cimport View
from covert_engine.covert.cards._bits cimport bit
from covert_engine.covert.cards._compiled cimport ANYWHERE, KIND_BITS, NONE, CardSet
from covert_engine.covert.evaluation._plan cimport (
    MissionPlan, Plan, open_locations, price_of_any_card, price_of_card, remake_plan,
)
from covert_engine.covert.knowledge._view cimport View as ViewMemory
from covert_engine.covert.rules._state cimport AGENTS, State

cdef enum:
    FACE_UP = 3


def plan_items(View view not None, bint face_up):
    """Return the fields of `PlanItems` (`covert/plans.py`) for each mission of the hand, or for
    each face up, the nearest first."""
    cdef const CardSet* cards = &view.cards.tables
    cdef State state
    cdef Plan plan
    cdef int i
    memset(&plan, 0, sizeof(Plan))
    place_own(&view.seen, face_up, &state)
    remake_plan(cards, &state, view.seen.seat, &plan)
    return [items_of(cards, &plan, &plan.mission[i]) for i in range(plan.missions)]


cdef void place_own(const ViewMemory* seen, bint face_up, State* state) noexcept:
    """Make a state of what the seat knows of its own: a plan depends on nothing else."""
    cdef int seat = seen.seat, i
    cdef int card
    memset(state, 0, sizeof(State))
    state.public = seen.public
    for i in range(seen.agency_size[seat]):
        card = seen.agency[seat][i].card
        if card != NONE:
            state.agency_hand[seat] |= bit(card)
    for i in range(FACE_UP if face_up else seen.mission_size[seat]):
        card = seen.public.mission_up[i] if face_up else seen.mission[seat][i].card
        if card != NONE:
            state.mission_hand[seat] |= bit(card)


cdef tuple items_of(const CardSet* cards, const Plan* plan, const MissionPlan* entry):
    cdef uint8_t others[AGENTS]
    cdef uint64_t asked = cards.mission[entry.mission].symbols
    cdef int kind, number, agent, copies
    open_locations(cards, plan, entry.mission, others)
    prices = {}
    for kind in range(cards.equipments):
        copies = asked >> KIND_BITS * kind & 15
        if copies:
            prices[kind] = [price_of_card(plan, kind, number) for number in range(copies)]
    targets = [None if entry.target[agent] == NONE else entry.target[agent]
               for agent in range(AGENTS)]
    locations = [others[agent] for agent in range(AGENTS) if others[agent] != ANYWHERE]
    return (entry.mission, entry.need, entry.moves, prices, price_of_any_card(), locations, targets)

"""Snipers, and the effects of a shot (rules 2.6, 3.8 to 3.10)."""

from libc.stdint cimport uint16_t

from covert_engine.covert_action.rules._settings cimport (
    CLEANER, MOLE, SABOTEUR, SNIPER, Rules
)
from covert_engine.covert_action.rules._state cimport (
    COUP, FAIL, MISFIRE, PURGE, SUCCESS, TEAM_OUT, Outcome, State
)


cdef inline bint is_in(const State* state, int seat) noexcept nogil:
    return state.public.seats_in >> seat & 1


cdef bint acts_as_sniper(const Rules* rules, const State* state, int seat) noexcept nogil:
    cdef int other
    if not is_in(state, seat):
        return False
    if state.role[seat] == SNIPER:
        return True
    if state.role[seat] != CLEANER:
        return False
    for other in range(rules.players):
        if state.role[other] == SNIPER and state.public.team[other] == state.public.team[seat]:
            return rules.cleaner_inherits and not is_in(state, other)
    return True                                  # the Sniper is in the centre


cdef bint had_team_out(const State* state) noexcept nogil:
    cdef int i
    for i in range(state.public.shots):
        if state.public.shot[i].outcome == TEAM_OUT:
            return True
    return False


cdef Outcome outcome_of(const Rules* rules, const State* state, int shooter,
                        int target) noexcept nogil:
    """Apply the rows of 3.8 in their order."""
    cdef bint own = state.public.team[shooter] == state.public.team[target]
    cdef bint team_out = rules.alternate and had_team_out(state)
    cdef bint target_acts = acts_as_sniper(rules, state, target)
    if state.role[shooter] == SABOTEUR:
        if own and target_acts:
            return COUP
        if not team_out:
            return MISFIRE
    elif acts_as_sniper(rules, state, shooter):
        if own and state.role[target] == SABOTEUR:
            return PURGE
        if (own and state.role[target] == MOLE) or (not own and target_acts):
            return SUCCESS
    return TEAM_OUT if rules.alternate and not team_out else FAIL


cdef uint16_t drawers(const Rules* rules, const State* state, int shooter, int target,
                      Outcome outcome) noexcept nogil:
    cdef int seat
    cdef bint own, mole
    cdef uint16_t seats = 0
    if outcome == MISFIRE:
        return 0
    if outcome == COUP or outcome == PURGE:
        return 1 << shooter
    for seat in range(rules.players):
        if not is_in(state, seat):
            continue
        own = state.public.team[seat] == state.public.team[shooter]
        mole = state.role[seat] == MOLE
        if outcome == SUCCESS:
            seats |= <uint16_t> (own != mole) << seat
        elif outcome == FAIL:
            seats |= <uint16_t> (own == mole) << seat
        else:                                    # TEAM_OUT: the Mole of the shooter's team alone
            seats |= <uint16_t> (own and mole) << seat
    return seats


cdef uint16_t put_out(const Rules* rules, const State* state, int shooter, int target,
                      Outcome outcome) noexcept nogil:
    cdef int seat
    cdef uint16_t seats = 1 << target | 1 << shooter
    if outcome == TEAM_OUT:
        for seat in range(rules.players):
            if state.public.team[seat] == state.public.team[shooter]:
                seats |= 1 << seat
    return seats & state.public.seats_in

"""Speech by rule.

1. Level 0 claims the role it holds; a Mole claims an Agent's.
2. Level 1 assumes that the table takes it for level 0. It computes the table's belief after each
   claim, and prefers the belief that serves its role: a Sniper wants to be taken for anything else,
   a Bodyguard wants to draw the enemy's shot, a Mole wants to be taken neither for a Mole, by its
   own Sniper, nor for a Sniper, by the enemy's.
3. Level 2 assumes in the same way that the table takes it for level 1.
4. Nobody claims what the table knows to be false. A seat that has claimed a role keeps to its story,
   until another claim gains more than a set amount. A slip is part of the story.
"""

from covert_engine.search._exponential cimport exponential
from libc.stdint cimport int32_t

from covert_engine.covert_action.evaluation._posterior cimport Posterior
from covert_engine.covert_action.rules._actions cimport (
    AM, IS, PASS, SAID_AM, SAID_IS, SAID_URGE, action_t, first_of, kind_of, second_of
)
from covert_engine.covert_action.rules._settings cimport (
    BODYGUARD, CLEANER, MOLE, NONE, ROLES, SABOTEUR, SNIPER, Rules
)
from covert_engine.covert_action.rules._state cimport PublicState

cdef double LEAST = 1e-4     # likelihood of a statement that no style makes; weights are above 0


cdef inline bint in_use(const Rules* rules, int role) noexcept nogil:
    return rules.roles >> role & 1


cdef void claim_openly(const Rules* rules, double slips, Claims* claims) noexcept nogil:
    """Step 1: claims the own role."""
    cdef int role, claim, wanted, others
    for role in range(<int> ROLES):
        wanted = 0
        others = 0
        for claim in range(<int> ROLES):
            claims.of[role][claim] = 0
            if in_use(rules, claim):
                if (claim != MOLE) if role == MOLE else (claim == role):
                    wanted += 1
                else:
                    others += 1
        for claim in range(<int> ROLES):
            if not in_use(rules, claim):
                continue
            if (claim != MOLE) if role == MOLE else (claim == role):
                claims.of[role][claim] = (1 - slips) / wanted
            elif others:
                claims.of[role][claim] = slips / others


cdef double liking(int role, double cleaner_acts, double acts, double mole,
                   double saboteur) noexcept nogil:
    """Return the worth to a role of being believed to act as Sniper, to be a Mole or to be a
    Saboteur with these chances."""
    if role == SNIPER:
        return -acts
    if role == CLEANER:
        return (1 - 2 * cleaner_acts) * acts
    if role == BODYGUARD:
        return acts
    return -acts - (mole if role == MOLE else saboteur)


cdef void answer(const Rules* rules, const Manner* manner, const Posterior* public_, int seat,
                 const Claims* supposed, Claims* claims) noexcept nogil:
    """Make the claims of a level; the table assumes the level below (steps 2 and 3)."""
    cdef const double* believed = public_.role[seat]
    cdef double cleaner_acts = 0
    cdef double highest, likely, total, acts, mole, saboteur, sum
    cdef int role, claim
    if believed[<int> CLEANER] > 0:
        cleaner_acts = (public_.acts[seat] - believed[<int> SNIPER]) / believed[<int> CLEANER]
        cleaner_acts = max(0.0, min(1.0, cleaner_acts))
    for claim in range(<int> ROLES):
        if not in_use(rules, claim):
            for role in range(<int> ROLES):
                claims.of[role][claim] = 0
            continue
        highest = 0
        for role in range(<int> ROLES):
            highest = max(highest, supposed.of[role][claim])
        total = acts = mole = saboteur = 0
        for role in range(<int> ROLES):
            likely = believed[role] * max(supposed.of[role][claim] / highest, 1 / manner.cap)
            total += likely
            if role == SNIPER:
                acts += likely
            elif role == CLEANER:
                acts += likely * cleaner_acts
            elif role == MOLE:
                mole = likely
            elif role == SABOTEUR:
                saboteur = likely
        for role in range(<int> ROLES):
            claims.of[role][claim] = exponential(manner.keenness * liking(
                role, cleaner_acts, acts / total, mole / total, saboteur / total))
    for role in range(<int> ROLES):
        sum = 0
        for claim in range(<int> ROLES):
            sum += claims.of[role][claim]
        for claim in range(<int> ROLES):
            claims.of[role][claim] /= sum


cdef void mix(const Manner* manner, const Claims* levels, Claims* claims) noexcept nogil:
    cdef int role, claim, level
    for role in range(<int> ROLES):
        for claim in range(<int> ROLES):
            claims.of[role][claim] = 0
            for level in range(3):
                claims.of[role][claim] += manner.levels[level] * levels[level].of[role][claim]


cdef void bluff(const Rules* rules, double slips, Claims* claims) noexcept nogil:
    """Make claims by the code: a Mole signals, all others but the Sniper pose as the Sniper, and
    the Sniper as another role."""
    cdef int hidden = BODYGUARD if in_use(rules, BODYGUARD) else CLEANER
    cdef int role, claim, wanted
    cdef int others = -1
    for claim in range(<int> ROLES):
        others += in_use(rules, claim)
    for role in range(<int> ROLES):
        wanted = SNIPER
        if role == SNIPER:
            wanted = hidden
        elif role == MOLE:
            wanted = MOLE
        for claim in range(<int> ROLES):
            claims.of[role][claim] = 0
            if claim == wanted:
                claims.of[role][claim] = 1 - slips
            elif in_use(rules, claim):
                claims.of[role][claim] = slips / others


cdef void make_claims(const Rules* rules, const Manner* manner, const Posterior* public_, int seat,
                      Claims* claims) noexcept nogil:
    cdef Claims levels[3]
    if manner.style == BLUFFING:
        bluff(rules, manner.slips, claims)
        return
    claim_openly(rules, manner.slips, &levels[0])
    if manner.style == OPEN:
        claims[0] = levels[0]
        return
    answer(rules, manner, public_, seat, &levels[0], &levels[1])
    if manner.style == POSING:
        claims[0] = levels[1]
        return
    answer(rules, manner, public_, seat, &levels[1], &levels[2])
    if manner.style == COUNTERING:
        claims[0] = levels[2]
        return
    mix(manner, levels, claims)


cdef double agents_claim(const Rules* rules, const Claims* claims, int claim) noexcept nogil:
    """Return the likelihood of an Agent to claim a role, averaged over the Agents' roles."""
    cdef double sum = 0
    cdef int role
    cdef int agents = 0
    for role in range(<int> ROLES):
        if role != MOLE and in_use(rules, role):
            sum += claims.of[role][claim]
            agents += 1
    return sum / agents


cdef int pointed_at(const Rules* rules, const PublicState* state, int seat, int role,
                    const Posterior* own, double gain) noexcept nogil:
    """Return the seat of another team that is likeliest a Sniper to a seat; a Mole names the least
    likely. The seat named before stays named, unless another gains by `gain` (step 4)."""
    cdef double sign = -1 if role == MOLE else 1
    cdef double most = 0
    cdef double worth
    cdef int other, suspect = NONE
    cdef int named = last_named(state, seat)
    for other in range(rules.players):
        if state.seats_in >> other & 1 and state.team[other] != state.team[seat]:
            worth = sign * own.acts[other] + (gain if other == named else 0)
            if suspect == NONE or worth > most:
                most = worth
                suspect = other
    return suspect


cdef int last_named(const PublicState* state, int seat) noexcept nogil:
    """Return the seat that a seat has last called a Sniper in this round; NONE if none."""
    cdef int t, said
    for t in range(state.t - 1, -1, -1):
        said = state.said[t][seat]
        if SAID_IS <= said < SAID_URGE and (said - SAID_IS) % 3 == 0:
            return (said - SAID_IS) // 3
    return NONE


cdef int story_of(const PublicState* state, int seat) noexcept nogil:
    """Return the role that a seat has last claimed in this round; NONE if none."""
    cdef int t, said
    for t in range(state.t - 1, -1, -1):
        said = state.said[t][seat]
        if SAID_AM <= said < SAID_IS:
            return said - SAID_AM
    return NONE


cdef void keep_story(const Manner* manner, int story, const double* believed,
                     double* claims) noexcept nogil:
    """Leave out what the table knows to be false, and all claims that do not gain enough over the
    story (step 4)."""
    cdef int claim
    cdef bint turns = False
    for claim in range(<int> ROLES):
        if believed[claim] == 0:
            claims[claim] = 0
    if story == NONE or claims[story] == 0:
        return
    for claim in range(<int> ROLES):
        if claims[claim] > manner.turning * claims[story]:
            turns = manner.style != OPEN and manner.style != BLUFFING
    for claim in range(<int> ROLES):
        if turns and claims[claim] <= manner.turning * claims[story]:
            claims[claim] = 0
        elif not turns:
            claims[claim] = 1 if claim == story else 0


cdef void even_out(double* claims) noexcept nogil:
    """Make the claims sum to 1, unless there are none."""
    cdef double sum = 0
    cdef int claim
    for claim in range(<int> ROLES):
        sum += claims[claim]
    for claim in range(<int> ROLES):
        if sum > 0:
            claims[claim] /= sum


cdef double speak(const Rules* rules, const Manner* manner, const PublicState* state, int seat,
                  int role, const Posterior* public_, const Posterior* own,
                  const action_t* actions, int32_t count, float* weights) noexcept nogil:
    cdef Claims claims
    cdef double[ROLES] claimed
    cdef double total = 0
    cdef double weight
    cdef int target = NONE
    cdef int32_t i
    cdef int claim
    if manner.style == POINTING:
        target = pointed_at(rules, state, seat, role, own, manner.gain)
    elif manner.style != MUTE:
        make_claims(rules, manner, public_, seat, &claims)
        for claim in range(<int> ROLES):
            claimed[claim] = claims.of[role][claim]
            if role == MOLE and manner.style == MIXED:
                weight = agents_claim(rules, &claims, claim) - claimed[claim]
                claimed[claim] += manner.agents_words * weight
        keep_story(manner, story_of(state, seat), public_.role[seat], claimed)
        even_out(claimed)
    for i in range(count):
        weight = LEAST
        if kind_of(actions[i]) == PASS:
            weight = 1 if manner.style == MUTE else max(manner.silence, LEAST)
        elif kind_of(actions[i]) == AM and manner.style != MUTE and manner.style != POINTING:
            weight = max(claimed[first_of(actions[i])] * (1 - manner.silence), LEAST)
        elif (kind_of(actions[i]) == IS and first_of(actions[i]) == target
                and second_of(actions[i]) == SNIPER and manner.style == POINTING):
            weight = 1 - manner.silence
        weights[i] = weight
        total += weights[i]
    return total

"""Arrangements of each team's cards that agree with a view (rules 4.5 a to d).

1. A known card keeps the rows that have it at its place.
2. A shot that left the round running rules out, for one team, the rows with which it would have had
   another outcome. Both its cards lie open, so only who acted as Sniper can be unknown: for a
   misfire within a team, that its target did not; for a team out whose shooter acted as Sniper,
   that its target in another team did not. (The shooter's team is all out, so its row is known.)
3. At a deadline a viewer who is ordered acts as Sniper. Otherwise some other seat does: the only
   condition that concerns all teams together.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._settings cimport (
    CLEANER, MAX_SEATS, MAX_SIZE, MOLE, NONE, SABOTEUR, SNIPER, Rows, Rules
)
from covert_engine.covert_action.rules._state cimport (
    DEADLINE, MISFIRE, PublicState, Shot, State
)
from covert_engine.random._splitmix cimport below, draw


cdef void find_places(const Rules* rules, const PublicState* public, int team,
                      uint8_t* place) noexcept nogil:
    cdef int seat, i
    cdef int count = 0
    for seat in range(rules.players):
        if public.team[seat] == team and count < MAX_SIZE:
            place[count] = seat
            count += 1
    for i in range(rules.centre):
        if public.centre_team[i] == team and count < MAX_SIZE:
            place[count] = MAX_SEATS + i
            count += 1


cdef int place_of(const Rules* rules, const TeamRows* team, int seat) noexcept nogil:
    cdef int place
    for place in range(rules.size - 1):
        if team.place[place] == seat:
            return place
    return rules.size - 1


cdef Rows acting(const Rules* rules, const TeamRows* team, uint16_t seats_in,
                 int seat) noexcept nogil:
    """Return the rows in which a seat acts as Sniper while those seats are in (2.6)."""
    cdef int own = place_of(rules, team, seat)
    cdef Rows away = Rows(0, 0)                  # rows whose Sniper does not act
    cdef int place, other
    if not seats_in >> seat & 1:
        return away
    for place in range(rules.size):
        other = team.place[place]
        if other >= MAX_SEATS or (rules.cleaner_inherits and not seats_in >> other & 1):
            away = either(away, rules.with_role[place][<int> SNIPER])
    return either(rules.with_role[own][<int> SNIPER],
                  both(away, rules.with_role[own][<int> CLEANER]))


cdef inline bint meet(Rows rows, Rows others) noexcept nogil:
    return (rows.low & others.low) != 0 or (rows.high & others.high) != 0


cdef void heed_shot(const Rules* rules, const View* view, const Shot* shot, uint16_t seats_in,
                    KnownRows* known) noexcept nogil:
    """Apply 4.5 c to a shot that left the round running."""
    cdef TeamRows* own = &known.team[view.public.team[shot.shooter]]
    cdef TeamRows* targets = &known.team[view.public.team[shot.target]]
    cdef bint same = own == targets
    cdef bint acts
    if shot.outcome == MISFIRE:
        if view.role[shot.shooter] != SABOTEUR or shot.ordered:
            own.agreeing = Rows(0, 0)
        elif same:
            own.agreeing = without(own.agreeing, acting(rules, own, seats_in, shot.target))
        return
    if view.role[shot.shooter] == SABOTEUR or view.role[shot.shooter] == MOLE:
        own.agreeing = Rows(0, 0)
        return
    acts = meet(own.agreeing, acting(rules, own, seats_in, shot.shooter))
    if not acts:
        if shot.ordered:
            own.agreeing = Rows(0, 0)
        return
    if not same:
        targets.agreeing = without(targets.agreeing, acting(rules, targets, seats_in, shot.target))
    elif view.role[shot.target] == MOLE or view.role[shot.target] == SABOTEUR:
        own.agreeing = Rows(0, 0)


cdef uint16_t out_by(const Rules* rules, const PublicState* public,
                     const Shot* shot) noexcept nogil:
    """Return the seats that are out after a shot, including those that were out before."""
    cdef uint16_t seats = 1 << shot.shooter | 1 << shot.target
    cdef int seat
    if shot.outcome != MISFIRE:
        for seat in range(rules.players):
            if public.team[seat] == public.team[shot.shooter]:
                seats |= 1 << seat
    return seats


cdef void know_rows(const Rules* rules, const View* view, KnownRows* known) noexcept nogil:
    cdef const PublicState* public = &view.public
    cdef uint16_t seats_in = (1 << rules.players) - 1
    cdef TeamRows* team
    cdef int number, place, seat, i
    for number in range(rules.teams):
        team = &known.team[number]
        find_places(rules, public, number, team.place)
        team.agreeing = rules.all_rows
        for place in range(rules.size):
            seat = team.place[place]
            if seat < MAX_SEATS and view.role[seat] != NONE:
                team.agreeing = both(team.agreeing, rules.with_role[place][view.role[seat]])
    for i in range(public.shots):
        heed_shot(rules, view, &public.shot[i], seats_in, known)
        seats_in &= ~out_by(rules, public, &public.shot[i])
    known.needs_other = False
    if public.phase == DEADLINE:
        if view.actor == view.seat and view.seat != NONE:
            team = &known.team[public.team[view.seat]]
            team.agreeing = both(team.agreeing, acting(rules, team, seats_in, view.seat))
        else:
            known.needs_other = True
    count_rows(rules, view, seats_in, known)


cdef void count_rows(const Rules* rules, const View* view, uint16_t seats_in,
                     KnownRows* known) noexcept nogil:
    cdef TeamRows* team
    cdef uint64_t none = 1
    cdef int number, place, seat
    known.count = 1
    for number in range(rules.teams):
        team = &known.team[number]
        known.count *= row_count(team.agreeing)
        if not known.needs_other:
            continue
        team.other_acts = Rows(0, 0)
        for place in range(rules.size):
            seat = team.place[place]
            if seat < MAX_SEATS and seat != view.seat:
                team.other_acts = either(team.other_acts, acting(rules, team, seats_in, seat))
        team.other_acts = both(team.other_acts, team.agreeing)
        none *= row_count(team.agreeing) - row_count(team.other_acts)
    if known.needs_other:
        known.count -= none


cdef int nth_row(Rows rows, int n) noexcept nogil:
    cdef int row = 0
    cdef uint64_t bits = rows.low
    cdef int low = bits_in(bits)
    if n >= low:
        n -= low
        bits = rows.high
        row = 64
    low = bits_in(bits & <uint64_t> 0xFFFFFFFF)
    if n >= low:
        n -= low
        bits >>= 32
        row += 32
    while n:
        bits &= bits - 1
        n -= 1
    while not bits & 1:
        bits >>= 1
        row += 1
    return row


cdef void put_row(const Rules* rules, const TeamRows* team, int row, State* state) noexcept nogil:
    cdef int place, seat
    for place in range(rules.size):
        seat = team.place[place]
        if seat < MAX_SEATS:
            state.role[seat] = rules.row[row][place]
        else:
            state.centre_role[seat - MAX_SEATS] = rules.row[row][place]


cdef void deal_rows(const Rules* rules, const KnownRows* known, uint64_t* stream,
                    State* state) noexcept nogil:
    """Draw a row for each team. Where some seat other than the viewer's must act as Sniper, each
    team decides by the number of completions if it has that seat."""
    cdef const TeamRows* team
    cdef bint needed = known.needs_other
    cdef Rows rows
    cdef uint64_t ways_left, none_left, with_other, without_other
    cdef int number, later
    for number in range(rules.teams):
        team = &known.team[number]
        rows = team.agreeing
        if needed:
            ways_left = 1
            none_left = 1
            for later in range(number + 1, rules.teams):
                ways_left *= row_count(known.team[later].agreeing)
                none_left *= (row_count(known.team[later].agreeing)
                              - row_count(known.team[later].other_acts))
            with_other = row_count(team.other_acts) * ways_left
            without_other = ((row_count(team.agreeing) - row_count(team.other_acts))
                             * (ways_left - none_left))
            if below(draw(stream), with_other + without_other) < with_other:
                rows = team.other_acts
                needed = False
            else:
                rows = without(rows, team.other_acts)
        put_row(rules, team, nth_row(rows, below(draw(stream), row_count(rows))), state)

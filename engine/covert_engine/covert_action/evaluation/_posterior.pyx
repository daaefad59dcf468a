"""The exact posterior of the cards, given all public acts.

1. For each seat and role: the likelihood of the seat's acts if it had that role (`Behaviour`).
2. The weight of a row is the product of these figures over its seats; rows that disagree with the
   view have none (`_rows.pyx`). Open cards weigh all rows alike.
3. Teams are independent. At a deadline at which another seat is ordered, at least one other seat
   acts as Sniper: the only condition on all teams together. It is met by leaving out the
   arrangements in which every team is idle.
"""

from typing import NamedTuple

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from covert_engine.covert_action.knowledge._rows cimport TeamRows, know_rows, put_row
from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.knowledge._worlds cimport begin_world, finish_world, sample
from covert_engine.covert_action.rules._actions cimport (
    SAID_AM, SAID_IS, SAID_PASS, SAID_URGE
)
from covert_engine.covert_action.rules._settings cimport (
    BODYGUARD, CLEANER, MAX_SEATS, MOLE, NONE, ROLES, SABOTEUR, SNIPER, Rules
)
from covert_engine.covert_action.rules._state cimport DEADLINE, OVER, PublicState, State
from covert_engine.random._splitmix cimport draw, unit
from covert_engine.search._belief cimport Belief as BeliefFunctions
from covert_engine.search._game cimport GameTable, SearchView
from covert_engine.covert_action.evaluation.behaviour import (
    ACTS, CAP, LIKELIHOODS, REPEATED, TABLES, checked
)


class Beliefs(NamedTuple):
    """The beliefs of a seat, as probabilities."""

    roles: list
    centre: list
    acts: list
    good: list


cdef struct Likely:          # likelihood of a seat's acts for each role
    double of[MAX_SEATS][ROLES]


# Acts of seats.

cdef int act_of(const PublicState* public, int seat, int statement) noexcept nogil:
    """Return the act of a statement."""
    cdef bint other
    if statement == SAID_PASS:
        return ACT_PASS
    if statement < SAID_IS:
        return ACT_AM + statement - SAID_AM
    if statement < SAID_URGE:
        other = public.team[(statement - SAID_IS) // 3] != public.team[seat]
        return (ACT_IS_OTHER if other else ACT_IS_OWN) + (statement - SAID_IS) % 3
    other = public.team[statement - SAID_URGE] != public.team[seat]
    return ACT_URGE_OTHER if other else ACT_URGE_OWN


cdef int closed_windows(const PublicState* public) noexcept nogil:
    """Count the windows of the round that closed without a shot."""
    cdef int count = public.t - 1 + (public.phase == DEADLINE)
    cdef int i
    for i in range(public.shots):
        count -= not public.shot[i].ordered
    return count


cdef int table_of(const Rules* rules) noexcept nogil:
    """Return the figures that go with the settings."""
    cdef int table = WITHOUT_BODYGUARDS
    if rules.roles >> SABOTEUR & 1:
        table = WITH_SABOTEURS
    elif rules.roles >> BODYGUARD & 1:
        table = WITH_BODYGUARDS
    return table if rules.talk else IN_SILENCE + table


cdef void heed_acts(const Rules* rules, const Behaviour* model, const PublicState* public,
                    Likely* likely) noexcept nogil:
    """Step 1. The acts of seats that are out make no difference: their cards lie open."""
    cdef const Figures* figures = &model.table[table_of(rules)]
    cdef uint64_t said, bit
    cdef const double* row
    cdef int seat, role, t, i
    cdef int held = closed_windows(public)
    for seat in range(rules.players):
        for role in range(<int> ROLES):
            likely.of[seat][role] = 1
        if not public.seats_in >> seat & 1:
            continue
        for i in range(held):
            for role in range(<int> ROLES):
                likely.of[seat][role] *= figures.likelihood[<int> ACT_HOLD][role]
        said = 0
        for t in range(public.t):
            if public.said[t][seat] == 0:
                continue
            bit = <uint64_t> 1 << public.said[t][seat]
            i = act_of(public, seat, public.said[t][seat])
            row = figures.likelihood[i]
            if said & bit:
                row = figures.again[i]
            said |= bit
            for role in range(<int> ROLES):
                likely.of[seat][role] *= row[role]


# Rows.

cdef uint8_t acting_place(const Rules* rules, const TeamRows* team, const uint8_t* row,
                          uint16_t seats_in) noexcept nogil:
    """Return the place of the card that acts as Sniper; NONE if none does (2.6)."""
    cdef int sniper = 0
    cdef int cleaner = 0
    cdef int place, seat
    for place in range(rules.size):
        if row[place] == SNIPER:
            sniper = place
        elif row[place] == CLEANER:
            cleaner = place
    seat = team.place[sniper]
    if seat < MAX_SEATS:
        if seats_in >> seat & 1:
            return sniper
        if not rules.cleaner_inherits:
            return NONE
    seat = team.place[cleaner]
    if seat < MAX_SEATS and seats_in >> seat & 1:
        return cleaner
    return NONE


cdef void weigh_rows(const Rules* rules, const Behaviour* model, const View* view,
                     Weights* weights) noexcept nogil:
    cdef Likely likely
    cdef const TeamRows* team
    cdef TeamPosterior* of_team
    cdef const uint8_t* row
    cdef uint64_t bits
    cdef double weight
    cdef int number, place, seat, i
    know_rows(rules, view, &weights.known)
    heed_acts(rules, model, &view.public, &likely)
    for number in range(rules.teams):
        team = &weights.known.team[number]
        of_team = &weights.team[number]
        of_team.total = 0
        of_team.idle = 0
        bits = team.agreeing.low
        for i in range(rules.rows):
            if i == 64:
                bits = team.agreeing.high
            of_team.weight[i] = 0
            if not bits >> (i & 63) & 1:
                continue
            row = rules.row[i]
            weight = 1
            for place in range(rules.size):
                seat = team.place[place]
                if seat < MAX_SEATS:
                    weight *= likely.of[seat][row[place]]
            of_team.weight[i] = weight
            of_team.total += weight
            of_team.acting[i] = acting_place(rules, team, row, view.public.seats_in)
            if is_idle(team, of_team, i, view.seat):
                of_team.idle += weight


cdef inline bint is_idle(const TeamRows* team, const TeamPosterior* of_team, int row,
                         int viewer) noexcept nogil:
    """Return True if no seat but the viewer acts as Sniper in a row."""
    cdef uint8_t place = of_team.acting[row]
    return place == NONE or team.place[place] == viewer


cdef void products(const Rules* rules, const Weights* weights, int but, double* totals,
                   double* idle) noexcept nogil:
    """Multiply the totals, and the idle weights, of all teams but one."""
    cdef int number
    totals[0] = 1
    idle[0] = 1
    for number in range(rules.teams):
        if number != but:
            totals[0] *= weights.team[number].total
            idle[0] *= weights.team[number].idle
    if not weights.known.needs_other:
        idle[0] = 0


cdef void sum_up(const Rules* rules, const View* view, const Weights* weights,
                 Posterior* posterior) noexcept nogil:
    cdef const TeamRows* team
    cdef const TeamPosterior* of_team
    cdef uint8_t own_role = NONE
    cdef int own_team = NONE
    cdef double all_ways, all_idle, ways, idle, share
    cdef double acting_alone = 0                 # weight of the own rows in which the viewer acts
    cdef bint viewer_acts
    cdef int number, i, place, seat, role, other
    memset(posterior, 0, sizeof(Posterior))
    if view.seat != NONE and view.public.seats_in >> view.seat & 1:
        own_role = view.role[view.seat]
        own_team = view.public.team[view.seat]
    products(rules, weights, NONE, &all_ways, &all_idle)
    for number in range(rules.teams):
        team = &weights.known.team[number]
        of_team = &weights.team[number]
        products(rules, weights, number, &ways, &idle)
        for i in range(rules.rows):
            if of_team.weight[i] == 0:
                continue
            share = ways - idle if is_idle(team, of_team, i, view.seat) else ways
            share *= of_team.weight[i] / (all_ways - all_idle)
            viewer_acts = (of_team.acting[i] != NONE
                           and team.place[of_team.acting[i]] == view.seat)
            if viewer_acts:
                acting_alone += of_team.weight[i]
            if of_team.acting[i] != NONE:
                seat = team.place[of_team.acting[i]]
                posterior.acts[seat] += share
                if own_role == SABOTEUR and number == own_team:
                    posterior.good[seat] += share                            # a coup
            for place in range(rules.size):
                seat = team.place[place]
                role = rules.row[i][place]
                if seat >= MAX_SEATS:
                    posterior.centre[seat - MAX_SEATS][role] += share
                    continue
                posterior.role[seat][role] += share
                if (viewer_acts and (role == MOLE or role == SABOTEUR)
                        and view.public.seats_in >> seat & 1):
                    posterior.good[seat] += share                            # success, or purge
    for seat in range(rules.players):
        number = view.public.team[seat]
        if number == own_team or own_role == NONE:
            continue
        # both the viewer and the other act, so the condition holds whatever the third team has
        share = acting_weight(rules, weights, number, seat) * acting_alone
        for other in range(rules.teams):
            if other != number and other != own_team:
                share *= weights.team[other].total
        posterior.good[seat] = share / (all_ways - all_idle)


cdef double acting_weight(const Rules* rules, const Weights* weights, int number,
                          int seat) noexcept nogil:
    """Return the weight of the rows of a team in which a seat acts as Sniper."""
    cdef const TeamRows* team = &weights.known.team[number]
    cdef const TeamPosterior* of_team = &weights.team[number]
    cdef double sum = 0
    cdef int i
    for i in range(rules.rows):
        if (of_team.weight[i] > 0 and of_team.acting[i] != NONE
                and team.place[of_team.acting[i]] == seat):
            sum += of_team.weight[i]
    return sum


cdef void deal_weighted(const Rules* rules, const Weights* weights, int viewer, uint64_t* stream,
                        State* state) noexcept nogil:
    """Draw a row for each team, by its weight and the completions that remain for later teams."""
    cdef const TeamRows* team
    cdef const TeamPosterior* of_team
    cdef bint needed = weights.known.needs_other
    cdef double ways, none, lot, weight
    cdef int number, later, i, row
    for number in range(rules.teams):
        team = &weights.known.team[number]
        of_team = &weights.team[number]
        ways = 1
        none = 1 if needed else 0
        for later in range(number + 1, rules.teams):
            ways *= weights.team[later].total
            none *= weights.team[later].idle
        lot = unit(draw(stream)) * (of_team.total * ways - of_team.idle * none)
        row = 0
        for i in range(rules.rows):
            if of_team.weight[i] == 0:
                continue
            weight = of_team.weight[i] * ways
            if none > 0 and is_idle(team, of_team, i, viewer):
                weight = of_team.weight[i] * (ways - none)
            if weight <= 0:
                continue
            row = i                              # the last one, in case rounding leads past all
            if lot < weight:
                break
            lot -= weight
        put_row(rules, team, row, state)
        if needed and not is_idle(team, of_team, row, viewer):
            needed = False


# The table for the search.

cdef void prepare(const void* rules, const void* model, const void* view,
                  void* scratch) noexcept nogil:
    if (<const View*> view).public.phase != OVER:
        weigh_rows(<const Rules*> rules, <const Behaviour*> model, <const View*> view,
                   <Weights*> scratch)


cdef void sample_by(const void* rules, const void* model, const void* scratch, const void* memory,
                    uint64_t key, void* out) noexcept nogil:
    cdef const View* view = <const View*> memory
    cdef State* state = <State*> out
    cdef uint64_t stream
    if view.public.phase == OVER:
        sample(<const Rules*> rules, view, key, state)
        return
    begin_world(<const Rules*> rules, view, key, &stream, state)
    deal_weighted(<const Rules*> rules, <const Weights*> scratch, view.seat, &stream, state)
    finish_world(<const Rules*> rules, view, &stream, state)


cdef class Belief(BeliefTable):
    """A belief by the exact posterior of the cards, given all public acts.

    >>> from covert_engine.covert_action import Belief, Settings, State
    >>> state = State.deal(Settings(4), seed=1)
    >>> state.play("am mole")
    >>> beliefs = Belief().beliefs(state.view(3))
    >>> [round(share, 3) for share in beliefs.roles[2]]
    [0.2, 0.2, 0.6, 0.0, 0.0]
    """

    def __init__(self, likelihoods=LIKELIHOODS, *, cap=CAP, repeated=REPEATED):
        """Take the parameters of the model of behaviour, the same for all settings or for each of
        TABLES; behaviour.py describes them. ValueError names one that is missing or out of
        bounds."""
        cdef Figures* figures
        cdef int number, act, role
        for number, rows in enumerate(checked(likelihoods, cap, repeated)):
            figures = &self.memory.table[number]
            for act, row in enumerate(rows):
                for role in range(<int> ROLES):
                    figures.likelihood[act][role] = max(row[role] / max(row), 1 / cap)
                    figures.again[act][role] = (
                        1 - repeated * (1 - figures.likelihood[act][role]))
        self.game = "covert-action"
        self.belief = BeliefFunctions(model=&self.memory, scratch_bytes=sizeof(Weights),
                                      prepare=prepare, sample=sample_by)

    @property
    def likelihoods(self):
        """The likelihoods in use for each of TABLES: capped, the highest of a row is 1."""
        return {table: {act: tuple([self.memory.table[number].likelihood[place][role]
                                    for role in range(<int> ROLES)])
                        for place, act in enumerate(ACTS)}
                for number, table in enumerate(TABLES)}

    def beliefs(self, SearchView view not None, *, public=False):
        """Return the posterior of a view. With `public` its own card counts as hidden too: the
        table's beliefs about it. Once the game is over everything is known."""
        cdef GameTable table = view.table()
        cdef const Rules* rules = <const Rules*> table.game.rules
        cdef View seen
        cdef Weights weights
        cdef Posterior posterior
        cdef int seat, role
        if table.name != "covert-action":
            raise ValueError(f"view: it is of {table.name!r}; expected 'covert-action'")
        seen = (<const View*> view.address())[0]
        memset(&posterior, 0, sizeof(posterior))
        if seen.public.phase == OVER:
            know_all(rules, &seen, &posterior)
        else:
            if public:
                if seen.public.seats_in >> seen.seat & 1:
                    seen.role[seen.seat] = NONE
                seen.seat = NONE
                seen.actor = seen.public.speaker
            weigh_rows(rules, &self.memory, &seen, &weights)
            sum_up(rules, &seen, &weights, &posterior)
        return Beliefs(
            [[posterior.role[seat][role] for role in range(<int> ROLES)]
             for seat in range(rules.players)],
            [[posterior.centre[seat][role] for role in range(<int> ROLES)]
             for seat in range(rules.centre)],
            [posterior.acts[seat] for seat in range(rules.players)],
            [posterior.good[seat] for seat in range(rules.players)])


cdef void know_all(const Rules* rules, const View* view, Posterior* posterior) noexcept:
    """Write the known cards of a game that is over."""
    cdef int seat
    for seat in range(rules.players):
        posterior.role[seat][view.role[seat]] = 1
    for seat in range(rules.centre):
        posterior.centre[seat][view.centre_role[seat]] = 1

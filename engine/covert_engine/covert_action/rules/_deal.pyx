"""The Plan deck, and the deal of each round (rules 2.3, 2.4)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from covert_engine.covert_action.rules._chance cimport (
    DEAL, OPENER, PLAN_DECK, SET_ASIDE, event, order_by_chance
)
from covert_engine.covert_action.rules._settings cimport (
    MAX_CENTRE, MAX_SEATS, MAX_SIZE, MAX_TEAMS, NONE, OF_A_TYPE, PLAN_CARDS, Rules
)
from covert_engine.covert_action.rules._state cimport State
from covert_engine.random._splitmix cimport below

cdef enum:
    ANY_CARD = 3             # indices of the event SET_ASIDE: below these are the teams
    SPARED = 4


cdef void order_plan_deck(uint64_t seed, uint8_t* types) noexcept nogil:
    cdef int i
    for i in range(PLAN_CARDS):
        types[i] = i
    order_by_chance(types, PLAN_CARDS, seed, PLAN_DECK, 0)
    for i in range(PLAN_CARDS):
        types[i] //= OF_A_TYPE


cdef void set_aside(const Rules* rules, uint64_t seed, int round, uint8_t* aside) noexcept nogil:
    """Set aside any card; or one of each team; or one of each team but one (2.4)."""
    cdef int team, card
    cdef int spared = NONE
    for team in range(MAX_TEAMS):
        aside[team] = NONE
    if rules.centre == 1:
        card = below(event(seed, SET_ASIDE, round, 0, ANY_CARD), rules.teams * rules.size)
        aside[card // rules.size] = card % rules.size
        return
    if rules.centre < rules.teams:
        spared = below(event(seed, SET_ASIDE, round, 0, SPARED), rules.teams)
    for team in range(rules.teams):
        if team != spared:
            aside[team] = below(event(seed, SET_ASIDE, round, 0, team), rules.size)


cdef void new_game(const Rules* rules, State* state, uint64_t seed) noexcept nogil:
    memset(state, 0, sizeof(State))
    state.seed = seed
    state.public.deck = PLAN_CARDS
    memset(state.public.team, NONE, MAX_SEATS)
    memset(state.role, NONE, MAX_SEATS)
    memset(state.choice, NONE, MAX_SEATS)
    state.public.speaker = NONE
    state.actor = NONE
    state.first = NONE
    order_plan_deck(seed, state.plan_deck)


cdef void deal_round(const Rules* rules, State* state) noexcept nogil:
    cdef uint8_t aside[MAX_TEAMS]
    cdef uint8_t cards[MAX_TEAMS * MAX_SIZE]
    cdef int round = state.public.round
    cdef int team, i, seat
    cdef int count = 0
    cdef int centre = 0
    set_aside(rules, state.seed, round, aside)
    memset(state.public.centre_team, NONE, MAX_CENTRE)
    memset(state.centre_role, NONE, MAX_CENTRE)
    for team in range(rules.teams):
        for i in range(rules.size):
            if i == aside[team]:
                state.public.centre_team[centre] = team
                state.centre_role[centre] = rules.card[i]
                centre += 1
            else:
                cards[count] = MAX_SIZE * team + i
                count += 1
    order_by_chance(cards, count, state.seed, DEAL, round)
    for seat in range(rules.players):
        state.public.team[seat] = cards[seat] // MAX_SIZE
        state.role[seat] = rules.card[cards[seat] % MAX_SIZE]
    state.public.seats_in = (1 << rules.players) - 1
    state.public.opener = below(event(state.seed, OPENER, round, 0, 0), rules.players)

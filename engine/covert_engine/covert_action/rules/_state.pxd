"""The state of a game as plain memory: a copy is a `memcpy`, there are no pointers.

    State = PublicState (what every seat sees) + the hidden truth
    View  = PublicState + what one seat knows of the rest (`knowledge/_view.pxd`)

Equal positions are equal bytes: unused memory is zero, or NONE where zero is a seat or a card.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from covert_engine.covert_action.rules._settings cimport (
    MAX_BEATS, MAX_CENTRE, MAX_SEATS, PLAN_CARDS, PLAN_TYPES
)

cdef enum:
    MAX_SHOTS = 5            # of a round: three misfires, a team out, and one that ends it
    MAX_T = 30               # beats of a round: MAX_SHOTS stretches of MAX_BEATS (3.1)
    LAST_ROUND = 60          # 5.2
    MAX_LEGAL = 64           # more than any decision can have: 58 (9.2)
    HOLD_CHOICE = 254        # as a choice: not to shoot


cdef enum Phase:
    TALK = 0
    WINDOW = 1
    DEADLINE = 2
    OVER = 3


cdef enum Outcome:           # 3.8, 3.10
    COUP = 0
    MISFIRE = 1
    PURGE = 2
    SUCCESS = 3
    FAIL = 4
    TEAM_OUT = 5


cdef struct Shot:
    uint8_t t                # its beat, or the beat before its deadline
    uint8_t shooter          # seat
    uint8_t target           # seat
    uint8_t outcome          # Outcome
    uint8_t ordered          # 1: at the deadline


cdef struct PublicState:     # everything public (4.1); the same bytes in a State and in every View
    uint16_t seats_in        # bits: seats that are in (2.5)
    uint8_t round            # 1..60
    uint8_t phase            # Phase
    uint8_t t                # beats of the round, from 1
    uint8_t beat             # of the stretch, from 1
    uint8_t opener           # seat that speaks first in the first beat
    uint8_t speaker          # seat to speak; NONE outside of talk
    uint8_t shots            # shots of this round; the last of a game is among them once it is over
    uint8_t deck             # Plan cards in the deck
    uint8_t team[MAX_SEATS]  # team of each seat; NONE beyond the players
    uint8_t centre_team[MAX_CENTRE]        # teams of the cards set aside, ascending; NONE beyond
    uint8_t held[MAX_SEATS]  # Plan cards of each seat
    uint8_t drawn[MAX_SEATS] # those drawn this round (3.10)
    Shot shot[MAX_SHOTS]
    uint8_t said[MAX_T][MAX_SEATS]         # Statement of each seat by beat; 0 if none


cdef struct State:
    PublicState public
    # the hidden truth
    uint64_t seed                          # of all chance to come
    uint8_t role[MAX_SEATS]                # Role; NONE beyond the players
    uint8_t centre_role[MAX_CENTRE]        # in the order of `centre_team`; NONE beyond
    uint8_t plan[MAX_SEATS][PLAN_TYPES]    # Plan cards held, by type
    uint8_t plan_deck[PLAN_CARDS]          # types; the top is at PLAN_CARDS - public.deck, what
                                           # has been drawn is NONE
    uint8_t choice[MAX_SEATS]              # in the open window: a target, HOLD_CHOICE, or
                                           # NONE before; outside of windows NONE
    uint8_t actor                          # seat to decide; NONE when the game is over
    uint8_t first                          # seat whose choice is taken first in this window; NONE

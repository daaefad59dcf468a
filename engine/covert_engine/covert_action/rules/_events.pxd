"""Public events of an action, for the host, the tree and the screen.

They never tell who was asked, who held, or whose choice lapsed (rules 4.4).
"""

from libc.stdint cimport uint8_t

from covert_engine.covert_action.rules._settings cimport MAX_CENTRE, MAX_SEATS

cdef enum:
    MAX_EVENTS = 64          # of one action: at most 6 windows, a shot, two sorts of draws, a deal


cdef enum EventKind:
    SAID = 1                 # seat; a: Statement
    WINDOW_OPENS = 2         # a: t
    WINDOW_CLOSES = 3        # without a shot
    DEADLINE_COMES = 4
    SHOT = 5                 # seat shoots a; b: Outcome, c: 1 if it was ordered
    OUT = 6                  # seat; a: its role
    DRAW = 7                 # seat; a: type of Plan card, which that seat alone sees
    ROUND_ENDS = 8           # `shown` has the cards; a: 1 if void
    DEALT = 9                # a: round
    GAME_ENDS = 10


cdef struct Event:
    uint8_t kind
    uint8_t seat
    uint8_t a
    uint8_t b
    uint8_t c


cdef struct Cards:           # all Spy cards of a round, shown at its end (3.11)
    uint8_t team[MAX_SEATS]
    uint8_t role[MAX_SEATS]
    uint8_t centre_team[MAX_CENTRE]
    uint8_t centre_role[MAX_CENTRE]


cdef struct Events:
    int count
    Event event[MAX_EVENTS]
    Cards shown


cdef inline void note(Events* events, uint8_t kind, uint8_t seat=0, uint8_t a=0, uint8_t b=0,
                      uint8_t c=0) noexcept nogil:
    """Add an event; with NULL do nothing."""
    if events != NULL and events.count < MAX_EVENTS:
        events.event[events.count] = Event(kind, seat, a, b, c)
        events.count += 1

"""The settings of a game (rules 1.5), and tables derived from them, read-only.

Seats are 0..players-1, clockwise. A team is a colour: 0 Red, 1 Blue, 2 Green. A team's *places* are
those of its cards: its seats in ascending order, then the centre if it holds one of them. A *row*
is one arrangement of the team's cards, a role for each place.
"""

from libc.stdint cimport uint8_t, uint64_t

cdef enum:
    MAX_SEATS = 14
    MAX_TEAMS = 3
    MAX_SIZE = 5             # cards of a team in use
    MAX_ROWS = 120           # arrangements of them
    MAX_CENTRE = 3           # cards set aside
    MAX_BEATS = 6
    PLAN_TYPES = 4           # P, L, A, N
    PLAN_CARDS = 40
    OF_A_TYPE = 10
    NONE = 255


cdef enum Role:
    SNIPER = 0
    CLEANER = 1
    MOLE = 2
    BODYGUARD = 3
    SABOTEUR = 4
    ROLES = 5


cdef enum Deadline:
    ORDER = 0                # 3.7: somebody is ordered to shoot
    VOID = 1


cdef struct Rows:            # a set of rows: bit = row
    uint64_t low             # rows 0..63
    uint64_t high            # rows 64..127


cdef struct Rules:
    uint8_t players          # 4..14
    uint8_t teams            # 2 or 3
    uint8_t saboteurs        # 0 or 1; the next three too
    uint8_t alternate
    uint8_t cleaner_inherits
    uint8_t talk
    uint8_t beats            # 1..6
    uint8_t deadline         # Deadline
    uint8_t size             # cards of each team in use, 3..5
    uint8_t centre           # cards set aside, 1..3
    uint8_t roles            # bits: roles in use
    uint8_t rows             # arrangements of a team, 6..120
    uint8_t card[MAX_SIZE]   # role of each card of a team
    uint8_t row[MAX_ROWS][MAX_SIZE]        # role by place
    Rows all_rows
    Rows with_role[MAX_SIZE][ROLES]        # the rows that have a role at a place


cdef class Settings:
    cdef Rules rules
    cdef bytes name          # the digest, once it has been computed

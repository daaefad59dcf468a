"""An action is one packed 32-bit integer; every action has one text form (docs/notation.md).

    bits  0..5   kind     Kind
    bits  6..13  first    first operand, 0..255
    bits 14..21  second   second operand
    bits 22..31  zero

A statement is kept as one byte, 1..62: `pass`, then `am` by role, `is` by seat and role, `urge` by
seat.
"""

from libc.stdint cimport uint8_t, uint32_t

from covert_engine.covert_action.rules._settings cimport MOLE, SABOTEUR, SNIPER

ctypedef uint32_t action_t


cdef enum Kind:
    NO_ACTION = 0
    PASS = 1                 # 3.4
    AM = 2                   # first: Role                       3.4
    IS = 3                   # first: seat, second: Role         3.4
    URGE = 4                 # first: seat to be shot            3.4
    HOLD = 5                 # 3.5
    SHOOT = 6                # first: seat                       3.5, 3.7


cdef enum Statement:
    NOT_SAID = 0
    SAID_PASS = 1
    SAID_AM = 2              # + Role
    SAID_IS = 7              # + 3 * seat + place of the role among sniper, mole, saboteur
    SAID_URGE = 49           # + seat
    STATEMENTS = 63          # above all statements


cdef inline action_t action_of(uint32_t kind, uint32_t first=0, uint32_t second=0) noexcept nogil:
    return kind | first << 6 | second << 14


cdef inline uint8_t kind_of(action_t action) noexcept nogil:
    return action & 63


cdef inline uint8_t first_of(action_t action) noexcept nogil:
    return action >> 6 & 255


cdef inline uint8_t second_of(action_t action) noexcept nogil:
    return action >> 14 & 255


cdef inline uint8_t named(int place) noexcept nogil:
    """Return the role at one of the three places of `is`."""
    if place == 0:
        return SNIPER
    return MOLE if place == 1 else SABOTEUR


cdef inline uint8_t statement_of(action_t action) noexcept nogil:
    """Return the byte of a statement."""
    cdef uint8_t kind = kind_of(action)
    cdef uint8_t role = second_of(action)
    if kind == PASS:
        return SAID_PASS
    if kind == AM:
        return SAID_AM + first_of(action)
    if kind == IS:
        return SAID_IS + 3 * first_of(action) + (role == MOLE) + 2 * (role == SABOTEUR)
    return SAID_URGE + first_of(action)


cdef inline action_t action_said(uint8_t statement) noexcept nogil:
    """Return the action of a statement's byte."""
    if statement == SAID_PASS:
        return action_of(PASS)
    if statement < SAID_IS:
        return action_of(AM, statement - SAID_AM)
    if statement < SAID_URGE:
        return action_of(IS, (statement - SAID_IS) // 3, named((statement - SAID_IS) % 3))
    return action_of(URGE, statement - SAID_URGE)

"""An action is one packed 32-bit integer; every action has one text form (docs/notation.md).

    bits  0..5   kind     Kind
    bits  6..13  first    first operand, 0..255
    bits 14..21  second   second operand
    bits 22..29  third    third operand
    bits 30..31  zero
"""

from libc.stdint cimport uint8_t, uint32_t

ctypedef uint32_t action_t


cdef enum Kind:
    NO_ACTION = 0
    RETURN_MISSION = 1    # first: mission                      2.5
    PLACE = 2             # first: face 1..6, second: Target    3.3
    PASS = 3              # take the lowest turn order token    3.3
    STOP = 4              # stop placing, breaking or moving    3.10 4.6 5.11
    END = 5               # end a resolving or last-mission turn  5.9 8.2
    REROLL = 6            # first: face 1..6 of one more die to reroll; second: Source  3.8
    ROLL = 7              # roll the dice named so far          3.8
    USE = 8               # first: Ability or CharacterPlay, second: Source, third: Deck  6.1
    DIE = 9               # first: face 1..6 of the die that +1 or -1 names  3.11
    FLY = 10              # first: Agency Card                  6.10
    AGENT = 11            # first: agent 0..2 that flies        6.10
    STEP = 12             # first: agent 0..2, second: city     5.4
    SWAP = 13             # first, second: tiles, first < second  4.1
    CLAIM = 14            # first: code, second: leftmost tile, third: 1 read right to left; where
                          # codes bend, second: first tile  4.7
    DRAW_CODE = 15        # first: code deck 0 or 1             4.8
    COMPLETE = 16         # first: mission                      5.1
    PAY = 17              # first: Payment, second: card or code  7.6
    RETURN_CODE = 18      # first: code                         7.4
    TAKE_MISSION = 19     # first: face-up place 0..2, or 3 the deck  5.2
    TAKE_AGENCY = 20      # first: region space 0..5, or 6 the deck; second: dice 1..2  5.3
    MOVE = 21             # first: dice, 1..5                   5.11
    FORFEIT = 22          # first: Target, a circle             5.8
    REWARD = 23           # first: 0 the face-up card of the region, 1 the deck  5.6
    DISCARD = 24          # first: Agency Card                  5.13
    DISCARD_MISSION = 25  # first: mission                      5.10
    KEEP = 26             # first: card, third: Deck it is of   6.7
    BOTTOM = 27           # first: card that goes under the deck first, the other below it;
                          # third: Deck it is of                6.7
    SPY = 28              # first: Source, second: Agency Card taken  6.4
    REFUSE = 29           # let a window pass                   6.13 6.15
    TILE = 30             # first: next tile of a bent claim    4.7


cdef enum Target:
    COMPLETE_CIRCLE = 0   # Complete Mission
    MISSION_CIRCLE = 1    # Mission Cards
    AGENCY_CIRCLE = 2     # Agency Cards
    MOVEMENT_CIRCLE = 3   # Movement
    FOLDER = 4            # Special Operations folder
    DECODER = 5


cdef enum CharacterPlay:  # plays of USE besides the eight abilities, always BY_CHARACTER
    TOKEN_PLAY = 8        # DRAW_TOKEN
    AGENCY_PLAY = 9       # DRAW_AGENCY


cdef enum Source:         # below 48: that Agency Card of the hand
    BY_CHARACTER = 254
    BY_TOKEN = 255


cdef enum Payment:
    PAY_FOOT = 0          # the foot of a completed mission; second is 0
    PAY_CODE = 1
    PAY_CARD = 2


cdef inline action_t pack(uint32_t kind, uint32_t first=0, uint32_t second=0,
                          uint32_t third=0) noexcept nogil:
    return kind | first << 6 | second << 14 | third << 22


cdef inline uint8_t kind_of(action_t action) noexcept nogil:
    return action & 63


cdef inline uint8_t first_of(action_t action) noexcept nogil:
    return action >> 6 & 255


cdef inline uint8_t second_of(action_t action) noexcept nogil:
    return action >> 14 & 255


cdef inline uint8_t third_of(action_t action) noexcept nogil:
    return action >> 22 & 255

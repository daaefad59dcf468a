"""Distance of the codes of a hand from being claimed."""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport CODE_LIMIT, State


cdef struct Tiles:         # the cipher tiles, as a seat looks for its codes in them
    uint64_t shown[6]      # of each number: hexadecimal digit t is 1 if tile t shows it
    const uint8_t* decoder # dice on the seat's Decoder, by face
    uint8_t dice           # bits (face - 1): faces of those dice


cdef struct CodePlan:      # codes of the hand
    uint8_t codes          # number of them
    uint8_t short[CODE_LIMIT]  # numbers in neither tile nor Decoder die, in the best run
    uint8_t faces          # bits (face - 1): dice that would reduce one of them


cdef void read_tiles(const State* state, int seat, Tiles* tiles) noexcept nogil
# swaps two tiles that show `number` and `other`; a second call swaps them back
cdef inline void swap_tiles(Tiles* tiles, int first, int second, int number,
                            int other) noexcept nogil:
    cdef uint64_t both = <uint64_t> 1 << 4 * first | <uint64_t> 1 << 4 * second
    tiles.shown[number - 1] ^= both
    tiles.shown[other - 1] ^= both
cdef void plan_codes(const CardSet* cards, const State* state, int seat, const Tiles* tiles,
                     CodePlan* plan) noexcept nogil
# only `short` of a CodePlan
cdef void measure_codes(const CardSet* cards, const State* state, int seat, const Tiles* tiles,
                        uint8_t* short) noexcept nogil

"""Word-parallel queries of the dice on a circle, as inline functions."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from covert_engine.covert.rules._state cimport PublicState


cdef inline uint64_t spaces(const PublicState* public, int circle) noexcept nogil:
    """Return the six spaces of a circle, a byte each: the seat whose die lies there, or NONE."""
    cdef uint32_t low
    cdef uint16_t high
    memcpy(&low, &public.circle[circle][0], 4)
    memcpy(&high, &public.circle[circle][4], 2)
    return low | <uint64_t> high << 32


cdef inline int dice_on(const PublicState* public, int circle, int seat) noexcept nogil:
    """Count the dice of a seat on a circle."""
    # A space that is not the seat's differs in one of bits 0, 1 and 7: it has 0..3, or NONE.
    cdef uint64_t other = spaces(public, circle) ^ seat * <uint64_t> 0x010101010101
    other = (other | other >> 1 | other >> 7) & <uint64_t> 0x010101010101
    return 6 - (other * <uint64_t> 0x010101010101 >> 40 & 7)


cdef inline uint32_t taken_faces(const PublicState* public, int circle) noexcept nogil:
    """Return, as bits (face - 1), the spaces of a circle with a die: only NONE has bit 7."""
    cdef uint64_t taken = ~spaces(public, circle) >> 7 & <uint64_t> 0x010101010101
    return taken * <uint64_t> 0x0102040810204080 >> 56 & 63


cdef inline bint has_die(const PublicState* public, int seat) noexcept nogil:
    """Return True if the seat has a die on a circle."""
    return (dice_on(public, 0, seat) or dice_on(public, 1, seat)
            or dice_on(public, 2, seat) or dice_on(public, 3, seat))

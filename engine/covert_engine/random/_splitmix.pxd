"""Random numbers by key: pure functions of their arguments, the same on every machine.

The generator is splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014). The functions are inline and keep no state.
"""

from libc.stdint cimport uint32_t, uint64_t


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """Apply the finaliser of splitmix64: a bijection that mixes all bits."""
    x = (x ^ x >> 30) * <uint64_t> 0xBF58476D1CE4E5B9
    x = (x ^ x >> 27) * <uint64_t> 0x94D049BB133111EB
    return x ^ x >> 31


cdef inline uint64_t draw(uint64_t* stream) noexcept nogil:
    """Return the next 64 random bits of a stream."""
    stream[0] += <uint64_t> 0x9E3779B97F4A7C15
    return mix(stream[0])


cdef inline uint64_t keyed(uint64_t seed, uint64_t key) noexcept nogil:
    """Return 64 random bits for one key (not 0) under a seed."""
    return mix(draw(&seed) ^ key * <uint64_t> 0xD1B54A32D192ED03)


cdef inline uint32_t below(uint64_t bits, uint32_t bound) noexcept nogil:
    """Return a number in 0..bound-1 from the high half of `bits`; the bias is below bound /
    2^32."""
    return <uint32_t> ((bits >> 32) * bound >> 32)


cdef inline double unit(uint64_t bits) noexcept nogil:
    """Return a number in [0, 1) from the high 53 bits."""
    return (bits >> 11) * (1.0 / 9007199254740992.0)

"""Keys of draws, of observations, of memory."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from covert_engine.random._splitmix cimport keyed, mix
from covert_engine.search._game cimport fold


cdef inline uint64_t key_of(uint64_t key, uint64_t index) noexcept nogil:
    """Return the key of the `index`-th thing under `key`."""
    return keyed(key, index + 1)


cdef inline uint64_t hash_bytes(const void* memory, size_t size, uint64_t seed) noexcept nogil:
    """Hash `size` bytes, read as 64-bit words; zeros fill the last one."""
    cdef const uint8_t* bytes = <const uint8_t*> memory
    cdef uint64_t key = fold(mix(seed), size + 1)
    cdef uint64_t word
    cdef size_t at = 0
    while at + 8 <= size:
        memcpy(&word, bytes + at, 8)
        key = fold(key, word)
        at += 8
    if at < size:
        word = 0
        memcpy(&word, bytes + at, size - at)
        key = fold(key, word)
    return mix(key)

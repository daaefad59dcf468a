"""Reading codes on the tiles (rules 4.2): on a run in a row, or along a path."""

from libc.stdint cimport uint8_t, uint32_t

from covert_engine.covert.cards._compiled cimport CardSet, Code

# True if the code can be read on the run of tiles from `start` on; `decoder`: dice by face.
cdef bint readable(const Code* code, const uint8_t* tiles, const uint8_t* decoder, int start,
                   bint reversed) noexcept nogil
# True if place `at` of the code can be read on `tile`, and the rest on a path from there: every
# tile shows its number or is covered by one of `dice` (by face; left unchanged). `visited`: bits of
# the tiles before it.
cdef bint path_from(const CardSet* cards, const Code* code, const uint8_t* tiles, uint8_t* dice,
                    int way, int at, int tile, uint32_t visited) noexcept nogil
# Returns the fewest numbers that neither tile nor die shows, on any path; `faces` (bits face - 1)
# gets those missing on one of the best paths.
cdef int fewest_on_path(const CardSet* cards, const Code* code, const uint8_t* tiles,
                        const uint8_t* decoder, uint8_t* faces) noexcept nogil

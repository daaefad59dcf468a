"""Reading codes on the tiles (rules 4.2): on a run in a row, or along a path.

Paths are found by trial. A path has at most six tiles, each with at most three beside it, so there
are a few hundred.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy

from covert_engine.covert.cards._bits cimport lowest_bit
from covert_engine.covert.cards._compiled cimport (
    ANY_WAY, TO_THE_LEFT, TO_THE_RIGHT, CardSet, Code,
)


cdef bint readable(const Code* code, const uint8_t* tiles, const uint8_t* decoder, int start,
                   bint reversed) noexcept nogil:
    """Return True if every tile of the run shows its number or is covered by a die of that number;
    a die covers only tiles with another number (4.7). So the run determines which dice are
    spent."""
    cdef uint8_t needed[6]
    cdef int i, number
    for i in range(6):
        needed[i] = 0
    for i in range(code.length):
        number = code.numbers[code.length - 1 - i if reversed else i]
        if tiles[start + i] != number:
            needed[number - 1] += 1
            if needed[number - 1] > decoder[number - 1]:
                return False
    return True


cdef bint path_from(const CardSet* cards, const Code* code, const uint8_t* tiles, uint8_t* dice,
                    int way, int at, int tile, uint32_t visited) noexcept nogil:
    cdef int face = code.numbers[at] - 1
    cdef bint covered = tiles[tile] != face + 1
    cdef uint32_t beside
    cdef bint complete = at + 1 == code.length
    if covered:
        if not dice[face]:
            return False
        dice[face] -= 1
    visited |= 1 << tile
    beside = cards.beside[way][tile] & ~visited
    while beside and not complete:
        complete = path_from(cards, code, tiles, dice, way, at + 1, lowest_bit(beside), visited)
        beside &= beside - 1
    dice[face] += covered
    return complete


cdef struct Trial:           # a search for the paths with the fewest numbers missing
    const CardSet* cards
    const Code* code
    const uint8_t* tiles
    uint8_t dice[6]          # Decoder dice not used on the path so far, by face
    int least                # the fewest missing on a path so far
    uint8_t faces            # bits (face - 1): missing on one of those


cdef void follow(Trial* trial, int way, int at, int tile, uint32_t visited, int missing,
                 uint8_t faces) noexcept nogil:
    cdef int face = trial.code.numbers[at] - 1
    cdef bint covered = False
    cdef uint32_t beside
    if trial.tiles[tile] != face + 1:
        covered = trial.dice[face] > 0
        if not covered:
            missing += 1
            faces |= 1 << face
            if missing > trial.least:
                return
    if at + 1 == trial.code.length:
        if missing < trial.least:
            trial.least = missing
            trial.faces = 0
        trial.faces |= faces
        return
    trial.dice[face] -= covered
    visited |= 1 << tile
    beside = trial.cards.beside[way][tile] & ~visited
    while beside:
        follow(trial, way, at + 1, lowest_bit(beside), visited, missing, faces)
        beside &= beside - 1
    trial.dice[face] += covered


cdef int fewest_on_path(const CardSet* cards, const Code* code, const uint8_t* tiles,
                        const uint8_t* decoder, uint8_t* faces) noexcept nogil:
    cdef Trial trial
    cdef int tile
    trial.cards = cards
    trial.code = code
    trial.tiles = tiles
    memcpy(trial.dice, decoder, 6)
    trial.least = code.length
    trial.faces = 0
    for tile in range(cards.tiles):
        if cards.options.codes_bend:
            follow(&trial, ANY_WAY, 0, tile, 0, 0, 0)
        else:
            follow(&trial, TO_THE_RIGHT, 0, tile, 0, 0, 0)
            if cards.options.either_direction:
                follow(&trial, TO_THE_LEFT, 0, tile, 0, 0, 0)
    faces[0] = trial.faces
    return trial.least

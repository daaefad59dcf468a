"""Distance of the codes of a hand from being claimed.

All runs of tiles that a code could lie on are examined together: in a word, hexadecimal digit 5 + t
stands for the run that begins at tile t. The product of `Tiles.shown` and `Code.places` of a number
counts there how often that number is shown in its place in the code; no digit overflows. In rows of
more than six, and where codes bend, paths are tried one by one instead.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.cards._bits cimport lowest_bit
from covert_engine.covert.cards._compiled cimport MAX_TILES, CardSet, Code
from covert_engine.covert.rules._paths cimport fewest_on_path
from covert_engine.covert.rules._state cimport State


cdef void read_tiles(const State* state, int seat, Tiles* tiles) noexcept nogil:
    cdef int i
    memset(tiles.shown, 0, sizeof(tiles.shown))
    for i in range(MAX_TILES):
        if not state.public.tiles[i]:                         # all are 0 in setup (2.10)
            break
        tiles.shown[state.public.tiles[i] - 1] |= <uint64_t> 1 << 4 * i
    tiles.decoder = state.public.decoder[seat]
    tiles.dice = 0
    for i in range(6):
        tiles.dice |= (tiles.decoder[i] != 0) << i


cdef inline uint64_t above_dice(uint64_t open, uint64_t runs, uint64_t dice) noexcept nogil:
    """Subtract `dice` (0..5) from each digit of `open`, down to 0."""
    cdef uint64_t left = (open | 8 * runs) - dice * runs
    cdef uint64_t enough = left & 8 * runs
    return left & (enough - (enough >> 3))


cdef inline uint64_t open_places(const Code* code, int direction, const Tiles* tiles,
                                 int face) noexcept nogil:
    """Count, by run, the places of a number in the code where the tile shows another one."""
    return code.times[face] * code.runs - (
        tiles.shown[face] * code.places[direction][face] & 15 * code.runs)


cdef inline uint64_t missing_numbers(const Code* code, int direction,
                                     const Tiles* tiles) noexcept nogil:
    """Count, by run, the numbers that neither the tile nor a Decoder die shows."""
    cdef const uint32_t* places = code.places[direction]
    cdef uint64_t matched = (tiles.shown[0] * places[0] + tiles.shown[1] * places[1]
                             + tiles.shown[2] * places[2] + tiles.shown[3] * places[3]
                             + tiles.shown[4] * places[4] + tiles.shown[5] * places[5])
    cdef uint64_t missing = code.length * code.runs - (matched & 15 * code.runs)
    cdef uint64_t open
    cdef int dice = tiles.dice & code.faces
    cdef int face
    while dice:
        face = lowest_bit(dice)
        dice &= dice - 1
        open = open_places(code, direction, tiles, face)
        missing -= open - above_dice(open, code.runs, tiles.decoder[face])
    return missing


cdef inline uint64_t runs_with(uint64_t missing, uint64_t runs, int most) noexcept nogil:
    """Return the runs with at most `most` numbers missing, as 8 in their digits."""
    return (8 + most) * runs - missing & 8 * runs


cdef inline int fewest(const CardSet* cards, const Code* code, const Tiles* tiles,
                       uint64_t* missing) noexcept nogil:
    cdef uint64_t runs = code.runs
    cdef int least = 0
    missing[0] = missing_numbers(code, 0, tiles)
    missing[1] = missing_numbers(code, 1, tiles) if cards.options.either_direction else missing[0]
    while not (runs_with(missing[0], runs, least) | runs_with(missing[1], runs, least)):
        least += 1
    return least


cdef int fewest_by_path(const CardSet* cards, const Code* code, const Tiles* tiles,
                        uint8_t* faces) noexcept nogil:
    cdef uint8_t numbers[MAX_TILES]
    cdef uint64_t shown
    cdef int face
    memset(numbers, 0, MAX_TILES)
    for face in range(6):
        shown = tiles.shown[face]
        while shown:
            numbers[lowest_bit(shown) // 4] = face + 1
            shown &= shown - 1
    return fewest_on_path(cards, code, numbers, tiles.decoder, faces)


cdef void measure_codes(const CardSet* cards, const State* state, int seat, const Tiles* tiles,
                        uint8_t* short) noexcept nogil:
    cdef uint64_t hand = state.code_hand[seat]
    cdef uint64_t missing[2]
    cdef uint8_t faces
    cdef int i = 0
    while hand:
        if cards.paths:
            short[i] = fewest_by_path(cards, &cards.code[lowest_bit(hand)], tiles, &faces)
        else:
            short[i] = fewest(cards, &cards.code[lowest_bit(hand)], tiles, missing)
        hand &= hand - 1
        i += 1


cdef void plan_codes(const CardSet* cards, const State* state, int seat, const Tiles* tiles,
                     CodePlan* plan) noexcept nogil:
    cdef uint64_t hand = state.code_hand[seat]
    cdef const Code* code
    cdef uint64_t missing[2]
    cdef uint64_t best
    cdef int direction, face, faces, short
    cdef uint8_t on_paths
    plan.codes = 0
    plan.faces = 0
    while hand:
        code = &cards.code[lowest_bit(hand)]
        hand &= hand - 1
        if cards.paths:
            plan.short[plan.codes] = fewest_by_path(cards, code, tiles, &on_paths)
            plan.codes += 1
            plan.faces |= on_paths
            continue
        short = fewest(cards, code, tiles, missing)
        plan.short[plan.codes] = short
        plan.codes += 1
        if short == 0:
            continue
        for direction in range(1 + cards.options.either_direction):
            best = runs_with(missing[direction], code.runs, short)
            best |= best - (best >> 3)                 # 15 in the digits of the best runs
            faces = code.faces & ~plan.faces
            while faces:
                face = lowest_bit(faces)
                faces &= faces - 1
                plan.faces |= (above_dice(open_places(code, direction, tiles, face), code.runs,
                                          tiles.decoder[face]) & best != 0) << face
